import { expect } from "chai";
import { definePass, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, PassDeclaration, UsageError } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, PropertyChecker } from "@passwright/builder";
import type { Properties } from "@passwright/builder";

const PROPERTIES: Properties = {
  canonical: { kind: "fragile", initially: true },
  tensors: { kind: "structural", initially: true },
  memrefs: { kind: "structural" },
};

const PASSES: readonly PassDeclaration[] = [
  { name: "opaque" },
  { name: "keep", preserves: ["canonical"] },
  { name: "need", requires: ["canonical"] },
  { name: "spoil", requires: ["canonical"], invalidates: ["canonical"] },
  { name: "waver", preserves: ["canonical"], invalidates: ["canonical"] },
  { name: "tidy", provides: ["canonical"] },
  { name: "bufferize", requires: ["tensors"], invalidates: ["tensors"], provides: ["memrefs"] },
  { name: "load", provides: ["tensors"], forbids: ["memrefs"] },
  { name: "free", invalidates: ["memrefs"] },
  { name: "off-tensors", forbids: ["tensors"] },
  { name: "on-tensors", requires: ["tensors"] },
  { name: "on-memrefs", requires: ["memrefs"] },
];

/** Plans a pipeline with these passes. Returns the errors about properties and guards. */
function wrong(passes: string, more: (builder: PassManagerBuilder) => void = () => {}): string[] {
  const catalogue = new PassCatalogue();
  for (const declaration of PASSES) catalogue.add({ declaration, owner: { name: "kiln" } });
  const builder = new PassManagerBuilder("builtin.module", { catalogue, properties: PROPERTIES });
  for (const pass of passes.split(" ")) {
    if (pass.startsWith(".")) builder.addExtensionPoint(pass.slice(1));
    else builder.addPass(pass);
  }
  more(builder);
  return builder.resolve().diagnostics.map(({ code, step, notes = [] }) => {
    const about = notes.map(({ message }) => message).filter((each) => /holds|lost|since|says nothing/.test(each));
    return [`${code} ${step ?? ""}`.trim(), ...about].join("; ");
  });
}

