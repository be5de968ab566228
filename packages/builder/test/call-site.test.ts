import { expect } from "chai";
import { definePass, diagnosticOf, renderDiagnostic } from "@passwright/core";
import { PassManagerBuilder } from "@passwright/builder";
import type { CallSite, Insertion } from "@passwright/builder";

const mine = definePass({ name: "mine", runOnOperation: (_op: object) => {} });

/** Calls that insert a pass. The number of stack frames inside the builder is different for each call. */
const ACTS: { readonly [name: string]: (view: PassManagerBuilder) => Insertion } = {
  addPass: (view) => view.addPass(mine),
  addBefore: (view) => view.addBefore("fold", mine),
  addAfter: (view) => view.addAfter("nowhere", mine, { onMissing: { use: [{ before: "nowhere" }, { end: true }] } }),
  addBeforeType: (view) => view.addBeforeType("Lowering", mine),
  addAt: (view) => view.addAt("late", mine),
  addBundle: (view) =>
    view.addBundle("pair", [mine, "fold"], { place: { before: "nowhere" }, onMissing: { use: { at: "late" } } }),
  replace: (view) => view.replace("fold", mine),
};

function originsOf(act: (view: PassManagerBuilder) => Insertion): readonly string[] {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("fold", { removable: true });
  builder.addExtensionPoint("late");
  builder.addPass("lower", { types: ["Lowering"] });
  const sourceOf = ({ file, line }: CallSite) => ({ file: file.replace(/^.*\//, "").replace(/\?.*$/, ""), line });
  const view = builder.forContributor({ kind: "plugin", name: "x" }, { sourceOf });
  expect(act(view).ok).to.equal(true);
  const { plan } = builder.resolve();
  return (plan?.steps ?? []).flatMap(({ origin }) =>
    origin.kind === "plugin" ? [`${origin.file}${origin.line === undefined ? " without a line" : ""}`] : [],
  );
}

describe("the origin of a call of the builder", () => {
  const { stackTraceLimit } = Error;
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  for (const [name, act] of Object.entries(ACTS)) {
    // Includes 0 and 3, because a program can limit the size of stack traces.
    for (const limit of [10, 3, 0]) {
      it(`is known of ${name} where errors have ${limit} frames, which stays so`, () => {
        Error.stackTraceLimit = limit;
        const origins = originsOf(act);
        expect(Error.stackTraceLimit).to.equal(limit);
        expect(new Set(origins)).to.deep.equal(new Set(["call-site.test.js"]));
      });
    }
  }

  it("is unknown if the process has frozen the number of stack frames, without an error", () => {
    const limit = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit") as PropertyDescriptor;
    Object.defineProperty(Error, "stackTraceLimit", { value: 0, writable: false, configurable: true });
    try {
      expect(originsOf((view) => view.addPass(mine))).to.deep.equal(["undefined without a line"]);
    } finally {
      Object.defineProperty(Error, "stackTraceLimit", limit);
    }
  });
});

describe("a `sourceOf` that fails", () => {
  const told = (sourceOf: unknown): string => {
    const builder = new PassManagerBuilder("builtin.module", { framework: { name: "kiln" } });
    const view = builder.forContributor({ kind: "plugin", name: "x" }, { sourceOf: sourceOf as () => undefined });
    try {
      view.addPass(mine);
      return "added";
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      return diagnostic === undefined ? `raw ${String(thrown)}` : renderDiagnostic(diagnostic);
    }
  };
  const help = "help: correct the function `sourceOf` of the builder for `x`";

  it("is a usage error that contains the thrown or returned value", () => {
    const fail = (): never => {
      throw new Error("no map");
    };
    const threw = `error[PWB0305]: \`sourceOf\`: the function threw Error: no map\n${help}`;
    expect(told(fail)).to.equal(threw);
    expect(told({ atHand: fail })).to.equal(threw);
    expect(told(() => Promise.resolve())).to.equal(
      `error[PWB0305]: \`sourceOf\`: the function returned an object, not \`{ file, line }\` or undefined\n${help}`,
    );
    expect(told(() => ({ file: "a.ts" }))).to.contain("the function returned { file }");
    expect(told(() => undefined)).to.equal("added");
  });
});
