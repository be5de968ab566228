import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import {
  defineConversion,
  defineGroup,
  definePass,
  defineValue,
  diagnosticOf,
  int,
  OpPassManager,
  renderDiagnostic,
} from "@passwright/core";
import type { Diagnostic, GroupDefinition, IrAdapter, PassDefinition } from "@passwright/core";
import {
  bundleOfPipeline,
  bundleWithOptions,
  ofType,
  PassCatalogue,
  PassManagerBuilder,
  PropertyChecker,
  slicePlan,
  toPassManager,
} from "@passwright/builder";
import type { IrNames, BuilderOptions, Slice } from "@passwright/builder";
import { checkGolden } from "@passwright/development";
import { parseScenario } from "./scenario/parse-scenario.ts";
import { runScenario } from "./scenario/run-scenario.ts";
import { WRONG_CALLS, WRONG_CALLS_OF_FRAMEWORKS } from "./wrong-calls.ts";

const irNamed = (name: string): IrAdapter<object> => ({
  name,
  intern: (text) => ({ text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false }),
  nameOf: () => irNamed(name).intern("root"),
  collectNested: () => undefined,
});

const MARKDOWN = irNamed("markdown");
const HTML = irNamed("html");
const toHtml = defineConversion({ name: "to-html", from: MARKDOWN, to: HTML, convert: (op) => op });

const FRAMEWORK = `
  framework kiln
    tile : EarlyOptimization
    > func.func
      cse : Cleanup poor
      . tensor.end
      fold
      cse : Cleanup poor
    one-shot-bufferize : Bufferization
    convert-to-llvm : lowering.llvm
`;

/**
 * Returns a function that plans `FRAMEWORK` with a plugin `tpp` and returns the diagnostics. `lines` are the plugin's
 * calls.
 */
const tpp = (lines: string) => (): readonly Diagnostic[] =>
  runScenario(parseScenario(`${FRAMEWORK}\nplugin tpp\n${lines}`), { isTraced: true }).resolve().diagnostics;

const HOST = defineGroup({ name: "postcss", splits: "refuse", run: () => {} });

const memberOf = (group: GroupDefinition<object>, name: string): PassDefinition<never> =>
  definePass({ name, group, member: name }) as PassDefinition<never>;

/** Returns a function that plans a framework's pipeline with a group and returns the diagnostics. */
const inGroup = (build: (builder: PassManagerBuilder) => void) => (): readonly Diagnostic[] => {
  const catalogue = new PassCatalogue();
  catalogue.addGroup(HOST, { name: "acme" });
  const builder = new PassManagerBuilder("builtin.module", { framework: { name: "kiln" }, catalogue });
  build(builder);
  return builder.resolve().diagnostics;
};

const scenario = (text: string) => (): readonly Diagnostic[] => {
  const run = runScenario(parseScenario(text), { isTraced: true });
  const own = run.ownAnswers.flatMap((answer) => (answer.ok ? answer.warnings : [answer.diagnostic]));
  return [...own, ...run.dataDiagnostics, ...run.resolve().diagnostics];
};

const thrown = (act: () => void) => (): readonly Diagnostic[] => {
  try {
    act();
  } catch (error) {
    const diagnostic = diagnosticOf(error);
    if (diagnostic !== undefined) return [diagnostic];
    throw error;
  }
  return [];
};

/** Builds the framework's pipeline with `frame`, and calls `use` with the view of a plugin. */
function built(
  frame: (builder: PassManagerBuilder) => void,
  use: (view: PassManagerBuilder) => void = () => {},
  settings: BuilderOptions<object> = {},
): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module", {
    framework: { name: "kiln", version: "2.1.0" },
    ...settings,
  });
  frame(builder);
  use(builder.forContributor({ kind: "plugin", name: "tpp", version: "0.4.1" }));
  return builder;
}

const resolved =
  (...parts: Parameters<typeof built>) =>
  (): readonly Diagnostic[] =>
    built(...parts).resolve().diagnostics;

