import {
  defineAnalysis,
  definePass,
  OpPassManager,
  PassManager,
  PassRegistry,
  printPipeline,
  renderDiagnostic,
} from "@passwright/core";
import type { InitializeContext, PassContext } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import {
  block,
  describeResult,
  describeThrow,
  nameItem,
  Trace,
  tracingInstrumentation,
  tracingPass,
} from "../trace.ts";

function setUp(text: string) {
  const adapter = makeCabinets();
  const trace = new Trace();
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  const op = cabinetFrom(adapter, text);
  const run = (): string => {
    const result = manager.run(op);
    return [...trace.lines, describeResult(result)].join("\n");
  };
  return { trace, manager, op, run };
}

describe("the context of a pass", () => {
  it("refuses every call outside the run of the pass", () => {
    const { trace, manager, op } = setUp("cabinet");
    let kept: PassContext<Item> | undefined;
    manager.addPass(tracingPass(trace, "keep", (_, pass) => (kept = pass)));
    manager.run(op);
    const pass = kept as PassContext<Item>;
    const analysis = defineAnalysis({ name: "toy/x", compute: () => 0 });
    const calls: readonly (() => unknown)[] = [
      () => pass.getAnalysis(analysis),
      () => pass.getCachedAnalysis(analysis),
      () => pass.getCachedParentAnalysis(analysis, op),
      () => pass.getChildAnalysis(analysis, op),
      () => pass.getCachedChildAnalysis(analysis, op),
      () => pass.markAllAnalysesPreserved(),
      () => pass.markAnalysesPreserved(analysis),
      () => pass.signalPassFailure(),
      () => pass.emitError("x", op),
      () => pass.emitWarning("x", op),
      () => pass.emitRemark("x", op),
      () => pass.print("x"),
      () => pass.emitAt(undefined, "remark", "x"),
      () => pass.runAction({ tag: "x", text: "x" }, () => undefined),
      () => pass.runPipeline(new OpPassManager<Item>(), op),
      () => pass.requestJump("x", "y"),
    ];
    const first = describeThrow(calls[0] as () => unknown);
    const names = calls.map((call) => /called `(\w+)`/.exec(describeThrow(call))?.[1]);
    expect(`${first}\n${names.join(" ")}`).to.equal(
      block(`
        error[PWC0412]: pass \`keep\` called \`getAnalysis\` outside \`runOnOperation\`
          --> step keep
        help: use the context only inside \`runOnOperation\`
        getAnalysis getCachedAnalysis getCachedParentAnalysis getChildAnalysis getCachedChildAnalysis markAllAnalysesPreserved markAnalysesPreserved signalPassFailure emitError emitWarning emitRemark print emitAt runAction runPipeline requestJump
      `),
    );
  });

  it("refuses messages and texts that are not strings, and other wrong arguments", () => {
    const { trace, manager, op } = setUp("cabinet");
    const calls: readonly ((pass: PassContext<Item>) => void)[] = [
      (pass) => pass.emitError(op as never, "x" as never),
      (pass) => pass.emitWarning(new Error("boo") as never),
      (pass) => pass.emitRemark(undefined as never),
      (pass) => pass.emitAt("x" as never, "error", op as never),
      (pass) => pass.print(7 as never),
      (pass) => void pass.getAnalysis("toy/x" as never),
      (pass) => void pass.getAnalysis(undefined as never),
      (pass) => pass.markAnalysesPreserved("toy/x" as never),
      (pass) => void pass.runPipeline("drawer(say)" as never, op),
      (pass) => void pass.runPipeline(new OpPassManager<Item>(), undefined as never),
    ];
    manager.addPass(
      tracingPass(trace, "say", (_, pass) => {
        for (const call of calls) trace.say(describeThrow(() => call(pass)));
      }),
    );
    expect(manager.run(op).succeeded).to.equal(true);
    const refusal = (method: string, value: string, form: string): string =>
      `error[PWC0435]: pass \`say\` called \`${method}\` with ${value} instead of a string
  --> step say
help: write \`${method}(${form})\``;
    expect(trace.lines.slice(1)).to.deep.equal([
      `error[PWC0435]: pass \`say\` called \`emitError\` with { kind, label, stickers, line } instead of a string
  --> step say
help: write \`emitError("text", operation)\``,
      refusal("emitWarning", "an object", '"text", operation'),
      refusal("emitRemark", "undefined", '"text", operation'),
      refusal("emitAt", "{ kind, label, stickers, line }", 'position, "error", "text"'),
      refusal("print", "7", '"text"'),
      "error[PWC0426]: the analysis is not the result of `defineAnalysis`\nhelp: call `defineAnalysis`",
      "error[PWC0426]: the analysis is not the result of `defineAnalysis`\nhelp: call `defineAnalysis`",
      "error[PWC0426]: the analysis is not the result of `defineAnalysis`\nhelp: call `defineAnalysis`",
      `error[PWC0435]: pass \`say\` called \`runPipeline\` with "drawer(say)" instead of a pass manager
  --> step say
help: write \`runPipeline(manager, operation)\``,
      `error[PWC0435]: pass \`say\` called \`runPipeline\` with undefined instead of an operation
  --> step say
help: write \`runPipeline(manager, operation)\``,
    ]);
  });

  it("of a promise that a synchronous run abandoned is never reused for another operation", async () => {
    const { trace, manager, op } = setUp("cabinet\n  drawer @a\n  drawer @b");
    let finish = (): void => undefined;
    const started = new Promise<void>((resolve) => (finish = resolve));
    const late: string[] = [];
    manager.nest("drawer").addPass(
      tracingPass(trace, "slow", async ({ label }, pass) => {
        if (label === "b") finish();
        await started;
        late.push(describeThrow(() => pass.signalPassFailure()).split("\n")[0] as string);
      }),
    );
    manager.run(op);
    await new Promise((resolve) => setImmediate(resolve));
    const line = "error[PWC0412]: pass `slow` called `signalPassFailure` outside `runOnOperation`";
    expect(late).to.deep.equal([line, line]);
  });

  it("accepts jumps only from passes on the operation that a graph runs on", () => {
    const { trace, manager, op } = setUp("cabinet\n  drawer @a");
    const asking = definePass({
      name: "ask",
      runOnOperation: (_: Item, pass) => pass.requestJump("start", "there is more"),
    });
    const dynamic = new OpPassManager<Item>("cabinet").addPass(asking);
    manager.addPass(tracingPass(trace, "outer", (_, pass) => pass.runPipeline(dynamic, op)));
    const requested: string[] = [];
    const inGraph = { onJump: (request: object): void => void requested.push(JSON.stringify(request)) };
    requested.push(describeResult(manager.run(op, inGraph)), describeResult(manager.run(op)));
    manager.nest("drawer").addPass(asking);
    requested.push(describeResult(manager.run(op, inGraph)));
    expect(requested.join("\n")).to.equal(
      block(`
        {"target":"start","reason":"there is more","pass":"ask"}
        succeeded
        succeeded
        error[PWC0419]: pass \`ask\` requested a jump to \`start\`, but its pipeline is not part of a graph
          --> cabinet.txt:1:1, step ask
        help: run the pipeline in a graph that declares \`start\` as a jump target of the pipeline
        {"target":"start","reason":"there is more","pass":"ask"}
        failed
        error[PWC0418]: pass \`ask\` requested a jump to \`start\` from the nested operation 'drawer' @a
          --> cabinet.txt:2:1, step ask
        help: request the jump in a later pass on the graph's operation
      `),
    );
  });

  it("prints to the manager's output, or as a remark without one", () => {
    const { trace, manager, run } = setUp("cabinet");
    manager.addPass(tracingPass(trace, "count", (_, pass) => pass.print("1 drawer\n2 boxes")));
    const lines: string[] = [];
    manager.output = (text) => void lines.push(text);
    const first = run();
    manager.output = undefined;
    expect(`${first}\n${lines.join("|")}\n${run()}`).to.equal(
      block(`
        count on cabinet
        succeeded
        1 drawer
        2 boxes
        count on cabinet
        count on cabinet
        succeeded
        remark[PWC0501]: 1 drawer
             2 boxes
          --> cabinet.txt:1:1, step count
      `),
    );
  });

  it("parses pipelines with the registry of the topmost manager", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a");
    const registry = new PassRegistry<Item>().registerPass(tracingPass(trace, "dust"), { name: "tests" });
    const texts: readonly (readonly [string, string?])[] = [
      ["drawer(dust)"],
      ["dust", "drawer"],
      ["", "drawer"],
      ["drawer(dust,rub)"],
      ["dust,rub", "drawer"],
    ];
    const parse = definePass({
      name: "parse",
      create: () => ({
        displayName: "Parse",
        initialize(context: InitializeContext<object, Item>) {
          for (const [text, anchor] of texts) {
            const parsed = context.parsePipeline(text, anchor);
            if (!parsed.ok && parsed.diagnostic.code === "PWC0208") return parsed.diagnostic;
            trace.say(parsed.ok ? printPipeline(parsed.manager) : renderDiagnostic(parsed.diagnostic));
          }
          return undefined;
        },
        runOnOperation: (_op: Item) => undefined,
      }),
    });
    manager.addPass(parse);
    const without = run();
    manager.registry = registry;
    expect(`${without}\n${run()}`).to.equal(
      block(`
        failed
        error[PWC0208]: pass \`parse\` has a pipeline as an option, but the manager has no registry
          --> step parse
        help: set the registry of the outermost manager: \`manager.registry = registry\`
        drawer(dust)
        drawer(dust)
        drawer()
        error[PWC0203]: 'rub' does not refer to a registered pass or pass pipeline
          --> MLIR Textual PassPipeline Parser:1:6
           | dust,rub
           |      ^
        help: correct the name, or load the plugin that provides the pass
        error[PWC0203]: 'rub' does not refer to a registered pass or pass pipeline
          --> MLIR Textual PassPipeline Parser:1:6
           | dust,rub
           |      ^
        help: correct the name, or load the plugin that provides the pass
        succeeded
      `),
    );
  });

  it("has the options and the statistics of the instance", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a\n  drawer @b");
    const count = definePass({
      name: "count",
      statistics: { drawers: "drawers seen" },
      runOnOperation(op: Item, pass) {
        pass.statistics.drawers.add();
        trace.say(`${nameItem(op)}: ${pass.statistics.drawers.value}`);
      },
    });
    manager.nest("drawer").addPass(count).addPass(count);
    run();
    manager.forEachPass((pass) => trace.say(`${pass.statistics["drawers"]?.value}`));
    expect(trace.text).to.equal("drawer @a: 1\ndrawer @a: 1\ndrawer @b: 2\ndrawer @b: 2\n2\n2");
  });
});

