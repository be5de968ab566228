import { hasErrors, UsageError } from "@passwright/core";
import type { Instrumentation } from "@passwright/core";
import {
  assemble,
  bool,
  defineAnalysis,
  defineFramework,
  defineGroup,
  defineIr,
  definePass,
  definePlugin,
  explain,
  int,
  lockOf,
  string,
  syncHook,
} from "@passwright/sdk";
import { misspelled, pathsIn, replaced, WRONG } from "@passwright/development";
import type { Path, Tree } from "@passwright/development";
import { expect } from "chai";

interface Op {
  kind: string;
  text: string;
  children?: Op[];
}

const nothing = (): void => undefined;

/** Instrumentation with all members. */
const watch: Required<Instrumentation<Op>> = {
  name: "watch",
  allowsThreads: true,
  seesChangesOnly: false,
  seesRemovals: true,
  runIdle: true,
  skipsPass: () => false,
  applyRewrite: (_pass, _rewrite, apply) => apply(),
  beforeRun: nothing,
  afterRun: nothing,
  beforePipeline: nothing,
  afterPipeline: nothing,
  beforePass: nothing,
  beforeVerifier: nothing,
  afterPass: nothing,
  afterPassFailed: nothing,
  afterSkipped: nothing,
  beforeAction: nothing,
  afterAction: nothing,
  beforeAnalysis: nothing,
  afterAnalysis: nothing,
};

