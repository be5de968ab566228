import { PassManager, renderDiagnostic } from "@passwright/core";
import { defineIr, definePass } from "@passwright/sdk";
import type { IrInput } from "@passwright/sdk";
import { expect } from "chai";

interface Dish {
  readonly kind: string;
  items: Dish[];
}

type Checks = Pick<IrInput<Dish, "items", Dish>, "operations" | "verify">;

const irWith = (checks: Checks) =>
  defineIr<Dish, "items", Dish>({
    name: "dishes",
    root: "menu",
    parse: (text) => JSON.parse(text) as Dish,
    print: (root) => JSON.stringify(root),
    nameOf: ({ kind }) => kind,
    childrenOf: "items",
    ...checks,
  });

const dish = (): Dish => ({ kind: "dish", items: [] });
const menu = (): Dish => ({ kind: "menu", items: [dish(), dish()] });

const CHECKS: readonly Checks[] = [{ operations: ["menu", "dish"] }, { verify: () => true }];

/** Changes that make a tree invalid. Each change can run on any operation. */
const DAMAGES: { readonly [name: string]: (op: Dish) => void } = {
  null: (op) => void op.items.push(null as never),
  undefined: (op) => void op.items.push(undefined as never),
  text: (op) => void op.items.push("dish" as never),
  "no name": (op) => void op.items.push({} as never),
  "no list": (op) => void (op.items = 5 as never),
  cycle: (op) => void op.items.push(op),
  "same child twice": (op) => {
    const child = dish();
    op.items.push(child, child);
  },
};

const pass = (name: string, run: (op: Dish) => void = () => {}) => definePass({ name, runOnOperation: run });

describe("a pass that makes a tree of plain objects invalid", () => {
  for (const [name, damage] of Object.entries(DAMAGES)) {
    it(`is named by the error if the IR has a verifier: ${name}`, () => {
      for (const checks of CHECKS)
        for (const anchor of ["menu", "dish"]) {
          const manager = new PassManager<Dish>(irWith(checks), { anchor: "menu" });
          const inner = anchor === "menu" ? manager : manager.nestEverywhere(anchor);
          inner.addPass(pass("first")).addPass(pass("spoil", damage)).addPass(pass("late"));
          const { succeeded, diagnostics } = manager.run(menu());
          expect([succeeded, ...new Set(diagnostics.map(({ step }) => step))]).to.deep.equal([false, "spoil"]);
        }
    });
  }

  it("is named with the complete text of the error", () => {
    const shown = (damage: string, checks: Checks): string => {
      const manager = new PassManager<Dish>(irWith(checks), { anchor: "menu" });
      manager.addPass(pass("spoil", DAMAGES[damage])).nestEverywhere("dish").addPass(pass("late"));
      return manager.run(menu()).diagnostics.map(renderDiagnostic).join("\n");
    };
    const invalid = `error[PWC0409]: the IR is not valid after pass \`spoil\` on 'menu'
  --> step spoil
help: report this to the author of \`spoil\`, or disable the check with \`--verify-each=false\``;
    expect(shown("null", { verify: () => true })).to
      .equal(`error[PWS0105]: \`childrenOf\` of IR \`dishes\` returned a list that contains null for operation 'menu'
  --> step spoil
help: correct the pass that changed the tree, or \`childrenOf\`
${invalid}`);
    expect(shown("null", {})).to
      .equal(`error[PWS0105]: \`childrenOf\` of IR \`dishes\` returned a list that contains null for operation 'menu'
  --> step spoil
help: correct the pass that changed the tree, or \`childrenOf\`
help: to find the pass, set \`operations\` or \`verify\` in \`defineIr\``);
    expect(shown("cycle", { verify: () => true })).to
      .equal(`error[PWS0104]: 'menu' contains itself: the operations do not form a tree
  --> step spoil
help: correct the input, or the pass that ran before the verifier
${invalid}`);
    expect(
      shown("no name", { verify: () => true })
        .split("\n")
        .slice(0, 3)
        .join("\n"),
    ).to.equal(`error[PWS0106]: \`nameOf\` of IR \`dishes\` returned undefined instead of a string
  --> step spoil
help: return a string from \`nameOf\` for every operation, and pass only operations of this IR`);
  });

  it("can be a child of two operations, which is not a tree", () => {
    const manager = new PassManager<Dish>(irWith({ verify: () => true }), { anchor: "menu" });
    manager.addPass(pass("share", ({ items: [first, second] }) => void second?.items.push(first as Dish)));
    const [problem] = manager.run(menu()).diagnostics;
    expect(problem && renderDiagnostic(problem)).to
      .equal(`error[PWS0104]: 'dish' occurs twice: the operations do not form a tree
  --> step share
help: correct the input, or the pass that ran before the verifier`);
  });
});