describe("a dynamic pipeline", () => {
  const TEXT = "cabinet @tax\n  drawer @a\n    folder @x\n  drawer @b";

  it("is converted again after its elements were replaced during a run", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    const inner = new OpPassManager<Item>("drawer").addPass(tracingPass(trace, "dust"));
    manager.addPass(
      tracingPass(trace, "outer", (cabinet, pass) => {
        for (const name of ["mop", "wax"]) {
          pass.runPipeline(inner, op.contents[0] as Item);
          inner.clear().addPass(tracingPass(trace, name));
        }
        pass.runPipeline(inner, cabinet.contents[1] as Item);
      }),
    );
    expect(run().match(/(dust|mop|wax) on .*/g)).to.deep.equal([
      "dust on drawer @a",
      "mop on drawer @a",
      "wax on drawer @b",
    ]);
  });

  it("runs on the current operation or inside it, with the hooks of the run", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    manager.addInstrumentation(tracingInstrumentation(trace));
    const inner = new OpPassManager<Item>("drawer");
    inner.addPass(tracingPass(trace, "look"));
    const own = new OpPassManager<Item>("cabinet");
    own.addPass(tracingPass(trace, "dust"));
    manager.addPass(
      tracingPass(trace, "outer", (cabinet, pass) => {
        trace.say(String(pass.runPipeline(inner, op.contents[1] as Item)));
        trace.say(String(pass.runPipeline(own, cabinet)));
      }),
    );
    expect(run()).to.equal(
      block(`
        outer on cabinet @tax {
          outer on cabinet @tax
          pipeline drawer on drawer @b from outer {
            look on drawer @b {
              look on drawer @b
            } look
          } pipeline drawer
          true
          pipeline cabinet on cabinet @tax from outer {
            dust on cabinet @tax {
              dust on cabinet @tax
            } dust
          } pipeline cabinet
          true
        } outer
        succeeded
      `),
    );
  });

  it("returns whether it succeeded, which does not affect the pass", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    const inner = new OpPassManager<Item>("drawer");
    inner.nest("folder").addPass(tracingPass(trace, "fail", (_, pass) => pass.signalPassFailure()));
    manager.addPass(
      tracingPass(trace, "outer", (_, pass) => trace.say(String(pass.runPipeline(inner, op.contents[0] as Item)))),
    );
    manager.addPass(tracingPass(trace, "next"));
    expect(run()).to.equal(
      block(`
        outer on cabinet @tax
        fail on folder @x
        false
        next on cabinet @tax
        succeeded
        error[PWC0408]: pass \`fail\` failed on 'folder' @x without reporting an error
          --> cabinet.txt:3:1, step fail
        help: call \`emitError\` in the pass before \`signalPassFailure\`
      `),
    );
  });

  it("is refused on an operation that is not inside the current one", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    const inner = new OpPassManager<Item>("drawer");
    manager
      .nest("drawer")
      .addPass(
        tracingPass(trace, "outer", ({ label }, pass) =>
          trace.say(label === "b" ? "-" : String(pass.runPipeline(inner, op.contents[1] as Item))),
        ),
      );
    expect(run()).to.equal(
      block(`
        outer on drawer @a
        false
        outer on drawer @b
        -
        succeeded
        error[PWC0410]: 'drawer' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing
          --> cabinet.txt:4:1, step outer
        help: run the pipeline on the current operation or one inside it
      `),
    );
  });

  it("is refused on an operation that it is not anchored on, and when a pass in it cannot be scheduled", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    const wrong = new OpPassManager<Item>("folder");
    const unfit = new OpPassManager<Item>("folder");
    unfit.addPass(tracingPass(trace, { name: "lock", interface: "Lockable" }));
    manager.addPass(
      tracingPass(trace, "outer", (_, pass) => {
        trace.say(String(pass.runPipeline(wrong, op.contents[0] as Item)));
        trace.say(String(pass.runPipeline(unfit, op.contents[0]?.contents[0] as Item)));
      }),
    );
    expect(run()).to.equal(
      block(`
        outer on cabinet @tax
        false
        false
        succeeded
        error[PWC0401]: can't run 'folder' pass manager on 'drawer' op
          --> cabinet.txt:2:1, step outer
        help: run the manager on a 'folder' operation, or nest the manager: \`drawer(folder(…))\`
        error[PWC0405]: unable to schedule pass 'lock' on a PassManager intended to run on 'folder'!
          --> step outer
        help: nest 'lock' in a manager on an operation that the pass accepts, or in \`any(…)\`
      `),
    );
  });

  it("is refused when a dialect of its passes cannot be loaded", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    const inner = new OpPassManager<Item>("drawer");
    inner.addPass(tracingPass(trace, { name: "shelve", dependentDialects: ["archive", "shoes"] }));
    manager.addPass(
      tracingPass(trace, "outer", (_, pass) => trace.say(String(pass.runPipeline(inner, op.contents[0] as Item)))),
    );
    expect(run()).to.equal(
      block(`
        outer on cabinet @tax
        false
        succeeded
        error[TOY0002]: unknown dialect \`shoes\`
          --> step shelve
      `),
    );
  });

  it("initializes its passes once per run, and passes that were added later", () => {
    const { trace, manager, run } = setUp(TEXT);
    const makePass = (name: string): ReturnType<typeof tracingPass> =>
      tracingPass(trace, { name, initialize: () => void trace.say(`initialize ${name}`) });
    const inner = new OpPassManager<Item>("drawer");
    inner.addPass(makePass("look"));
    manager.nest("drawer").addPass(
      tracingPass(trace, "outer", (drawer, pass) => {
        pass.runPipeline(inner, drawer);
        if (drawer.label === "a") inner.addPass(makePass("sign"));
      }),
    );
    expect(run()).to.equal(
      block(`
        outer on drawer @a
        initialize look
        look on drawer @a
        outer on drawer @b
        initialize sign
        look on drawer @b
        sign on drawer @b
        succeeded
      `),
    );
  });

  it("may run itself recursively", () => {
    const { trace, manager, run } = setUp(TEXT);
    const inner = new OpPassManager<Item>();
    inner.addPass(
      tracingPass(trace, "descend", (op, pass) => {
        for (const item of op.contents) pass.runPipeline(inner, item);
        if (op.contents.length > 0) pass.emitRemark(`done with ${nameItem(op)}`);
      }),
    );
    manager.addPass(tracingPass(trace, "outer", (op, pass) => pass.runPipeline(inner, op)));
    expect(run()).to.equal(
      block(`
        outer on cabinet @tax
        descend on cabinet @tax
        descend on drawer @a
        descend on folder @x
        descend on drawer @b
        succeeded
        remark[PWC0501]: done with drawer @a
          --> cabinet.txt:2:1, step descend
        remark[PWC0501]: done with cabinet @tax
          --> cabinet.txt:1:1, step descend
      `),
    );
  });

  it("shares the analyses of the operation, and leaves none cached", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    const analysis = defineAnalysis({
      name: "toy/size",
      compute(item: Item) {
        trace.say(`compute ${nameItem(item)}`);
        return item.contents.length;
      },
    });
    const folder = op.contents[0]?.contents[0] as Item;
    const any = new OpPassManager<Item>();
    any.addPass(
      tracingPass(trace, "inner", (_, pass) => {
        trace.say(`cached ${pass.getCachedAnalysis(analysis)}, around ${pass.getCachedParentAnalysis(analysis, op)}`);
        pass.markAllAnalysesPreserved();
      }),
    );
    manager.addPass(
      tracingPass(trace, "outer", (cabinet, pass) => {
        pass.getAnalysis(analysis);
        pass.getChildAnalysis(analysis, folder);
        pass.runPipeline(any, folder);
        trace.say(`folder ${pass.getCachedChildAnalysis(analysis, folder)}`);
        pass.runPipeline(any, cabinet);
        trace.say(`cabinet ${pass.getCachedAnalysis(analysis)}`);
      }),
    );
    expect(run()).to.equal(
      block(`
        outer on cabinet @tax
        compute cabinet @tax
        compute folder @x
        inner on folder @x
        cached 0, around 2
        folder undefined
        inner on cabinet @tax
        cached 2, around undefined
        cabinet undefined
        succeeded
      `),
    );
  });

  it("is synchronous, also in an asynchronous run", async () => {
    const { trace, manager, op } = setUp(TEXT);
    manager.addInstrumentation(tracingInstrumentation(trace));
    const inner = new OpPassManager<Item>("drawer");
    inner.addPass(tracingPass(trace, "fetch", async () => undefined));
    manager.addPass(
      tracingPass(trace, "outer", (_, pass) => trace.say(String(pass.runPipeline(inner, op.contents[0] as Item)))),
    );
    const result = await manager.runAsync(op);
    expect(`${trace.text}\n${describeResult(result)}`).to.equal(
      block(`
        outer on cabinet @tax {
          outer on cabinet @tax
          pipeline drawer on drawer @a from outer {
            fetch on drawer @a {
              fetch on drawer @a
            } fetch failed
            false
          } outer
        succeeded
        error[PWC0407]: pass \`fetch\` returned a promise on 'drawer' @a in a dynamic pipeline
          --> cabinet.txt:2:1, step fetch
        help: move asynchronous passes to the surrounding pipeline
      `),
    );
  });

  it("closes frames that a throwing hook left open", () => {
    const { trace, manager, op, run } = setUp(TEXT);
    manager.addInstrumentation({
      beforePass(pass) {
        if (pass.argument === "inner") throw new Error("enough");
      },
    });
    const inner = new OpPassManager<Item>("drawer");
    inner.addPass(tracingPass(trace, "inner"));
    manager.addPass(tracingPass(trace, "outer", (_, pass) => pass.runPipeline(inner, op.contents[0] as Item)));
    expect(run().split("\n").slice(0, 3).join("\n")).to.equal(
      block(`
        outer on cabinet @tax
        failed
        error[PWC0414]: an instrumentation threw in \`beforePass\`, which ended the run: Error: enough
      `),
    );
  });
});
