import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { defineConversion, defineValue } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Choice, Origin } from "@passwright/builder";
import { PipelineGraph } from "@passwright/graph";
import type { ChoiceSettings, PipelineEdges, Populate } from "@passwright/graph";
import { checkGolden, itSlow } from "@passwright/development";
import { graphOf } from "./support/rfc-text.ts";
import type { GraphOptions } from "./support/rfc-text.ts";
import { showDiagnostics } from "./support/show.ts";
import { Desk, makeDesks, toyPass } from "./support/toy.ts";
import type { Body } from "./support/toy.ts";

const CONFIG: Origin = { kind: "config", name: "passwright.config.yaml", file: "passwright.config.yaml", line: 7 };

const empty = (): PipelineGraph<Desk> =>
  new PipelineGraph<Desk>(makeDesks(), { anchor: "desk", framework: { name: "acme" } });

/** Returns a function that registers a pipeline and returns the diagnostics. */
const registering =
  (name: unknown, edges: unknown = {}, populate?: unknown) =>
  (): readonly Diagnostic[] => {
    const graph = empty();
    const answer = graph.registerPipeline(name as string, edges as PipelineEdges, populate as Populate<Desk>);
    const { schedule, diagnostics } = graph.createPipelineSchedule();
    expect(schedule).to.equal(undefined);
    expect(answer.ok ? [] : [answer.diagnostic]).to.deep.equal(diagnostics);
    return diagnostics;
  };

const choosing = (settings: unknown) => (): readonly Diagnostic[] => {
  const graph = graphOf("a: [], [], []\nb: [], [], []\nc: [], [], []");
  graph.registerChoice("first", { branches: [{ when: { target: "gpu" }, pipeline: "c" }], else: "b" });
  const answer = graph.registerChoice("second", settings as ChoiceSettings<Desk>);
  return answer.ok ? [] : [answer.diagnostic];
};

const planning =
  (text: string, options: GraphOptions = {}) =>
  (): readonly Diagnostic[] =>
    graphOf(text, options).plan().diagnostics;

/** Returns a function that runs a graph with one pass per pipeline and returns the diagnostics. */
const running =
  (text: string, bodies: { readonly [pipeline: string]: Body }, options: GraphOptions = {}) =>
  (): readonly Diagnostic[] => {
    const populate = Object.fromEntries(
      Object.entries(bodies).map(([name, body]): [string, Populate<Desk>] => [
        name,
        (manager) => void manager.addPass(toyPass(`in-${name}`, body)),
      ]),
    );
    const { schedule, diagnostics } = graphOf(text, { populate, ...options }).createPipelineSchedule();
    return schedule?.run(new Desk()).diagnostics ?? diagnostics;
  };

const runningChoice =
  (settings: ChoiceSettings<Desk>, choice: Choice = {}) =>
  (): readonly Diagnostic[] => {
    const graph = graphOf("a: [], [], []\nb: [], [], []", { choice });
    graph.registerChoice("backend", settings);
    const { schedule, diagnostics } = graph.createPipelineSchedule();
    return schedule?.run(new Desk()).diagnostics ?? diagnostics;
  };

const BACKEND: ChoiceSettings<Desk> = {
  branches: [
    { when: { target: "gpu" }, pipeline: "a" },
    { when: { target: ["cpu", "tpu"], level: "O3" }, pipeline: "b" },
  ],
};

const { fingerprint: _, ...blind } = makeDesks();

const properties = (declarations: object) => ({
  properties: { sorted: { kind: "fragile" as const, initially: true } },
  populate: Object.fromEntries(
    Object.entries(declarations).map(([name, declaration]): [string, Populate<Desk>] => [
      name,
      (manager) => void manager.addPass(toyPass(`in-${name}`, undefined, declaration as object)),
    ]),
  ),
});

const size = defineValue<number>({ name: "size", version: 1, per: "operation" });

