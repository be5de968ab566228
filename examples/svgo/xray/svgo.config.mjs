export default { plugins: ["sortAttrs", "convertPathData", "mergePaths"] };
