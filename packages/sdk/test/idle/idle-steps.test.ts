import { defineConversion, PassManager } from "@passwright/core";
import { assemble, defineFramework, defineGraphFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";
import { IdleWatch } from "@passwright/sdk/loading";
import type { AssembleOptions } from "@passwright/sdk";
import { expect } from "chai";
import { edit, parseTree, printTree, tree } from "./tree.ts";
import type { Node } from "./tree.ts";

const generalize = edit("generalize", "keep", "", { anchor: "module" });
const bufferize = edit("bufferize", "remove", "matmul", { anchor: "module" });
const lower = edit("lower", "keep", "", { anchor: "module" });
const raise = edit("raise", "add", "matmul", { anchor: "module" });
const fuse = edit("fuse", "keep", "", { anchor: "module", worksOn: ["matmul"] });

const compiler = defineFramework({
  name: "compiler",
  ir: tree,
  pipeline(b) {
    for (const pass of [generalize, bufferize, lower]) b.addPass(pass);
  },
});

function run(text: string, options: AssembleOptions<typeof compiler>): string {
  const assembly = assemble(compiler, options);
  const root = parseTree(text);
  const seen: string[] = [];
  const { ok, diagnostics } = assembly.run(root, { onDiagnostic: ({ code }) => seen.push(code) });
  expect(seen).to.deep.equal(diagnostics.map(({ code }) => code));
  const all = [...assembly.diagnostics, ...diagnostics];
  return [ok ? "ok" : "not ok", printTree(root), ...all.map((one) => assembly.render(one))].join("\n");
}

const late = definePlugin({ name: "late", passes: [fuse], insert: [{ pass: "fuse", after: "lower" }] });

const REMOVED = `warning[PWL0420]: \`fuse\` has no \`matmul\` to process, because \`bufferize\` removed the last matching operation 2 steps earlier
  --> plugin late, step late::fuse
   = current position: after \`lower\`
   = possible positions: before \`bufferize\`
help: move \`fuse\` to a position before \`bufferize\`
help: to move it without changing \`late\`, add \`insert: [{ pass: fuse, before: "bufferize" }]\` and \`overrides: [{ ban: "late::fuse" }]\` to the config`;

describe("idle steps", () => {
  it("are reported with the step that removed their operations, and the legal positions before it", () => {
    expect(run("module(func(matmul))", { plugins: [late] })).to.equal(`ok\nmodule(func)\n${REMOVED}`);
  });

  it("are not reported after they were moved to a position that the report names", () => {
    const insert = [{ pass: "fuse", before: "bufferize" }];
    const early = definePlugin({ name: "late", passes: [fuse], insert });
    expect(run("module(func(matmul))", { plugins: [early] })).to.equal("ok\nmodule(func)");
  });

  it("are not reported after the owner of the pipeline moved them as the report says", () => {
    const insert = [{ pass: "fuse", before: "bufferize" }];
    const overrides = [{ ban: "late::fuse" }];
    expect(run("module(func(matmul))", { plugins: [late], insert, overrides })).to.equal("ok\nmodule(func)");
  });

  it("are not reported if no such operation ever existed", () => {
    expect(run("module(func)", { plugins: [late] })).to.equal("ok\nmodule(func)");
  });

  it("are errors if the pass or the owner of the pipeline requires it; the root is that of the last step", () => {
    const strict = ["idle"] as const;
    const text = REMOVED.replace("warning", "error");
    expect(run("module(func(matmul))", { plugins: [late], strict })).to.equal(`not ok\nmodule(func)\n${text}`);
    const passes = [edit("fuse", "keep", "", { anchor: "module", worksOn: ["matmul"], idle: "error" })];
    const plugin = definePlugin({ name: "late", passes, insert: [{ pass: "fuse", after: "lower" }] });
    expect(run("module(func(matmul))", { plugins: [plugin] })).to.equal(`not ok\nmodule(func)\n${text}`);
  });

  it("are not reported if the pass need not find anything", () => {
    const passes = [edit("fuse", "keep", "", { anchor: "module", worksOn: ["matmul"], idle: "ignore" })];
    const plugin = definePlugin({ name: "late", passes, insert: [{ pass: "fuse", after: "lower" }] });
    const strict = ["idle"] as const;
    expect(run("module(func(matmul))", { plugins: [plugin], strict })).to.equal("ok\nmodule(func)");
  });

  it("are reported with the step that creates their operations later", () => {
    const insert = [
      { pass: "fuse", before: "generalize" },
      { pass: "raise", after: "lower" },
    ];
    const plugin = definePlugin({ name: "early", passes: [fuse, raise], insert });
    expect(run("module(func)", { plugins: [plugin] })).to.equal(`ok
module(func,matmul)
warning[PWL0420]: \`fuse\` has no \`matmul\` to process, because \`early::raise\` created the first matching operation 4 steps later
  --> plugin early, step early::fuse
   = current position: before \`generalize\`
   = possible positions: after \`early::raise\`
help: move \`fuse\` to a position after \`early::raise\`
help: to move it without changing \`early\`, insert \`fuse\` next to a step of the framework, and add \`overrides: [{ ban: "early::fuse" }]\` to the config`);
  });

  it("are moved after a step of the framework if only this side of a position is in the right manager", () => {
    const strip = edit("strip", "remove", "matmul", { anchor: "func" });
    const nested = defineFramework({
      name: "nested",
      ir: tree,
      pipeline(b) {
        const outer = b.nest("package");
        outer.addPass(edit("number", "keep", ""));
        outer.nest("func").addPass(strip);
        b.addPass(edit("finish", "keep", "", { anchor: "module" }));
      },
    });
    const canScheduleOn = ({ text }: { text: string }): boolean => text !== "func";
    const look = edit("look", "keep", "", { worksOn: ["matmul"], canScheduleOn });
    const rules = [{ pass: "look", after: "number", strong: true, reason: "it needs numbers" }] as const;
    const plugin = definePlugin({ name: "late", passes: [look], insert: [{ pass: "look", after: "finish" }] });
    const run = (more: AssembleOptions<typeof nested>): string => {
      const assembly = assemble(nested, { plugins: [plugin], rules, ...more });
      const { diagnostics } = assembly.run(parseTree("module(package(func(matmul)))"));
      return diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    expect(run({})).to.contain(`possible positions: after \`number\` and before \`strip\`
help: move \`look\` to a position after \`number\` and before \`strip\`
help: to move it without changing \`late\`, add \`insert: [{ pass: look, after: "number" }]\` and \`overrides: [{ ban: "late::look" }]\` to the config`);
    expect(run({ insert: [{ pass: "look", after: "number" }], overrides: [{ ban: "late::look" }] })).to.equal("");
    expect(() => run({ insert: [{ pass: "look", before: "strip" }] })).to.throw(/cannot run/);
  });

  it("are moved in the pipeline of the framework if they are steps of the framework", () => {
    const framework = defineFramework({
      name: "late",
      ir: tree,
      pipeline(b) {
        for (const pass of [bufferize, lower, fuse]) b.addPass(pass);
      },
    });
    const { diagnostics } = assemble(framework).run(parseTree("module(matmul)"));
    expect(diagnostics.map(({ help }) => help)).to.deep.equal([
      ["move `fuse` to a position before `bufferize` in the pipeline of `late`"],
    ]);
  });

  it("do not have a legal position in their pipeline if a step of another pipeline removes their operations", () => {
    const framework = defineGraphFramework({
      name: "two",
      ir: tree,
      anchor: "module",
      passes: [fuse, bufferize, lower],
      graph(it) {
        const [first, second] = [it.makeBuilder(), it.makeBuilder()];
        first.addPass(bufferize);
        second.addPass(lower);
        second.addPass(fuse);
        it.registerPipeline("first", {}, first);
        it.registerPipeline("second", { predecessors: ["first"] }, second);
      },
    });
    const assembly = assemble(framework);
    const { diagnostics } = assembly.run(parseTree("module(matmul)"));
    expect(diagnostics.map((one) => assembly.render(one)).join("\n")).to.equal(
      `warning[PWL0420]: \`fuse\` has no \`matmul\` to process, because \`bufferize\` removed the last matching operation 2 steps earlier
  --> framework two, step fuse
   = current position: base pipeline
   = possible positions in pipeline \`second\`: none
help: move \`fuse\` to pipeline \`first\`, before \`bufferize\``,
    );
  });

  it("do not have a legal position if rules keep them after the step", () => {
    const rules = [{ pass: "fuse", after: "bufferize", strong: true, reason: "it needs buffers" }] as const;
    expect(run("module(matmul)", { plugins: [late], rules })).to.contain(`possible positions: none
help: remove \`fuse\`, or the rule that keeps it after \`bufferize\``);
  });

  it("are described in general words if code decides which operations they look for", () => {
    const passes = [
      edit("fuse", "keep", "", { anchor: "module", worksOn: ({ text }: { text: string }) => text === "matmul" }),
    ];
    const plugin = definePlugin({ name: "late", passes, insert: [{ pass: "fuse", after: "lower" }] });
    expect(run("module(matmul)", { plugins: [plugin] })).to.contain("`fuse` has no operation to process, because ");
  });

  it("are not idle if another occurrence of the pass found something", () => {
    const insert = [
      { pass: "fuse", before: "generalize" },
      { pass: "fuse", after: "lower" },
    ];
    const both = definePlugin({ name: "both", passes: [fuse], insert });
    expect(run("module(func(matmul))", { plugins: [both] })).to.equal("ok\nmodule(func)");
  });

  it("are determined in nested pipelines over all operations together", () => {
    const inner = edit("strip", "remove", "matmul", { anchor: "func" });
    const look = edit("look", "keep", "", { anchor: "func", worksOn: ["matmul"] });
    const nested = defineFramework({
      name: "nested",
      ir: tree,
      pipeline(b) {
        const func = b.nest("func");
        func.addPass(inner);
        func.addPass(look);
      },
    });
    const report = (text: string): string => {
      const assembly = assemble(nested, {});
      return assembly
        .run(parseTree(text))
        .diagnostics.map(({ message }) => message)
        .join("\n");
    };
    expect(report("module(func(matmul),func)")).to.equal(
      "`look` has no `matmul` to process, because `strip` removed the last matching operation 1 step earlier",
    );
    // The only `matmul` is outside the operations that the pass runs on, so no position helps.
    expect(report("module(global(matmul),func)")).to.equal("");
  });

  it("are determined in the IR of the pass if the pipeline has a conversion", () => {
    const look = (name: string, worksOn: readonly string[]) => edit(name, "keep", "", { worksOn });
    const toOther = defineConversion({
      name: "to-other",
      from: tree,
      to: { ...tree, name: "other" },
      convert: (_root: Node): Node => parseTree("module(matmul)"),
    } as never);
    const manager = new PassManager<Node>(tree, { anchor: "module" });
    for (const pass of [
      look("early", ["matmul"]),
      toOther,
      edit("strip", "remove", "matmul"),
      look("late", ["matmul"]),
    ])
      manager.addPass(pass as never);
    const watch = new IdleWatch([manager as never]);
    manager.addInstrumentation(watch as never);
    expect(manager.run(parseTree("module(func)")).diagnostics).to.deep.equal([]);
    expect(watch.take()).to.deep.equal([{ pass: 3, by: 2, madeBy: 1 }]);
  });

  it("are determined if a conversion leads to an IR whose nodes have other keys, or if a pass replaces the root", () => {
    const to = defineIr({
      name: "list",
      root: "list",
      nameOf: ({ type }: { readonly type: string }) => type,
      childrenOf: () => [],
    });
    const toList = defineConversion({ name: "to-list", from: tree, to, convert: () => ({ type: "list" }) } as never);
    const look = definePass({ name: "look", ir: to, worksOn: ["list"], runOnOperation() {} });
    const replace = definePass<Node>({
      name: "replace",
      anchor: "module",
      runOnOperation: (_root, pass) => pass.replaceRoot(parseTree("module(func)")),
    });
    const report = (passes: readonly unknown[]): readonly string[] => {
      const assembly = assemble(
        defineFramework({
          name: "lists",
          ir: tree,
          pipeline: (b) => passes.forEach((pass) => b.addPass(pass as never)),
        }),
      );
      const { ok, diagnostics } = assembly.run(parseTree("module(matmul)") as never);
      return [String(ok), ...diagnostics.map(({ message }) => message)];
    };
    expect(report([toList, look])).to.deep.equal(["true"]);
    expect(report([replace, fuse])).to.deep.equal([
      "true",
      "`fuse` has no `matmul` to process, because `replace` removed the last matching operation 1 step earlier",
    ]);
  });

  it("are not reported if they found something in a later visit of their pipeline", () => {
    const again = (name: string, jumps: boolean) =>
      definePass({
        name,
        runOnOperation(op: Node, pass) {
          if (op.children.length > 0) return;
          op.children.push({ name: "matmul", children: [] });
          if (jumps) pass.requestJump("optimize", "there is something to fuse");
        },
      });
    const graph = (jumps: boolean): string => {
      const grow = again("again", jumps);
      const framework = defineGraphFramework({
        name: "looping",
        ir: tree,
        anchor: "module",
        passes: [fuse, grow],
        graph(it) {
          it.registerPipeline("optimize", {}, (pm) => pm.addPass(fuse.create()));
          it.registerPipeline("grow", { predecessors: ["optimize"], jumpTargets: [{ to: "optimize", max: 3 }] }, (pm) =>
            pm.addPass(grow.create()),
          );
        },
      });
      const assembly = assemble(framework);
      const { diagnostics } = assembly.run(parseTree("module"));
      return diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    expect(graph(true)).to.equal("");
    expect(graph(false)).to.contain("`fuse` has no `matmul` to process, because `again` ");
  });

  it("are not reported in pipelines of a graph that the run does not take", () => {
    const take = (target: "gpu" | "cpu"): readonly string[] => {
      const framework = defineGraphFramework({
        name: "choosing",
        ir: tree,
        anchor: "module",
        targets: ["gpu", "cpu"],
        passes: [fuse, bufferize, raise],
        graph(it) {
          it.registerPipeline("first", {}, (pm) => pm.addPass(bufferize.create()));
          it.registerPipeline("on-gpu", { predecessors: ["first"] });
          it.registerPipeline("on-cpu", { predecessors: ["first"] }, (pm) => pm.addPass(fuse.create()));
          const branches = [{ when: { target: "gpu" }, pipeline: "on-gpu" }];
          it.registerChoice("codegen", { branches, else: "on-cpu" });
          it.registerPipeline("last", { predecessors: ["on-gpu", "on-cpu"] }, (pm) => pm.addPass(raise.create()));
        },
      });
      return assemble(framework, { target })
        .run(parseTree("module(matmul)"))
        .diagnostics.map(({ message }) => message);
    };
    const report =
      "`fuse` has no `matmul` to process, because `bufferize` removed the last matching operation 1 step earlier";
    expect({ gpu: take("gpu"), cpu: take("cpu") }).to.deep.equal({ gpu: [], cpu: [report] });
  });

  it("are found in deep trees", () => {
    const func: Node = { name: "func", children: [{ name: "matmul", children: [] }] };
    const clear = definePass({ name: "bufferize", anchor: "module", runOnOperation: () => void (func.children = []) });
    const deep = defineFramework({
      name: "deep",
      ir: tree,
      pipeline(b) {
        b.addPass(clear);
        b.nestEverywhere("func").addPass(definePass({ name: "fuse", worksOn: ["matmul"], runOnOperation() {} }));
      },
    });
    let inner = func;
    for (let depth = 0; depth < 20_000; depth++) inner = { name: "region", children: [inner] };
    const { diagnostics } = assemble(deep).run({ name: "module", children: [inner] });
    expect(diagnostics.map(({ message }) => message)).to.deep.equal([
      "`fuse` has no `matmul` to process, because `bufferize` removed the last matching operation 1 step earlier",
    ]);
  });

  it("do not mix runs of one assembly that overlap", async () => {
    const assembly = assemble(compiler, { plugins: [late] });
    const inputs = ["module(matmul)", "module(func)", "module(func(matmul))"];
    const results = await Promise.all(inputs.map((text) => assembly.runAsync(parseTree(text))));
    expect(results.map(({ diagnostics }) => diagnostics.length)).to.deep.equal([1, 0, 1]);
  });
});
