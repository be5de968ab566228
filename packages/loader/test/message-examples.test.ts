import { checkGolden } from "@passwright/development";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { makeProject } from "./project.ts";

/** Project with a mistake. The page of the error code shows the message for this project as an example. */
interface Example {
  /** Content of passwright.config.yaml. Default: the framework, with the plugin. */
  readonly config?: string;
  /** Other files. */
  readonly files?: { readonly [path: string]: string };
  /** Code of the plugin `tiling`. */
  readonly plugin?: string;
  readonly options?: LoadOptions;
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Returns the text of a plugin's package.json. */
const manifest = (more: object = {}, packageJson: object = {}): string =>
  json({
    name: "tiling",
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    ...packageJson,
    passwright: { kind: "plugin", api: "^1.0.0", ...more },
  });

const sdk = 'import { defineFramework, definePass, definePlugin, syncHook } from "@passwright/sdk";\n';

const ir = '{ name: "ast", intern() {}, nameOf() {}, parentOf() {}, collectNested() {} }';

const framework = (body: string): string => `${sdk}
const passes = ["canonicalize", "cse", "lower"].map((name) => ({ name, anchor: "any" }));
export default defineFramework({
  name: "compiler",
  anchor: "any",
  ir: ${ir},
  passes,
  targets: ["cpu", "gpu"],
  extensionPoints: { "optimize.end": { since: "1", doc: "after all optimizations" } },
  hooks: { verified: syncHook("operation") },
  ${body}
});
`;

const compiler = framework(
  'pipeline(b) { b.addPass("canonicalize"); b.addPass("lower"); b.addExtensionPoint("optimize.end"); },',
);

const graphs = {
  "compiler.js": `import { defineGraphFramework } from "@passwright/sdk";

const passes = ["canonicalize", "cse", "lower"].map((name) => ({ name, anchor: "any" }));
export default defineGraphFramework({
  name: "compiler",
  anchor: "any",
  ir: ${ir},
  passes,
  graph(graph) {
    const optimize = graph.makeBuilder();
    optimize.addPass("canonicalize");
    graph.registerPipeline("optimize", {}, optimize);
  },
});
`,
};

const tiling = (body: string): string => `${sdk}
const tile = definePass({ name: "tile", anchor: "any", runOnOperation() {} });
export default definePlugin({
  passes: [tile],
  ${body}
});
`;

const withTaps = (calls: string): string => tiling(`setup(b, { hooks }) {\n    ${calls}\n  },`);

const EXAMPLES: { readonly [code: string]: Example } = {
  PWL0001: { options: { config: "configs/release.yaml" } },
  PWL0003: { config: `# ${"x".repeat(2 ** 20)}\n` },
  PWL0004: {
    files: { "configs/release.txt": "framework: ../compiler.js\n" },
    options: { config: "configs/release.txt" },
  },
  PWL0005: {
    files: { "release.config.mjs": '// Options of releases\nthrow new Error("TARGET is not set");\n' },
    options: { config: "release.config.mjs" },
  },
  PWL0010: { config: "framework: ./compiler.js\noption: *release\n" },
  PWL0018: { files: { "tiling/package.json": manifest({ passes: [{ name: "tile" }, { name: "tile" }] }) } },
  PWL0019: { config: "framework: ./comp\0iler.js\n" },
  PWL0020: {
    config: "extends: ./base.yaml\nframework: ./compiler.js\n",
    files: { "base.yaml": "extends: ./passwright.config.yaml\n" },
  },
  PWL0021: { config: "extends: ./shared\n", files: { "shared/README.md": "" } },
  PWL0022: {
    config: "extends: acme-config\n",
    files: {
      "shared.yaml": "framework: ./compiler.js\n",
      "node_modules/acme-config/package.json": json({ name: "acme-config" }),
      "node_modules/acme-config/passwright.config.yaml": "extends: ../../shared.yaml\n",
    },
  },
  PWL0102: { config: 'framework: ./compiler.js\nplugins: ["https://example.com/tiling.js"]\n' },
  PWL0103: { files: { "tiling/package.json": '{ "name": "tiling", "exports": }\n' } },
  PWL0104: { files: { "tiling/package.json": json({ name: "tiling", version: "1.0.0" }) } },
  PWL0105: {
    config: "framework: ./compiler.js\nplugins: [./backend]\n",
    files: { "backend/package.json": manifest({ kind: "framework" }, { name: "backend" }) },
  },
  PWL0106: { files: { "tiling/package.json": manifest({ api: "latest" }) } },
  PWL0107: { files: { "tiling/package.json": manifest({ api: "^0.9.0" }) } },
  PWL0108: { config: "framework: ./compiler.js\nplugins: [./tiling, ./tiling]\n" },
  PWL0109: { files: { "tiling/package.json": manifest({ entry: "../shared/index.js" }) } },
  PWL0110: { files: { "tiling/package.json": manifest({ needs: { extensionPoints: ["bufferize.end"] } }) } },
  PWL0111: { config: "framework: ./compiler.yaml\n", files: { "compiler.yaml": "" } },
  PWL0113: {
    files: { "tiling/package.json": manifest({}, { peerDependencies: { "@passwright/sdk": "^99.0.0" } }) },
  },
  PWL0201: { files: { "tiling/package.json": manifest({}, { exports: "./dist/index.js" }) } },
  PWL0202: { plugin: "const { size } = undefined;\n" },
  PWL0203: { plugin: `${sdk}export const plugin = definePlugin({ passes: [] });\n` },
  PWL0204: { files: { "compiler.js": framework('pipeline: "canonicalize",') } },
  PWL0205: {
    files: {
      "tiling/package.json": manifest({
        setup: false,
        passes: [{ name: "tile", anchor: "func.func" }, { name: "unroll" }],
      }),
    },
    plugin: `${sdk}
const passes = ["tile", "fuse"].map((name) => definePass({ name, anchor: "any", runOnOperation() {} }));
export default definePlugin({ passes });
`,
  },
  PWL0207: { config: "framework: ./compiler.js\nplugins: [[./tiling, { size: 4 }]]\n", plugin: tiling("") },
  PWL0208: { plugin: tiling('setup() { throw new TypeError("the tile size is not set"); },') },
  PWL0209: { plugin: tiling('async setup(b) { b.addAt("optimize.end", tile); },') },
  PWL0210: { files: { "compiler.js": framework('pipeline() { throw new Error("TARGET is not set"); },') } },
  PWL0212: { plugin: `Array.prototype.last = function () {};\n${tiling("")}` },
  PWL0213: { plugin: tiling("setup(b) { b.addPass(tile, { options: { size: 4n } }); },") },
  PWL0220: {
    plugin: `${sdk}
const unroll = definePass({ name: "unroll", anchor: "any", runOnOperation() {} });
export default definePlugin({ passes: [], setup(b) { b.addAfter("canonicalize", unroll); } });
`,
  },
  PWL0221: { plugin: tiling("setup(b) { b.rule(tile).strong; },") },
  PWL0301: { plugin: withTaps('hooks.verified.tap("count", undefined);') },
  PWL0302: { plugin: withTaps('hooks.verified.tap("count", async () => {});') },
  PWL0303: { plugin: withTaps('hooks.verified.tap({ name: "count", before: "report" }, () => {});') },
  PWL0304: {
    plugin: withTaps(
      ['"count", before: "report"', '"report", before: "flush"', '"flush", before: "count"']
        .map((tap) => `hooks.verified.tap({ name: ${tap} }, () => {});`)
        .join("\n    "),
    ),
  },
  PWL0402: { config: "framework: ./compiler.js\ninsert: [{ pass: vectorize, end: true }]\n" },
  PWL0403: { config: "framework: ./compiler.js\ntarget: fpga\n" },
  PWL0404: { config: "framework: ./compiler.js\ninsert: [{ bundle: tidi, end: true }]\nbundles: { tidy: [cse] }\n" },
  PWL0406: { options: { dataOnly: true } },
  PWL0407: {
    config: "framework: ./backend\n",
    files: { "backend/package.json": manifest({ kind: "framework" }, { name: "backend" }) },
    options: { dataOnly: true },
  },
  PWL0410: {
    config: `framework: ./compiler.js
insert: [{ pass: cse, end: true, when: { option: { fast: true } } }]
option: { fsat: true }
`,
  },
  PWL0412: {
    config: "framework: ./compiler.js\nplugins: [./tiling, ./unrolling]\nstrict: [order-by-name]\n",
    files: {
      "unrolling/package.json": manifest({}, { name: "unrolling" }),
      "unrolling/index.js": tiling('setup(b) { b.addBefore("lower", tile); },').replaceAll("tile", "unroll"),
    },
    plugin: tiling('setup(b) { b.addBefore("lower", tile); },'),
  },
  PWL0414: {
    config: `framework: ./compiler.js
plugins: [./tiling]
bundles:
  loops: [cse, tile]
insert:
  - { pass: tile, at: optimize.end }
`,
    options: { without: ["tiling"] },
  },
  PWL0501: { config: "framework: ./compiler.js\ninsert: [{ pass: cse, end: true }]\n", files: graphs },
  PWL0502: { config: "framework: ./compiler.js\ninsert: [{ pass: cse, pipeline: optimize, end: true }]\n" },
  PWL0503: {
    config: "framework: ./compiler.js\ninsert: [{ pass: cse, pipeline: optimise, end: true }]\n",
    files: graphs,
  },
  PWL0504: {
    config: "framework: ./compiler.js\nrules: [{ pass: cse, before: lower, reason: fewer operations to lower }]\n",
    files: graphs,
  },
  PWL0505: { plugin: tiling("setup(b) { b.addPass(tile); },"), files: graphs },
  PWL0506: { config: "framework: ./compiler.js\ngraph: { pipelines: { optimize: {} } }\n" },
  PWL0415: {
    config:
      "framework: ./compiler.js\nplugins: [./tiling]\nindependent: [{ steps: [tile, canonicalise], reason: both keep order }]\n",
  },
  PWL0417: {
    config: "framework: ./compiler.js\n",
    files: {
      "compiler.js": framework('pipeline(b) { b.addPass("canonicalize"); b.addPass("lower"); },').replace(
        /targets: .*\n/,
        "",
      ),
    },
  },
  PWL0418: {
    config: "framework: ./compiler.js\ncleanups: [unroll-once]\n",
    files: {
      "compiler.js": compiler.replace("passes,", 'passes: [...passes, { name: "unroll-once", idempotent: false }],'),
    },
  },
  PWL0416: {
    config: `framework: ./compiler.js
guards: [{ property: canonical, from: canonicalize, to: lower, reason: matching is slow without it }]
`,
  },
  PWL0413: { config: "framework: ./compiler.js\nplugins: [{ plugin: ./debug, optional: true }]\n" },
};

/** Returns all files of an example's project, including default files. */
const aroundExample = ({
  config = "framework: ./compiler.js\nplugins: [./tiling]\n",
  plugin = tiling(""),
  files = {},
}: Example): { readonly [path: string]: string } => ({
  "passwright.config.yaml": config,
  "compiler.js": compiler,
  "tiling/package.json": manifest(),
  "tiling/index.js": plugin,
  ...files,
});

describe("example messages of error pages", () => {
  for (const [code, example] of Object.entries(EXAMPLES)) {
    it(code, async () => {
      const project = makeProject(aroundExample(example));
      const { session, diagnostics } = await loadSession({
        cwd: project.folder,
        ...example.options,
      });
      const made = await session?.makeManager();
      const all = [...diagnostics, ...(made?.ok === false ? made.diagnostics : [])];
      const first = all.find((one) => one.code === code);
      checkGolden(`${project.show(first === undefined ? all : [first])}\n`, `errors/${code}.txt`, import.meta.url);
    });
  }
});
