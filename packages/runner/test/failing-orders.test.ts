import { expect } from "chai";
import { assemble, defineFramework, defineGroup, definePass } from "@passwright/sdk";
import { tryOrders } from "@passwright/runner";
import type { OrderReport } from "@passwright/runner";
import { planted } from "./planted-orders.ts";
import type { PlantedNode } from "./planted-orders.ts";

type Bodies = { readonly [pass: string]: (values: PlantedNode["values"]) => void };

const group = defineGroup<PlantedNode, (node: PlantedNode) => void>({
  name: "together",
  splits: "refuse",
  run(members, root) {
    for (const { member } of members) member(root);
  },
});

/** Tries the orders of these functions, as separate steps or as members of a group. */
function tryBodies(bodies: Bodies, isGroup: boolean): Promise<OrderReport> {
  const passes = Object.entries(bodies).map(([name, change]) => {
    const body = ({ values }: PlantedNode): void => change(values);
    return isGroup
      ? definePass({ name, group, member: body } as never)
      : definePass({ name, anchor: "root", runOnOperation: body });
  });
  const framework = defineFramework({
    name: "steps",
    ir: planted,
    groups: isGroup ? [group as never] : [],
    pipeline(builder) {
      for (const pass of passes) builder.addPass(pass as never);
    },
  });
  const input = { file: "input", content: '{"name":"root","values":{},"children":[]}' };
  return tryOrders(assemble(framework) as never, [input], { framework: true, measure: (output) => output.length });
}

/** Fails unless an earlier step has set `key`. */
const needs =
  (key: string) =>
  (values: PlantedNode["values"]): void => {
    if (values[key] === undefined) throw new Error(`${key} is missing`);
    values["seen"] = key;
  };

const append =
  (letter: string) =>
  (values: PlantedNode["values"]): void =>
    void (values["a"] = `${values["a"] ?? ""}${letter}`);

const resultsOf = ({ pairs }: OrderReport): string[] =>
  pairs.map(({ first, second, result }) => `${first} ${second}: ${result}`);

describe("order experiments with failing orders", () => {
  for (const isGroup of [false, true]) {
    const shape = isGroup ? "group" : "sequence";

    it(`compare steps in orders that succeed, in a ${shape}`, async () => {
      const report = await tryBodies({ first: append("1"), check: needs("a"), second: append("2") }, isGroup);
      expect(resultsOf(report)).to.deep.equal([
        "first check: fails in one order",
        "first second: conflict",
        "check second: commute",
      ]);
    });

    it(`do not report a result of steps whose orders all fail, in a ${shape}`, async () => {
      const bodies = {
        first: append("1"),
        check: needs("a"),
        last: needs("seen"),
      };
      expect(resultsOf(await tryBodies(bodies, isGroup)).sort()).to.deep.equal([
        "check last: fails in one order",
        "first check: fails in one order",
        "first last: not tried",
      ]);
    });

    it(`do not recommend a move with which an input fails, in a ${shape}`, async () => {
      const bodies = {
        grow: (values: PlantedNode["values"]) => void (values["a"] ??= "long".repeat(10)),
        check: needs("a"),
        fill: (values: PlantedNode["values"]) => void (values["a"] ??= "x"),
      };
      const [failing, shorter] = [{ ...bodies }, { ...bodies, check: () => {} }];
      const moved = async (given: Bodies) => (await tryBodies(given, isGroup)).moves?.map(({ step }) => step);
      expect([await moved(failing), await moved(shorter)]).to.deep.equal([["fill"], ["grow", "fill"]]);
    });
  }
});
