import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { pathsIn, replaced, sampleOf, WRONG } from "@passwright/development";
import type { Path, Tree } from "@passwright/development";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject } from "./project.ts";

/** Returns a package.json whose manifest is in a file of its own. */
const packageJson = (name: string, kind: string, more: object = { manifest: "./passwright.manifest.json" }): Tree => ({
  name,
  version: "1.2.3",
  type: "module",
  main: "./index.js",
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  peerDependencies: { "@passwright/sdk": "*", "@passwright/ir": ">=0" },
  passwright: { kind, api: "^1.0.0", entry: "./index.js", ...more },
});

const framework = `import { defineFramework, definePass, int, syncHook } from "@passwright/sdk";
import { lines } from "../node_modules/kettle/ir.js";
const pass = (name, more = {}) => definePass({ name, anchor: "tea", types: ["Infusion"], runOnOperation() {}, ...more });
const boil = pass("boil", { provides: ["hot"], options: { degrees: int(99, "of the water") } });
const pour = pass("pour", { requires: ["hot"], preserves: ["hot"], types: ["Lowering"] });
const stir = pass("stir", { idempotent: true, preserves: ["hot"], types: ["Cleanup"] });
export default defineFramework({
  name: "pot", ir: lines, anchor: "menu", targets: ["cup", "jug"], levels: ["O0", "O1"],
  extensionPoints: { "tea.end": { since: "1", doc: "the tea is made", formerly: ["end"], deprecated: "use pour" } },
  passTypes: { Infusion: "puts something in" },
  properties: { hot: { kind: "fragile", doc: "not cold", initially: false } },
  hooks: { made: syncHook("cup") },
  passes: [{ name: "garnish", anchor: "tea" }],
  cleanups: ["stir"],
  externalPasses: ["foreign"],
  pipeline(b) {
    const tea = b.nest("tea");
    tea.addPass(boil, { reason: "hot", options: { degrees: 98 } });
    tea.addPass(pour, { removable: true });
    tea.addExtensionPoint("tea.end");
    tea.addBundle("late", [stir], { kind: "contiguous", when: { level: "O1" } });
    b.rule(pour).strong.after("boil", { reason: "cold water" });
  },
});
`;

const plugin = `import { bool, definePass, definePlugin, int } from "@passwright/sdk";
const mint = definePass({ name: "mint", summary: "adds leaves", anchor: "tea", types: ["Infusion"], requires: ["hot"],
  preserves: ["hot"], dependentDialects: ["tea"], reads: { files: ["{leaves}.txt"] }, deterministic: true,
  options: { leaves: int(2, "how many", { min: 1, max: 9 }) }, runOnOperation() {} });
export default definePlugin({
  passes: [mint],
  needs: { extensionPoints: ["tea.end"], passTypes: ["Infusion"] },
  insert: [
    { pass: mint, at: "tea.end", options: { leaves: 3 }, reason: "cold leaves" },
    { pass: mint, after: "boil", onMissing: { use: [{ end: true }] }, when: { target: ["jug"] } },
  ],
  rules: [{ pass: "mint", after: "boil", strong: true, reason: "leaves wilt" }],
  bundles: { garnish: { kind: "open", passes: ["mint", { pass: "mint", options: { leaves: 1 } }] } },
  options: { fresh: bool(true, "or dried") },
  taps: ({ fresh }) => ({ made: () => fresh }),
});
`;

const leaf = `import { bool, definePass, definePlugin } from "@passwright/sdk";
const leaf = definePass({ name: "leaf", anchor: "tea", runOnOperation() {} });
export default definePlugin({ passes: [leaf], options: { fresh: bool(true, "x") }, setup() {},
  bundles: { pair: ["leaf", "leaf"] } });
`;

/** Manifest of `leaf` in its package.json. */
const leafManifest = {
  setup: true,
  passes: [{ name: "leaf", anchor: "tea" }],
  options: { fresh: { type: "boolean", default: true, description: "x" } },
  bundles: { pair: ["leaf", "leaf"] },
};

/** Keys of every config of this test. */
const shared = {
  plugins: ["./mint", ["./leaf", { fresh: false }], { plugin: "./absent", optional: true, options: { a: 1 } }],
  bundles: { both: ["stir", { pass: "garnish", anchor: "tea" }], one: { kind: "atomic", passes: ["stir"] } },
  insert: [
    { pass: "stir", after: "boil", which: "each", reason: "why", options: {} },
    { bundle: "one", at: "tea.end", onMissing: "skip", types: ["Cleanup"], when: { level: ["O1"] } },
    { pass: "stir", beforeType: "Lowering", onMissing: { use: [{ at: "tea.end" }, { end: true }] } },
  ],
  rules: [{ pass: "stir", after: { type: "Infusion" }, strong: false, reason: "why" }],
  properties: { sweet: { kind: "structural", doc: "with sugar", initially: true } },
  guards: [{ property: "hot", from: "boil", to: "pour", reason: "why" }],
  passTypes: { Leaf: "grows" },
  target: "jug",
  level: "O1",
  option: { fast: true, size: 3, name: "x" },
  overrides: [
    { ban: "foreign", reason: "why" },
    { pin: "boil", reason: "why" },
    { order: "stir", after: "boil", reason: "why" },
    { set: "boil", options: { degrees: 97 }, reason: "why" },
  ],
  retype: [{ pass: "boil", types: ["Normalization"] }],
  independent: [{ steps: ["boil", "stir"], reason: "why" }],
  strict: ["idle"],
  threads: { count: 2, except: ["tea"], memory: 64 },
  instrument: {
    verifyEach: true,
    timing: { display: "tree" },
    printIr: { after: ["boil"], tree: "dumps" },
    trace: "t",
  },
  inputs: ["in.lines"],
};