describe("properties", () => {
  it("that are fragile are lost by every pass that does not preserve or require them", () => {
    expect(wrong("keep need need .p keep need")).to.deep.equal([]);
    expect(wrong("opaque need").map((each) => each.slice(0, 12))).to.deep.equal(["PWB0501 need"]);
    expect(wrong("free need").map((each) => each.slice(0, 12))).to.deep.equal(["PWB0501 need"]);
    expect(wrong("spoil need").map((each) => each.slice(0, 12))).to.deep.equal(["PWB0501 need"]);
    expect(wrong("waver need").map((each) => each.slice(0, 12))).to.deep.equal(["PWB0501 need"]);
    expect(wrong("opaque tidy need")).to.deep.equal([]);
    // The error names the first provider, even if a later pass provides the property again.
    expect(wrong("keep free opaque waver need")[0]).to.match(/lost at `free`/);
    expect(wrong("bufferize free free tidy on-memrefs")[0]).to.match(/lost at `free`/);
    expect(wrong("bufferize bufferize load").at(-1)).to.match(/after `bufferize`/);
  });

  it("that are structural survive silence", () => {
    expect(wrong("opaque on-tensors bufferize opaque on-memrefs")).to.deep.equal([]);
    expect(wrong("bufferize load").map((each) => each.slice(0, 12))).to.deep.equal(["PWB0502 load"]);
    expect(wrong("load bufferize free load")).to.deep.equal([]);
    expect(wrong("off-tensors")).to.deep.equal(["PWB0502 off-tensors; `tensors` holds at the beginning"]);
  });

  it("are shown with the range in which they hold", () => {
    expect(wrong("bufferize on-tensors")[0]).to.match(/holds from the beginning to `bufferize`$/);
    expect(wrong("on-memrefs bufferize")[0]).to.match(/holds from `bufferize` to the end$/);
    expect(wrong("bufferize on-tensors free load on-tensors")[0]).to.match(
      /holds from the beginning to `bufferize`, (and )?from `load` to the end$/,
    );
    expect(wrong("on-memrefs bufferize free opaque")[0]).to.match(/holds from `bufferize` to `free`$/);
    expect(wrong("free bufferize bufferize").at(-1)).to.match(
      /lost at `bufferize`.*from the beginning to `bufferize`$/,
    );
  });

  it("are missing before a pass that also provides them", () => {
    const builder = new PassManagerBuilder("builtin.module");
    for (const name of ["first", "second"])
      builder.addPass(
        definePass({ name, requires: ["tiled"], provides: ["tiled"], runOnOperation: (_op: object) => {} }),
      );
    expect(
      builder
        .resolve()
        .diagnostics.map((each) => renderDiagnostic(each))
        .join("\n"),
    ).to.equal(`error[PWB0501]: \`first\` requires property \`tiled\`, which does not hold at its position
  --> framework pipeline, step first
   = position of \`first\`: base pipeline (framework pipeline)
   = \`tiled\` does not hold at the beginning, and no earlier step provides it
   = no other step provides \`tiled\`
help: add a pass that provides \`tiled\` before \`first\``);
  });

  it("are lost only by a pass that declares nothing at all", () => {
    const told = (declaration: Omit<PassDeclaration, "name">): boolean => {
      const builder = new PassManagerBuilder("builtin.module", { properties: PROPERTIES });
      for (const each of [
        { name: "before", ...declaration },
        { name: "need", requires: ["canonical"] },
      ])
        builder.addPass(definePass({ ...each, runOnOperation: (_op: object) => {} }));
      const [missing] = builder.resolve().diagnostics;
      expect(missing?.code).to.equal("PWB0501");
      return JSON.stringify(missing).includes("does not declare properties");
    };
    expect(told({})).to.equal(true);
    expect(told({ requires: ["tensors"] })).to.equal(false);
    expect(told({ forbids: ["memrefs"] })).to.equal(false);
    expect(told({ provides: ["memrefs"] })).to.equal(false);
    expect(told({ invalidates: ["memrefs"] })).to.equal(false);
    expect(told({ preserves: ["memrefs"] })).to.equal(false);
  });

  describe("under a guard", () => {
    const guarded = (passes: string, from: string, to: string): string[] =>
      wrong(passes, (builder) => builder.guard("canonical", { from, to, reason: "r" })).map((each) =>
        each.replace(/;.*/, ""),
      );

    it("are preserved by every step between its ends", () => {
      expect(guarded("free keep .p keep bufferize free", "free", "bufferize")).to.deep.equal([]);
      expect(guarded("opaque free load keep tidy bufferize opaque", "free", "bufferize")).to.deep.equal([
        "PWB0504 load",
        "PWB0504 tidy",
      ]);
      // A pass preserves the properties that it requires, unless it invalidates them.
      expect(guarded("tidy need bufferize", "tidy", "bufferize")).to.deep.equal([]);
      expect(guarded("tidy spoil bufferize", "tidy", "bufferize")).to.deep.equal(["PWB0504 spoil"]);
      expect(guarded("tidy waver bufferize", "tidy", "bufferize")).to.deep.equal(["PWB0504 waver"]);
      expect(guarded("free free", "free", "free")).to.deep.equal([]);
      expect(guarded("free keep free opaque free", "free", "free")).to.deep.equal([]);
    });

    it("must be preserved in every range from one end to the other", () => {
      expect(guarded("free keep bufferize opaque free load bufferize opaque", "free", "bufferize")).to.deep.equal([
        "PWB0504 load",
      ]);
      expect(guarded("bufferize opaque free load bufferize", "free", "bufferize")).to.deep.equal(["PWB0504 load"]);
      expect(guarded("free keep bufferize free opaque", "free", "bufferize")).to.deep.equal([]);
    });

    it("need both of its ends, in order", () => {
      expect(guarded("free keep", "free", "bufferize")).to.deep.equal(["PWB0503"]);
      expect(guarded("keep bufferize", "free", "bufferize")).to.deep.equal(["PWB0503"]);
      expect(guarded("bufferize keep free", "free", "bufferize")).to.deep.equal(["PWB0503"]);
    });

    it("are reported with the missing end and the contributor that removed it", () => {
      const told = (from: string, to: string): string | undefined => {
        const builder = new PassManagerBuilder("builtin.module", { properties: PROPERTIES });
        for (const pass of ["free", "keep", "bufferize"]) builder.addPass(pass, { removable: true });
        builder.guard("canonical", { from, to, reason: "r" });
        for (const pass of ["keep", "free"]) builder.forContributor({ kind: "plugin", name: "x" }).remove(pass);
        const [found] = builder.resolve().diagnostics;
        return found && [found.message, ...(found.notes ?? []).map(({ message }) => message)].join("; ");
      };
      expect(told("free", "bufferize")).to.equal(
        'the guard of `canonical` starts at `free`, which is not in the pipeline; guard: `free` to `bufferize`, reason: "r"; ' +
          "`free` is not in the plan: removed by plugin x",
      );
      expect(told("bufferize", "load")).to.equal(
        'the guard of `canonical` ends at `load`, which is not in the pipeline; guard: `bufferize` to `load`, reason: "r"',
      );
      expect(told("bufferize", "bufferize")).to.equal(
        'the guard of `canonical` ends at `bufferize`, which does not run after `bufferize`; guard: `bufferize` to `bufferize`, reason: "r"',
      );
    });

    it("are reported in the order of the guards' owners", () => {
      const byOwners = (...owners: string[]): (string | undefined)[] => {
        const builder = new PassManagerBuilder("builtin.module");
        builder.addPass("tile");
        for (const name of owners) {
          builder.forContributor({ kind: "plugin", name }).guard(name, { from: "a", to: "b", reason: "r" });
        }
        return builder.resolve().diagnostics.map(({ message }) => /x|y|z/.exec(message)?.[0]);
      };
      expect(byOwners("z", "x", "y", "x")).to.deep.equal(byOwners("x", "y", "x", "z"));
    });
  });
});

