import { expect } from "chai";
import { printTrace } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import { loadSession } from "@passwright/loader";
import type { LoadOptions, Session } from "@passwright/loader";
import { makeProject } from "../project.ts";
import type { Project } from "../project.ts";

const mill = `import { defineGraphFramework, definePass } from "@passwright/sdk";

const pass = (name) => definePass({ name, runOnOperation(op) { op.log?.push(name); } });
const name = { text: "stone", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const ir = { name: "stones", intern: () => name, nameOf: () => name, parentOf: () => undefined, collectNested() {} };

const sift = definePass({
  name: "sift",
  runOnOperation(op, pass) {
    op.log.push("sift");
    if (op.lumps-- > 0) pass.requestJump("grind", "there are lumps");
  },
});

export default defineGraphFramework({
  name: "mill",
  ir,
  anchor: "any",
  targets: ["bread", "cake"],
  passes: [pass("dust")],
  graph(graph, { choice }) {
    const grind = graph.makeBuilder();
    grind.addPass(pass("grind-for-" + choice.target));
    grind.addExtensionPoint("grind.end");
    graph.registerPipeline("grind", { successors: ["sift"] }, grind);
    graph.registerPipeline("sift", { jumpTargets: ["grind"] }, (manager) => void manager.addPass(sift));
  },
});
`;

const salt = `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({
  passes: [definePass({ name: "salt", runOnOperation(op) { op.log.push("salt"); } })],
  setup(b, { graph }) {
    SETUP
  },
});
`;

const oven = `import { defineFramework } from "@passwright/sdk";
const name = { text: "stone", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const ir = { name: "stones", intern: () => name, nameOf: () => name, parentOf: () => undefined, collectNested() {} };
export default defineFramework({ name: "oven", ir, anchor: "any", passes: [{ name: "bake" }], pipeline(b) { b.addPass("bake"); } });
`;

const setup = (text: string): string => salt.replace("SETUP", text);

interface Loaded {
  readonly project: Project;
  readonly session: Session | undefined;
  /** Diagnostics other than remarks. */
  readonly text: string;
}

async function load(
  config: string,
  files: { readonly [path: string]: string } = {},
  options: LoadOptions = {},
): Promise<Loaded> {
  const project = makeProject({ "mill.js": mill, "oven.js": oven, "passwright.config.yaml": config, ...files });
  const { session, diagnostics } = await loadSession({ cwd: project.folder, ...options });
  return { project, session, text: project.show(diagnostics.filter(({ severity }) => severity !== "remark")) };
}

const show = ({ pipelines }: GraphPlan): string =>
  pipelines
    .map(
      ({ path, pipeline, origin }) =>
        `${path}: ${pipeline} (${origin.kind} ${origin.name}${origin.line === undefined ? "" : `:${origin.line}`})`,
    )
    .join("\n");

async function planText(...loading: Parameters<typeof load>): Promise<string> {
  const { session, text } = await load(...loading);
  const plan = session?.graph?.plan;
  return [...(text === "" ? [] : [text]), ...(plan === undefined ? [] : [show(plan)])].join("\n");
}

const whole = `framework: ./mill.js
plugins: [./salt.js]
graph:
  pipelines:
    dust:
      predecessors: [grind]
      successors: [sift]
      jumpTargets: [stop, { to: grind, max: 2, onLimit: continue }]
      pipeline: any(dust)
    shape-bread: { predecessors: [sift] }
    shape-cake: { predecessors: [sift], pipeline: [dust, { point: cake.end }] }
  choices:
    shape: { branches: [{ when: { target: cake }, pipeline: shape-cake }], else: shape-bread }
insert:
  - { pass: dust, pipeline: grind, at: grind.end }
  - { pass: salt, pipeline: shape-cake, at: cake.end, reason: a little }
`;