/** Returns the arguments of all functions that define something, with every documented key. */
const argumentsOfAll = (): Tree => ({
  ir: {
    name: "toy",
    extensions: [".toy"],
    root: "top",
    operations: ["top", "leaf"],
    nesting: "everywhere",
    parse: (text: string): Op => ({
      kind: "top",
      text: "",
      children: text.split(" ").map((word) => ({ kind: "leaf", text: word })),
    }),
    nameOf: (op: Op) => op.kind,
    childrenOf: "children",
    print: (root: Op) => (root.children ?? []).map(({ text }) => text).join(" "),
    prints: "roots",
    printWithMap: (root: Op) => ({ text: root.text }),
    load: async () => undefined,
    positionOf: () => undefined,
    symbolOf: () => undefined,
    verify: () => true,
    fingerprint: (op: Op) => JSON.stringify(op),
    normalize: nothing,
    reduction: { remove: nothing, replaceByChildren: nothing, simplify: () => [] },
    clone: (op: Op) => structuredClone(op),
  },
  pass: {
    name: "upper",
    summary: "s",
    description: "d",
    displayName: "Upper",
    anchor: "top",
    types: ["Cleanup"],
    requires: [],
    forbids: [],
    provides: ["clean"],
    invalidates: [],
    preserves: ["sorted"],
    idempotent: true,
    deterministic: true,
    reads: { files: ["a"], environment: ["B"], programs: ["c"] },
    dependentDialects: [],
    poorTarget: false,
    worksOn: ["leaf"],
    idle: "ignore",
    statistics: { count: "number" },
    checkOptions: nothing,
    runOnOperation: (op: Op) => op.children?.forEach((leaf) => (leaf.text = leaf.text.toUpperCase())) as undefined,
    initialize: nothing,
    canScheduleOn: () => true,
  },
  group: { name: "pack", splits: "report", visibleWithin: false, skipsMembers: false, anchors: ["top"], run: nothing },
  analysis: { name: "toy/count", displayName: "count", summary: "s", compute: () => 1, isInvalidated: () => true },
  framework: {
    name: "acme",
    anchor: "top",
    nesting: "direct",
    extensionPoints: { middle: { since: "1", doc: "d", formerly: ["center"], deprecated: "use end" } },
    passTypes: { Own: "meaning" },
    properties: { clean: { kind: "structural", doc: "d", initially: false } },
    checks: { clean: nothing },
    cleanups: ["upper"],
    targets: ["cpu", "gpu"],
    levels: ["O1", "O2"],
    externalPasses: ["foreign"],
    pipelines: [{ name: "both", summary: "s", build: nothing }],
  },
  declaration: { name: "declared", summary: "s", anchor: "top", types: ["Own"] },
  plugin: {
    name: "extra",
    lacks: "no reason",
    pipelines: [{ name: "own", summary: "s", options: {}, build: nothing }],
    needs: { extensionPoints: ["middle"], passTypes: ["Own"] },
    insert: [
      {
        pass: "strip",
        after: "upper",
        types: ["Lowering"],
        anchor: "top",
        which: "only",
        onMissing: { use: { end: true } },
        when: { target: ["cpu"], level: "O1", option: { fast: true } },
        reason: "r",
        options: {},
      },
      { bundle: "pair", at: "middle", onMissing: "skip", options: { upper: { size: 4 } }, reason: "r" },
    ],
    rules: [
      { pass: "strip", after: "upper", strong: true, reason: "r" },
      { type: "Cleanup", beforeSome: { type: "Lowering" }, reason: "r" },
    ],
    bundles: {
      pair: {
        passes: ["upper", { pass: "reverse", options: {}, anchor: "top" }],
        kind: "open",
        without: ["strip"],
      },
    },
    taps: { seen: nothing },
  },
  options: {
    name: "app",
    insert: [
      { pass: "upper", end: true, options: { size: 7 }, reason: "r" },
      { pass: "upper", before: "reverse", when: { level: ["O1"] } },
    ],
    rules: [{ pass: "reverse", before: { type: "Lowering" }, strong: false, reason: "r" }],
    overrides: [
      { ban: "app::nothing", reason: "r" },
      { pin: "reverse", reason: "r" },
      { order: "strip", after: { type: "Cleanup" }, reason: "r" },
      { overrule: "strip", after: "upper", reason: "r" },
      { set: "upper", options: { size: 8 }, reason: "r" },
    ],
    bundles: { mine: ["upper"] },
    taps: { seen: nothing },
    target: "gpu",
    level: "O1",
    option: { fast: true },
    properties: { sorted: { kind: "fragile", doc: "d", initially: true } },
    guards: [{ property: "sorted", from: "reverse", to: "strip", reason: "r" }],
    cleanups: ["upper"],
    passTypes: { Mine: "m" },
    retype: [{ pass: "reverse", types: ["Mine"] }],
    independent: [{ steps: ["upper", "reverse"], reason: "r" }],
    strict: ["idle"],
    instrumentations: [{ ...watch }],
    keepDuplicates: false,
  },
  run: {
    verifyEach: true,
    instrumentations: [{ name: "one" }],
    input: "in",
    onDiagnostic: nothing,
    output: nothing,
  },
});