describe("PropertyChecker", () => {
  interface Op {
    readonly facts: Set<string>;
  }

  /** Returns the reports about a pass that changes `before` to `after`. */
  function lies(declaration: PassDeclaration | undefined, before: string[], after: string[], fails = false): string[] {
    const catalogue = new PassCatalogue<Op>();
    if (declaration !== undefined) catalogue.add({ declaration, owner: { name: "kiln" } });
    const adapter = { nameOf: () => ({ text: "func.func" }) } as never;
    const check = (name: string) => (op: Op) => (op.facts.has(name) ? undefined : `not ${name}`);
    const checks = Object.fromEntries(["memrefs", "tensors", "canonical"].map((name) => [name, check(name)]));
    const checker = new PropertyChecker<Op>(adapter, catalogue, PROPERTIES, checks);
    const run = (facts: string[], name: string, end: () => void): void => {
      const pass = { argument: name, isAdaptor: name === "adaptor" } as never;
      checker.beforePass(pass, { facts: new Set(facts) });
      end();
      if (fails) checker.afterPassFailed();
      else checker.afterPass(pass, { facts: new Set(after) });
    };
    // The pass runs inside an adaptor, which declares nothing and is not checked.
    run(["tensors", "memrefs", "canonical"], "adaptor", () => run(before, declaration?.name ?? "unknown", () => {}));
    return checker.diagnostics.map(({ message }: Diagnostic) => message);
  }

  it("reports properties that a pass declares to provide and that do not hold", () => {
    expect(lies({ name: "p", provides: ["memrefs"] }, [], ["memrefs"])).to.deep.equal([]);
    expect(lies({ name: "p", provides: ["memrefs", "canonical", "tensors"] }, [], [])).to.deep.equal([
      "`p` declares that it provides property `canonical`, but `canonical` does not hold after the pass",
      "`p` declares that it provides property `memrefs`, but `memrefs` does not hold after the pass",
      "`p` declares that it provides property `tensors`, but `tensors` does not hold after the pass",
    ]);
  });

  it("reports properties that a pass preserves but removes, except absent ones", () => {
    expect(lies({ name: "p", preserves: ["canonical"] }, ["canonical"], [])).to.deep.equal([
      "`p` declares that it preserves property `canonical`, but `canonical` does not hold after the pass",
    ]);
    expect(lies({ name: "p", preserves: ["canonical"] }, [], [])).to.deep.equal([]);
  });

  it("reports structural properties that a pass invalidates silently, and not fragile ones", () => {
    expect(lies({ name: "p" }, ["tensors", "canonical"], [])).to.deep.equal([
      "`p` invalidates tensors without declaring it",
    ]);
    expect(lies({ name: "p", invalidates: ["tensors"] }, ["tensors"], [])).to.deep.equal([]);
    expect(lies({ name: "p" }, [], [])).to.deep.equal([]);
  });

  it("reports a required property that a pass invalidates silently", () => {
    expect(lies({ name: "p", requires: ["canonical"] }, ["canonical"], [])).to.deep.equal([
      "`p` invalidates canonical without declaring it",
    ]);
    const spoil = { name: "p", requires: ["canonical"], invalidates: ["canonical"] };
    expect(lies(spoil, ["canonical"], [])).to.deep.equal([]);
  });

  it("discards properties before a failed nested pass, and shows the checked positions", () => {
    const catalogue = new PassCatalogue<Op>();
    for (const name of ["outer", "inner"]) {
      catalogue.add({ declaration: { name, preserves: ["tensors"] }, owner: { name: "kiln" } });
    }
    const adapter = {
      nameOf: () => ({ text: "func.func" }),
      locationOf: () => ({ file: "in.mlir", line: 3, column: 5 }),
    } as never;
    const tensors = ({ facts }: Op): string | undefined => (facts.has("tensors") ? undefined : "it has memrefs");
    const checker = new PropertyChecker<Op>(adapter, catalogue, PROPERTIES, { tensors });
    const pass = (argument: string): never => ({ argument, isAdaptor: false }) as never;
    const [before, after] = [{ facts: new Set(["tensors"]) }, { facts: new Set<string>() }];
    checker.beforePass(pass("outer"), before);
    checker.beforePass(pass("inner"), after);
    checker.afterPassFailed();
    checker.afterPass(pass("outer"), after);
    expect(checker.diagnostics).to.deep.equal([
      {
        code: "PWB0505",
        severity: "error",
        message: "`outer` declares that it preserves property `tensors`, but `tensors` does not hold after the pass",
        step: "outer",
        at: { file: "in.mlir", line: 3, column: 5 },
        notes: [{ message: "problem in 'func.func' after the pass: it has memrefs" }],
        help: ["correct the declaration or the code of `outer`"],
      },
    ]);
  });

  it("refuses checks that throw or return other values than texts", () => {
    const catalogue = new PassCatalogue<Op>();
    catalogue.add({ declaration: { name: "p", provides: ["memrefs"] }, owner: { name: "kiln" } });
    for (const returned of [
      true,
      false,
      { text: "it has tensors" },
      Promise.reject(new Error("lost")),
      null,
      new Error("no"),
    ]) {
      const check = (): never => {
        if (returned instanceof Error) throw returned;
        return returned as never;
      };
      const checker = new PropertyChecker<Op>({} as never, catalogue, PROPERTIES, { memrefs: check }, "kiln");
      let text = "";
      try {
        checker.beforePass({ argument: "p" } as never, { facts: new Set() });
      } catch (thrown) {
        text = renderDiagnostic((thrown as UsageError).diagnostic);
      }
      const problem =
        returned instanceof Error
          ? "threw an exception: Error: no"
          : `returned ${returned instanceof Promise ? "a promise" : returned === null || typeof returned === "boolean" ? returned : "{ text }"}`;
      expect(text).to.equal(`error[PWB0506]: the check of property \`memrefs\` ${problem}
  --> framework kiln
help: return \`undefined\` from \`checks.memrefs\` if the property holds, and otherwise a string that describes the problem`);
    }
  });

  it("reports no position if the IR has none", () => {
    const catalogue = new PassCatalogue<Op>();
    catalogue.add({ declaration: { name: "p", provides: ["memrefs"] }, owner: { name: "kiln" } });
    for (const locationOf of [undefined, () => undefined]) {
      const adapter = { nameOf: () => ({ text: "func.func" }), locationOf } as never;
      const checker = new PropertyChecker<Op>(adapter, catalogue, PROPERTIES, { memrefs: () => "it has tensors" });
      const [pass, op] = [{ argument: "p", isAdaptor: false } as never, { facts: new Set<string>() }];
      checker.beforePass(pass, op);
      checker.afterPass(pass, op);
      expect(checker.diagnostics).to.deep.equal([
        {
          code: "PWB0505",
          severity: "error",
          message: "`p` declares that it provides property `memrefs`, but `memrefs` does not hold after the pass",
          step: "p",
          notes: [{ message: "problem in 'func.func' after the pass: it has tensors" }],
          help: ["correct the declaration or the code of `p`"],
        },
      ]);
    }
  });

  it("ignores passes that failed or that it does not know", () => {
    expect(lies({ name: "p", provides: ["memrefs"] }, [], [], true)).to.deep.equal([]);
    expect(lies(undefined, ["tensors"], [])).to.deep.equal([]);
    expect(lies({ name: "adaptor", provides: ["memrefs"] }, [], [])).to.deep.equal([]);
  });
});
