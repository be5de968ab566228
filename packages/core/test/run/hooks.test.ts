import { defineAnalysis, PassManager } from "@passwright/core";
import type { PassContext } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import { block, describeResult, Trace, tracingInstrumentation, tracingPass, nameItem } from "../trace.ts";

function setUp(text: string) {
  const adapter = makeCabinets();
  const trace = new Trace();
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  const op = cabinetFrom(adapter, text);
  const run = (): string => {
    const result = manager.run(op);
    return [...trace.lines, describeResult(result)].join("\n");
  };
  return { trace, manager, run };
}

describe("instrumentations", () => {
  it("are a stack: `before` in the order in which they were added, `after` in the reverse order", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a");
    manager.addInstrumentation(tracingInstrumentation(trace, "outer"));
    manager.addInstrumentation({});
    manager.addInstrumentation(tracingInstrumentation(trace, "inner"));
    const analysis = defineAnalysis({ name: "toy/Count", compute: (op: Item) => op.contents.length });
    manager.nest("drawer").addPass(tracingPass(trace, "look", (_, pass) => pass.getAnalysis(analysis)));
    expect(run()).to.equal(
      block(`
        outer: Pipeline Collection : ['drawer'] on cabinet {
          inner: Pipeline Collection : ['drawer'] on cabinet {
            outer: pipeline drawer on drawer @a from Pipeline Collection : ['drawer'] {
              inner: pipeline drawer on drawer @a from Pipeline Collection : ['drawer'] {
                outer: look on drawer @a {
                  inner: look on drawer @a {
                    look on drawer @a
                    outer: analysis Count on drawer @a {
                      inner: analysis Count on drawer @a {
                      inner: } analysis Count
                    outer: } analysis Count
                  inner: } look
                outer: } look
              inner: } pipeline drawer
            outer: } pipeline drawer
          inner: } Pipeline Collection : ['drawer']
        outer: } Pipeline Collection : ['drawer']
        succeeded
      `),
    );
  });

  it("leave out passes on single operations", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a\n  drawer @b");
    manager.addInstrumentation({ skipsPass: ({ declaration }, op) => declaration.name === "look" && op.label === "a" });
    const drawers = manager.nest("drawer");
    for (const name of ["look", "tidy"]) drawers.addPass(tracingPass(trace, name, () => {}));
    expect(run()).to.equal(["tidy on drawer @a", "look on drawer @b", "tidy on drawer @b", "succeeded"].join("\n"));
  });

  it("observe rewrites in the order in which they were added, and leave some out", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a\n  drawer @b");
    const rewriting = (op: Item, pass: PassContext<Item>): void => {
      const rewrite = { name: "label", op, dialect: "toy" };
      trace.say(`changed: ${pass.applyRewrite?.(rewrite, () => (op.label === "a" ? [op] : undefined))}`);
    };
    manager.nest("drawer").addPass(tracingPass(trace, "look", rewriting));
    expect(run()).to.contain("changed: undefined");
    for (const name of ["outer", "inner"])
      manager.addInstrumentation({
        applyRewrite({ declaration }, rewrite, apply) {
          const created = apply();
          trace.say(
            `${name}: ${rewrite.name} of ${declaration.name} on ${rewrite.op.label} created ${created?.length}`,
          );
          return created;
        },
      });
    trace.lines.length = 0;
    expect(run()).to.equal(
      block(`
        look on drawer @a
        inner: label of look on a created 1
        outer: label of look on a created 1
        changed: true
        look on drawer @b
        inner: label of look on b created undefined
        outer: label of look on b created undefined
        changed: false
        succeeded
      `),
    );
    manager.addInstrumentation({ applyRewrite: () => undefined });
    trace.lines.length = 0;
    expect(run()).to.contain("inner: label of look on a created undefined").and.not.contain("changed: true");
  });

  it("are called before and after the run, and may add diagnostics", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a");
    for (const name of ["outer", "inner"]) {
      manager.addInstrumentation({
        beforeRun: (op, { manager: running }) => trace.say(`${name}: before ${running.anchorText} on ${op.kind.text}`),
        afterRun(_, { failures, report }, succeeded) {
          trace.say(`${name}: after, ${succeeded ? "succeeded" : "failed"} in ${failures.map(({ pass }) => pass)}`);
          report({ code: "TOY0009", severity: "warning", message: `${name} was here` });
        },
      });
    }
    manager.nest("drawer").addPass(tracingPass(trace, "slip", (_, pass) => pass.signalPassFailure()));
    expect(run()).to.equal(
      block(`
        outer: before cabinet on cabinet
        inner: before cabinet on cabinet
        slip on drawer @a
        inner: after, failed in slip
        outer: after, failed in slip
        failed
        error[PWC0408]: pass \`slip\` failed on 'drawer' @a without reporting an error
          --> cabinet.txt:2:1, step slip
        help: call \`emitError\` in the pass before \`signalPassFailure\`
        warning[TOY0009]: inner was here
        warning[TOY0009]: outer was here
      `),
    );
  });

  it("identify passes by an object that stays the same over runs", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a");
    const seen = new Map<object, string>();
    manager.addInstrumentation({
      beforePass({ identity, displayName, anchorTexts, pass }) {
        seen.set(identity, `${displayName} [${anchorTexts.join(" ")}] ${pass?.declaration.name ?? "no pass"}`);
      },
    });
    for (const name of ["look", "look-again"]) manager.nest("drawer").addPass(tracingPass(trace, name));
    run();
    run();
    expect([...seen.values()]).to.deep.equal([
      "Pipeline Collection : ['drawer'] [drawer] no pass",
      "look [] look",
      "look-again [] look-again",
    ]);
  });

  it("end the run when they throw, and are not called again", () => {
    const { trace, manager, run } = setUp("cabinet\n  drawer @a\n  drawer @b");
    manager.addInstrumentation(tracingInstrumentation(trace));
    manager.addInstrumentation({
      name: "meter",
      afterPass() {
        throw new Error("overflow");
      },
    });
    manager.nest("drawer").addPass(tracingPass(trace, "look"));
    expect(run()).to.equal(
      block(`
        Pipeline Collection : ['drawer'] on cabinet {
          pipeline drawer on drawer @a from Pipeline Collection : ['drawer'] {
            look on drawer @a {
              look on drawer @a
        failed
        error[PWC0414]: instrumentation \`meter\` threw in \`afterPass\`, which ended the run: Error: overflow
        help: remove the instrumentation, or report this to its author
      `),
    );
  });

  it("end the run when they return a promise", () => {
    const { manager, run } = setUp("cabinet");
    manager.addInstrumentation({ name: "meter", beforeRun: async () => Promise.reject(new Error("late")) });
    expect(run()).to.equal(
      block(`
        failed
        error[PWC0414]: instrumentation \`meter\` returned a promise from \`beforeRun\`, which ended the run
        help: remove the instrumentation, or report this to its author
      `),
    );
  });

  it("are called around actions, in pairs even if the action throws", () => {
    const { trace, manager, run } = setUp("cabinet @tax");
    const step = tracingPass(trace, "sort", (_, pass) => {
      trace.say(pass.runAction({ tag: "Round", text: "Round(1)", region: 0 }, () => "all in order"));
      pass.runAction({ tag: "Round", text: "Round(2)" }, () => {
        throw new Error("jammed");
      });
    });
    manager.addPass(step);
    const plain = run();
    trace.lines.length = 0;
    manager.addInstrumentation({
      beforeAction: ({ text, region = "-" }, op) => trace.open(`${text} ${region} on ${nameItem(op)} {`),
      afterAction: ({ tag }) => trace.close(`} ${tag}`),
    });
    expect(`${plain.split("\n").slice(0, 3).join("\n")}\n${run()}`).to.equal(
      block(`
        sort on cabinet @tax
        all in order
        failed
        sort on cabinet @tax
        Round(1) 0 on cabinet @tax {
        } Round
        all in order
        Round(2) - on cabinet @tax {
        } Round
        failed
        error[PWC0406]: pass \`sort\` threw on 'cabinet' @tax: Error: jammed
          --> cabinet.txt:1:1, step sort
        help: report this to the author of \`sort\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });

  it("end the run even if a pass catches their exception", () => {
    const { trace, manager, run } = setUp("cabinet");
    manager.addInstrumentation({
      beforeAnalysis() {
        throw new Error("overflow");
      },
    });
    const analysis = defineAnalysis({ name: "toy/Count", compute: (op: Item) => op.contents.length });
    const stubborn = tracingPass(trace, "stubborn", (_, pass) => {
      try {
        pass.getAnalysis(analysis);
      } catch {
        trace.say("never mind");
      }
    });
    manager.addPass(stubborn).addPass(tracingPass(trace, "never"));
    expect(run()).to.equal(
      block(`
        stubborn on cabinet
        never mind
        failed
        error[PWC0414]: an instrumentation threw in \`beforeAnalysis\`, which ended the run: Error: overflow
        help: remove the instrumentation, or report this to its author
      `),
    );
  });

  it("end the run with the diagnostic that they throw", () => {
    const { trace, manager, run } = setUp("cabinet");
    manager.addInstrumentation({
      beforePass() {
        throw Object.assign(new Error(), {
          diagnostic: { code: "TOY0010", severity: "error", message: "cannot write `trace.json`" },
        });
      },
    });
    manager.addPass(tracingPass(trace, "never"));
    expect(run()).to.equal("failed\nerror[TOY0010]: cannot write `trace.json`");
  });
});
