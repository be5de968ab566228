import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace, pluginText } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/**
 * Framework with every kind of pipeline (filled by a builder, by a function, a subgraph, empty, and branches of a
 * choice) and with jumps.
 */
const framework = `import { defineGraphFramework, definePass, PassType } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
const pass = (name, more) => definePass({ name, ...more, runOnOperation() {} });
const tidy = pass("tidy", { types: [PassType.Cleanup] });
const grow = definePass({ name: "grow", types: [PassType.Cleanup], runOnOperation(op) {
  const unit = mlir.parse("module attributes {w.a} {}", { file: "unit" }).op.getAttr("w.a");
  for (let count = 0; ; count++) if (!op.hasAttr("w.grown" + count)) return op.setAttr("w.grown" + count, unit);
} });
export default defineGraphFramework({
  name: "works", ir: mlir, anchor: "builtin.module", targets: ["slow", "fast"], passes: [tidy, grow], cleanups: ["tidy", "grow"],
  properties: { named: { kind: "structural", initially: true } },
  checks: { named: (op) => op.name === "builtin.module" && !op.hasAttr("w.name") ? "it has no name" : undefined },
  graph(graph) {
    const front = graph.makeBuilder();
    front.addPass(pass("read", { types: [PassType.Ingress], preserves: ["named"] }));
    front.addExtensionPoint("front.end");
    front.addPass(tidy, { removable: true });
    graph.registerPipeline("front", { successors: ["work"] }, front);
    graph.registerPipeline("work", { predecessors: ["front"] }, { graph(sub) {
      const inner = sub.makeBuilder();
      inner.nest("func.func").addPass(pass("cut"));
      sub.registerPipeline("cut", {}, inner);
      sub.registerPipeline("trim", { predecessors: ["cut"], jumpTargets: [{ to: "cut", max: 3, onLimit: "warn" }] },
        (manager) => { manager.addPass(tidy); });
    } });
    graph.registerPipeline("quick", { predecessors: ["work"], jumpTargets: ["stop"] }, graph.makeBuilder());
    graph.registerPipeline("careful", { predecessors: ["work"] });
    graph.registerChoice("pace", { branches: [{ when: { target: "fast" }, pipeline: "quick" }], else: "careful" });
  },
});
`;

const oil = pluginText(
  `arguments[1].graph.pipeline("front").addAfter("read", passes[0]);
   arguments[1].graph.registerPipeline("oil", { predecessors: ["front"], successors: ["work"] }, (m) => m.addPass(passes[0]));`,
  `definePass({ name: "oil", runOnOperation() {} })`,
).replace("setup(b, { hooks })", "setup(b, environment)");

const input = "module attributes {w.name} {\n}\n";

function works(config = "plugins: [./oil.js]\n", files: { readonly [path: string]: string } = {}): Workplace {
  return makeWorkplace({
    "works.js": framework,
    "oil.js": oil,
    "passwright.config.yaml": `framework: ./works.js\n${config}inputs: [in.mlir]\n`,
    "in.mlir": input,
    ...files,
  });
}

/** Returns the code of a plugin that makes the given calls on the graph. */
const asks = (setup: string, passes = ""): string =>
  pluginText(setup, passes).replace("setup(b, { hooks })", "setup(b, { graph })");

