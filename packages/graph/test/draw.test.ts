import { expect } from "chai";
import { drawDot, drawMermaid, drawText, PipelineGraph } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import { checkGolden } from "@passwright/development";
import { graphOf } from "./support/rfc-text.ts";
import { makeDesks, toyPass } from "./support/toy.ts";
import type { Desk } from "./support/toy.ts";

/** Plans numba-mlir's graph with a choice, a subgraph, and every kind of jump. */
function makePlan(target: string): GraphPlan {
  const graph = graphOf(
    `frontend: [], [], [stop, fail]
     cfg-to-scf: [frontend], [optimization], []
     python-to-std: [cfg-to-scf], [optimization], []
     numpy-to-linalg: [python-to-std], [bufferization, optimization], [cfg-to-scf 8]
     lower-to-gpu: [optimization], [lower-to-llvm], []
     lower-to-llvm: [optimization], [], []`,
    { choice: { target } },
  );
  graph.registerPipeline(
    "bufferization",
    { successors: ["optimization"] },
    {
      graph(sub) {
        sub.registerPipeline("bufferize", {}, (manager) => void manager.addPass(toyPass("one-shot-bufferize")));
        sub.registerPipeline(
          "tidy",
          {
            predecessors: ["bufferize"],
            jumpTargets: [{ to: "tidy", max: 10, onLimit: "continue", onNoProgress: "converged" }],
          },
          (manager) => void manager.addPass(toyPass("canonicalize")),
        );
      },
    },
  );
  graph.registerPipeline("optimization");
  graph.registerPipeline("stay-on-cpu", { predecessors: ["optimization"], successors: ["lower-to-llvm"] });
  graph.registerChoice("codegen", {
    branches: [
      { when: { target: "gpu" }, pipeline: "lower-to-gpu" },
      { when: { target: "any" }, test: () => true, pipeline: "lower-to-gpu" },
    ],
    else: "stay-on-cpu",
  });
  return planOf(graph);
}

function planOf(graph: PipelineGraph<Desk>): GraphPlan {
  const { planned, diagnostics } = graph.plan();
  if (planned === undefined) throw new Error(JSON.stringify(diagnostics));
  return planned.plan;
}

describe("drawings", () => {
  it("show a graph as text, with the decisions", () => {
    checkGolden(
      `${["cpu", "gpu", "any"].map((target) => drawText(makePlan(target))).join("\n\n")}\n`,
      "graph.txt",
      import.meta.url,
    );
  });

  it("show the order as Mermaid, without implied edges", () => {
    checkGolden(`${drawMermaid(makePlan("cpu"))}\n`, "graph.mmd", import.meta.url);
  });

  it("show it as DOT", () => {
    checkGolden(`${drawDot(makePlan("cpu"))}\n`, "graph.dot", import.meta.url);
  });

  it("survive names of all kinds", () => {
    const graph = new PipelineGraph<Desk>(makeDesks());
    graph.registerPipeline(
      'a "b" \\ <c> & #d; `e`',
      { jumpTargets: ["end"] },
      (manager) => void manager.addPass(toyPass("x")),
    );
    graph.registerPipeline("end", { predecessors: ['a "b" \\ <c> & #d; `e`'] });
    const plan = planOf(graph);
    expect([drawMermaid(plan), drawDot(plan)].join("\n")).to.equal(`flowchart TD
  p1["a #34;b#34; #92; #60;c#62; #38; #35;d; #96;e#96;"]
  p2(["end"])
  p1 --> p2
  p1 -.-> p2
digraph pipelines {
  compound=true;
  node [shape=box, fontname="Helvetica"];
  edge [fontname="Helvetica"];
  p1 [label="a \\"b\\" \\\\ <c> & #d; \`e\`"];
  p2 [label="end", style=rounded];
  p1 -> p2;
  p1 -> p2 [style=dashed, constraint=false];
}`);
  });

  it("accept an empty graph", () => {
    const plan = planOf(new PipelineGraph<Desk>(makeDesks()));
    expect([drawText(plan), drawMermaid(plan)]).to.deep.equal(["", "flowchart TD"]);
  });
});
