/** Names of the packages that configs and modules of the playground can use. */
export const PACKAGES = [
  "@passwright/builder",
  "@passwright/core",
  "@passwright/graph",
  "@passwright/instrument",
  "@passwright/ir",
  "@passwright/plugin-transforms",
  "@passwright/sdk",
  "@passwright/svgo",
  "passwright-example-kiln",
  "passwright-example-svg",
  "passwright-plugin-batch",
  "passwright-plugin-memory",
  "passwright-plugin-release",
  "passwright-plugin-strength",
  "passwright-plugin-svg-a11y",
] as const;
