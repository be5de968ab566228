import {
  bundleOfPipeline,
  legalPlaces,
  PassCatalogue,
  PassManagerBuilder,
  printPlan,
  toPassManager,
} from "@passwright/builder";
import type { BuilderOptions, IrNames } from "@passwright/builder";
import { definePass, PassManager } from "@passwright/core";
import type { OpPassManager, PassBody, PassDeclaration, PassDefinition } from "@passwright/core";
import { expect } from "chai";

/** Operations of a toy IR: rooms of a house, each with its interfaces and traits. */
const ROOMS: { readonly [name: string]: readonly string[] } = {
  house: ["isolated", "Roofed"],
  floor: ["isolated"],
  kitchen: ["isolated", "Wet", "Roofed"],
  cupboard: [],
};

const house: IrNames = {
  name: "house",
  intern: (text) => ({
    text,
    isRegistered: text in ROOMS,
    isIsolatedFromAbove: ROOMS[text]?.includes("isolated") === true,
    hasInterface: (name) => ROOMS[text]?.includes(name) === true,
    hasTrait: (name) => ROOMS[text]?.includes(name) === true,
  }),
};

type More = Partial<PassDeclaration & Pick<PassBody<object>, "canScheduleOn">>;

const pass = (name: string, more: More = {}): PassDefinition<object> =>
  definePass({ ...more, name, runOnOperation: (_op: object) => {} } as never) as PassDefinition<object>;

/** Builds the pipeline `house(open, floor(sweep, kitchen(cook), ·end), close)`. */
function frame(b: PassManagerBuilder): void {
  b.addPass(pass("open"));
  const floor = b.nest("floor");
  floor.addPass(pass("sweep"));
  floor.nest("kitchen").addPass(pass("cook"));
  floor.addExtensionPoint("floor.end");
  b.addPass(pass("close"));
}

/** Returns the plan as text, or the code, message and help of each error. */
function planned(
  extend: (view: PassManagerBuilder, b: PassManagerBuilder) => void,
  { build = frame, ...options }: BuilderOptions<object> & { readonly build?: (b: PassManagerBuilder) => void } = {},
): string {
  const catalogue = options.catalogue ?? new PassCatalogue<object>();
  const builder = new PassManagerBuilder<object>("house", { ir: house, ...options, catalogue });
  build(builder);
  extend(builder.forContributor({ kind: "plugin", name: "plugin" }), builder);
  const { plan, diagnostics } = builder.resolve();
  const errors = diagnostics.filter(({ severity }) => severity !== "remark");
  return [
    ...(plan === undefined ? [] : [printPlan(plan)]),
    ...errors.map(({ code, message, help = [] }) => [`${code}: ${message}`, ...help].join("; ")),
  ].join("\n");
}

const wet = pass("dry", { interface: "Wet" });
const roofed = pass("tile", { trait: "Roofed" });
const picky = pass("pick", { canScheduleOn: ({ text }) => text === "floor" });

describe("steps on operations that their passes accept", () => {
  const cases: { readonly [what: string]: readonly [(view: PassManagerBuilder) => void, string] } = {
    "an interface": [(v) => v.addAfter("cook", wet), "house(open,floor(sweep,kitchen(cook,dry)),close)"],
    "a trait, at the top": [(v) => v.addAfter("open", roofed), "house(open,tile,floor(sweep,kitchen(cook)),close)"],
    "a trait, inside": [(v) => v.addBefore("cook", roofed), "house(open,floor(sweep,kitchen(tile,cook)),close)"],
    "`canScheduleOn`": [(v) => v.addAt("floor.end", picky), "house(open,floor(sweep,kitchen(cook),pick),close)"],
    "an anchor that is further out": [
      (v) => v.addBefore("sweep", pass("x"), { anchor: "house" }),
      "house(open,x,floor(sweep,kitchen(cook)),close)",
    ],
    "an anchor that the framework nests further inside": [
      (v) => v.addBefore("close", wet, { anchor: "kitchen" }),
      "house(open,floor(sweep,kitchen(cook),kitchen(dry)),close)",
    ],
  };
  for (const [what, [extend, expected]] of Object.entries(cases)) {
    it(`are planned: ${what}`, () => expect(planned(extend)).to.equal(expected));
  }
});