/** Returns a function that slices a plan and returns the errors. */
const sliced = (slice: Slice) => (): readonly Diagnostic[] => {
  const catalogue = knowing("tile", "lower", "cse", "fold");
  const { plan } = built(
    (b) => {
      b.addPass("tile");
      const any = b.nest("any");
      any.addPass("cse");
      any.addPass("fold");
      b.addPass("lower");
    },
    undefined,
    { catalogue },
  ).resolve();
  if (plan === undefined) return [];
  const result = slicePlan(plan, slice, { properties: {}, catalogue });
  return result.ok ? [] : result.diagnostics;
};

function knowing(...names: readonly string[]): PassCatalogue {
  const catalogue = new PassCatalogue();
  for (const name of names) catalogue.add({ declaration: { name }, owner: { name: "kiln" } });
  return catalogue;
}

const noop = { runOnOperation: (_op: object) => {} };
const needsTensors = definePass({ name: "fuse", requires: ["tensors"], ...noop });
const silent = definePass({ name: "count-ops", ...noop });
const bufferize = definePass({ name: "bufferize", invalidates: ["tensors"], provides: ["memrefs"], ...noop });
const onTensors = { properties: { tensors: { kind: "structural", initially: true } } } as const;
const onCanonical = { properties: { canonical: { kind: "fragile", initially: true } } } as const;

function planned(name: string, options: object): readonly Diagnostic[] {
  const catalogue = new PassCatalogue();
  const definition = definePass({ name: "tile", options: { size: int(4, "tile size") }, ...noop });
  catalogue.add({ declaration: definition.declaration, owner: { name: "tpp" }, definition });
  // The builder does not get the catalogue, so the plan does not contain code, like a plan that is read from a file.
  const { plan } = built((b) => b.addPass(name, { options: options as {} })).resolve();
  return plan === undefined ? [] : toPassManager(plan, catalogue, new OpPassManager("builtin.module"));
}

const names = defineValue<readonly string[]>({ name: "names", version: 1, per: "input" });
const size = defineValue<number>({ name: "size", version: 1, per: "operation" });
const collect = definePass({ name: "collect", provides: { names }, ...noop });
const measure = definePass({ name: "measure", provides: { size }, ...noop });

function liar(): readonly Diagnostic[] {
  const catalogue = new PassCatalogue<{ name: string }>();
  catalogue.add({ declaration: { name: "sort", provides: ["sorted"] }, owner: { name: "tpp" } });
  const adapter = { nameOf: () => ({ text: "func.func" }) } as never;
  const checks = { sorted: () => "2 comes before 1" };
  const checker = new PropertyChecker(adapter, catalogue, { sorted: { kind: "structural" } }, checks);
  const pass = { argument: "sort", isAdaptor: false } as never;
  checker.beforePass(pass, { name: "func.func" });
  checker.afterPass(pass, { name: "func.func" });
  return checker.diagnostics;
}

/** Operations of a toy IR, each with its interfaces and traits. */
const KNOWN: { readonly [name: string]: readonly string[] } = {
  "builtin.module": ["isolated", "SymbolTable"],
  "func.func": ["isolated", "FunctionOpInterface"],
  "gpu.module": ["isolated", "SymbolTable"],
  "scf.for": [],
};
const OPERATIONS: IrNames = {
  name: "toy",
  intern: (text) => ({
    text,
    isRegistered: text in KNOWN,
    isIsolatedFromAbove: KNOWN[text]?.includes("isolated") ?? false,
    hasInterface: (name) => KNOWN[text]?.includes(name) ?? false,
    hasTrait: (name) => KNOWN[text]?.includes(name) ?? false,
  }),
  operationsBeside: (text) => (text.startsWith("bread.") ? undefined : Object.keys(KNOWN)),
};

/**
 * Returns a function that plans `builtin.module(strip,func.func(fold,·functions.end),…)` on the toy IR, with the
 * insertions of a plugin.
 */
