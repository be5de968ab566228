import { expect } from "chai";
import { defineAnalysis } from "@passwright/core";
import type { IrAdapter, OpPassManager } from "@passwright/core";
import { PassCatalogue } from "@passwright/builder";
import { JUMP_ATTRIBUTE, PipelineGraph } from "@passwright/graph";
import type { PipelineSchedule, Populate } from "@passwright/graph";
import { graphOf } from "./support/rfc-text.ts";
import type { GraphOptions } from "./support/rfc-text.ts";
import { scheduleOf, showDiagnostics, showOrder, showResult } from "./support/show.ts";
import { Desk, makeDesks, repeatWhile, toyPass } from "./support/toy.ts";
import type { Body } from "./support/toy.ts";

const passes =
  (...bodies: readonly Body[]): Populate<Desk> =>
  (manager) =>
    bodies.forEach((body, index) => void manager.addPass(toyPass(`pass-${index}`, body)));

function deskWith(notes: { readonly [note: string]: string | number }): Desk {
  const op = new Desk();
  for (const [name, value] of Object.entries(notes)) op.notes.set(name, String(value));
  return op;
}

function run(text: string, op: Desk, options: GraphOptions = {}): string {
  return showResult(scheduleOf(graphOf(text, options)).run(op));
}

/** Graph of numba-mlir in the notation of the RFC. */
const NUMBA = `
  frontend: [], [], []
  cfg-to-scf: [frontend], [optimization], []
  python-to-std: [cfg-to-scf], [optimization], []
  numpy-to-linalg: [python-to-std], [bufferization, optimization], [cfg-to-scf]
  bufferization: [], [optimization], []
  optimization: [], [], []
  lower-to-gpu: [optimization], [lower-to-llvm], []
  lower-to-llvm: [optimization], [], []`;

