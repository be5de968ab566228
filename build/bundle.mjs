// Bundles the modules of published packages into a few files. Loading 40 files is three times as fast as loading 470
// files. Does not bundle type declarations, which stay in dist/.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildPage } from "../packages/viewer/build.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Bundled packages, each with the modules that `exports`, scripts in bin/ or `new Worker` load by file name. Other
 * packages are not bundled, because they are small or do not affect the start time.
 */
const packages = {
  "packages/core": { index: "index" },
  "packages/builder": { index: "index" },
  "packages/graph": { index: "index" },
  "packages/instrument": { index: "index" },
  "packages/sdk": { index: "index", loading: "loading" },
  "packages/ir": { index: "index", store: "store" },
  "packages/loader": { index: "index" },
  "packages/runner": {
    index: "index",
    inputs: "inputs",
    reuse: "reuse",
    threads: "threads",
    "thread-worker": "threads/thread-worker",
    "fresh-worker": "orders/fresh-worker",
    "lane-worker": "inputs/lane-worker",
    "assembly-setup": "inputs/assembly-setup",
  },
  "packages/viewer": { index: "index" },
  "packages/cli": {
    index: "index",
    process: "terminal/process",
    main: "main",
    "opt-main": "opt/main",
    "load-worker": "check/load-worker",
    "run-setup": "run/run-setup",
    // The script bundle/run.cjs contains a copy of the thread pool, which starts the module `lane-worker` by file name.
    "lane-worker": "../../runner/dist/inputs/lane-worker",
    "thread-setup": "opt/thread-setup",
    "command-worker": "watch/command-worker",
    "session-setup": "threads/session-setup",
  },
  "plugins/transforms": { index: "index" },
  "plugins/mlir-tools": { index: "index" },
};

/**
 * Small libraries that every run needs and that do not have dependencies. All other libraries are loaded from
 * node_modules.
 */
const inlined = ["diff", "jsonc-parser", "leven", "resolve.exports", "semver", "tapable", "yaml"];

const isInlined = (name) => inlined.includes(name.split("/")[0]);

/**
 * Leaves imports of packages external, except imports of inlined libraries, so that Node resolves the packages from
 * node_modules. Removes `import {}`, which TypeScript leaves for type-only imports.
 */
const external = {
  name: "external",
  setup({ onResolve }) {
    // Uses tapable's browser replacement for Node's `util`, because the SDK runs in Node and in browsers.
    onResolve({ filter: /^util$/ }, ({ importer }) =>
      importer.includes("node_modules/tapable/") ? { path: join(dirname(importer), "util-browser.js") } : undefined,
    );
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || isInlined(path) ? undefined : { path, external: true, sideEffects: false },
    );
  },
};

/** Kinds of tapable hooks that frameworks can declare. */
const HOOKS = [
  "Sync",
  "SyncBail",
  "SyncWaterfall",
  "AsyncSeries",
  "AsyncSeriesBail",
  "AsyncSeriesWaterfall",
  "AsyncParallel",
];

/**
 * Bundles only those hook classes of tapable that frameworks can declare. Wraps each class in a function that loads the
 * class, so that bundlers drop unused classes.
 */
const tapableHooks = {
  name: "tapable-hooks",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^tapable$/ }, () => ({ path: "tapable", namespace: "hooks", sideEffects: false }));
    onLoad({ filter: /.*/, namespace: "hooks" }, () => ({
      contents: HOOKS.map(
        (kind) =>
          `export function ${kind}Hook(args, name) { return new (require("tapable/lib/${kind}Hook.js"))(args, name); }`,
      ).join("\n"),
      resolveDir: root,
    }));
  },
};

/** Leaves out unused modules of this repository. The modules do not have side effects, so leaving them out is safe. */
const pure = {
  name: "pure",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) =>
      kind !== "entry-point" && !resolveDir.includes("node_modules")
        ? { path: join(resolveDir, path), sideEffects: false }
        : undefined,
    );
  },
};