const toShelves = defineConversion({
  name: "to-shelves",
  from: { ...makeDesks(), root: "desk" },
  to: { ...makeDesks(), name: "shelves", root: "shelf" },
  convert: (op: Desk) => op,
});

/** Functions that cause each error, by error code. */
const CASES: { readonly [code: string]: () => readonly Diagnostic[] } = {
  PWG0101: registering("sub/inner"),
  "PWG0101 empty": registering(""),
  "PWG0101 no text": registering(7),
  "PWG0101 predefined": registering("stop"),
  PWG0102: () => {
    const graph = graphOf("a: [], [], []");
    const answer = graph.registerPipeline("a", {}, undefined, CONFIG);
    expect(graph.plan().diagnostics).to.deep.equal(answer.ok ? [] : [answer.diagnostic]);
    return graph.plan().diagnostics;
  },
  "PWG0102 of two plugins": () => {
    const graph = graphOf("a: [], [], []");
    for (const name of ["tpp", "quant"]) {
      expect(graph.forContributor({ kind: "plugin", name }).registerPipeline("extra", {}).ok).to.equal(true);
    }
    return graph.plan().diagnostics;
  },
  "PWG0102 of a plugin": () => {
    const graph = graphOf("a: [], [], []");
    graph.forContributor({ kind: "plugin", name: "tpp" }).registerPipeline("a");
    const { planned, diagnostics } = graph.plan();
    expect(planned?.plan.pipelines.length).to.equal(1);
    return diagnostics;
  },
  PWG0103: registering("a", { predecessors: ["b", "a"] }),
  "PWG0103 after": registering("a", { successors: ["a"] }),
  PWG0104: registering("a", { jumpTargets: [{ to: "b", max: 0 }] }),
  "PWG0104 text": registering("a", { jumpTargets: [{ to: "b", max: "3" }] }),
  "PWG0104 list": registering("a", { predecessors: "b" }),
  "PWG0104 null": registering("a", { successors: null }),
  "PWG0104 key": registering("a", { predecesors: ["b"] }),
  "PWG0104 jump key": registering("a", { jumpTargets: [{ to: "b", limit: 3 }] }),
  "PWG0104 function": registering("a", () => {}),
  "PWG0104 jump list": registering("a", { jumpTargets: "b" }),
  "PWG0104 jump": registering("a", { jumpTargets: [{ max: 2 }] }),
  "PWG0104 twice": registering("a", { jumpTargets: ["b", { to: "b", max: 2 }] }),
  "PWG0104 limit": registering("a", { jumpTargets: [{ to: "b", onLimit: "stop" }] }),
  "PWG0104 progress": registering("a", { jumpTargets: [{ to: "b", onNoProgress: "warn" }] }),
  "PWG0104 contents": registering("a", {}, "builtin.module(cse)"),
  "PWG0105 key": choosing({ branches: [{ when: { target: "gpu" }, pipeline: "a" }], otherwise: "b" }),
  "PWG0105 settings": choosing("a"),
  "PWG0105 branch": choosing({ branches: ["a"] }),
  "PWG0105 branch key": choosing({ branches: [{ if: { target: "gpu" }, pipeline: "a" }] }),
  PWG0105: choosing({ branches: [{ when: { target: "gpu" }, pipeline: "a" }], else: "b" }),
  "PWG0105 no branches": choosing({ branches: [] }),
  "PWG0105 no pipeline": choosing({ branches: [{ when: { target: "gpu" } }] }),
  "PWG0105 no condition": choosing({ branches: [{ pipeline: "a" }] }),
  "PWG0105 when": choosing({ branches: [{ when: () => true, pipeline: "a" }] }),
  "PWG0105 when key": choosing({ branches: [{ when: { tragets: "gpu" }, pipeline: "a" }] }),
  "PWG0105 when value": choosing({ branches: [{ when: { target: 7 }, pipeline: "a" }] }),
  "PWG0105 test": choosing({ branches: [{ test: "isLarge", pipeline: "a" }] }),
  "PWG0105 of two plugins": () => {
    const graph = graphOf("a: [], [], []\nb: [], [], []");
    for (const name of ["tpp", "quant"]) {
      const view = graph.forContributor({ kind: "plugin", name });
      view.registerChoice(`backend-of-${name}`, { branches: [{ when: {}, pipeline: "a" }], else: "b" });
    }
    return graph.plan().diagnostics;
  },
  PWG0201: planning("frontend: [], [bufferisation], []\nbufferization: [], [], []"),
  "PWG0201 jump": planning("a: [], [], [nowhere]"),
  "PWG0201 choice": () => {
    const graph = graphOf("a: [], [], []");
    graph.registerChoice("backend", { branches: [{ when: { target: "gpu" }, pipeline: "gpu" }], else: "a" }, CONFIG);
    return graph.plan().diagnostics;
  },
  "PWG0201 into a subgraph": () => {
    const graph = graphOf("a: [], [], [sub/inner]");
    graph.registerPipeline("sub", {}, { graph: (sub) => void sub.registerPipeline("inner") });
    return graph.plan().diagnostics;
  },
  PWG0202: planning("a: [c], [], []\nb: [a], [c], []\nc: [], [d], []\nd: [], [], []\nx: [y], [], []\ny: [x], [], []"),
  PWG0203: () => {
    const graph = graphOf("a: [], [], []");
    const inner = graph.makeGraph();
    inner.registerPipeline("again", {}, graph);
    graph.registerPipeline("sub", {}, inner);
    return graph.plan().diagnostics;
  },
  "PWG0203 for ever": () => {
    const deeper = (graph: PipelineGraph<Desk>): void => void graph.registerPipeline("deeper", {}, { graph: deeper });
    const graph = empty();
    deeper(graph);
    return graph.plan().diagnostics;
  },
  PWG0204: planning("a: [], [], []", {
    populate: {
      a: () => {
        throw new Error("cannot read passes.json");
      },
    },
  }),
  PWG0205: planning("a: [], [], []", { populate: { a: (async () => undefined) as never } }),
  PWG0206: () => {
    const graph = empty();
    graph.registerPipeline("a", {}, new PassManagerBuilder<Desk>("drawer"));
    return graph.plan().diagnostics;
  },
  "PWG0206 of a subgraph": () => {
    const graph = empty();
    graph.registerPipeline("b", {}, new PipelineGraph<Desk>(makeDesks(), { anchor: "drawer" }));
    return graph.plan().diagnostics;
  },
  PWG0207: runningChoice(BACKEND),
  "PWG0207 of a target": runningChoice(BACKEND, { target: "cpu", level: "O2", option: { vectorize: true } }),
  PWG0208: planning(
    "frontend: [], [], []\nloop: [frontend], [], []\nchange: [loop], [], [loop]",
    properties({ loop: { requires: ["sorted"] }, frontend: { preserves: ["sorted"] }, change: {} }),
  ),
  "PWG0208 of a mistyped property": planning(
    "frontend: [], [], []\nloop: [frontend], [], []",
    properties({ frontend: { provides: ["sorted"] }, loop: { requires: ["sortd"] } }),
  ),
  PWG0209: planning(
    "loop: [], [], []\nchange: [loop], [], [loop]",
    properties({ loop: { forbids: ["lowered"] }, change: { provides: ["lowered"] } }),
  ),
  PWG0210: () => {
    const names = Array.from({ length: 40 }, (_none, index) => `p${index + 10}`);
    const graph = graphOf(
      names.map((name) => `${name}: [], [], []`).join("\n"),
      properties({ p10: { requires: ["sorted"] } }),
    );
    for (let index = 0; index < 20; index++) {
      const [one, other] = [names[index] as string, names[index + 20] as string];
      graph.registerChoice(`c${index + 10}`, { branches: [{ test: () => true, pipeline: one }], else: other });
    }
    return graph.plan().diagnostics;
  },
  PWG0211: () => {
    const graph = graphOf("a: [], [], []");
    graph.registerPipeline("sub", { jumpTargets: ["a"] }, { graph: () => undefined }, CONFIG);
    graph.registerPipeline("join", { jumpTargets: ["stop"] });
    return graph.plan().diagnostics;
  },
  PWG0212: () => {
    const graph = graphOf("a: [], [], []", { adapter: blind });
    graph.registerPipeline(
      "b",
      { jumpTargets: [{ to: "b", onNoProgress: "converged" }] },
      (manager) => void manager.addPass(toyPass("in-b")),
    );
    return graph.plan().diagnostics;
  },
  "PWG0104 anchor": registering("a", { anchor: 7 }),
  "PWG0104 anchor of a builder": () => {
    const graph = empty();
    const answer = graph.registerPipeline("a", { anchor: "shelf" }, graph.makeBuilder());
    return answer.ok ? [] : [answer.diagnostic];
  },
  "PWG0206 after a conversion": planning("a: [], [], []\nb: [a], [], []", {
    populate: { a: (manager) => void manager.addPass(toShelves) },
  }),
  PWG0213: planning("a: [], [], [a]", { populate: { a: (manager) => void manager.addPass(toShelves) } }),
  "PWG0213 of a plugin": () => {
    const catalogue = new PassCatalogue<Desk>();
    const definition = toShelves as unknown as PassDefinition<Desk>;
    catalogue.add({ declaration: toShelves.declaration, owner: { name: "carpenter", version: "1.2.0" }, definition });
    const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk", framework: { name: "acme" }, catalogue });
    const builder = new PassManagerBuilder<Desk>("desk", { catalogue });
    builder.addPass("to-shelves");
    graph.registerPipeline("a", { jumpTargets: ["a"] }, builder, CONFIG);
    return graph.plan().diagnostics;
  },
  PWG0214: planning("a: [], [], []\nb: [a], [], []", {
    populate: {
      a: (manager) => void manager.nest("drawer").addPass(toyPass("measure", undefined, { provides: { size } })),
      b: (manager) => void manager.nest("shelf").addPass(toyPass("report-size", undefined, { requires: { size } })),
    },
  }),
  PWG0215: () => {
    const graph = graphOf("a: [], [], []");
    graph.makeBuilder().addPass(toyPass("lost"));
    return graph.plan().diagnostics;
  },
  "PWG0215 of a plugin": () => {
    const graph = graphOf("a: [], [], []");
    const view = graph.forContributor({ kind: "plugin", name: "nail" });
    const builder = view.makeBuilder();
    builder.addPass(toyPass("lost"));
    view.registerPipeline("a", {}, builder);
    view.makeBuilder();
    view.registerPipeline("b", {}, view.makeBuilder());
    graph.forContributor({ kind: "plugin", name: "bolt" }).makeBuilder().addPass(toyPass("spare"));
    return graph.plan().diagnostics;
  },
  PWG0216: () => empty().plan().diagnostics,
  PWG0301: running("a: [], [], [b]\nb: [], [], []", {
    a: (_op, pass) => pass.requestJump("c", "new constants were found"),
  }),
  "PWG0301 by attribute": running("a: [], [], []", { a: (op) => void op.notes.set("pipeline.jump_target", "a") }),
  PWG0302: running("a: [], [], [a, stop]", {
    a: (op, pass) => {
      pass.requestJump("stop", "nothing left to change");
      op.notes.set("pipeline.jump_target", "a");
    },
  }),
  PWG0303: () => {
    const op = new Desk();
    op.notes.set("pipeline.jump_target", "a");
    const result = graphOf("a: [], [], []").createPipelineSchedule().schedule?.run(op);
    expect(op.notes.size + op.log.length).to.equal(0);
    return result?.diagnostics ?? [];
  },
  PWG0304: running("a: [], [], [a 2]", {
    a: (op, pass) => {
      op.notes.set("count", String(op.count("count") + 1));
      pass.requestJump("a", "more loops to unroll");
    },
  }),
  "PWG0304 without fingerprints": running(
    "a: [], [], [a 2]",
    { a: (_op, pass) => pass.requestJump("a", "more loops to unroll") },
    { adapter: blind },
  ),
  PWG0305: running("a: [], [], []\nb: [a], [], [a]", {
    b: (_op, pass) => pass.requestJump("a", "more loops to unroll"),
  }),
  PWG0306: running("a: [], [], [fail]", { a: (_op, pass) => pass.requestJump("fail", "loops are not supported") }),
  PWG0307: runningChoice({ branches: [{ test: () => false, pipeline: "a" }] }),
  PWG0308: runningChoice({
    branches: [
      {
        test: () => {
          throw new TypeError("op.body is undefined");
        },
        pipeline: "a",
      },
    ],
    else: "b",
  }),
  PWG0309: runningChoice({ branches: [{ test: (async () => true) as never, pipeline: "a" }], else: "b" }),
  "PWG0309 of a text": runningChoice({ branches: [{ test: (() => "yes") as never, pipeline: "a" }], else: "b" }),
  "PWG0309 of a number": runningChoice({ branches: [{ test: (() => 1) as never, pipeline: "a" }], else: "b" }),
  PWG0310: running("a: [], [], []\nb: [], [], []\nc: [], [], []", {}, { maxVisits: 2 }),
  PWG0311: () => {
    const { planned } = graphOf("a: [], [], [stop]").plan();
    const manager = planned?.managerOfSlice("a", makeDesks(), "desk");
    manager?.addPass(toyPass("fold", (_op, pass) => pass.requestJump("stop", "nothing left to change")));
    return manager?.run(new Desk()).diagnostics ?? [];
  },
};

