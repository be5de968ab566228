import { definePass, PassManager } from "@passwright/core";
import type { OpPassManager, RunResult } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Cabinets, Item } from "../toy-ir.ts";
import { block, describeResult, Trace, tracingInstrumentation, tracingPass } from "../trace.ts";

const TAX = block(`
  cabinet @tax
    drawer @a
      folder @x
      folder @y
    drawer @b
      folder @z
`);

interface Setting {
  readonly adapter: Cabinets;
  readonly trace: Trace;
  readonly manager: PassManager<Item>;
  readonly op: Item;
  run(): string;
}

/**
 * Makes a manager on cabinets, an operation, and a function `run` that returns the trace and the result as one text.
 */
function setUp(text: string, options: { readonly anchor?: string; readonly verifyEach?: boolean } = {}): Setting {
  const adapter = makeCabinets();
  const trace = new Trace();
  const manager = new PassManager(adapter, { anchor: options.anchor ?? "cabinet" });
  manager.verifyEach = options.verifyEach ?? false;
  const op = cabinetFrom(adapter, text);
  const run = (): string => {
    const result = manager.run(op);
    return [...trace.lines, describeResult(result)].join("\n");
  };
  return { adapter, trace, manager, op, run };
}

describe("the run loop", () => {
  it("takes an operation through its whole pipeline before the next one starts", () => {
    const { manager, trace, run } = setUp(TAX);
    manager.addPass(tracingPass(trace, "first"));
    const drawers = manager.nest("drawer");
    drawers.addPass(tracingPass(trace, "open"));
    drawers.nest("folder").addPass(tracingPass(trace, "read")).addPass(tracingPass(trace, "sign"));
    drawers.addPass(tracingPass(trace, "close"));
    manager.addPass(tracingPass(trace, "last"));
    expect(run()).to.equal(
      block(`
        first on cabinet @tax
        open on drawer @a
        read on folder @x
        sign on folder @x
        read on folder @y
        sign on folder @y
        close on drawer @a
        open on drawer @b
        read on folder @z
        sign on folder @z
        close on drawer @b
        last on cabinet @tax
        succeeded
      `),
    );
  });

  it("ends the pipeline of an operation whose pass failed, and continues with its siblings, but not with the parent's next pass", () => {
    const { manager, trace, run } = setUp(TAX);
    const drawers = manager.nest("drawer");
    drawers.addPass(
      tracingPass(trace, "check", (op, pass) => {
        if (op.label !== "a") return;
        pass.emitError("the drawer is locked");
        pass.signalPassFailure();
      }),
    );
    drawers.addPass(tracingPass(trace, "empty"));
    manager.addPass(tracingPass(trace, "dust"));
    expect(run()).to.equal(
      block(`
        check on drawer @a
        check on drawer @b
        empty on drawer @b
        failed
        error[PWC0501]: the drawer is locked
          --> cabinet.txt:2:1, step check
      `),
    );
  });

  it("names the pass and the operation of each failure without a message", () => {
    const { manager, trace, op } = setUp(TAX);
    manager.nest("drawer").addPass(tracingPass(trace, "check", (_, pass) => pass.signalPassFailure()));
    const result = manager.run(op);
    const failures = result.failures.map(({ pass, place }) => `${pass} on ${place.name} @${place.symbol}`);
    expect([describeResult(result), ...failures].join("\n")).to.equal(
      block(`
        failed
        error[PWC0408]: pass \`check\` failed on 'drawer' @a without reporting an error
          --> cabinet.txt:2:1, step check
        help: call \`emitError\` in the pass before \`signalPassFailure\`
        error[PWC0408]: pass \`check\` failed on 'drawer' @b without reporting an error
          --> cabinet.txt:5:1, step check
        help: call \`emitError\` in the pass before \`signalPassFailure\`
        check on drawer @a
        check on drawer @b
      `),
    );
  });

  it("does not take a warning for an explanation, nor an error for a failure", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  drawer @a");
    manager.addPass(tracingPass(trace, "grumble", (op, pass) => pass.emitError("dusty", op.contents[0])));
    manager.addPass(
      tracingPass(trace, "warn", (_, pass) => {
        pass.emitRemark("old");
        pass.emitWarning("very old");
        pass.signalPassFailure();
      }),
    );
    expect(run()).to.equal(
      block(`
        grumble on cabinet @tax
        warn on cabinet @tax
        failed
        error[PWC0501]: dusty
          --> cabinet.txt:2:1, step grumble
        remark[PWC0501]: old
          --> cabinet.txt:1:1, step warn
        warning[PWC0501]: very old
          --> cabinet.txt:1:1, step warn
        error[PWC0408]: pass \`warn\` failed on 'cabinet' @tax without reporting an error
          --> cabinet.txt:1:1, step warn
        help: call \`emitError\` in the pass before \`signalPassFailure\`
      `),
    );
  });

  it("blames a pass that throws, and takes it for failed on that operation only", () => {
    const { manager, trace, op } = setUp(TAX);
    manager.nest("drawer").addPass(
      tracingPass(trace, "jam", ({ label }) => {
        if (label === "a") throw new TypeError("stuck");
      }),
    );
    const result = manager.run(op);
    const thrown = result.failures.map((failure) => String(failure.thrown));
    expect([...trace.lines, describeResult(result), ...thrown].join("\n")).to.equal(
      block(`
        jam on drawer @a
        jam on drawer @b
        failed
        error[PWC0406]: pass \`jam\` threw on 'drawer' @a: TypeError: stuck
          --> cabinet.txt:2:1, step jam
        help: report this to the author of \`jam\`, with the stack from \`--debug\` or from \`failures\` of the result
        TypeError: stuck
      `),
    );
  });

  it("reports an exception with a diagnostic, and the position of the pass", () => {
    const { manager, trace, run } = setUp("cabinet");
    manager.addPass(
      tracingPass(trace, "jam", () => {
        throw Object.assign(new Error(), {
          diagnostic: { code: "TOY0009", severity: "error", message: "no key", help: ["ask the janitor"] },
        });
      }),
    );
    expect(run()).to.equal(
      block(`
        jam on cabinet
        failed
        error[TOY0009]: no key
          --> cabinet.txt:1:1, step jam
           = in pass \`jam\` on 'cabinet'
        help: ask the janitor
      `),
    );
  });

  it("reports errors on operations that are not registered or not isolated, if an anchor names them", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  page @p\n  shoe @s\n  drawer @d");
    const look = tracingPass(trace, "look");
    for (const kind of ["page", "shoe", "drawer"]) manager.nest(kind).addPass(look);
    expect(run()).to.equal(
      block(`
        look on drawer @d
        failed
        error[PWC0403]: 'page' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'
          --> cabinet.txt:2:1
        help: anchor the manager on an operation around 'page' that is isolated from above
        error[PWC0402]: 'shoe' op trying to schedule a pass on an unregistered operation
          --> cabinet.txt:3:1
        help: load the dialect of 'shoe', or anchor the manager on a registered operation
      `),
    );
  });

  it("accepts such operations without an input", () => {
    const { manager, run } = setUp("cabinet @tax\n  page @p\n  shoe @s");
    manager.nest("page");
    manager.nest("shoe");
    expect(run()).to.equal("succeeded");
  });

  it("runs an op-agnostic pipeline up to the pass that cannot run on the operation", () => {
    const { manager, trace, run } = setUp("cabinet @tax", { anchor: "any" });
    manager.addPass(tracingPass(trace, "look"));
    manager.addPass(tracingPass(trace, { name: "lock", displayName: "Lock", interface: "Lockable" }));
    manager.addPass(tracingPass(trace, "look-again"));
    expect(run()).to.equal(
      block(`
        look on cabinet @tax
        failed
        error[PWC0404]: 'cabinet' op trying to schedule pass 'Lock' on an unsupported operation
          --> cabinet.txt:1:1
        help: anchor the manager on an operation that 'Lock' accepts
      `),
    );
  });

  it("gives a pass in `any` the operations that all passes beside it can run on", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  page @p\n  drawer @d\n  folder @f\n  shoe @s");
    const any = manager.nestAny();
    any.addPass(tracingPass(trace, "look"));
    any.addPass(tracingPass(trace, { name: "lock", interface: "Lockable" }));
    expect(run()).to.equal("look on drawer @d\nlock on drawer @d\nsucceeded");
  });

  it("calls `canScheduleOn` of a pass last", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  drawer @d\n  folder @f");
    manager.nestAny().addPass(
      definePass({
        name: "pick",
        canScheduleOn: ({ text }) => text === "folder",
        runOnOperation: (op: Item) => trace.say(`pick ${op.label}`),
      }),
    );
    expect(run()).to.equal("pick f\nsucceeded");
  });

  it("does not schedule a pass whose `canScheduleOn` does not return a value", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  drawer @d\n  folder @f");
    const canScheduleOn = ({ text }: { readonly text: string }): boolean => {
      if (text === "folder") return true;
      return undefined as never;
    };
    const runOnOperation = (op: Item): void => void trace.say(`pick ${op.label}`);
    manager.nestAny().addPass(definePass({ name: "pick", canScheduleOn, runOnOperation }));
    expect(run()).to.equal("pick f\nsucceeded");
  });

  it("ends the run when `canScheduleOn` throws", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  drawer @d\n  drawer @e");
    manager.nestAny().addPass(
      definePass({
        name: "pick",
        canScheduleOn() {
          throw new RangeError("which?");
        },
        runOnOperation: (op: Item) => trace.say(`pick ${op.label}`),
      }),
    );
    expect(run()).to.equal(
      block(`
        failed
        error[PWC0406]: pass \`pick\` threw in \`canScheduleOn\`: RangeError: which?
          --> step pick
        help: report this to the author of \`pick\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });
});

describe("a `canScheduleOn` that returns a promise", () => {
  it("ends the run, and its rejection is ignored", () => {
    const { manager, run } = setUp("cabinet @tax\n  drawer @d");
    const canScheduleOn = (): never => Promise.reject(new Error("late")) as never;
    manager.nestAny().addPass(definePass({ name: "pick", canScheduleOn, runOnOperation: (_op: Item) => undefined }));
    expect(run()).to.equal(
      block(`
        failed
        error[PWC0406]: pass \`pick\` returned a promise from \`canScheduleOn\`
          --> step pick
        help: make \`canScheduleOn\` synchronous
      `),
    );
  });
});

