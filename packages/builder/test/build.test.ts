import {
  definePass,
  diagnosticOf,
  OpPassManager,
  PassManager,
  printPipeline,
  renderDiagnostic,
} from "@passwright/core";
import type { Diagnostic, IrAdapter, OperationName, Pass } from "@passwright/core";
import { PassManagerBuilder } from "@passwright/builder";
import { expect } from "chai";

const named = (name: string, body: () => void = () => undefined) =>
  definePass({ name, anchor: "tea", statistics: { runs: "how often it ran" }, runOnOperation: body });
const [boil, mint, pour] = [named("boil"), named("mint"), named("pour")];

interface Cup {
  readonly kind: string;
  readonly inside: readonly Cup[];
}
const names = new Map<string, OperationName>();
const intern = (name: string): OperationName => {
  const known = names.get(name) ?? { name, isRegistered: true, isIsolatedFromAbove: true };
  names.set(name, known as OperationName);
  return known as OperationName;
};
const tree: IrAdapter<Cup> = {
  name: "cups",
  intern,
  nameOf: ({ kind }) => intern(kind),
  collectNested: ({ inside }, out) => void out.push(...inside),
};

function passesOf(manager: OpPassManager<object>): Pass<object>[] {
  return manager.elements.flatMap((one) => (one.kind === "pass" ? [one.pass] : passesOf(one.manager)));
}

describe("PassManagerBuilder.build", () => {
  it("extends the manager that it was opened with, whose passes stay the same objects", () => {
    const manager = new OpPassManager("menu");
    manager.nest("tea").addPass(boil).addPass(pour);
    const before = passesOf(manager);
    const builder = new PassManagerBuilder(manager);
    builder.forContributor({ kind: "plugin", name: "herbs" }).addBefore("pour", mint);
    const built = builder.build();
    expect(built.manager).to.equal(manager);
    expect(printPipeline(manager)).to.equal("menu(tea(boil,mint,pour))");
    const [first, , last] = passesOf(manager);
    expect([first, last]).to.deep.equal(before);
    expect(first === before[0] && last === before[1]).to.equal(true);
  });

  it("can be repeated with the result as the pipeline of the next builder", () => {
    const manager = new OpPassManager("tea").addPass(boil);
    for (const name of ["mint", "lemon"]) {
      const builder = new PassManagerBuilder(manager);
      builder.addPass(named(name));
      expect(builder.build().manager).to.equal(manager);
    }
    expect(printPipeline(manager)).to.equal("tea(boil,mint,lemon)");
  });

  it("refuses a manager whose passes changed after the builder read them", () => {
    const manager = new OpPassManager("tea");
    const [one, other] = [new PassManagerBuilder(manager), new PassManagerBuilder(manager)];
    one.addPass(boil);
    other.addPass(pour);
    one.build();
    one.build();
    let text = "";
    try {
      other.build();
    } catch (error) {
      text = renderDiagnostic(diagnosticOf(error) as Diagnostic);
    }
    expect(`${printPipeline(manager)}\n${text}`).to.equal(`tea(boil)
error[PWB0302]: the passes of the pass manager changed after the builder read them, and \`build\` would drop this change
  --> framework pipeline
help: add passes with the builder, or create the builder after all other changes of the pass manager`);
  });

  it("keeps managers off threads that were off them", () => {
    const manager = new OpPassManager("menu");
    manager.nest("tea").addPass(boil);
    manager.nest("cake").addPass(definePass({ name: "bake", runOnOperation: () => undefined }));
    const [tea] = manager.elements;
    if (tea?.kind === "nested") tea.manager.threading = false;
    const builder = new PassManagerBuilder(manager);
    builder.forContributor({ kind: "plugin", name: "herbs" }).addAfter("boil", mint);
    builder.build();
    const threading = manager.elements.map((one) => one.kind === "nested" && one.manager.threading);
    expect(threading).to.deep.equal([false, true]);
  });

  it("creates a manager if it was opened with a name", () => {
    const builder = new PassManagerBuilder("menu");
    builder.nest("tea").addPass(boil, {});
    const { manager, plan } = builder.build();
    expect(manager && printPipeline(manager)).to.equal("menu(tea(boil))");
    expect(plan?.steps.map(({ pass }) => pass)).to.deep.equal(["boil"]);
  });

  it("does not change the manager if there is an error", () => {
    const manager = new OpPassManager("tea").addPass(boil).addPass(pour);
    const builder = new PassManagerBuilder(manager);
    const herbs = builder.forContributor({ kind: "plugin", name: "herbs" });
    herbs.rule("pour").strong.before("boil", { reason: "cold tea" });
    herbs.rule("boil").strong.before("pour", { reason: "hot tea" });
    const { manager: none, diagnostics } = builder.build();
    expect(none).to.equal(undefined);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0201"]);
    expect(printPipeline(manager)).to.equal("tea(boil,pour)");
  });

  it("gives a manager that runs", () => {
    const ran: string[] = [];
    const manager = new PassManager<Cup>(tree, { anchor: "tea" });
    manager.addPass(named("boil", () => void ran.push("boil")) as never);
    const builder = new PassManagerBuilder<Cup>(manager);
    builder.addPass(named("pour", () => void ran.push("pour")) as never);
    expect(builder.build().manager).to.equal(manager);
    expect(manager.run({ kind: "tea", inside: [] }).succeeded).to.equal(true);
    expect(ran).to.deep.equal(["boil", "pour"]);
  });
});