describe("steps on operations that their passes do not accept", () => {
  const cases: {
    readonly [what: string]: readonly [(v: PassManagerBuilder, b: PassManagerBuilder) => unknown, string];
  } = {
    "an interface, with a level around that fits and a step": [
      (v) => v.addBefore("sweep", roofed),
      "PWB0405: `tile` cannot run on 'floor': the pass requires trait `Roofed`; add `anchor: \"house\"` to the insertion; place the pass after `open` or before `cook`",
    ],
    "a level around that would be split": [
      (v) => v.addAfter("sweep", roofed),
      "PWB0405: `tile` cannot run on 'floor': the pass requires trait `Roofed`; place the pass after `open` or before `cook`",
    ],
    "no operation that fits": [
      (v) => v.addAfter("open", pass("swim", { interface: "Pool" })),
      "PWB0405: `swim` cannot run on 'house': the pass requires interface `Pool`; remove the pass, because it cannot run on any operation of this pipeline",
    ],
    "`canScheduleOn`, with an extension point": [
      (v) => v.addAfter("cook", picky),
      "PWB0405: `pick` cannot run on 'kitchen': `canScheduleOn` of the pass refuses the operation; add `anchor: \"floor\"` to the insertion; place the pass after `sweep` or at `floor.end`",
    ],
    "the end of the pipeline": [
      (v) => v.addPass(wet),
      "PWB0405: `dry` cannot run on 'house': the pass requires interface `Wet`; place the pass after `cook`",
    ],
    "the member of a bundle": [
      (v) => v.addBundle("pair", [pass("a"), wet], { place: { after: "sweep" } }),
      "PWB0405: `dry` cannot run on 'floor': the pass requires interface `Wet`; place the pass before `cook`",
    ],
    "an operation that the IR does not have": [
      (v) => v.addAfter("open", pass("x"), { anchor: "flor" }),
      "PWB0406: `x` would run on 'flor', which IR `house` does not have; correct the `anchor`",
    ],
    "an operation that is not isolated": [
      (v) => v.addAfter("cook", pass("x", { anchor: "cupboard" })),
      "PWB0406: `x` would run on 'cupboard', which is not isolated from above; set `anchor` to an operation around 'cupboard' that is isolated from above\n" +
        "PWB0408: `x` is in a new manager on 'cupboard' inside 'kitchen', but no manager of the framework runs on 'cupboard'; place `x` next to a step that runs on the operation that contains 'cupboard'",
    ],
    "every depth of what is not isolated": [
      (v) => v.addAfter("open", pass("x"), { anchor: "**cupboard" }),
      "PWB0406: `x` would run on 'cupboard', which is not isolated from above; set `anchor` to an operation around 'cupboard' that is isolated from above",
    ],
    "a replacement": [
      (v) => v.replace("sweep", wet),
      "PWB0405: `dry` cannot run on 'floor': the pass requires interface `Wet`; place the pass before `cook`",
    ],
    "steps of the framework itself": [
      (_, b) => void b,
      "PWB0405: `dry` cannot run on 'house': the pass requires interface `Wet`; place the pass after `cook`",
    ],
  };
  for (const [what, [extend, expected]] of Object.entries(cases)) {
    it(`are refused: ${what}`, () => {
      const build = (b: PassManagerBuilder): void => {
        frame(b);
        if (what.startsWith("steps of the framework")) b.addPass(wet);
      };
      expect(planned((v, b) => void extend(v, b), { build })).to.equal(expected);
    });
  }

  it("are refused as managers of the framework that contain only extension points", () => {
    const wrong = (b: PassManagerBuilder): void => {
      frame(b);
      b.nest("flor").addExtensionPoint("flor.end");
    };
    const error =
      "PWB0406: steps at `flor.end` would run on 'flor', which IR `house` does not have; correct the `anchor`";
    expect(planned(() => {}, { build: wrong })).to.equal(error);
    expect(planned((v) => void v.addAt("flor.end", pass("x")), { build: wrong })).to.equal(error);
  });

  it("are refused as cleanups that the builder inserts", () => {
    const text = planned((v) => v.addAfter("sweep", pass("paint", { requires: ["clean"] })), {
      properties: { clean: { kind: "fragile" } },
      cleanups: ["wash"],
      catalogue: (() => {
        const catalogue = new PassCatalogue<object>();
        const wash = pass("wash", { interface: "Wet", provides: ["clean"] });
        catalogue.add({ declaration: wash.declaration, owner: { name: "pipeline" }, definition: wash });
        return catalogue;
      })(),
    });
    expect(text).to.equal(
      "PWB0405: `wash` cannot run on 'floor': the pass requires interface `Wet`; place the pass before `cook`",
    );
  });

  it("are refused as insertions that are data, with and without an anchor", () => {
    const insert = (settings: object): string => {
      const catalogue = new PassCatalogue<object>();
      for (const one of [wet, roofed]) catalogue.add({ declaration: one.declaration, owner: { name: "plugin" } });
      return planned(
        (_, b) => {
          const contributor = { kind: "plugin", name: "plugin" } as const;
          const place = { before: "sweep" };
          const origin = { kind: "plugin", name: "plugin", file: "package.json", line: 3 } as const;
          expect(b.contribute([{ contributor, pass: "tile", place, settings, origin }])).to.deep.equal([]);
        },
        { catalogue },
      );
    };
    expect(insert({})).to.match(
      /^PWB0405: `tile` cannot run on 'floor': the pass requires trait `Roofed`; add `anchor: "house"`/,
    );
    expect(insert({ anchor: "house" })).to.equal("house(open,tile,floor(sweep,kitchen(cook)),close)");
    expect(insert({ anchor: "kitchen" })).to.equal("house(open,floor(kitchen(tile),sweep,kitchen(cook)),close)");
    expect(insert({ anchor: "attic" })).to.match(/^PWB0406: `tile` would run on 'attic'/);
  });

  it("are refused in pipelines that a builder is opened with: text, managers and named pipelines", () => {
    const catalogue = (): PassCatalogue<object> => {
      const made = new PassCatalogue<object>();
      made.add({ declaration: wet.declaration, owner: { name: "plugin" }, definition: wet });
      return made;
    };
    const codes = (builder: PassManagerBuilder<object>): readonly string[] =>
      builder.resolve().diagnostics.map(({ code, message }) => `${code}: ${message}`);
    const refusal = "PWB0405: `dry` cannot run on 'floor': the pass requires interface `Wet`";
    const text = new PassManagerBuilder<object>("house(floor(dry))", { ir: house, catalogue: catalogue() });
    expect(codes(text)).to.deep.equal([refusal]);
    const adapter = { ...house, nameOf: () => house.intern("house"), collectNested: () => undefined };
    const manager = new PassManager<object>(adapter, { anchor: "house" });
    manager.nest("floor").addPass(wet);
    // A topmost manager knows its IR.
    expect(codes(new PassManagerBuilder<object>(manager))).to.deep.equal([refusal]);
    const named = {
      name: "tidy",
      summary: "",
      build: (into: OpPassManager<object>) => void into.nest("floor").addPass(wet),
    };
    expect(planned((v) => v.addBundle("tidy", bundleOfPipeline(named), { place: { after: "open" } }))).to.contain(
      refusal,
    );
  });

  it("are refused when a manager is made, if the plan was made without the IR", () => {
    const catalogue = new PassCatalogue<object>();
    const builder = new PassManagerBuilder<object>("house", { catalogue });
    builder.addPass(wet);
    const { plan } = builder.resolve();
    const adapter = { ...house, nameOf: () => house.intern("house"), collectNested: () => undefined };
    const manager = new PassManager<object>(adapter, { anchor: "house" });
    const found = plan === undefined ? [] : toPassManager(plan, catalogue, manager);
    expect(found.map(({ code }) => code)).to.deep.equal(["PWB0405"]);
    expect(manager.isEmpty).to.equal(true);
  });

  it("are refused if the pass of another plugin is known by name only", () => {
    const text = planned((v, b) => {
      v.addAfter("open", pass("mop", { anchor: "kitchen" }));
      b.forContributor({ kind: "plugin", name: "other" }).addAfter("open", "mop");
    });
    expect(text).to.equal(
      "PWB0405: `mop` cannot run on 'house': the pass runs on 'kitchen'; add `anchor: \"kitchen\"` to the insertion",
    );
  });
});