describe("operations that come and go", () => {
  it("does not visit operations that an earlier sibling's pass erased or added", () => {
    const { adapter, manager, trace, op } = setUp("cabinet @tax\n  drawer @a\n  drawer @b\n  drawer @c");
    manager.nest("drawer").addPass(
      tracingPass(trace, "tidy", (drawer) => {
        if (drawer.label !== "a") return;
        (op.contents[1] as Item).shred();
        op.file(cabinetFrom(adapter, "drawer @new"));
      }),
    );
    const result = manager.run(op);
    expect([...trace.lines, describeResult(result), adapter.print(op)].join("\n")).to.equal(
      block(`
        tidy on drawer @a
        tidy on drawer @c
        succeeded
        cabinet @tax
          drawer @a
          drawer @c
          drawer @new
      `),
    );
  });

  it("reports a pass that erased its operation, and continues with the others", () => {
    const { adapter, manager, trace, op } = setUp("cabinet @tax\n  drawer @a\n  drawer @b", { verifyEach: true });
    const drawers = manager.nest("drawer");
    drawers.addPass(tracingPass(trace, "shred", (drawer) => drawer.label === "a" && drawer.shred()));
    drawers.addPass(tracingPass(trace, "look"));
    const result = manager.run(op);
    expect([...trace.lines, describeResult(result), adapter.print(op)].join("\n")).to.equal(
      block(`
        shred on drawer @a
        shred on drawer @b
        look on drawer @b
        failed
        error[PWC0416]: pass \`shred\` erased, moved or renamed the 'drawer' operation that the pipeline runs on
          --> step shred
        help: erase or replace the operation in a pass on its parent operation
        cabinet @tax
          drawer @b
      `),
    );
  });

  it("reports an exception of a pass that erased its operation", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  drawer @a");
    manager.nest("drawer").addPass(
      tracingPass(trace, "shred", (drawer) => {
        drawer.shred();
        throw new Error("oops");
      }),
    );
    expect(run()).to.equal(
      block(`
        shred on drawer @a
        failed
        error[PWC0406]: pass \`shred\` threw on an erased operation: Error: oops
          --> step shred
        help: report this to the author of \`shred\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });
});

describe("verification", () => {
  const VERIFIED = "cabinet @tax\n  drawer @a\n    page @p\n  drawer @b";

  it("follows every pass that changed something: in depth after a pass, not in depth after nested pipelines", () => {
    const { adapter, manager, trace, run } = setUp(VERIFIED, { verifyEach: true });
    manager.addPass(tracingPass(trace, "quiet", (_, pass) => pass.markAllAnalysesPreserved()));
    manager.nest("drawer").addPass(tracingPass(trace, "tidy"));
    manager.addPass(tracingPass(trace, "dust"));
    expect(`${run()}\n${adapter.calls.join("\n")}`).to.equal(
      block(`
        quiet on cabinet @tax
        tidy on drawer @a
        tidy on drawer @b
        dust on cabinet @tax
        succeeded
        verify all of drawer @a
        verify all of drawer @b
        verify cabinet @tax
        verify all of cabinet @tax
      `),
    );
  });

  it("blames the pass after which the IR was found invalid", () => {
    const { adapter, manager, trace, run } = setUp(VERIFIED, { verifyEach: true });
    manager.nest("drawer").addPass(
      tracingPass(trace, "cram", (drawer) => {
        drawer.contents[0]?.file(cabinetFrom(adapter, "page"));
      }),
    );
    manager.addPass(tracingPass(trace, "dust"));
    expect(run()).to.equal(
      block(`
        cram on drawer @a
        cram on drawer @b
        failed
        error[TOY0001]: a page holds nothing
          --> cabinet.txt:3:1, step cram
        error[PWC0409]: the IR is not valid after pass \`cram\` on 'drawer' @a
          --> cabinet.txt:2:1, step cram
        help: report this to the author of \`cram\`, or disable the check with \`--verify-each=false\`
      `),
    );
  });

  it("finds errors between the operations of nested pipelines", () => {
    const { manager, trace, run } = setUp(VERIFIED, { verifyEach: true });
    manager.nest("drawer").addPass(
      tracingPass(trace, "relabel", (drawer) => {
        drawer.label = "a";
      }),
    );
    expect(run()).to.equal(
      block(`
        relabel on drawer @a
        relabel on drawer @b
        failed
        error[TOY0001]: two items are labelled @a
          --> cabinet.txt:1:1
        error[PWC0409]: the IR is not valid after the nested pipelines on 'cabinet' @tax
          --> cabinet.txt:1:1
        help: report this to the authors of the nested passes, or disable the check with \`--verify-each=false\`
      `),
    );
  });

  it("takes a verifier that throws for one that found something", () => {
    const { adapter, manager, trace, op } = setUp("cabinet @tax", { verifyEach: true });
    manager.addPass(tracingPass(trace, "break"));
    adapter.verify = () => {
      throw new Error("out of order");
    };
    expect(describeResult(manager.run(op))).to.equal(
      block(`
        failed
        error[PWC0409]: the IR is not valid after pass \`break\` on 'cabinet' @tax
          --> cabinet.txt:1:1, step break
           = the verifier threw Error: out of order
        help: report this to the author of \`break\`, or disable the check with \`--verify-each=false\`
      `),
    );
  });

  it("is left out after a pass that failed, when switched off, and where the adapter has none", () => {
    const failing = setUp(VERIFIED, { verifyEach: true });
    failing.manager.addPass(tracingPass(failing.trace, "fail", (_, pass) => pass.signalPassFailure()));
    failing.run();
    const off = setUp(VERIFIED);
    off.manager.addPass(tracingPass(off.trace, "dust"));
    off.run();
    const without = setUp(VERIFIED, { verifyEach: true });
    delete (without.adapter as { verify?: unknown }).verify;
    without.manager.addPass(tracingPass(without.trace, "dust"));
    expect([...failing.adapter.calls, ...off.adapter.calls, without.run()].join("\n")).to.equal(
      "dust on cabinet @tax\nsucceeded",
    );
  });
});