describe("a run of a schedule", () => {
  it("goes back for numba's generated bodies, as often as the input has them", () => {
    const populate: { [name: string]: Populate<Desk> } = {
      "numpy-to-linalg": (manager) => void manager.addPass(repeatWhile("bodies", "cfg-to-scf")),
    };
    const jumpsFor = (bodies: number): number =>
      scheduleOf(graphOf(NUMBA, { populate }))
        .run(deskWith({ bodies }))
        .trace.filter(({ kind }) => kind === "jump").length;
    expect([0, 1, 5].map(jumpsFor)).to.deep.equal([0, 1, 5]);
    expect(run(NUMBA, deskWith({ bodies: 2 }), { populate })).to.equal(
      `frontend
cfg-to-scf
python-to-std
numpy-to-linalg
  jump to cfg-to-scf, 1 of 100 (pass \`count-bodies\`: 2 of bodies left)
cfg-to-scf #2
python-to-std #2
numpy-to-linalg #2
  jump to cfg-to-scf, 2 of 100 (pass \`count-bodies\`: 1 of bodies left)
cfg-to-scf #3
python-to-std #3
numpy-to-linalg #3
bufferization
optimization
lower-to-gpu
lower-to-llvm
succeeded`,
    );
  });

  it("needs pipelines with the same meaning of pass names", () => {
    const text = "a: [], [], []\nb: [a], [], []";
    const clean = toyPass("clean");
    const twice = graphOf(text, { populate: { a: (one) => one.addPass(clean), b: (one) => one.addPass(clean) } });
    expect(twice.createPipelineSchedule().diagnostics).to.deep.equal([]);
    const other = toyPass("clean");
    const clash = graphOf(text, {
      populate: { a: (one) => one.addPass(clean), b: (one) => one.nest("drawer").addPass(other) },
    });
    expect(showDiagnostics(clash.plan().diagnostics)).to.equal(
      "error[PWC0303]: the pipeline contains two different passes named `clean`\n" +
        "   = first pass: in pipeline `a`, of framework acme\n" +
        "   = second pass: in pipeline `b`, of framework acme\n" +
        "help: rename one of the passes, or use one definition of `clean` for both",
    );
  });

  it("compares the passes that functions add with those of builders and of the catalogue when it is planned", () => {
    const catalogue = new PassCatalogue<Desk>();
    const [clean, other] = [toyPass("clean"), toyPass("clean")];
    catalogue.add({ declaration: clean.declaration, owner: { name: "plugin" }, definition: clean });
    const plan = (inBuilder: boolean): string => {
      const graph = graphOf("a: [], [], []", { catalogue, populate: { a: (one) => one.nestAny().addPass(other) } });
      if (inBuilder) {
        const builder = graph.makeBuilder();
        builder.addPass("clean");
        graph.registerPipeline("b", {}, builder);
      }
      const { planned, diagnostics } = graph.plan();
      expect(planned).to.equal(undefined);
      return diagnostics
        .map(({ code, notes = [] }) => [code, ...notes.map(({ message }) => message)].join(": "))
        .join();
    };
    const expected = "PWC0303: first pass: registered by plugin: second pass: in pipeline `a`, of framework acme";
    expect(plan(false)).to.equal(expected);
    expect(plan(true)).to.equal(expected);
  });

  it("reads the attribute after the pipeline, and erases it", () => {
    const op = new Desk();
    const populate = {
      a: passes(
        (desk) => void desk.notes.set(JUMP_ATTRIBUTE, "c"),
        (desk) => void expect(desk.notes.has(JUMP_ATTRIBUTE)).to.equal(true),
      ),
      c: (manager: OpPassManager<Desk>) =>
        manager.addPass(toyPass("last", (desk) => void expect(desk.notes.has(JUMP_ATTRIBUTE)).to.equal(false))),
    };
    expect(run("a: [], [], [c]\nb: [a], [c], []\nc: [], [], []", op, { populate })).to.equal(
      "a\n  jump to c, 1 (attribute `pipeline.jump_target`)\nc\nsucceeded",
    );
    expect(op.notes.size).to.equal(0);
  });

  it("erases the attribute when the pipeline that set it fails, and when something is thrown through it", () => {
    const set = (desk: Desk): void => void desk.notes.set(JUMP_ATTRIBUTE, "b");
    const failed = new Desk();
    const fail: Body = (_desk, pass) => pass.signalPassFailure();
    expect(run("a: [], [], [b]\nb: [], [], []", failed, { populate: { a: passes(set, fail) } })).to.match(/failed$/);
    expect(failed.notes.size).to.equal(0);
    const crashed = new Desk();
    const adapter: IrAdapter<Desk> = {
      ...makeDesks(),
      fingerprint() {
        throw new Error("an adapter's bug");
      },
    };
    const back = passes((desk) => void desk.notes.set(JUMP_ATTRIBUTE, "a"));
    const schedule = scheduleOf(graphOf("a: [], [], [a]", { adapter, populate: { a: back } }));
    expect(() => schedule.run(crashed)).to.throw("an adapter's bug");
    expect(crashed.notes.size).to.equal(0);
  });

  it("needs no attributes, and no fingerprints", () => {
    const { takeAttribute: _take, fingerprint: _print, ...adapter } = makeDesks();
    const text = "a: [], [], [a 3]\nb: [a], [], []";
    const options = {
      adapter,
      populate: { a: ((manager) => void manager.addPass(repeatWhile("n", "a"))) as Populate<Desk> },
    };
    expect(run(text, deskWith({ n: 1 }), options)).to.equal(
      "a\n  jump to a, 1 of 3 (pass `count-n`: 1 of n left)\na #2\nb\nsucceeded",
    );
  });

  it("takes two requests for one target as one", () => {
    const ask: Body = (_desk, pass) => pass.requestJump("stop", "seen it all");
    const set: Body = (desk) => void desk.notes.set(JUMP_ATTRIBUTE, "stop");
    expect(run("a: [], [], [stop]\nb: [a], [], []", new Desk(), { populate: { a: passes(ask, set, ask) } })).to.equal(
      "a\n  jump to stop, 1 (pass `pass-0`: seen it all)\nsucceeded",
    );
  });

  it("refuses a request of a nested pass, but not of a pass that reads its result", () => {
    const nested: Populate<Desk> = (manager) => {
      manager.nest("drawer").addPass(
        toyPass("inside", (drawer, pass) => {
          if (drawer.notes.has("asks")) pass.requestJump("stop", "from inside");
          drawer.notes.set("full", "yes");
        }),
      );
      manager.addPass(
        toyPass("look", (desk, pass) => {
          if (desk.drawers.every((drawer) => drawer.notes.has("full"))) pass.requestJump("stop", "all are full");
        }),
      );
    };
    const text = "a: [], [], [stop]\nb: [a], [], []";
    const op = new Desk();
    const drawer = op.addDrawer();
    op.addDrawer();
    expect(run(text, op, { populate: { a: nested } })).to.equal(
      "a\n  jump to stop, 1 (pass `look`: all are full)\nsucceeded",
    );
    drawer.notes.set("asks", "yes");
    expect(run(text, op, { populate: { a: nested } })).to.equal(`a
  failed: a
error[PWC0418]: pass \`inside\` requested a jump to \`stop\` from the nested operation 'drawer'
  --> step inside
   = in pipeline \`a\`
help: request the jump in a later pass on the graph's operation
failed`);
  });

  it("continues in order at the limit of a jump if requested, with and without a warning", () => {
    const forever: Body = (desk, pass) => {
      desk.notes.set("n", String(desk.count("n") + 1));
      pass.requestJump("a", "more");
    };
    const runWith = (onLimit: "warn" | "continue"): string => {
      const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" });
      graph.registerPipeline("a", { jumpTargets: [{ to: "a", max: 1, onLimit }] }, passes(forever));
      graph.registerPipeline("b", { predecessors: ["a"] });
      return showResult(scheduleOf(graph).run(new Desk()));
    };
    const way = `a
  jump to a, 1 of 1 (pass \`pass-0\`: more)
a #2
  no jump to a: the limit of 1 is reached (pass \`pass-0\`: more)
b
`;
    expect(runWith("continue")).to.equal(`${way}succeeded`);
    expect(runWith("warn")).to.equal(`${way}warning[PWG0304]: the jump from \`a\` to \`a\` reached its limit of 1
  --> framework pipeline, step a
   = the last request was refused: pass \`pass-0\` requested a jump to \`a\` (reason: more)
help: in the registration of pipeline \`a\`, increase \`max\` of the jump, or set \`onLimit: "continue"\`
succeeded`);
  });

  it("ends a loop at a fixed point where that is a success", () => {
    const halve: Body = (desk, pass) => {
      desk.notes.set("n", String(desk.count("n") >> 1));
      pass.requestJump("a", "perhaps there is more");
    };
    const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" });
    graph.registerPipeline("a", { jumpTargets: [{ to: "a", onNoProgress: "converged" }] }, passes(halve));
    const result = scheduleOf(graph).run(deskWith({ n: 6 }));
    expect(showResult(result)).to.match(/a #4\n {2}no jump to a: the IR no longer changes \(.*\)\nsucceeded$/);
  });

  it("sees that a loop makes no progress when the IR alternates, too", () => {
    const flip: Body = (desk, pass) => {
      desk.notes.set("side", desk.notes.get("side") === "left" ? "right" : "left");
      pass.requestJump("a", "it changed");
    };
    const text = run("a: [], [], [a]", new Desk(), { populate: { a: passes(flip) } });
    expect(text).to.contain("a #3").and.not.contain("a #4");
    expect(text).to.contain("PWG0305");
  });

  it("loads dialects of all pipelines before the first pass, and initializes a pipeline when it starts", () => {
    const loaded: string[] = [];
    const adapter: IrAdapter<Desk> = {
      ...makeDesks(),
      loadDialects: (names) => void loaded.push(names.join()) as undefined,
    };
    const populate: { [name: string]: Populate<Desk> } = {
      a: (manager) => void manager.addPass(toyPass("a", () => void loaded.push("a runs"))),
      b: (manager) => void manager.addPass(toyPass("b", undefined, { dependentDialects: ["paper", "ink"] })),
    };
    run("a: [], [], [stop]\nb: [a], [], []", new Desk(), { adapter, populate });
    expect(loaded[0]).to.equal("paper,ink");
    expect(loaded[1]).to.equal("a runs");
  });

  it("names the pass whose dialect cannot be loaded", () => {
    const adapter: IrAdapter<Desk> = {
      ...makeDesks(),
      loadDialects: ([name]) => ({ code: "TOY0002", severity: "error", message: `unknown dialect \`${name}\`` }),
    };
    const populate: { [name: string]: Populate<Desk> } = {
      a: passes(() => undefined),
      b: (manager) => void manager.addPass(toyPass("b", undefined, { dependentDialects: ["ink"] })),
    };
    const text = run("a: [], [], [stop]\nb: [a], [], []", new Desk(), { adapter, populate });
    expect(text).to.equal("error[TOY0002]: unknown dialect `ink`\n  --> step b\nfailed");
  });

  it("keeps no analysis over a jump", () => {
    let computed = 0;
    const analysis = defineAnalysis({ name: "toy/count", compute: (_op: Desk) => ++computed });
    const look = toyPass("look", (desk, pass) => {
      pass.getAnalysis(analysis);
      pass.markAllAnalysesPreserved();
      if (desk.count("n") === 0) return;
      desk.notes.set("n", "0");
      pass.requestJump("a", "once more");
    });
    run("a: [], [], [a]", deskWith({ n: 1 }), {
      populate: { a: (manager) => void manager.addPass(look).addPass(look) },
    });
    expect(computed).to.equal(2);
  });

  it("refuses an operation of another name in MLIR's words", () => {
    const op = new Desk();
    const text = run("a: [], [], []", op.addDrawer());
    expect(text).to.contain("can't run 'desk' pass manager on 'drawer' op");
  });

  it("waits for passes that are asynchronous, one after the other, and refuses them in a synchronous run", async () => {
    const slow: Body = async (desk, pass) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (desk.count("n") === 0) return;
      desk.notes.set("n", "0");
      pass.requestJump("a", "once more");
    };
    const graph = graphOf("a: [], [], [a]\nb: [a], [], []", { populate: { a: passes(slow) } });
    const schedule = scheduleOf(graph);
    expect(showResult(await schedule.runAsync(deskWith({ n: 1 })))).to.equal(
      "a\n  jump to a, 1 of 100 (pass `pass-0`: once more)\na #2\nb\nsucceeded",
    );
    expect(showResult(schedule.run(deskWith({ n: 0 })))).to.contain("PWC0407");
  });

  it("ends if it is aborted before a pipeline, or while it waits for a pass", async () => {
    let abort = (): void => {};
    const abortedIn = async (body: Body, signal?: AbortSignal): Promise<string> => {
      const controller = new AbortController();
      abort = () => controller.abort("stop");
      const populate = { a: passes(body) };
      const schedule = scheduleOf(graphOf("a: [], [], [a 2000]\nb: [a], [], []", { populate }));
      return showResult(await schedule.runAsync(new Desk(), { signal: signal ?? controller.signal }));
    };
    const aborted = (step: string): string => `  failed: a
error[PWC0420]: the run was aborted
${step}   = reason: stop
   = in pipeline \`a\`
help: discard the root operation, because it might be partly changed
failed`;
    const never: Body = () => (abort(), new Promise<void>(() => {}));
    expect(await abortedIn(never)).to.equal(`a\n${aborted("  --> step pass-0\n")}`);
    expect(await abortedIn(never, AbortSignal.abort("stop")), "before the run").to.equal(`a\n${aborted("")}`);
    const again: Body = (desk, pass) => {
      desk.notes.set("n", String(desk.count("n") + 1));
      if (desk.count("n") === 2) abort();
      pass.requestJump("a", "more");
    };
    expect(await abortedIn(again)).to.match(/^a\n.*\na #2\n.*\na #3\n {2}failed: a\nerror\[PWC0420\]/);
  });
});

describe("a schedule", () => {
  it("runs an empty graph, and empty pipelines, which others can come before and after", () => {
    expect(run("", new Desk())).to.equal("succeeded");
    const graph = graphOf(`
      high-to-middle: [], [], []
      middle-to-low: [high-to-middle], [], []
      tile: [high-to-middle], [middle-to-low], []
      allocate: [middle-to-low], [], []
      canonicalize: [], [high-to-middle], []`);
    expect(showOrder(graph)).to.equal("canonicalize high-to-middle tile middle-to-low allocate");
  });

  it("fills each pipeline once, in the order of their names, and ignores later registrations", () => {
    const filled: string[] = [];
    const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk" });
    for (const name of ["c", "a", "b"])
      graph.registerPipeline(name, name === "a" ? { predecessors: ["c"] } : {}, () => void filled.push(name));
    expect(filled).to.deep.equal([]);
    const schedule = scheduleOf(graph);
    expect(filled).to.deep.equal(["a", "b", "c"]);
    graph.registerPipeline("d");
    expect(showResult(schedule.run(new Desk()))).to.equal("b\nc\na\nsucceeded");
    expect(showOrder(graph)).to.equal("b c a d");
  });

  it("keeps only statistics between runs", () => {
    const populate = { a: ((manager) => void manager.addPass(repeatWhile("n", "a"))) as Populate<Desk> };
    const schedule: PipelineSchedule<Desk> = scheduleOf(graphOf("a: [], [], [a 2]", { populate }));
    const first = showResult(schedule.run(deskWith({ n: 2 })));
    expect(showResult(schedule.run(deskWith({ n: 2 })))).to.equal(first);
    expect(showResult(schedule.run(deskWith({ n: 3 })))).to.contain("PWG0304");
    expect(showResult(schedule.run(deskWith({ n: 2 })))).to.equal(first);
  });

  it("runs subgraphs as one: nothing jumps into them or out of them", () => {
    const inner = (graph: PipelineGraph<Desk>): void => {
      graph.registerPipeline("first", {}, passes());
      graph.registerPipeline(
        "second",
        { predecessors: ["first"], jumpTargets: ["first", "stop"] },
        (manager) =>
          void manager.addPass(repeatWhile("inner", "first")).addPass(
            toyPass("leave", (desk, pass) => {
              if (desk.notes.has("leave")) pass.requestJump(desk.notes.get("leave") as string, "leaving");
            }),
          ),
      );
      graph.registerPipeline("third", { predecessors: ["second"] });
    };
    const graph = graphOf("a: [], [], []\nz: [sub], [], [sub]", {
      populate: { z: (manager) => void manager.addPass(repeatWhile("outer", "sub")) },
    });
    graph.registerPipeline("sub", { predecessors: ["a"] }, { graph: inner });
    const schedule = scheduleOf(graph);
    expect(showResult(schedule.run(deskWith({ inner: 1, outer: 1 })))).to.equal(`a
sub
  sub/first
  sub/second
    jump to first, 1 of 100 (pass \`count-inner\`: 1 of inner left)
  sub/first #2
  sub/second #2
  sub/third
z
  jump to sub, 1 of 100 (pass \`count-outer\`: 1 of outer left)
sub #2
  sub/first #3
  sub/second #3
  sub/third #2
z #2
succeeded`);
    expect(showResult(schedule.run(deskWith({ leave: "stop" })))).to.equal(`a
sub
  sub/first
  sub/second
    jump to stop, 1 (pass \`leave\`: leaving)
z
succeeded`);
    expect(showResult(schedule.run(deskWith({ leave: "a" })))).to.contain(
      "`a` is not a jump target of pipeline `sub/second`",
    );
  });

  it("takes one branch of a choice: by target, by the input, by a jump", () => {
    const text = `
      frontend: [], [], [gpu-pipeline]
      gpu-pipeline: [frontend], [bufferization], []
      default-pipeline: [frontend], [bufferization], []
      bufferization: [], [], [frontend]`;
    const frontend: Populate<Desk> = (manager) =>
      void manager.addPass(
        toyPass("decide", (desk, pass) => {
          if (desk.notes.has("jump")) pass.requestJump("gpu-pipeline", "it has kernels");
        }),
      );
    const schedule = (target: string): PipelineSchedule<Desk> => {
      const graph = graphOf(text, {
        choice: { target },
        populate: { frontend, bufferization: (manager) => void manager.addPass(repeatWhile("n", "frontend")) },
      });
      graph.registerChoice("codegen", {
        branches: [
          { when: { target: "gpu" }, pipeline: "gpu-pipeline" },
          { test: (desk) => desk.count("n") === 1, pipeline: "gpu-pipeline" },
        ],
        else: "default-pipeline",
      });
      return scheduleOf(graph);
    };
    expect(showResult(schedule("gpu").run(new Desk()))).to.equal(
      "frontend\n  choice codegen: gpu-pipeline, because target gpu\ngpu-pipeline\nbufferization\nsucceeded",
    );
    expect(showResult(schedule("cpu").run(deskWith({ n: 1 })))).to.equal(`frontend
  choice codegen: gpu-pipeline, because the input passes its test
gpu-pipeline
bufferization
  jump to frontend, 1 of 100 (pass \`count-n\`: 1 of n left)
frontend #2
  choice codegen: default-pipeline, because nothing else fits
default-pipeline
bufferization #2
succeeded`);
    expect(showResult(schedule("cpu").run(deskWith({ jump: "yes" })))).to.equal(`frontend
  jump to gpu-pipeline, 1 (pass \`decide\`: it has kernels)
gpu-pipeline
bufferization
succeeded`);
  });
});
