import { definePass } from "@passwright/core";
import type { IrAdapter } from "@passwright/core";
import { drawText, PipelineGraph, printTrace } from "@passwright/graph";

// A minimal IR: a number in an object.
interface Pile {
  stones: number;
}
const name = { text: "pile", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const piles: IrAdapter<Pile> = {
  name: "piles",
  intern: () => name,
  nameOf: () => name,
  parentOf: () => undefined,
  collectNested: () => undefined,
  fingerprint: ({ stones }) => BigInt(stones),
};

// A pass requests a jump back while there is more to do.
const halve = definePass({
  name: "halve",
  runOnOperation(pile: Pile, pass) {
    pile.stones = Math.floor(pile.stones / 2);
    if (pile.stones > 1) pass.requestJump("prepare", `${pile.stones} stones left`);
  },
});
const count = definePass({ name: "count", runOnOperation: (_pile: Pile) => undefined });

// Pipelines declare their predecessors and successors, in any order.
const graph = new PipelineGraph<Pile>(piles, { anchor: "pile", choice: { target: "gpu" } });
graph.registerPipeline("divide", { predecessors: ["prepare"], jumpTargets: [{ to: "prepare", max: 8 }] }, (manager) => {
  manager.addPass(halve);
});
graph.registerPipeline("prepare", {}, (manager) => void manager.addPass(count));
graph.registerPipeline("on-gpu", { predecessors: ["divide"] });
graph.registerPipeline("on-cpu", { predecessors: ["divide"] });
graph.registerChoice("codegen", { branches: [{ when: { target: "gpu" }, pipeline: "on-gpu" }], else: "on-cpu" });

const { planned, diagnostics } = graph.plan();
if (planned === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
const { schedule } = planned.createPipelineSchedule();
const trace = schedule?.run({ stones: 5 }).trace ?? [];

export const output = `${drawText(planned.plan)}\n\n${printTrace(trace)}`;
