import { expect } from "chai";
import { describeGraphDifference, graphLockOf, PipelineGraph } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import { Random, samples } from "@passwright/development";
import { randomLines } from "./model/generate.ts";
import { graphOf } from "./support/rfc-text.ts";
import type { GraphOptions, RfcLine } from "./support/rfc-text.ts";
import { showDiagnostics } from "./support/show.ts";
import { makeDesks, toyPass } from "./support/toy.ts";
import type { Desk } from "./support/toy.ts";

function planOf(graph: PipelineGraph<Desk>): GraphPlan {
  const { planned, diagnostics } = graph.plan();
  if (planned === undefined) throw new Error(showDiagnostics(diagnostics));
  return planned.plan;
}

const plan = (text: string, options: GraphOptions = {}): GraphPlan => planOf(graphOf(text, options));
const between = (before: GraphPlan, after: GraphPlan): string => describeGraphDifference(before, after).join("\n");

const base = "a: [], [b], []\nb: [], [], [a 3]\nc: [b], [], []";

describe("the difference of two graphs", () => {
  it("is nothing between a graph and itself", () => {
    expect(between(plan(base), plan(base))).to.equal("");
  });

  it("describes pipelines, order, edges, and jumps", () => {
    expect(between(plan(base), plan("a: [], [b], []\nb: [], [], [a 4, stop]\nd: [b], [], []"))).to.equal(
      [
        "pipeline `c` was removed",
        "pipeline `d` is new, after `b` (framework acme)",
        "`b` could jump back to a, at most 3 times; now it may jump back to a, at most 4 times",
        "`b` now may stop the graph",
      ].join("\n"),
    );
    expect(between(plan("a: [], [], []\nb: [], [], []"), plan("a: [b], [], []\nb: [], [], []"))).to.equal(
      "pipeline `b` now runs before `a`\n`a` now waits for `b`",
    );
    expect(between(plan("a: [], [], [stop, fail]"), plan("a: [], [], []"))).to.equal(
      "`a` may no longer stop the graph\n`a` may no longer fail",
    );
    expect(between(plan("a: [], [], []"), plan(""))).to.equal("pipeline `a` was removed");
    expect(between(plan(""), plan("a: [], [], []"))).to.match(/^pipeline `a` is new, alone \(/);
  });

  it("describes the effect of a jump at its limit and at a fixed point", () => {
    const jumping = (jump: object): GraphPlan => {
      const graph = graphOf("");
      graph.registerPipeline("a", { jumpTargets: [{ to: "a", ...jump }] }, (manager) => manager.addPass(toyPass("x")));
      return planOf(graph);
    };
    expect(between(jumping({ onLimit: "warn" }), jumping({ onLimit: "continue" }))).to.equal(
      "the jump of `a` to a: onLimit was warn and is now continue",
    );
    expect(between(jumping({}), jumping({ onNoProgress: "converged" }))).to.equal(
      "`a` could jump back to a, at most 100 times; now it may jump back to a, until nothing changes, at most 100 times",
    );
  });

  it("describes steps with their pipelines, and subgraphs", () => {
    const sub = (name: string, edges: object = {}): Required<GraphOptions>["populate"] => ({
      a: { graph: (graph) => void graph.registerPipeline("in", edges, (manager) => manager.addPass(toyPass(name))) },
    });
    expect(
      between(plan("a: [], [], []", { populate: sub("x") }), plan("a: [], [], []", { populate: sub("y") })),
    ).to.match(
      /^in `a\/in`: `x` was removed\nin `a\/in`: `y` is new, alone: the function of pipeline `in` \(framework acme/,
    );
    expect(between(plan("a: [], [], []"), plan("a: [], [], []", { populate: sub("x") }))).to.equal(
      "`a` was a pipeline of passes and is now a subgraph",
    );
    const nested = (isNested: boolean): GraphPlan =>
      plan("a: [], [], []", {
        populate: {
          a: (manager) => {
            manager.addPass(toyPass("x"));
            const inner = isNested ? manager.nest("desk") : manager;
            inner.addPass(toyPass("y"));
          },
        },
      });
    expect(between(nested(false), nested(true))).to.equal("in `a`: `y` now runs in desk");
  });

  it("describes settings of all pipelines once", () => {
    const on = (target: string, version: string): GraphPlan =>
      plan(base, { choice: { target }, framework: { name: "acme", version } });
    expect(between(on("gpu", "1.0.0"), on("cpu", "2.0.0"))).to.equal(
      "framework acme 1.0.0 is now acme 2.0.0\nchoice target gpu is now target cpu",
    );
  });

  it("describes choices", () => {
    const choosing = (target: string, other?: string): GraphPlan => {
      const graph = graphOf("a: [], [], []\nb: [], [], []", { choice: { target: "gpu" } });
      graph.registerChoice(other ?? "codegen", { branches: [{ when: { target }, pipeline: "a" }], else: "b" });
      return planOf(graph);
    };
    expect(between(choosing("gpu"), choosing("cpu"))).to.equal(
      "choice `codegen` was `a` for target gpu; taken, `b` for anything else; not taken; " +
        "it is now `a` for target cpu; not taken, `b` for anything else; taken",
    );
    expect(between(choosing("gpu"), choosing("gpu", "other"))).to.match(
      /^choice `codegen` was removed\nchoice `other` is new: `a` for target gpu; taken, .* \(framework acme/,
    );
  });

  it("is empty exactly if only origins differ, for random graphs", () => {
    // Leaves out `origin` and `successorOf`, which depend on the contributor that declares a dependency.
    const textOf = ({ pipelines, choices }: GraphPlan): string =>
      JSON.stringify([pipelines, choices], (key, value: unknown) =>
        key === "origin" || key === "successorOf" ? undefined : value,
      );
    let different = 0;
    for (let seed = 1; seed <= samples(200); seed++) {
      const random = new Random(seed);
      const lines = randomLines(random, 1, { isAcyclic: true });
      const [before, after] = [lines, edited(lines, random)].map((some) => register(some).plan().planned?.plan);
      if (before === undefined || after === undefined) continue;
      const isSame = textOf(before) === textOf(after);
      if (!isSame) different++;
      expect(describeGraphDifference(before, after).length === 0, `seed ${seed}`).to.equal(isSame);
      expect(describeGraphDifference(after, before).length === 0, `seed ${seed}`).to.equal(isSame);
    }
    expect(different).to.be.greaterThan(samples(30));
  });
});

function register(lines: readonly RfcLine[]): PipelineGraph<Desk> {
  const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" });
  for (const { name, ...edges } of lines) graph.registerPipeline(name, edges);
  return graph;
}

/** Changes up to two lines of a graph. */
function edited(lines: readonly RfcLine[], random: Random): readonly RfcLine[] {
  const names = lines.map(({ name }) => name);
  return lines.map((line) => {
    if (!random.chance(0.15)) return line;
    const { predecessors, successors, jumpTargets } = line;
    const other = random.pick(names);
    if (random.chance(0.3)) return { ...line, predecessors: successors.filter((one) => one !== other) };
    if (random.chance(0.3) && other !== line.name) return { ...line, predecessors: [...predecessors, other] };
    return { ...line, jumpTargets: jumpTargets.slice(1) };
  });
}

describe("the lock of a graph", () => {
  it("has plugins by name, and the plan", () => {
    const graph = plan(base);
    expect(graphLockOf(graph, [{ name: "z" }, { name: "a", version: "1.0.0" }])).to.deep.equal({
      lockVersion: 1,
      plugins: [{ name: "a", version: "1.0.0" }, { name: "z" }],
      graph,
    });
    expect(JSON.parse(JSON.stringify(graph))).to.deep.equal(graph);
  });

  it("describes a graph without text", () => {
    expect(planOf(new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" })).pipelines).to.deep.equal([]);
  });
});