describe("initialize", () => {
  it("is called once a run for every pass, before anything runs, and again in the next run", () => {
    const { manager, trace, op } = setUp("cabinet\n  drawer @a\n  drawer @b");
    manager.addPass(tracingPass(trace, { name: "first", initialize: () => void trace.say("initialize first") }));
    manager
      .nest("drawer")
      .addPass(tracingPass(trace, { name: "second", initialize: () => void trace.say("initialize second") }));
    manager.run(op);
    trace.say("-- again");
    manager.run(op);
    expect(trace.text).to.equal(
      block(`
        initialize first
        initialize second
        first on cabinet
        second on drawer @a
        second on drawer @b
        -- again
        initialize first
        initialize second
        first on cabinet
        second on drawer @a
        second on drawer @b
      `),
    );
  });

  it("gets the options, and ends the run with the diagnostic that it returns", () => {
    const { manager, trace, run } = setUp("cabinet");
    manager.addPass(tracingPass(trace, "never"));
    manager.addPass(
      definePass({
        name: "picky",
        initialize: ({ options }) => ({
          code: "TOY0004",
          severity: "error",
          message: `cannot start with ${JSON.stringify(options)}`,
        }),
        runOnOperation: (_op: Item) => undefined,
      }),
    );
    expect(run()).to.equal("failed\nerror[TOY0004]: cannot start with {}\n  --> step picky");
  });

  it("ends the run when it returns a value that is not a diagnostic", () => {
    const resultOf = (value: unknown): string => {
      const { manager, run } = setUp("cabinet");
      manager.addPass(
        definePass({ name: "odd", initialize: () => value as never, runOnOperation: (_op: Item) => undefined }),
      );
      return run();
    };
    expect([5, true, "bad", null, { message: "m" }, Promise.reject(new Error("lost"))].map(resultOf)).to.deep.equal(
      ["5", "true", "bad", "null", '{"message":"m"}', "a promise"].map((shown) =>
        block(`
          failed
          error[PWC0406]: initialization of pass \`odd\` returned ${shown}
            --> step odd
          help: return a diagnostic or \`undefined\`
        `),
      ),
    );
  });

  it("ends the run when it throws, and when it requests an analysis", () => {
    const { manager, run } = setUp("cabinet");
    manager.addPass(
      definePass({
        name: "greedy",
        initialize(context) {
          (context as unknown as { getAnalysis(): void }).getAnalysis();
          return undefined;
        },
        runOnOperation: (_op: Item) => undefined,
      }),
    );
    expect(run()).to.equal(
      block(`
        failed
        error[PWC0406]: pass \`greedy\` threw in \`initialize\`: TypeError: context.getAnalysis is not a function
          --> step greedy
        help: report this to the author of \`greedy\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });
});

describe("promises", () => {
  async function later(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  function addPasses(manager: OpPassManager<Item>, trace: Trace): void {
    const drawers = manager.nest("drawer");
    drawers.addPass(
      tracingPass(trace, "fetch", async (op, pass) => {
        await later();
        trace.say(`fetched ${op.label}`);
        if (op.label === "b") throw new Error("lost");
        if (op.label === "c") pass.signalPassFailure();
      }),
    );
    drawers.addPass(tracingPass(trace, "look"));
    manager.addPass(tracingPass(trace, "dust"));
  }

  const DRAWERS = "cabinet\n  drawer @a\n  drawer @b\n  drawer @c\n  drawer @d";

  it("are waited for by `runAsync`, in the same order and with the same meaning of failure", async () => {
    const { manager, trace, op } = setUp(DRAWERS);
    addPasses(manager, trace);
    const result: RunResult = await manager.runAsync(op);
    expect([...trace.lines, describeResult(result)].join("\n")).to.equal(
      block(`
        fetch on drawer @a
        fetched a
        look on drawer @a
        fetch on drawer @b
        fetched b
        fetch on drawer @c
        fetched c
        fetch on drawer @d
        fetched d
        look on drawer @d
        failed
        error[PWC0406]: pass \`fetch\` threw on 'drawer' @b: Error: lost
          --> cabinet.txt:3:1, step fetch
        help: report this to the author of \`fetch\`, with the stack from \`--debug\` or from \`failures\` of the result
        error[PWC0408]: pass \`fetch\` failed on 'drawer' @c without reporting an error
          --> cabinet.txt:4:1, step fetch
        help: call \`emitError\` in the pass before \`signalPassFailure\`
      `),
    );
  });

  it("make a pass fail in `run`, which continues with the siblings", async () => {
    const { manager, trace, op } = setUp("cabinet\n  drawer @b\n  drawer @c");
    addPasses(manager, trace);
    const result = manager.run(op);
    await later();
    expect(describeResult(result)).to.equal(
      block(`
        failed
        error[PWC0407]: pass \`fetch\` returned a promise on 'drawer' @b in a synchronous run
          --> cabinet.txt:2:1, step fetch
        help: use \`runAsync\` for pipelines with asynchronous passes
        error[PWC0407]: pass \`fetch\` returned a promise on 'drawer' @c in a synchronous run
          --> cabinet.txt:3:1, step fetch
        help: use \`runAsync\` for pipelines with asynchronous passes
      `),
    );
  });

  it("leave `runAsync` as synchronous as `run` where there are none", async () => {
    const { manager, trace, op } = setUp("cabinet\n  drawer @a");
    manager.nest("drawer").addPass(tracingPass(trace, "look"));
    const running = manager.runAsync(op);
    trace.say("called");
    expect(`${trace.text}\n${describeResult(await running)}`).to.equal("look on drawer @a\ncalled\nsucceeded");
  });
});

describe("hooks and failures", () => {
  it("stay in pairs, and see a pipeline end only when it succeeded", () => {
    const { manager, trace, run } = setUp("cabinet @tax\n  drawer @a\n  drawer @b");
    manager.addInstrumentation(tracingInstrumentation(trace));
    manager.nest("drawer").addPass(
      tracingPass(trace, { name: "look", displayName: "Look" }, (op, pass) => {
        if (op.label === "a") pass.signalPassFailure();
      }),
    );
    manager.addPass(tracingPass(trace, "dust"));
    expect(run().split("\nfailed")[0]).to.equal(
      block(`
        Pipeline Collection : ['drawer'] on cabinet @tax {
          pipeline drawer on drawer @a from Pipeline Collection : ['drawer'] {
            Look on drawer @a {
              look on drawer @a
            } Look failed
            pipeline drawer on drawer @b from Pipeline Collection : ['drawer'] {
              Look on drawer @b {
                look on drawer @b
              } Look
            } pipeline drawer
          } Pipeline Collection : ['drawer'] failed
      `),
    );
  });
});