describe("the plan of a graph", () => {
  it("has the steps of every pipeline, and why each is there", async () => {
    const { passwright } = works();
    checkGolden(await passwright("plan"), "graph-plan.txt", import.meta.url);
    checkGolden(await passwright("plan", "--json"), "graph-plan.json", import.meta.url);
    checkGolden(await passwright("explain"), "graph-explain.txt", import.meta.url);
    expect(await passwright("plan", "--format=mlir", "--target=fast")).to.equal(`--- out
// front
builtin.module(read,oil,tidy)
// oil
builtin.module(oil)
// work/cut
builtin.module(func.func(cut))
// work/trim
builtin.module(tidy)
// careful
builtin.module()
// quick
builtin.module()
--- exit 0
`);
  });

  it("can be explained by pipeline, by step, and by omitted step", async () => {
    const again = asks('graph.pipeline("front").addAfter("tidy", "tidy");');
    const { passwright } = works("plugins: [./again.js]\n", { "again.js": again });
    checkGolden(await passwright("explain", "work/trim", "cut", "tidy"), "graph-explain-some.txt", import.meta.url);
    expect(await passwright("explain", "read", "--json")).to.match(
      /"pipelines": \[\n {4}\{\n {6}"name": "front",[^]*"address": "read"/,
    );
    expect(await passwright("explain", "tudy")).to.match(/error\[PWR0011\][^]*did you mean `tidy`\?[^]*--- exit 2\n$/);
    expect(await passwright("plan")).to.contain("left out: ./again.js::tidy (dropped as a duplicate");
    expect(await passwright("plan", "--no-dedup")).to.not.contain("left out");
  });

  it("shows the orders that only names decide", async () => {
    const files = {
      "one.js": asks(
        'graph.pipeline("front").addAfter("read", passes[0]);',
        'definePass({ name: "wax", runOnOperation() {} })',
      ),
      "two.js": asks(
        'graph.pipeline("front").addAfter("read", passes[0]);',
        'definePass({ name: "dye", runOnOperation() {} })',
      ),
    };
    const { passwright } = works("plugins: [./two.js, ./one.js]\n", files);
    const order =
      "    order    before `./two.js::dye` by the names of the contributors alone: no rule or position decides it\n";
    expect(await passwright("explain")).to.contain(order);
    expect(await passwright("explain", "front")).to.contain(order);
    expect(await passwright("plan")).not.to.contain("by the names");
  });

  it("shows passes without a position", async () => {
    const idle = { "idle.js": pluginText("") };
    const { passwright } = works("plugins: [./idle.js, ./oil.js]\n", idle);
    expect(await passwright("plan"))
      .to.contain("\n  ./idle.js adds no step\n")
      .and.not.contain("oil.js adds");
    const broken = works("plugins: []\ninsert: [{ pass: tidy, pipeline: fornt, end: true }]\n");
    for (const command of ["plan", "explain", "lock", "diff", "check"]) {
      expect(await broken.passwright(command), command).to.match(/error\[PWL0\d+\][^]*--- exit 1\n$/);
      expect(await broken.passwright(command, "--json"), command).to.match(/"PWL0\d+"[^]*--- exit 1\n$/);
    }
  });

  it("shows where a pass could go, in each pipeline that is open to insertions", async () => {
    const { passwright } = works('plugins: []\noverrides: [{ order: tidy, after: read, reason: "so" }]\n');
    expect(await passwright("explain", "--where", "tidy")).to.equal(`--- out
pipeline \`front\`: legal positions of \`tidy\`:
  after \`read\`
    not earlier: override does not hold: \`tidy\` must be after \`read\`: "so"
pipeline \`work/cut\`: legal positions of \`tidy\`:
  at any position
pipeline \`quick\`: legal positions of \`tidy\`:
  at any position
--- exit 0
`);
  });

  it("shows the plan without a plugin", async () => {
    const { passwright } = works();
    expect(await passwright("explain", "--without", "./oil.js")).to.equal(`--- out
without ./oil.js:
  pipeline \`oil\` was removed
  in \`front\`: \`./oil.js::oil\` was removed
  \`work\` no longer waits for \`oil\`
--- exit 0
`);
    expect(await passwright("explain", "--without", "./oil.js", "--json")).to.contain(
      '"`work` no longer waits for `oil`"',
    );
  });
});

describe("the lock of a graph", () => {
  it("contains everything, and differences are described", async () => {
    const { passwright, folder } = works();
    expect(await passwright("lock")).to.equal("--- out\npasswright.lock.json: 5 pipelines, 1 plugin\n--- exit 0\n");
    expect(await passwright("lock", "--check")).to.equal(
      "--- out\npasswright.lock.json: the plan equals the lock\n--- exit 0\n",
    );
    expect(await passwright("diff")).to.equal("--- out\nno difference\n--- exit 0\n");
    checkGolden(readFileSync(join(folder, "passwright.lock.json"), "utf8"), "graph.lock.json", import.meta.url);
    const changed = framework
      .replace('successors: ["work"] }, front', "}, front")
      .replace("max: 3, onLimit", "max: 4, onLimit")
      .replace('jumpTargets: ["stop"]', 'predecessors: ["work", "careful"], jumpTargets: ["fail"]')
      .replace('addPass(pass("cut"))', 'addPass(pass("cut", { types: ["Lowering"] }))')
      .replace('target: "fast"', 'target: "slow"');
    // Uses a new file name, because a module is loaded only once.
    writeFileSync(join(folder, "changed.js"), changed);
    writeFileSync(
      join(folder, "passwright.config.yaml"),
      "framework: ./changed.js\nplugins: [./oil.js]\ninputs: [in.mlir]\n",
    );
    checkGolden(await passwright("lock", "--check"), "graph-lock-differs.txt", import.meta.url);
    checkGolden(await passwright("diff", "--json"), "graph-diff.json", import.meta.url);
  });

  it("is distinguished from that of one pipeline, and from invalid files", async () => {
    const { passwright, folder } = works();
    await passwright("lock");
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write("one.yaml", 'plugins: ["@passwright/plugin-transforms"]\npipeline: builtin.module(cse)\n');
    expect(await passwright("diff", "passwright.lock.json", "one.yaml")).to.contain(
      "a graph of 5 pipelines is now one pipeline\n",
    );
    await passwright("lock", "-c", "one.yaml", "-o", "one.lock.json");
    expect(await passwright("diff", "one.lock.json", "passwright.lock.json")).to.contain(
      "one pipeline is now a graph of 5 pipelines\n",
    );
    const text = readFileSync(join(folder, "passwright.lock.json"), "utf8");
    for (const [what, by] of [
      ['"path": "front"', '"path": 1'],
      ['"predecessors": []', '"predecessors": [1]'],
      ['"outcomes"', '"outcome"'],
      ['"jumps"', '"jump"'],
      ['"steps"', '"step"'],
    ] as const) {
      write("torn.lock.json", text.replace(what, by));
      expect(await passwright("diff", "torn.lock.json", "."), what).to.match(/error\[PWR0201\][^]*--- exit 1\n$/);
    }
  });
});

describe("the checks of a graph", () => {
  it("load in every order, and name the plugin with different requests", async () => {
    const first = asks('graph.registerPipeline("first", { predecessors: globalThis.oiled ? ["front"] : [] });');
    const second = asks('globalThis.oiled = true; graph.pipeline("front").addAfter("read", "tidy");');
    const { passwright } = works("plugins: [./oil.js]\n");
    expect(await passwright("check", "--permute")).to.contain("the same plan in 1 order of loading 1 plugin\n");
    const two = works("plugins: [./first.js, ./second.js]\n", { "first.js": first, "second.js": second });
    const shown = await two.passwright("check", "--permute");
    expect(shown)
      .to.match(/error\[PWR0301\][^]*plugin \.\/first\.js/)
      .and.contain("`first` now waits for `front`")
      .and.match(/--- exit 1\n$/);
  });

  it("run with duplicate cleanups and without", async () => {
    const again = (pass: string): string => asks(`graph.pipeline("front").addAfter("tidy", "${pass}");`);
    const good = works("plugins: [./again.js]\n", { "again.js": again("tidy") });
    expect(await good.passwright("check", "--dedup")).to.contain(
      "the same result with and without 1 duplicate cleanup on 1 input\n",
    );
    const twice = asks('const f = graph.pipeline("front"); f.addAfter("tidy", "grow"); f.addAfter("tidy", "grow");');
    const bad = works("plugins: [./twice.js]\n", { "twice.js": twice });
    expect(await bad.passwright("check", "--dedup"))
      .to.contain("error[PWR0302]: dropping duplicate cleanups changes the result of `in.mlir`")
      .and.contain("`front: ./twice.js::grow#2` is dropped as a duplicate");
    expect(await good.passwright("check", "--properties")).to.contain(
      "every pass keeps what it declares on 1 input, as far as 1 check can tell\n",
    );
    const liar = works("plugins: [./liar.js]\n", {
      "liar.js": pluginText(
        'arguments[1].graph.pipeline("front").addAfter("read", passes[0]);',
        'definePass({ name: "lie", preserves: ["named"], runOnOperation(op) { op.removeAttr("w.name"); } })',
      ).replace("setup(b, { hooks })", "setup(b, environment)"),
    });
    expect(await liar.passwright("check", "--properties")).to.match(/error\[PWB\d+\][^]*`lie`[^]*--- exit 1\n$/);
  });
});