const configs: { readonly [path: string]: Tree } = {
  "framework.config.json": { extends: ["./base.config.json"], framework: "./pot", ...shared },
  "pipeline.config.json": {
    name: "own",
    anchor: "menu",
    ir: "./ir.js",
    targets: ["cup", "jug"],
    levels: ["O0", "O1"],
    target: "jug",
    pipeline: [
      { nest: "tea", steps: [{ pass: "leaf", options: {}, types: ["Lowering"], removable: true }] },
      { nest: "tea", steps: [{ point: "tea.end", since: "1", doc: "done" }], when: { target: "jug" } },
      { text: "tea(leaf)", when: { target: ["cup"], option: { fast: true } } },
      { bundle: "leaf::pair", anchor: "tea", reason: "why" },
    ],
    plugins: ["./leaf"],
    insert: [{ pass: "leaf", at: "tea.end" }],
  },
  "graph.config.json": {
    name: "many",
    anchor: "menu",
    ir: "./ir.js",
    graph: {
      pipelines: {
        high: { successors: ["middle"], pipeline: "menu(tea(leaf))" },
        middle: {
          predecessors: ["high"],
          jumpTargets: [{ to: "high", max: 3, onLimit: "warn" }],
          pipeline: [{ nest: "tea", steps: ["leaf"] }],
        },
      },
      choices: { way: { branches: [{ pipeline: "high", when: { target: "cpu" } }], else: "middle" } },
    },
    plugins: ["./leaf"],
  },
};

/** Config that exports an object of this test, which can contain values that JSON cannot express. */
const CODE = "code.config.mjs";
const exported: { [key: string]: unknown } = {};
Object.assign(globalThis, { wrongConfig: exported });

const folder = makeProject(
  {
    "base.config.json": '{ "level": "O0" }',
    [CODE]: "export default globalThis.wrongConfig;\n",
    "ir.js": 'export { lines as default } from "./node_modules/kettle/ir.js";\n',
    "pot/package.json": JSON.stringify(packageJson("pot", "framework")),
    "pot/index.js": framework,
    "mint/package.json": JSON.stringify(packageJson("mint", "plugin")),
    "mint/index.js": plugin,
    "leaf/package.json": JSON.stringify(packageJson("leaf", "plugin", leafManifest)),
    "leaf/index.js": leaf,
    ...Object.fromEntries(Object.entries(configs).map(([path, tree]) => [path, JSON.stringify(tree)])),
  },
  ["kettle"],
);

const run = async (...argv: string[]): Promise<string> => outcomeText(await runProgram(main, argv, { cwd: folder }));

/** Kinds of values that JSON can express. */
const JSON_KINDS = "number null empty text flag list table listOfNull listOfNumbers longText".split(" ");

/** Returns a description of the fault if a command failed without a diagnostic that has a code, a position and help. */
function faultIn(text: string): string | undefined {
  const [, err = ""] = text.split("--- err\n");
  const errors = err.split(/\n(?=(?:error|warning)\[)/).filter((one) => one.startsWith("error["));
  const isWhole = (one: string): boolean =>
    /^error\[PW[A-HJ-Z]\d{4}\]: .*\n {2}--> /.test(one) && one.includes("\nhelp: ");
  const isExpected = text.endsWith("--- exit 0\n") ? errors.length === 0 : text.endsWith("--- exit 1\n");
  return isExpected && errors.every(isWhole) && (errors.length > 0 || text.endsWith("0\n")) ? undefined : text;
}

/** Runs commands with a wrong value at a path of the files. Returns descriptions of the faults. */
async function faultsOf(files: Tree, path: Path, kind: string): Promise<readonly string[]> {
  const [file = ""] = path;
  const value = replaced(structuredClone(files), path, WRONG[kind]?.())[file] as Tree;
  const isJson = JSON_KINDS.includes(kind);
  if (isJson) writeFileSync(join(folder, file), JSON.stringify(value));
  else {
    for (const key of Object.keys(exported)) delete exported[key];
    Object.assign(exported, value);
  }
  const config = isJson ? (file in configs ? file : "framework.config.json") : CODE;
  const faults: string[] = [];
  for (const command of ["plan", "check"]) {
    const fault = await run(command, "-c", config).then(faultIn, (thrown: unknown) => String((thrown as Error).stack));
    if (fault !== undefined) faults.push(`${command}, ${path.join(".")}, ${kind}: ${fault}`);
  }
  if (isJson) writeFileSync(join(folder, file), JSON.stringify(files[file]));
  return faults;
}

describe("a wrong value anywhere in a config, a manifest or a package.json", () => {
  const packages = ["pot", "mint"];

  before(async () => {
    for (const name of packages) expect(await run("manifest", name)).to.contain("exit 0");
  });

  it("is not the reason for an error in the unchanged files", async () => {
    for (const path of Object.keys(configs))
      for (const command of ["plan", "check"]) expect(await run(command, "-c", path), path).to.contain("exit 0");
  });

  it("is accepted, or reported with a code, a position and help", async () => {
    const paths = [...Object.keys(configs), "leaf/package.json"].concat(
      packages.flatMap((name) => [`${name}/package.json`, `${name}/passwright.manifest.json`]),
    );
    const files = Object.fromEntries(
      paths.map((path) => [path, JSON.parse(readFileSync(join(folder, path), "utf8")) as Tree]),
    );
    const cases = pathsIn(files).flatMap((path) =>
      (String(path[0]) in configs ? Object.keys(WRONG) : JSON_KINDS).map((kind) => ({ path, kind })),
    );
    const faults: string[] = [];
    for (const { path, kind } of sampleOf(cases)) faults.push(...(await faultsOf(files, path, kind)));
    expect(faults.slice(0, 5)).to.deep.equal([]);
  });
});
