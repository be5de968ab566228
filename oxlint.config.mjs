import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Allowed imports of each package, as in the table "The packages" of ARCHITECTURE.md. `ours` lists packages in
 * `packages/`. `npm` lists third-party packages, or is `declared` to allow all packages that package.json declares.
 * `bundled` lists third-party packages that are copied into the published files.
 */
const beforeTesting = ["core", "ir", "instrument", "builder", "graph", "sdk", "loader"];
/** Libraries that are bundled into the page of the viewer. */
const PAGE = ["@codemirror/*", "@dagrejs/dagre", "@lezer/highlight", "preact"];
const packages = {
  core: { ours: [], bundled: ["leven"] },
  ir: { ours: ["core"] },
  instrument: { ours: ["core"] },
  builder: { ours: ["core"] },
  graph: { ours: ["core", "builder"] },
  sdk: { ours: ["core", "builder", "graph", "instrument"], bundled: ["tapable"] },
  loader: {
    ours: ["sdk", "graph", "builder", "core"],
    npm: "declared",
    bundled: ["jsonc-parser", "resolve.exports", "semver", "yaml"],
    node: true,
  },
  runner: { ours: ["sdk", "loader", "builder", "core"], npm: "declared", node: true },
  viewer: { ours: ["sdk", "builder", "graph", "instrument", "core"], npm: "declared", bundled: ["diff", ...PAGE] },
  testing: { ours: [...beforeTesting, "runner"], npm: "declared", node: true },
  cli: { ours: [...beforeTesting, "runner", "testing", "viewer"], npm: "declared", node: true },
  development: { ours: [], npm: "declared", node: true },
};
/**
 * Allowed imports of plugins and examples: the packages that third-party plugins can import, declared npm packages, and
 * other plugins.
 */
const plugin = { ours: ["sdk", "core", "ir"], npm: "declared", plugins: true };
const pluginsWithNode = ["babel", "bundlers", "mlir-tools"];

/**
 * Returns the lint rules of one workspace. The rules refuse an import in `src` unless the table allows the imported
 * package and package.json declares it. Bundled packages do not have to be declared.
 */
function importsOf(folder, { ours, npm = [], bundled = [], node = false, plugins = false }) {
  const { dependencies, peerDependencies, optionalDependencies } = readManifest(folder);
  // Code imports types from `@types/X` under the name `X`.
  const declared = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }).map((name) =>
    name.replace(/^@types\//, ""),
  );
  const isAllowed = (name) => {
    if (name.startsWith("@passwright/plugin-")) return plugins;
    if (name.startsWith("@passwright/")) return ours.includes(name.slice("@passwright/".length));
    return npm === "declared" || npm.includes(name);
  };
  const allowed = [...declared.filter(isAllowed), ...bundled].flatMap((name) => [`!${name}`, `!${name}/**`]);
  if (node) allowed.push("!node:*", "!node:*/**");
  const message = `${folder} may not import this: see the import table in oxlint.config.mjs, and its package.json`;
  return {
    files: [`${folder}/src/**`],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group: ["*", ...files, ...allowed], message }] }],
      "typescript/no-require-imports": "error",
    },
  };
}

/**
 * Patterns of allowed relative imports. The imported path must contain the file extension. The compiler refuses files
 * outside of `src`.
 */
const files = ["ts", "tsx", "json", "css"].flatMap((ending) => [`!./**/*.${ending}`, `!../**/*.${ending}`]);

function readManifest(folder) {
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), "utf8"));
}

function workspaces(group, rowOf) {
  return readdirSync(new URL(group, import.meta.url))
    .map((name) => ({ name, folder: `${group}/${name}` }))
    .filter(({ folder }) => existsSync(new URL(`${folder}/src`, import.meta.url)))
    .map(({ name, folder }) => importsOf(folder, rowOf(name)));
}

function rowOfPackage(name) {
  if (!Object.hasOwn(packages, name))
    throw new Error(`packages/${name} is not in the import table of oxlint.config.mjs`);
  return packages[name];
}

export default {
  plugins: ["typescript", "unicorn", "import", "oxc"],
  categories: { correctness: "error", suspicious: "error" },
  rules: {
    "no-console": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "typescript/no-explicit-any": "error",
    // Requires separate statements for type imports: `import type { X }`. Refuses `import("…").X` in types.
    "typescript/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
    "import/consistent-type-specifier-style": ["error", "prefer-top-level"],
    "no-shadow": "off",
    "no-await-in-loop": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off",
    "no-underscore-dangle": "off",
    "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
  },
  ignorePatterns: ["**/dist/**", "**/dist-test/**", "**/bundle/**", "coverage/**"],
  overrides: [
    {
      files: ["**/test/**", "packages/development/**", "packages/cli/**", "bench/**"],
      rules: { "no-console": "off" },
    },
    // Messages to workers do not have a target origin.
    { files: ["site/playground/frame.js"], rules: { "unicorn/require-post-message-target-origin": "off" } },
    { files: ["examples/babel/greet.js"], rules: { "no-console": "off" } },
    // webpack calls loaders with their context as `this`.
    { files: ["plugins/bundlers/src/webpack.ts"], rules: { "oxc/no-this-in-exported-function": "off" } },
    // The modules of the recursive-descent parser import each other, because types contain attributes and attributes
    // contain types. Cycles that include a module outside of the parser are still reported.
    { files: ["packages/ir/src/parser/**"], rules: { "import/no-cycle": "off" } },
    ...workspaces("packages", rowOfPackage),
    ...workspaces("plugins", (name) => ({ ...plugin, node: pluginsWithNode.includes(name) })),
    ...workspaces("examples", () => ({ ...plugin, node: true })),
  ],
};
