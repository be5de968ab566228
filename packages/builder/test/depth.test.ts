import { PassCatalogue, PassManagerBuilder, printPlan, toPassManager } from "@passwright/builder";
import type { BuilderOptions } from "@passwright/builder";
import { definePass, OpPassManager, printPipeline } from "@passwright/core";
import { expect } from "chai";

const pass = (name: string, anchor?: string) =>
  definePass({ name, ...(anchor !== undefined && { anchor }), runOnOperation: (_op: object) => {} });

const plugin = { kind: "plugin", name: "plugin" } as const;

/** Returns the planned pipeline as text. */
function plan(
  options: BuilderOptions<object>,
  build: (b: PassManagerBuilder) => void,
  extend: (b: PassManagerBuilder) => void = () => {},
): string {
  const catalogue = new PassCatalogue<object>();
  const builder = new PassManagerBuilder<object>("svg", { ...options, catalogue });
  build(builder);
  extend(builder.forContributor(plugin));
  const { plan: made, diagnostics } = builder.resolve();
  if (made === undefined) return diagnostics.map(({ message }) => message).join("\n");
  const manager = new OpPassManager<object>("svg");
  expect(toPassManager(made, catalogue, manager)).to.deep.equal([]);
  expect(printPipeline(manager)).to.equal(printPlan(made));
  return printPlan(made);
}

const everywhere = { nesting: "everywhere" } as const;

describe("managers that reach every depth, in the builder", () => {
  it("are opened by `nestEverywhere`, and contain passes that are inserted next to theirs", () => {
    const text = plan(
      {},
      (b) => void b.nestEverywhere("path").addPass(pass("a")),
      (b) => void b.addAfter("a", pass("b", "path")),
    );
    expect(text).to.equal("svg(**path(a,b))");
  });

  it("are opened for an insertion whose anchor has `**`", () => {
    const text = plan(
      {},
      (b) => void b.addPass(pass("a")).ok,
      (b) => {
        b.addAfter("a", pass("b", "path"), { anchor: "**path" });
        b.addAfter("a", pass("c"), { anchor: "**g" });
      },
    );
    expect(text).to.equal("svg(a,**path(b),**g(c))");
  });

  it("are opened for every nested pass if the IR nests everywhere", () => {
    const text = plan(
      everywhere,
      (b) => {
        b.addPass(pass("a"));
        b.addPass(pass("convert", "path"));
        b.nest("defs").addPass(pass("clean"));
      },
      (b) => void b.addAfter("a", pass("b", "rect")),
    );
    expect(text).to.equal("svg(a,**rect(b),**path(convert),defs(clean))");
  });

  it("do not contain each other unless the framework nests them", () => {
    const beside = plan(
      everywhere,
      (b) => void b.addPass(pass("a", "g")),
      (b) => void b.addAfter("a", pass("b", "path")),
    );
    const inside = plan(
      everywhere,
      (b) => void b.nestEverywhere("g").nestEverywhere("path").addPass(pass("a")),
      (b) => void b.addAfter("a", pass("b", "path")),
    );
    expect([beside, inside]).to.deep.equal(["svg(**g(a),**path(b))", "svg(**g(**path(a,b)))"]);
  });

  it("mean the operation of the manager itself where the anchor is that one", () => {
    const text = plan(
      everywhere,
      (b) => void b.addPass(pass("a", "path")),
      (b) => void b.addAfter("a", pass("b", "svg")),
    );
    expect(text).to.equal("svg(**path(a),b)");
  });

  it("are read from text, and printed", () => {
    const builder = new PassManagerBuilder<object>("svg(a,**path(b,**g(c)))");
    const { plan: made } = builder.resolve();
    expect(made && printPlan(made)).to.equal("svg(a,**path(b,**g(c)))");
  });

  it("are for the framework to open", () => {
    const text = plan(
      {},
      (b) => void b.addPass(pass("a")).ok,
      (b) => {
        expect(() => b.nestEverywhere("path")).to.throw("nestEverywhere");
      },
    );
    expect(text).to.equal("svg(a)");
  });
});