/** Resolves packages of this repository to their sources. */
const ours = {
  name: "ours",
  setup({ onResolve }) {
    onResolve({ filter: /^@passwright\// }, ({ path }) => {
      const [, name, file = "index"] = path.split("/");
      return { path: join(root, "packages", name, "dist", `${file}.js`), sideEffects: false };
    });
  },
};

/**
 * Leaves modules out of a script. If a command needs a module that is left out, the script runs the separate modules
 * instead.
 */
const leftOut = {
  name: "left-out",
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^(?:chokidar|@passwright\/(?:viewer|runner\/(?:reuse|threads))|\.\.\/view\/serve\.js)$/ },
      ({ path }) => ({
        path,
        namespace: "left-out",
      }),
    );
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({
      contents: 'exports.left = 1; throw new Error("left to the modules");',
      loader: "js",
    }));
  },
};

/**
 * Matches calls of functions that only create a shape, which describes the form of data. The build marks these calls as
 * pure, so that bundlers can remove unused shapes.
 */
const SHAPES =
  /(?<![.\w#]|function )(?:either|joined|lines|list|located|made|map|mapped|matching|mlirText|mustBe\w*|named|placed|single|table|text|variants|word)\d*\(|(?<==)__commonJS\(/g;

async function bundle(folder, entries) {
  const out = join(root, folder, "bundle");
  rmSync(out, { recursive: true, force: true });
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    write: false,
    // All bundles are in one folder next to dist/, so that relative paths in the code stay valid.
    entryPoints: Object.entries(entries).map(([name, path]) => ({ in: join(folder, "dist", `${path}.js`), out: name })),
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: "chunk-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    // Source maps are needed only to measure the coverage of tests, and are not published.
    sourcemap: process.env.PASSWRIGHT_MAPS === "1",
    sourcesContent: false,
    // Removes white space, to reduce the start time. Keeps names, because stack traces show them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [tapableHooks, pure, external],
    banner: { js: requireFor(folder) },
  });
  mkdirSync(out, { recursive: true });
  const pureCalls = folder === "packages/sdk" ? SHAPES : /(?<==)(?:__commonJS|new Uint32Array|made|mustBe\w*)\(/g;
  for (const { path, text } of outputFiles) writeFileSync(path, text.replace(pureCalls, "/* @__PURE__ */$&"));
  return Object.keys(metafile.inputs);
}

/**
 * Bundles a script and all packages of this repository into one CommonJS file. One file loads faster than forty files,
 * and Node 20 can cache the compiled code of a CommonJS file. Third-party code never uses the packages in this file,
 * because commands that load third-party code run the separate modules instead.
 */
async function bundleScript(name, contents) {
  // `loadScript` compiles the other scripts as expressions. Adding the function there would copy the text.
  const [opening, closing] =
    name === "start" ? ["", ""] : ["(function (exports, require, module, __filename, __dirname) {", "})"];
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile: join(root, "packages/cli/bundle", `${name}.cjs`),
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [leftOut, ours, tapableHooks, pure, external],
    // The code does not have to be readable: failed commands run again with the separate modules, and `--debug` always
    // uses the separate modules.
    minify: true,
    // Replaces `import()`, because V8 compiles these scripts without support for dynamic imports. The only dynamically
    // imported library is cosmiconfig, which is CommonJS.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "ownUrl" },
    banner: { js: `${opening}const ownUrl = require("node:url").pathToFileURL(__filename).href;` },
    footer: { js: closing },
  });
  // The first line contains the hash of the content. The hash is the key for the cache of compiled code.
  for (const { path, text, hash } of outputFiles) writeFileSync(path, `// ${hash.replaceAll("/", "_")}\n${text}`);
  return Object.keys(metafile.inputs);
}