describe("errors", () => {
  for (const [name, bringAbout] of Object.entries(CASES)) {
    // The test of PWG0210 is slow, because the graph needs more combinations of choices than the limit.
    (name === "PWG0210" ? itSlow : it)(`say it all: ${name}`, () => {
      const text = showDiagnostics(bringAbout());
      expect(text).to.contain(`[${name.slice(0, 7)}]: `);
      checkGolden(`${text}\n`, `errors/${name.replaceAll(" ", "-")}.txt`, import.meta.url);
    });
  }

  it("all have a test", () => {
    const folder = new URL("../src/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const codes = files.flatMap((file) => readFileSync(new URL(file, folder), "utf8").match(/"PWG\d{4}"/g) ?? []);
    const used = [...new Set(codes.map((code) => code.slice(1, -1)))].sort();
    expect(used.length).to.be.greaterThan(25);
    expect(used).to.deep.equal([...new Set(Object.keys(CASES).map((name) => name.slice(0, 7)))].sort());
  });

  it("of passes come with the pipeline, and end the run", () => {
    const graph = graphOf("a: [], [], []\nb: [a], [], []", {
      populate: { a: (manager) => void manager.addPass(toyPass("break", (_op, pass) => pass.signalPassFailure())) },
    });
    const op = new Desk();
    const { succeeded, diagnostics, failures } = graph.createPipelineSchedule().schedule?.run(op) ?? {};
    expect([succeeded, failures?.map(({ pass }) => pass), op.log]).to.deep.equal([false, ["break"], ["break"]]);
    expect(showDiagnostics(diagnostics ?? [])).to.equal(
      "error[PWC0408]: pass `break` failed on 'desk' without reporting an error\n  --> step break\n   = in pipeline `a`\nhelp: call `emitError` in the pass before `signalPassFailure`",
    );
  });

  it("in errors of a builder name the pipeline", () => {
    const graph = empty();
    graph.registerPipeline(
      "a",
      {},
      new PassManagerBuilder<Desk>("desk(no-such-pass)", { catalogue: new PassCatalogue() }),
    );
    const { schedule, diagnostics } = graph.createPipelineSchedule();
    expect(schedule).to.equal(undefined);
    expect(diagnostics.map(({ code, notes }) => [code, notes?.at(-1)?.message])).to.deep.equal([
      ["PWB0401", "in pipeline `a`"],
    ]);
  });
});