describe("a graph in a session", () => {
  it("is the framework's, the config's and the plugins'", async () => {
    const plugin = setup(`graph.pipeline("grind").addAt("grind.end", "salt");
    graph.registerPipeline("taste", { predecessors: ["shape-bread", "shape-cake"] }, (manager) => {});`);
    expect(await planText(whole, { "salt.js": plugin }, { target: "cake" })).to.equal(
      `grind: any(grind-for-cake,salt,dust) (framework mill:25)
dust: any(dust) (config passwright.config.yaml:6)
sift: any(sift) (framework mill:26)
shape-bread: any() (config passwright.config.yaml:10)
shape-cake: any(dust,salt) (config passwright.config.yaml:11)
taste: any() (plugin ./salt.js:6)`,
    );
  });

  it("runs, with jumps and choices", async () => {
    const { session } = await load(whole, { "salt.js": setup("") });
    expect([session?.graph?.plan.pipelines.length, session?.plan]).to.deep.equal([5, undefined]);
    const made = await session?.makeSchedule();
    if (made?.ok !== true || session === undefined) throw new Error("no schedule");
    const op = { lumps: 1, log: [] as string[] };
    const { trace } = await session.run(made.schedule, op);
    expect(printTrace(trace)).to.equal(`grind
dust
sift
  jump to grind, 1 of 100 (pass \`sift\`: there are lumps)
grind #2
dust #2
sift #2
  choice shape: shape-bread, because nothing else fits
shape-bread`);
    expect(op.log.join(" ")).to.equal("grind-for-bread dust dust sift grind-for-bread dust dust sift");
  });

  it("does not become a manager, and a single pipeline does not become a schedule", async () => {
    const graph = await load(whole, { "salt.js": setup("") });
    const pipeline = await load("framework: ./oven.js");
    const made = [await graph.session?.makeManager(), await pipeline.session?.makeSchedule()];
    const texts = made.map((one) => one?.ok === false && graph.project.show(one.diagnostics));
    expect(texts.join("\n")).to
      .equal(`error[PWL0601]: framework \`mill\` has a graph of pipelines, but a pass manager contains a single pipeline
help: call \`schedule()\` or \`run()\`, or \`makeSchedule()\` of a session
error[PWL0601]: framework \`oven\` has a single pipeline, but a schedule needs a graph of pipelines
help: call \`passManager()\` or \`run()\`, or \`makeManager()\` of a session`);
  });

  it("warns about targets and levels in choices that the framework does not have", async () => {
    const config = `framework: ./mill.js
graph:
  pipelines: { flat: { predecessors: [sift] }, round: { predecessors: [sift] } }
  choices:
    form:
      branches: [{ when: { target: [cake, caek], level: high }, pipeline: round }]
      else: flat
`;
    const { session, text } = await load(config);
    expect(session?.graph?.plan.choices.map(({ name }) => name)).to.deep.equal(["form"]);
    expect(text).to.equal(
      `warning[PWL0403]: framework \`mill\` has no target \`caek\`, so a condition on this target never holds
  --> passwright.config.yaml:6:7
   |       branches: [{ when: { target: [cake, caek], level: high }, pipeline: round }]
   |       ^
help: did you mean \`cake\`?

warning[PWL0403]: framework \`mill\` has no level \`high\`, so a condition on this level never holds
  --> passwright.config.yaml:6:7
   |       branches: [{ when: { target: [cake, caek], level: high }, pipeline: round }]
   |       ^
help: remove the level, because the framework does not declare levels`,
    );
  });

  it("needs no framework, with the IR of the config", async () => {
    const config = `name: alone
plugins: ["@passwright/plugin-transforms"]
targets: [cpu, gpu]
graph:
  pipelines:
    a: { pipeline: "builtin.module(func.func(cse))", successors: [b], jumpTargets: [{ to: a, onNoProgress: converged }] }
    b: { pipeline: [symbol-dce] }
`;
    expect(await planText(config)).to.equal(
      `a: builtin.module(func.func(cse)) (config passwright.config.yaml:6)
b: builtin.module(symbol-dce) (config passwright.config.yaml:7)`,
    );
    const { session } = await load(config);
    expect((await session?.makeSchedule())?.ok).to.equal(true);
    expect(await planText(config, {}, { dataOnly: true })).to.contain("a: builtin.module(func.func(cse))");
  });

  it("is combined from the extended configs; the last entry with a name wins", async () => {
    const base = "framework: ./mill.js\ngraph: { pipelines: { dust: { pipeline: [dust] }, cool: {} } }\n";
    const config = "extends: ./base.yaml\ngraph: { pipelines: { dust: { predecessors: [sift] } } }\n";
    expect(await planText(config, { "base.yaml": base })).to.equal(
      `cool: any() (config base.yaml:2)
grind: any(grind-for-bread) (framework mill:25)
sift: any(sift) (framework mill:26)
dust: any() (config passwright.config.yaml:2)`,
    );
  });

  it("takes overrides for whichever pipelines have the step", async () => {
    const graph = "graph: { pipelines: { dust: { pipeline: [dust] }, more: { pipeline: [dust] } } }\n";
    const config = (ban: string): string =>
      `framework: ./mill.js\n${graph}overrides: [{ ban: ${ban}, reason: too dry }]\n`;
    expect(await planText(config("grind-for-bread")))
      .to.contain("grind: any() (")
      .and.not.contain("PWB0114");
    expect((await planText(config("nothing"))).match(/PWB0114/g)).to.have.length(1);
  });

  const broken: { readonly [what: string]: readonly [Parameters<typeof load>[0], Parameters<typeof load>[1], string] } =
    {
      "an insertion that names no pipeline": [
        "framework: ./mill.js\ninsert: [{ pass: dust, end: true }]\n",
        {},
        `error[PWL0501]: the insertion of \`dust\` does not select a pipeline
  --> passwright.config.yaml:2:10
   | insert: [{ pass: dust, end: true }]
   |          ^
   = pipelines that are open to insertions: \`grind\`
help: add \`pipeline: grind\` to the insertion`,
      ],
      "an insertion that names one where there is one only": [
        "framework: ./oven.js\ninsert: [{ pass: bake, pipeline: grind, end: true }]\n",
        {},
        `error[PWL0502]: the insertion of \`bake\` selects pipeline \`grind\`, but framework \`oven\` does not have a graph of pipelines
  --> passwright.config.yaml:2:10
   | insert: [{ pass: bake, pipeline: grind, end: true }]
   |          ^
help: remove \`pipeline\` from the insertion`,
      ],
      "an insertion into a pipeline that is not there": [
        "framework: ./mill.js\ninsert: [{ pass: dust, pipeline: gring, end: true }]\n",
        {},
        `error[PWL0503]: \`dust\` cannot be inserted into pipeline \`gring\`, which neither framework \`mill\` nor the config registers
  --> passwright.config.yaml:2:10
   | insert: [{ pass: dust, pipeline: gring, end: true }]
   |          ^
   = pipelines that are open to insertions: \`grind\`
help: did you mean \`grind\`?`,
      ],
      "a rule": [
        "framework: ./mill.js\nrules: [{ pass: dust, before: sift, reason: dry }]\n",
        {},
        `error[PWL0504]: \`rules\` applies to a single pipeline, but framework \`mill\` has a graph of pipelines
  --> passwright.config.yaml:2:9
   | rules: [{ pass: dust, before: sift, reason: dry }]
   |         ^
help: replace the rule with an override: \`overrides: [{ order: PASS, before: STEP }]\``,
      ],
      "a plugin that builds at the one pipeline": [
        "framework: ./mill.js\nplugins: [./salt.js]\n",
        { "salt.js": setup('b.addPass("salt");') },
        `error[PWL0505]: plugin \`./salt.js\` uses the builder of a single pipeline, but framework \`mill\` has a graph of pipelines
  --> plugin ./salt.js
help: select a pipeline: \`environment.graph?.pipeline(name)\` in \`setup\`, or \`pipeline\` in the manifest`,
      ],
      "a graph beside a framework that has none": [
        "framework: ./oven.js\ngraph: { pipelines: { a: {} } }\n",
        {},
        `error[PWL0506]: the config has a \`graph\`, but framework \`oven\` has a single pipeline
  --> passwright.config.yaml:1:12
   | framework: ./oven.js
   |            ^
help: remove \`graph\` from the config, or use a framework that has a graph`,
      ],
      "names that are not there, with their lines": [
        "framework: ./mill.js\ngraph:\n  pipelines:\n    dust: { predecessors: [grynd] }\n",
        {},
        `error[PWG0201]: no pipeline named \`grynd\`
  --> passwright.config.yaml:4:5
   |     dust: { predecessors: [grynd] }
   |     ^
   = listed in the predecessors of \`dust\`
   = pipelines: \`dust\`, \`grind\`, \`sift\`
help: did you mean \`grind\`?`,
      ],
      "a pipeline of a name that the framework has": [
        "framework: ./mill.js\ngraph:\n  pipelines:\n    sift: {}\n",
        {},
        `error[PWG0102]: two pipelines are named \`sift\`
  --> passwright.config.yaml:4:5
   |     sift: {}
   |     ^
   = registered by config passwright.config.yaml:4
   = registered by framework mill, mill.js:26
help: rename one of the pipelines`,
      ],
      "passes that nobody has": [
        "framework: ./mill.js\ngraph:\n  pipelines:\n    a: { pipeline: any(dusk) }\n",
        {},
        `error[PWL0402]: no framework or plugin provides a pass named \`dusk\`
  --> passwright.config.yaml:4:24
   |     a: { pipeline: any(dusk) }
   |                        ^
   = searched: mill
help: did you mean \`dust\`?`,
      ],
      "keys that there are not": [
        "framework: ./mill.js\ngraph:\n  pipelines:\n    a: { predecessor: [b], jumpTargets: [{ to: a, max: many }] }\n",
        {},
        `error[PWL0011]: unknown key \`predecessor\` in \`graph.pipelines.a\`
  --> passwright.config.yaml:4:10
   |     a: { predecessor: [b], jumpTargets: [{ to: a, max: many }] }
   |          ^
   = allowed keys: \`predecessors\`, \`successors\`, \`jumpTargets\`, \`anchor\`, \`pipeline\`
help: did you mean \`predecessors\`?

error[PWL0013]: \`graph.pipelines.a.jumpTargets[0].max\` must be a number, not a string
  --> passwright.config.yaml:4:56
   |     a: { predecessor: [b], jumpTargets: [{ to: a, max: many }] }
   |                                                        ^
help: write a number`,
      ],
    };

  for (const [what, [config, files, expected]] of Object.entries(broken)) {
    it(`refuses ${what}`, async () => {
      expect((await load(config, files)).text).to.equal(expected);
    });
  }

  it("has the pipeline that is besides, and is a function", async () => {
    const framework = (rest: string): string => mill.replace("  targets:", `  ${rest}\n  targets:`);
    const both = await load("framework: ./mill.js\n", { "mill.js": framework("pipeline() {},") });
    expect(both.text).to.contain(
      "error[PWL0507]: framework `mill` defines a `pipeline`, but does not register it in `graph`",
    );
    const wrong = mill.replace(/graph\(graph[^]*/, "graph: {},\n});\n");
    expect((await load("framework: ./mill.js\n", { "mill.js": wrong })).text).to.contain("`graph` must be a function");
  });
});
