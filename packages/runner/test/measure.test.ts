import { expect } from "chai";
import { assemble, defineFramework, defineGroup, definePass } from "@passwright/sdk";
import { measureWith, tryOrders } from "@passwright/runner";
import { planted } from "./planted-orders.ts";
import type { PlantedNode } from "./planted-orders.ts";

const input = { file: "input", content: '{"name":"root","values":{},"children":[]}' };

/** Bodies of steps. `grow` and `fill` set `a` if it is unset, so the earlier step determines the length of the text. */
const BODIES: { readonly [name: string]: (node: PlantedNode) => void } = {
  grow: ({ values }) => void (values["a"] ??= "long".repeat(10)),
  other: ({ values }) => void (values["b"] = "other"),
  fill: ({ values }) => void (values["a"] ??= "x"),
};

describe("measures of moves", () => {
  for (const isGroup of [false, true]) {
    it(`name the moves that make outputs smaller, in a ${isGroup ? "group" : "sequence"}`, async () => {
      const group = defineGroup<PlantedNode, (node: PlantedNode) => void>({
        name: "together",
        splits: "refuse",
        run(members, root) {
          for (const { member } of members) member(root);
        },
      });
      const passes = Object.entries(BODIES).map(([name, body]) =>
        isGroup
          ? definePass({ name, group, member: body } as never)
          : definePass({ name, anchor: "root", runOnOperation: (node: PlantedNode) => body(node) }),
      );
      const framework = defineFramework({
        name: "measured",
        ir: planted,
        groups: isGroup ? [group as never] : [],
        pipeline(builder) {
          for (const pass of passes) builder.addPass(pass as never);
        },
      });
      const measured = measureWith("bytes", { cwd: "." });
      if (!measured.ok) throw new Error(measured.diagnostic.message);
      const { moves } = await tryOrders(assemble(framework) as never, [input], {
        framework: true,
        measure: measured.measure,
      });
      const sizes = { better: 1, worse: 0, total: 99, change: -39 };
      expect(moves).to.deep.equal([
        { step: "grow", position: { after: "fill" }, ...sizes },
        { step: "fill", position: { before: "grow" }, ...sizes },
      ]);
    });
  }

  it("ignore the name of the measured file, which some commands print after the number", () => {
    const measured = measureWith("wc -c {}", { cwd: "." });
    expect(measured.ok && measured.measure("12345")).to.equal(5);
  });
});