describe("passes in op-agnostic managers", () => {
  const build = (b: PassManagerBuilder): void => void b.nest("any").addPass(pass("look"));

  it("cause a warning if their filter excludes operations of the framework's passes", () => {
    const warning = (name: string): string =>
      `house(any(look,${name}))\n` +
      `PWB0407: \`${name}\` prevents \`look\` from running on operations that \`${name}\` does not accept; place \`${name}\` before or after the \`any(…)\` manager, and set the \`anchor\` of \`${name}\``;
    expect(planned((v) => v.addAfter("look", wet), { build })).to.equal(warning("dry"));
    expect(planned((v) => v.addAfter("look", picky), { build })).to.equal(warning("pick"));
    expect(planned((v) => v.addAfter("look", pass("x")), { build })).to.equal("house(any(look,x))");
  });

  it("are refused if no operation fits all of them", () => {
    const catalogue = new PassCatalogue<object>();
    const two = [pass("mop", { anchor: "kitchen" }), pass("wax", { anchor: "floor" })];
    const text = planned(
      (v, b) => {
        for (const one of two) v.addPass(one);
        const other = b.forContributor({ kind: "plugin", name: "other" });
        for (const one of two) other.addAfter("look", one.declaration.name);
      },
      { build, catalogue },
    );
    expect(text).to.contain(
      "PWB0405: `wax` cannot run on 'any': the pass runs on 'floor', but `other::mop` in the same manager on 'kitchen'",
    );
  });

  /** Parses a textual pipeline, declares its passes afterwards, and returns the plan or the errors. */
  const inText = (text: string, ...passes: readonly PassDefinition<object>[]): string => {
    const catalogue = new PassCatalogue<object>();
    const builder = new PassManagerBuilder<object>(text, { ir: house, catalogue });
    for (const one of passes) catalogue.add({ declaration: one.declaration, owner: { name: "x" }, definition: one });
    const { plan, diagnostics } = builder.resolve();
    const told = diagnostics.map(({ code, message, help = [] }) => [`${code}: ${message}`, ...help].join("; "));
    return plan === undefined ? told.join("\n") : printPlan(plan);
  };

  it("run on the operation that one of them declares, in either order", () => {
    const mop = pass("mop", { anchor: "floor" });
    const refusal =
      "PWB0405: `dry` cannot run on 'any': the pass requires interface `Wet`, but `mop` in the same manager runs on 'floor'; remove the pass, because it cannot run on any operation of this pipeline";
    expect(inText("house(any(mop,dry))", mop, wet)).to.equal(refusal);
    expect(inText("house(any(dry,mop))", mop, wet)).to.equal(refusal);
    for (const text of ["house(any(dry),any(mop))", "house(any(mop,pick))"])
      expect(inText(text, mop, wet, picky)).to.equal(text);
    expect(inText("any(scrub,dry,pick)", pass("scrub", { anchor: "kitchen" }), wet, picky)).to.equal(
      "PWB0405: `pick` cannot run on 'any': `canScheduleOn` of the pass refuses the operation, but `scrub` in the same manager runs on 'kitchen'; remove the pass, because it cannot run on any operation of this pipeline",
    );
  });

  it("are refused if the declared operation cannot have a manager or the pass", () => {
    expect(inText("house(any(x,stow))", pass("x"), pass("stow", { anchor: "cupboard" }))).to.equal(
      "PWB0406: `x` would run on 'cupboard', which is not isolated from above; set `anchor` to an operation around 'cupboard' that is isolated from above",
    );
    expect(inText("house(any(stow))", pass("stow", { anchor: "attic" }))).to.equal(
      "PWB0406: `stow` would run on 'attic', which IR `house` does not have; correct the `anchor`",
    );
    expect(inText("house(any(soak))", pass("soak", { anchor: "floor", interface: "Wet" }))).to.contain(
      "PWB0405: `soak` cannot run on 'any': the pass requires interface `Wet`",
    );
  });
});