const onOperations = (
  use: (view: PassManagerBuilder) => void,
  frame: (b: PassManagerBuilder) => void = () => undefined,
): (() => readonly Diagnostic[]) =>
  resolved(
    (b) => {
      b.addPass("strip");
      const functions = b.nest("func.func");
      functions.addPass("fold");
      functions.addExtensionPoint("functions.end");
      frame(b);
    },
    use,
    { ir: OPERATIONS },
  );

const CONFIG = { kind: "config", name: "passwright.config.yaml", file: "passwright.config.yaml", line: 9 } as const;

/** Functions that cause each diagnostic, by code. A code with several messages has several entries. */
const CASES: { readonly [name: string]: () => readonly Diagnostic[] } = {
  PWB0001: resolved(
    (b) => b.addPass("tile"),
    (view) => view.addAfter("tile", definePass({ name: "tile", anchor: "func.func", ...noop })),
    {
      catalogue: (() => {
        const catalogue = new PassCatalogue();
        catalogue.add({ declaration: { name: "tile" }, owner: { name: "kiln", version: "2.1.0" } });
        return catalogue;
      })(),
    },
  ),
  "PWB0001 of three": resolved(
    (b) => b.addPass("tile"),
    (view) => view.addAfter("tile", "pack"),
    {
      catalogue: (() => {
        const catalogue = new PassCatalogue();
        for (const [index, name] of ["xsmm", "kiln", "tpp"].entries())
          catalogue.add({ declaration: { name: "pack", requires: [`p${index}`] }, owner: { name } });
        return catalogue;
      })(),
    },
  ),
  PWB0101: tpp(`pack before one-shot-bufferise "packs tensors"`),
  "PWB0101 with nothing like it": tpp("pack after vectorize"),
  "PWB0103 of the other place": tpp("pack after vectorise missing use at tensor.edn"),
  PWB0102: tpp("pack afterType Bufferisation"),
  "PWB0102 with nothing like it": tpp("pack beforeType Ingress"),
  PWB0103: tpp("pack at tensor.edn"),
  "PWB0103 with nothing like it": tpp("pack at high-level"),
  "PWB0101 of an extension point": tpp("pack before tensor.end"),
  "PWB0101 of a type": tpp("pack before Lowering"),
  "PWB0102 of a pass": tpp("pack afterType tile"),
  "PWB0103 of a pass": tpp("pack at tile"),
  "PWB0103 of a type": tpp("pack at Bufferization"),
  PWB0104: tpp("pack after cse which only"),
  PWB0105: tpp("pack after cse"),
  PWB0106: tpp("pack before cse which first"),
  PWB0107: tpp("pack on builtin.module after fold"),
  "PWB0107 by replacing": resolved(
    (b) => {
      const nested = b.nest("func.func");
      for (const name of ["cse", "fold", "sink"]) nested.addPass(name);
    },
    (view) => view.replace("fold", definePass({ name: "pack", anchor: "builtin.module", ...noop })),
  ),
  PWB0108: tpp("pack : Bufferization beforeType EarlyOptimization\nunpack : EarlyOptimization afterType Bufferization"),
  PWB0109: scenario("framework kiln\n  + tile before cse\n  cse"),
  PWB0110: scenario("framework kiln\n  > func.func\n    cse\n    fold\n  + tile on builtin.module after cse"),
  PWB0111: () => {
    const builder = built((b) => b.addPass("tile"));
    builder
      .forContributor({ kind: "plugin", name: "xsmm" })
      .replace("tile", "tile-xsmm", { reason: "knows the kernel" });
    builder.forContributor({ kind: "plugin", name: "tpp" }).replace("tile", "tile-tpp");
    return builder.resolve().diagnostics;
  },
  PWB0112: resolved(
    (b) => b.addPass("tile"),
    (view) => view.remove("tile"),
  ),
  PWB0113: resolved(
    (b) => b.addPass("tile"),
    (view) => view.remove("til"),
  ),
  "PWB0113 with nothing like it": resolved(
    (b) => b.addPass("tile"),
    (view) => view.replace("vectorize", "pack"),
  ),
  PWB0114: resolved((b) => b.addPass("tile"), undefined, {
    overrides: [
      { ban: "tlie", origin: CONFIG },
      { pin: "pack", origin: CONFIG },
      { order: "tlie", relation: "before", target: { type: "Lowering" }, origin: CONFIG },
    ],
    retyped: [{ pass: "tlie", types: ["Lowering"], origin: CONFIG }],
  }),
  PWB0115: resolved(
    (b) => b.addBundle("gpu", ["outline", "map", "launch"], { kind: "contiguous" }),
    (view) => view.addAfter("map", "pack"),
  ),
  "PWB0115 of its own": resolved(
    (b) => b.addPass("tile"),
    (view) => {
      view.addBundle("gpu", ["outline", "map", "launch"], { kind: "contiguous" });
      view.addAfter("map", "pack");
    },
  ),
  "PWB0115 of the framework": resolved((b) => {
    b.addBundle("gpu", ["outline", "map", "launch"], { kind: "contiguous" });
    b.addAfter("map", "pack");
  }),
  PWB0116: thrown(() => {
    const pass = definePass({ name: "inline", anchor: "builtin.module", ...noop });
    built((b) => b.nest("func.func").addPass(pass));
  }),
  "PWB0116 by an anchor that is not the declared one": scenario(`declare pack on builtin.module
${FRAMEWORK}
data tpp
  pack on func.func after tile
`),
  PWB0117: resolved(
    (b) => b.addPass("tile", { removable: true }),
    (view) => view.remove("tile"),
    { overrides: [{ pin: "tile", origin: CONFIG }] },
  ),
  PWB0118: scenario(`${FRAMEWORK}
plugin tpp
  pack after tyle
`),
  PWB0119: resolved((b) => b.addPass("tile"), undefined, {
    overrides: [
      { ban: "tile", reason: "slow", origin: { ...CONFIG, line: 12 } },
      { pin: "tile", origin: CONFIG },
    ],
  }),
  "PWB0201 of order": tpp(`pack before one-shot-bufferize\nstrong pack after type:Bufferization "works on memrefs"`),
  "PWB0201 of presence, too late": tpp(`pack before tile\nstrong pack afterSome type:Bufferization "works on memrefs"`),
  "PWB0201 of presence, absent": tpp(`pack before tile\nstrong pack beforeSome verify-memrefs "leaves them odd"`),
  "PWB0202 of order": tpp(`pack before tile\nweak pack after one-shot-bufferize "finds more then"`),
  "PWB0202 beaten in a slot": tpp(
    [
      "pack before tile",
      "unroll before tile",
      `strong pack after unroll "packs the operands of unrolled loops"`,
      `weak pack before unroll "unrolling is faster on packed data"`,
    ].join("\n"),
  ),
  "PWB0202 of presence, beaten in a slot": tpp(
    [
      "pack before tile",
      "unroll before tile",
      "peel before tile",
      `strong pack after unroll "packs the operands of unrolled loops"`,
      `strong pack after peel "packs the operands of peeled loops"`,
      `weak pack beforeSome unroll "unrolling is faster on packed data"`,
    ].join("\n"),
  ),
  PWB0203: scenario(`${FRAMEWORK}
plugin tpp
  pack after tile
  fuse after tile
  strong fuse after pack "tile sizes come from packing"
plugin quant
  quant-fold after tile
  strong quant-fold after fuse "folds scales of fused loops"
plugin pack-weights
  strong pack after quant-fold "packs quantised weights only"
plugin other
  other-pass after tile
  strong other-pass after pack "has nothing to do with it"
`),
  "PWB0204 of a type": resolved(
    (b) => b.addPass("tile", { types: ["lowering.llvm"] }),
    (view) => {
      for (const type of ["Bufferisation", "lowering.lvm", "Unknown", "Lowering", "Ingress"])
        view.rule("tile").weak.after(ofType(type), { reason: "because" });
    },
  ),
  PWB0204: resolved(
    (b) => {
      b.addPass("tile-loops", { types: ["Lowering"] });
      b.addPass("pack");
      b.addPass("unroll", { when: { level: "O2" } });
    },
    (view) => {
      const why = { reason: "tile sizes are needed" };
      view.rule("pack").strong.after("tile-lops", why);
      view.rule("tile-loops").strong.after("tpp-fuse", why);
      view.rule("tile-loops").weak.before("fold", why);
      view.rule("fold").weak.afterSome("tille", why);
      view.rule("unroll").weak.after("tile-loops", why);
      view.rule(ofType("Ingress")).strong.before(ofType("Lowering"), why);
      view.rule("tile-loops").strong.before(ofType("Lowring"), why);
    },
    { catalogue: knowing("fold", "pack", "tile-loops") },
  ),
  "PWB0204 of the user": resolved((b) => {
    b.addPass("tile");
    b.addPass("unroll", { when: { level: "O2" } });
    const user = b.forContributor({ kind: "config", name: "passwright.config.yaml" });
    user.rule("tile").weak.after("fold", { reason: "because" });
    user.rule("tile").weak.after("unroll", { reason: "because" });
  }),
  "PWB0115 of a selective bundle": resolved(
    (b) => b.addBundle("core", ["outline", "map", "launch"], { without: ["Cleanup"] }),
    (view) => view.addAfter("map", "cse", { types: ["Cleanup"] }),
  ),
  "PWB0204 of a bundle": resolved((b) => b.addBundle("core", ["outline", "map"], { without: ["Cleanpu", "licm"] })),
  PWB0205: resolved(
    (b) => b.addPass("tile"),
    (view) => {
      view.addBundle("core", ["outline", "map", "launch"], { without: ["Cleanup"] });
      view.addPass("cse", { types: ["Cleanup"] });
      view.rule("cse").strong.after("outline", { reason: "`outline` creates duplicates" });
      view.rule("cse").strong.before("launch", { reason: "`launch` expects no duplicates" });
    },
  ),
  PWB0123: resolved((b) => b.addPass("tile"), undefined, {
    passTypes: ["Stitching"],
    retyped: [{ pass: "tile", types: ["Lowring", "lowering.cpu", "stitching", "Knitting", "Unknown"], origin: CONFIG }],
  }),
  PWB0120: tpp("pack beforeType Lowering which each"),
  PWB0121: resolved(
    (b) => b.addExtensionPoint("tensor.end", { formerly: ["tensor.finish"] }),
    (view) => view.addAt("tensor.finish", "pack", { reason: "packs tensors" }),
  ),
  PWB0122: resolved(
    (b) => b.addExtensionPoint("tensor.end", { deprecated: "use `bufferize.begin`, which is at the same position" }),
    (view) => view.addAt("tensor.end", "pack"),
  ),
  PWB0301: thrown(() =>
    built(
      (b) => b.addPass("tile"),
      (view) => view.nest("func.func"),
    ),
  ),
  PWB0302: thrown(() => built((b) => b.addPass("tile")).addPass("fold")),
  "PWB0302 of a plugin": thrown(() => {
    const builder = built((b) => b.addPass("tile"));
    const view = builder.forContributor({ kind: "plugin", name: "tpp" });
    builder.close();
    view.addAfter("tile", "fold");
  }),
  PWB0303: thrown(() => {
    const catalogue = new PassCatalogue();
    const tile = definePass({ name: "tile", options: { size: int(1, "elements") }, ...noop });
    catalogue.add({ declaration: tile.declaration, owner: { name: "kiln" }, definition: tile as never });
    return new PassManagerBuilder("any(cse,tile{sizes=3})", { catalogue });
  }),
  "PWB0303 of a pipeline": thrown(() => {
    const tidy = { name: "tidy", summary: "", options: { size: int(1, "elements") }, build() {} };
    return bundleOfPipeline(tidy, { sizes: 3 });
  }),
  PWB0306: thrown(() => {
    const build = (manager: OpPassManager<object>): void =>
      void manager.nestAny().addPass(definePass({ name: "fold", ...noop }));
    return bundleOfPipeline({ name: "tidy", summary: "", build });
  }),
  PWB0305: () =>
    WRONG_CALLS.flatMap((call) =>
      thrown(
        () =>
          void built(
            (b) => b.addPass("tile"),
            (view) => call(view as never),
          ),
      )(),
    ).concat(
      WRONG_CALLS_OF_FRAMEWORKS.flatMap((call) => thrown(() => void built((b) => call(b as never)))()),
      thrown(() => void new PassManagerBuilder(7 as never))(),
    ),
  PWB0307: () => [
    ...thrown(
      () =>
        void built(
          (b) => b.addPass("tile"),
          (view) => view.addBundle("tidyy"),
        ),
    )(),
    ...thrown(() => void bundleWithOptions("tidy", [["cse", {}]], { csee: { n: 1 } }))(),
  ],
  PWB0308: () => {
    const catalogue = new PassCatalogue<object>();
    catalogue.addPipeline({ pipeline: { name: "tidy", summary: "", build() {} }, owner: { name: "tpp" } });
    const builder = new PassManagerBuilder<object>("module", { catalogue });
    builder.addPass("tile");
    const view = builder.forContributor({ kind: "plugin", name: "tpp" });
    view.addBundle("empty", []);
    view.addBundle("empty", [], { when: { target: "gpu" } });
    view.addAfter("tile", "tidy");
    return builder.resolve().diagnostics;
  },
  PWB0304: thrown(() => built((b) => b.addExtensionPoint("tensor.end").addExtensionPoint("tensor.end"))),
  PWB0401: () => planned("vectorize", {}),
  "PWB0401 of a similar name": () => planned("tiles", {}),
  PWB0402: () => planned("tile", { sizes: [4] }),
  "PWB0402 while resolving": resolved(
    (b) => b.addPass("fold"),
    (view) => {
      const tile = definePass({ name: "tile", options: { size: int(4, "tile size") }, ...noop });
      view.addAfter("fold", tile, { options: { size: "many" as never } });
      // The plan contains neither of these steps: the first target does not exist, and the second step is for a
      // different level. The options of both steps are checked nevertheless.
      view.addAfter("fald", tile, { options: { siz: 1 } as {} });
      view.addAfter("fold", silent, { options: { depth: 1 } as {}, when: { level: "O2" } });
    },
  ),
  PWB0404: resolved(
    (b) => b.addPass("tile"),
    (view) => {
      view.addAfter("tile", "tiles");
      view.addAfter("tile", "vectorize");
    },
    {
      mustBeDeclared: true,
      catalogue: (() => {
        const catalogue = new PassCatalogue();
        catalogue.add({ declaration: { name: "tile" }, owner: { name: "kiln" } });
        return catalogue;
      })(),
    },
  ),
  PWB0409: resolved(
    (b) => {
      b.addPass(definePass({ name: "remark-gfm", ir: MARKDOWN, ...noop }));
      b.addPass(toHtml);
    },
    (view) => view.addBefore("remark-gfm", definePass({ name: "rehype-slug", ir: HTML, ...noop })),
  ),
  "PWB0409 in a pipeline without conversions": resolved(
    (b) => b.addPass(definePass({ name: "tile", ...noop })),
    (view) => view.addBefore("tile", definePass({ name: "slug", ir: HTML, ...noop })),
    { ir: { ...MARKDOWN, operationsBeside: () => ["builtin.module"] } },
  ),
  PWB0410: resolved((b) => void b.nest("func.func").addPass(toHtml)),
  "PWB0405 interface": onOperations((view) =>
    view.addBefore("fold", definePass({ name: "inspect", interface: "CallOpInterface", ...noop })),
  ),
  "PWB0405 trait": onOperations((view) =>
    view.addBefore("fold", definePass({ name: "inline", trait: "SymbolTable", ...noop })),
  ),
  "PWB0405 canScheduleOn": onOperations((view) =>
    view.addAfter("fold", definePass({ name: "pick", canScheduleOn: ({ text }) => text === "gpu.module", ...noop })),
  ),
  "PWB0405 canScheduleOn threw": onOperations((view) =>
    view.addAfter(
      "fold",
      definePass({
        name: "pick",
        canScheduleOn(): boolean {
          throw new RangeError("unknown operation");
        },
        ...noop,
      }),
    ),
  ),
  "PWB0405 anchor": () => {
    const builder = built((b) => b.addPass("fold"), undefined, { ir: OPERATIONS });
    // Plugin `tpp` refers to the pass of plugin `amp` only by name, so the pass counts as undeclared for `tpp`.
    builder
      .forContributor({ kind: "plugin", name: "amp" })
      .addAfter("fold", definePass({ name: "tile", anchor: "func.func", ...noop }));
    builder.forContributor({ kind: "plugin", name: "tpp" }).addAfter("fold", "tile");
    return builder.resolve().diagnostics;
  },
  "PWB0406 unknown": onOperations((view) => view.addAfter("fold", "tile", { anchor: "func.fun" })),
  "PWB0406 unknown dialect": onOperations((view) =>
    view.addAfter("fold", definePass({ name: "slice", anchor: "bread.loaf", ...noop })),
  ),
  "PWB0406 not isolated": onOperations((view) => view.addAfter("fold", "tile", { anchor: "scf.for" })),
  PWB0411: onOperations((view) => view.addAfter("fold", definePass({ name: "tile", worksOn: ["scf.fro"], ...noop }))),
  PWB0407: onOperations(
    (view) => view.addBefore("cse", definePass({ name: "inspect", interface: "CallOpInterface", ...noop })),
    (b) => b.nest("any").addPass("cse"),
  ),
  PWB0408: onOperations((view) => view.addBefore("fold", "tile", { anchor: "gpu.module" })),
  PWB0420: inGroup((b) => {
    b.forContributor({ kind: "plugin", name: "css-nesting" }).addPass(memberOf(HOST, "nested"));
    b.forContributor({ kind: "plugin", name: "css-size" }).addPass("minify");
    b.forContributor({ kind: "plugin", name: "css-tools" }).addPass(memberOf(HOST, "mixins"));
    const view = b.forContributor({ kind: "plugin", name: "css-order" });
    view.rule("minify").strong.after("nested", { reason: "minify expects flat rules" });
    view.rule("minify").strong.before("mixins", { reason: "mixins are long" });
  }),
  PWB0421: inGroup((b) =>
    b.addPass(memberOf(defineGroup({ name: "svgo", splits: "refuse", run: () => {} }), "merge-paths")),
  ),
  PWB0422: inGroup((b) => b.nest("func.func").addPass(memberOf(HOST, "nested"))),
  PWB0403: () => {
    const catalogue = new PassCatalogue();
    const unroll = definePass({
      name: "unroll",
      create(): never {
        throw new RangeError("the factor must be positive");
      },
    });
    const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, catalogue });
    builder.addPass(unroll as never);
    return builder.resolve().diagnostics;
  },
  "PWB0501 lost": resolved(
    (b) => {
      b.addPass(bufferize);
      b.addPass(needsTensors);
    },
    undefined,
    onTensors,
  ),
  "PWB0501 lost by an opaque pass": resolved(
    (b) => {
      b.addPass(silent);
      b.addPass(definePass({ name: "match", requires: ["canonical"], ...noop }));
    },
    undefined,
    onCanonical,
  ),
  "PWB0501 never provided": resolved((b) => b.addPass(needsTensors)),
  "PWB0501 mistyped": resolved((b) => {
    b.addPass(definePass({ name: "sort", provides: ["sorted"], ...noop }));
    b.addPass(definePass({ name: "search", requires: ["sortd"], ...noop }));
  }),
  PWB0502: resolved((b) => {
    b.addPass(bufferize);
    b.addPass(definePass({ name: "fuse-tensors", forbids: ["memrefs"], ...noop }));
  }),
  PWB0503: resolved((b) => {
    b.addPass("schedule");
    b.guard("ScheduleAnalysis", { from: "schedule", to: "materialize", reason: "`materialize` reads the schedule" });
  }),
  "PWB0503 of an end that was removed": resolved(
    (b) => {
      b.addPass("schedule");
      b.addPass("materialize", { removable: true });
      b.guard("ScheduleAnalysis", { from: "schedule", to: "materialize", reason: "`materialize` reads the schedule" });
    },
    (view) => view.remove("materialize", { reason: "not needed here" }),
  ),
  PWB0504: resolved(
    (b) => {
      b.addPass("schedule");
      b.addPass("materialize");
      b.guard("ScheduleAnalysis", { from: "schedule", to: "materialize", reason: "`materialize` reads the schedule" });
    },
    (view) => {
      view.addAfter("schedule", silent);
      view.addAfter("schedule", definePass({ name: "tidy", preserves: ["DominanceInfo"], ...noop }));
    },
  ),
  PWB0505: liar,
  PWB0506: thrown(() => {
    const adapter = { nameOf: () => ({ text: "func.func" }) } as never;
    const checks = { sorted: () => true as never };
    const properties = { sorted: { kind: "structural" } } as const;
    const checker = new PropertyChecker(adapter, new PassCatalogue(), properties, checks, "kiln");
    checker.beforePass({ argument: "sort", isAdaptor: false } as never, {});
  }),
  PWB0511: resolved((b) => b.nest("func.func").addPass(collect)),
  PWB0512: resolved((b) => {
    b.nest("func.func").addPass(measure);
    b.nest("gpu.module").addPass(definePass({ name: "report-size", requires: { size }, ...noop }));
  }),
  PWB0513: resolved(
    (b) => {
      b.addPass(measure);
      b.addPass(toHtml as never);
      b.addPass(definePass({ name: "sum", requires: { size }, ...noop }));
    },
    undefined,
    { ir: MARKDOWN },
  ),
  PWB0515: resolved((b) => {
    b.addPass(collect);
    const functions = b.nest("func.func");
    functions.addPass(definePass({ name: "count", requires: { names }, ...noop }));
    functions.addPass(definePass({ name: "rename", ...noop }));
  }),
  PWB0801: sliced({ from: "tiles" }),
  "PWB0801 at both ends": sliced({ from: "vectorize", until: "lowering" }),
  PWB0802: sliced({ from: "lower", until: "tile" }),
  "PWB0803 at the start": sliced({ from: "fold" }),
  "PWB0803 at the end": sliced({ until: "cse" }),
};