async function bundleScripts() {
  const scripts = {
    start: 'export * from "./packages/cli/dist/start/start.js";',
    planning: PLANNING,
    opt: optEntry(),
    run: runEntry(),
  };
  const all = await Promise.all(Object.entries(scripts).map(([name, contents]) => bundleScript(name, contents)));
  return all.flat();
}

/** Script for commands that do not need third-party code if the manifests are complete. */
const PLANNING = `
  import { plan } from "./packages/cli/dist/commands/plan.js";
  import { commandScript } from "./packages/cli/dist/start/commands.js";
  export const run = commandScript({
    plan: () => Promise.resolve(plan),
    explain: async () => (await import("./packages/cli/dist/commands/explain.js")).explain,
    lock: async () => (await import("./packages/cli/dist/commands/lock.js")).lock,
    diff: async () => (await import("./packages/cli/dist/commands/diff.js")).diff,
    list: async () => (await import("./packages/cli/dist/commands/list.js")).list,
  }, []);
`;

/**
 * Returns the script of passwright-opt. The script imports the default plugins, because the CLI package itself must not
 * import plugins.
 */
function optEntry() {
  return `
    import code from "./plugins/transforms/dist/index.js";
    import { optScript } from "./packages/cli/dist/start/opt.js";
    export const run = optScript([{ ...${named("plugins/transforms")}, code }]);
  `;
}

/** Returns the script of `passwright run`, which loads each bundled plugin only when a config names the plugin. */
function runEntry() {
  const folders = ["packages/ir", "plugins/transforms", "plugins/mlir-tools"];
  const all = folders.map((folder) => `{ ...${named(folder)}, load: () => import("./${folder}/dist/index.js") }`);
  return `
    import { run as command } from "./packages/cli/dist/commands/run.js";
    import { commandScript } from "./packages/cli/dist/start/commands.js";
    export const run = commandScript({ run: () => Promise.resolve(command) }, [${all.join()}]);
  `;
}

function named(folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return JSON.stringify({ name, version });
}

/** Returns code that defines `require`. Inlined CommonJS libraries use `require` to load Node's modules. */
function requireFor(folder) {
  if (folder !== "packages/loader") return "";
  return 'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);';
}

function writeLicences(out, inputs) {
  const found = inputs
    .map((path) => /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(path))
    .filter((match) => match !== null);
  const folders = [...new Map(found.map(([, folder, name]) => [name, folder]))].sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = folders.map(([name, folder]) => {
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    return `${name}\n\n${readFileSync(join(root, folder, file), "utf8").trim()}\n`;
  });
  if (texts.length > 0) writeFileSync(join(out, "THIRD-PARTY-LICENSES.txt"), texts.join("\n----\n\n"));
}

/**
 * Writes the pages that `passwright explain CODE` prints: the pages in docs/errors, without the links to the list of
 * all codes.
 */
function writeErrorPages(out) {
  const folder = join(root, "docs/errors");
  const pages = readdirSync(folder)
    .filter((file) => /^PW[A-Z]\d{4}\.md$/.test(file))
    .map((file) => [file.slice(0, -3), readFileSync(join(folder, file), "utf8").replace(/\n\[All codes\].*\n$/, "")]);
  writeFileSync(join(out, "error-pages.json"), JSON.stringify(Object.fromEntries(pages)));
}

for (const folder of Object.keys(packages)) {
  if (!existsSync(join(root, folder, "dist"))) throw new Error(`${folder} is not built: run npm run build`);
}
await Promise.all(
  Object.entries(packages).map(async ([folder, entries]) => {
    const inputs = await bundle(folder, entries);
    if (folder === "packages/cli") {
      inputs.push(...(await bundleScripts()));
      writeErrorPages(join(root, folder, "bundle"));
    }
    if (folder === "packages/viewer") inputs.push(...(await buildPage()).map((path) => relative(root, path)));
    writeLicences(join(root, folder, "bundle"), inputs);
  }),
);