/** Calls all functions with the arguments in `tree`, and runs the result. Returns the errors, which can be thrown. */
function problemsOf(tree: Tree): readonly { readonly code: string; readonly help?: readonly string[] }[] {
  const made = tree as { readonly [key: string]: object };
  try {
    const ir = defineIr<Op>(made["ir"] as never);
    const size = int(3, "n");
    const upper = definePass({ ...made["pass"], ir, options: { size } } as never);
    const reverse = definePass({
      name: "reverse",
      anchor: "top",
      preserves: ["sorted"],
      create: () => ({ runOnOperation: (op: Op) => void op.children?.reverse() }),
    });
    const strip = definePass({
      name: "strip",
      anchor: "top",
      preserves: ["sorted"],
      types: ["Lowering"],
      runOnOperation: nothing,
    });
    const framework = defineFramework({
      ...made["framework"],
      ir,
      hooks: { seen: syncHook("op") },
      groups: [defineGroup(made["group"] as never)],
      passes: [upper, reverse, made["declaration"]],
      pipeline(builder: { addPass(name: string): void; addExtensionPoint(name: string): void }) {
        builder.addPass("upper");
        builder.addExtensionPoint("middle");
        builder.addPass("reverse");
      },
    } as never);
    const plugin = definePlugin({
      ...made["plugin"],
      passes: [strip],
      analyses: [defineAnalysis(made["analysis"] as never)],
      options: { mode: string("x", "d"), deep: bool(false, "d") },
      setup: (builder: { addAfter(target: string, pass: string, settings: object): void }) =>
        builder.addAfter("reverse", "strip", { reason: "r" }),
    } as never);
    const { options } = made;
    const assembly = assemble(framework, {
      ...options,
      plugins: [[plugin, { mode: "y" }]],
    } as never);
    for (const one of assembly.diagnostics) assembly.render(one);
    void [lockOf(assembly), assembly.text(), assembly.taps];
    if (hasErrors(assembly.diagnostics)) return assembly.diagnostics;
    explain(assembly);
    const parsed = assembly.parse("b a c", { file: "in" });
    if (!parsed.ok) return parsed.diagnostics;
    const ran = assembly.run(parsed.root, made["run"] as never);
    return ran.ok ? [] : ran.diagnostics;
  } catch (thrown) {
    if (thrown instanceof UsageError) return [thrown.diagnostic];
    throw thrown;
  }
}

/** Keys whose names the author chooses, so that any name is valid. */
const FREE = /^(?:framework\.(?:passTypes)|pass\.statistics|options\.(?:passTypes|properties|bundles))\.\w+$/;

/**
 * Assembles and runs `tree`, which contains a wrong value at `path`. Returns a description of the fault if the value
 * causes a JavaScript error or is silently ignored, and `undefined` otherwise.
 */
function faultOf(tree: Tree, path: Path, mustFail: boolean): string | undefined {
  const name = path.join(".");
  try {
    const problems = problemsOf(tree);
    const vague = problems.find(({ code, help = [] }) => !/^PW[A-Z]\d{4}$/.test(code) || help.length === 0);
    if (vague !== undefined) return `${name}: ${vague.code} has no code or help`;
    return mustFail && problems.length === 0 ? `${name}: is silently ignored` : undefined;
  } catch (thrown) {
    return `${name}: ${String((thrown as Error).stack).slice(0, 300)}`;
  }
}

describe("a wrong value anywhere in the arguments of a program", () => {
  const paths = pathsIn(argumentsOfAll());

  it("is not the reason for an error in the unchanged arguments", () => {
    expect(problemsOf(argumentsOfAll())).to.deep.equal([]);
  });

  it("is refused if it is a promise, a map, a symbol or a bigint", () => {
    const faults = paths.flatMap((path) =>
      ["promise", "map", "symbol", "bigint"].map((kind) =>
        faultOf(replaced(argumentsOfAll(), path, WRONG[kind]?.()), path, true),
      ),
    );
    expect(faults.filter((fault) => fault !== undefined)).to.deep.equal([]);
  });

  it("is refused if it is a misspelled key", () => {
    const faults = paths.flatMap((path) => {
      const tree = misspelled(argumentsOfAll(), path);
      return tree === undefined || FREE.test(path.join(".")) ? [] : [faultOf(tree, path, true)];
    });
    expect(faults.filter((fault) => fault !== undefined)).to.deep.equal([]);
  });

  it("never causes a JavaScript error, alone or with a second wrong value", () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    const kinds = Object.values(WRONG);
    const faults = Array.from({ length: 1500 }, (_, round) => {
      const path = paths[random(paths.length)] as Path;
      const tree = replaced(argumentsOfAll(), path, kinds[random(kinds.length)]?.());
      const other = paths[random(paths.length)] as Path;
      return faultOf(round % 2 === 0 ? tree : replaced(tree, other, kinds[random(kinds.length)]?.()), path, false);
    });
    expect(faults.filter((fault) => fault !== undefined)).to.deep.equal([]);
  });
});