function sourceFiles(folder: URL): URL[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sourceFiles(new URL(`${entry.name}/`, folder)) : [new URL(entry.name, folder)],
  );
}

describe("errors", () => {
  for (const [name, bringAbout] of Object.entries(CASES)) {
    it(`have the full text: ${name}`, () => {
      const code = name.slice(0, 7);
      const found = bringAbout().filter((diagnostic) => diagnostic.code === code);
      expect(found).to.not.deep.equal([]);
      const file = name.replaceAll(/[ ,]+/g, "-");
      checkGolden(`${found.map(renderDiagnostic).join("\n\n")}\n`, `errors/${file}.txt`, import.meta.url);
    });
  }

  it("all have a test", () => {
    const files = sourceFiles(new URL("../src/", import.meta.url));
    const codes = files.flatMap((file) => readFileSync(file, "utf8").match(/PWB\d{4}/g) ?? []);
    const tested = new Set(Object.keys(CASES).map((name) => name.slice(0, 7)));
    expect([...new Set(codes)].sort().filter((code) => !tested.has(code))).to.deep.equal([]);
  });

  it("name a rule about types by its types", () => {
    const builder = built((b) => {
      b.addPass("pack", { types: ["Bufferization"] });
      b.addPass("tile", { types: ["Tiling"] });
    });
    builder.rule(ofType("Bufferization")).strong.after(ofType("Tiling"), { reason: "because" });
    const [diagnostic] = builder.resolve().diagnostics;
    expect(diagnostic?.message).to.equal(
      "strong rule does not hold: every pass of type Bufferization must be after every pass of type Tiling",
    );
  });
});