describe("legal positions", () => {
  it("are the positions where the pass can run, with errors outside of them", () => {
    const catalogue = new PassCatalogue<object>();
    const builder = new PassManagerBuilder<object>("house", { ir: house, catalogue });
    frame(builder);
    const where = (one: PassDefinition<object>): readonly string[] => {
      catalogue.add({ declaration: one.declaration, owner: { name: "plugin" }, definition: one });
      const { ranges, nowhere } = legalPlaces(builder.input(), one.declaration, undefined, (pass, anchor) =>
        builder.whyNotOn(pass, anchor),
      );
      return [
        ...ranges.map(({ after = "", before = "", notEarlier, notLater }) =>
          [after, before, notEarlier?.message ?? "", notLater?.message ?? ""].join("; "),
        ),
        ...nowhere.map(({ message }) => message),
      ];
    };
    // Between `sweep` and `cook`, the pass can run on 'floor', beside `sweep`.
    const refusal = "`pick` cannot run on 'house': `canScheduleOn` of the pass refuses the operation";
    expect(where(picky)).to.deep.equal([`open; close; ${refusal}; ${refusal}`]);
    expect(where(pass("swim", { interface: "Pool" }))).to.deep.equal([
      "`swim` cannot run on 'house': the pass requires interface `Pool`",
      "`swim` cannot run on 'floor': the pass requires interface `Pool`",
      "`swim` cannot run on 'kitchen': the pass requires interface `Pool`",
    ]);
  });
});
