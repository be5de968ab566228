import { renderDiagnostic } from "@passwright/core";
import { assemble, defineFramework, defineIr, definePass } from "@passwright/sdk";
import type { Ir, IrInput } from "@passwright/sdk";
import { expect } from "chai";

interface Dish {
  readonly kind: string;
  items: Dish[];
}

type Checks = Pick<IrInput<Dish, "items", Dish>, "operations" | "verify">;

const CHECKS: readonly Checks[] = [{}, { operations: ["menu", "dish"] }, { verify: () => true }];

const dishes = (checks: object) =>
  defineIr<Dish, "items", Dish>({
    name: "dishes",
    root: "menu",
    parse: (text) => JSON.parse(text) as Dish,
    print: (root) => JSON.stringify(root),
    nameOf: ({ kind }) => kind,
    childrenOf: "items",
    ...checks,
  });

const menu = (): Dish => ({ kind: "menu", items: [{ kind: "dish", items: [] }] });

const first = definePass({ name: "first", anchor: "dish", runOnOperation: () => {} });

describe("an input that is invalid before the first pass", () => {
  const framework = (checks: Checks) =>
    defineFramework({
      name: "kitchen",
      ir: dishes(checks),
      passes: [definePass({ name: "first", runOnOperation: () => {} })],
      pipeline: (builder) => void builder.addPass("first"),
    });
  const refused = async (checks: Checks, root: Dish, verifyEach = true): Promise<string> => {
    const assembly = assemble(framework(checks));
    const shown = [assembly.run(root, { verifyEach }), await assembly.runAsync(root, { verifyEach })].map(
      ({ ok, diagnostics, failures }) => [ok, failures.length, ...diagnostics.map(renderDiagnostic)].join("\n"),
    );
    expect(shown[1]).to.equal(shown[0]);
    return shown[0] as string;
  };

  it("is refused, and no pass is named", async () => {
    const verify: Checks["verify"] = (op, report) => {
      if (op.items.length > 0) return true;
      report("a menu needs dishes");
      return false;
    };
    const bare = { kind: "menu", items: [] };
    expect(await refused({ verify }, bare)).to.equal(`false
0
error[PWS0104]: a menu needs dishes
help: correct the input, or the pass that ran before the verifier`);
    expect(await refused({ verify: () => false }, bare)).to.equal(`false
0
error[PWL0607]: \`verify\` of IR \`dishes\` refuses the input, but does not report a problem
help: correct the input, or report the problem in \`verify\``);
    expect(await refused({ operations: ["menu"] }, { kind: "menu", items: [null as never] })).to.equal(`false
0
error[PWS0105]: \`childrenOf\` of IR \`dishes\` returned a list that contains null for operation 'menu'
help: correct the pass that changed the tree, or \`childrenOf\``);
    const throws = () => {
      throw new Error("no stove");
    };
    expect(await refused({ verify: throws }, bare)).to.equal(`false
0
error[PWS0103]: \`verify\` of IR \`dishes\` threw an exception: Error: no stove
  --> ir dishes
help: correct \`verify\`, or report the problem to the author of the IR, with the stack from \`--debug\``);
    expect(await refused({ verify }, bare, false)).to.equal("true\n0");
  });

  it("does not hide exceptions in the functions of the IR", async () => {
    const throws = () => {
      throw new Error("no stove");
    };
    const assemblyOf = (ir: Ir<Dish>) =>
      assemble(defineFramework({ name: "kitchen", ir, pipeline: (builder) => builder.addPass(first) }));
    const bare = assemblyOf({ ...dishes({}), verify: throws });
    expect(() => bare.run(menu())).to.throw("no stove");
    expect(await bare.runAsync(menu()).catch(String)).to.equal("Error: no stove");
    for (const checks of CHECKS)
      for (const key of ["nameOf", "childrenOf"]) {
        const assembly = assemblyOf(dishes({ ...checks, [key]: throws }));
        for (const { diagnostics } of [assembly.run(menu()), await assembly.runAsync(menu())])
          expect(diagnostics.map(({ message }) => message)).to.deep.equal([
            `\`${key}\` of IR \`dishes\` threw an exception: Error: no stove`,
          ]);
      }
  });

  it("is refused with its file after `parse`", () => {
    const assembly = assemble(framework({ operations: ["menu"] }));
    const parsed = assembly.parse(JSON.stringify(menu()), { file: "day.json" });
    if (!parsed.ok) throw new Error("the text is valid");
    expect(assembly.run(parsed.root).diagnostics.map(renderDiagnostic).join("\n")).to
      .equal(`error[PWS0104]: \`operations\` does not list \`dish\`
  --> day.json
help: correct the input, or the pass that ran before the verifier`);
  });
});
