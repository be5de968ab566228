import { definePass, OpPassManager } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { mergeTimes, renderTiming, Timing } from "@passwright/instrument";
import type { TimingReportOptions, TimingTree } from "@passwright/instrument";
import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { block, maskTimes, NESTED, openSession, runWith, TWO } from "./session.ts";

/** Clock that advances by one millisecond at each call. */
function ticking(): () => number {
  let ms = 0;
  return () => ms++;
}

function timeRun(pipeline: string, options: TimingReportOptions = {}, text = TWO): string {
  const session = openSession(text, pipeline);
  const timing = new Timing(ticking());
  timing.scope("Parser", () => undefined);
  runWith(session, timing);
  timing.scope("Output", () => undefined);
  return timing.report(options);
}

describe("timing", () => {
  it("shows passes, pipelines and analyses as a tree, with `Rest` and `Total`", () => {
    expect(timeRun("builtin.module(func.func(cse,test-stats),symbol-dce)")).to.equal(
      block(`
        ===-------------------------------------------------------------------------===
                                 ... Execution time report ...
        ===-------------------------------------------------------------------------===
          Total Execution Time: 0.0290 seconds

          ----Wall Time----  ----Name----
            0.0010 (  3.4%)  Parser
            0.0180 ( 62.1%)  'func.func' Pipeline
            0.0060 ( 20.7%)    CSE
            0.0020 (  6.9%)      (A) DominanceInfo
            0.0060 ( 20.7%)    TestStats
            0.0020 (  6.9%)      (A) OpCount
            0.0010 (  3.4%)  SymbolDCE
            0.0010 (  3.4%)  Output
            0.0050 ( 17.2%)  Rest
            0.0290 (100.0%)  Total
      `),
    );
  });

  it("merges timers by name in the list display, hidden adaptors included, longest first", () => {
    const report = timeRun("builtin.module(func.func(cse))", { display: "list" });
    expect(report.split("\n").slice(5)).to.deep.equal([
      "  ----Wall Time----  ----Name----",
      "    0.0190 (100.0%)  root",
      "    0.0130 ( 68.4%)  Pipeline Collection : ['func.func']",
      "    0.0100 ( 52.6%)  'func.func' Pipeline",
      "    0.0060 ( 31.6%)  CSE",
      "    0.0020 ( 10.5%)  (A) DominanceInfo",
      "    0.0010 (  5.3%)  Parser",
      "    0.0010 (  5.3%)  Output",
      "    0.0040 ( 21.1%)  Rest",
      "    0.0190 (100.0%)  Total",
      "",
    ]);
  });

  it("is valid JSON, except for MLIR's empty objects at the ends of lists", () => {
    const tree = JSON.parse(timeRun("builtin.module(func.func(cse))", { format: "json" })) as { name: string }[];
    expect(tree.map(({ name }) => name)).to.deep.equal(["Parser", "'func.func' Pipeline", "Output", "Rest", "Total"]);
    const list = JSON.parse(timeRun("builtin.module(cse)", { format: "json", display: "list" })) as { name: string }[];
    expect(list.map(({ name }) => name)).to.deep.equal([
      "root",
      "CSE",
      "Parser",
      "(A) DominanceInfo",
      "Output",
      "Rest",
      "Total",
    ]);
  });

  it("adds up over runs of the same manager", () => {
    const session = openSession(TWO, "builtin.module(func.func(cse),symbol-dce)");
    const timing = new Timing(ticking());
    runWith(session, timing);
    session.manager.run(session.op);
    expect(timing.tree.children.map(({ name, wallMs }) => `${name} ${wallMs}`)).to.deep.equal([
      "Pipeline Collection : ['func.func'] 26",
      "SymbolDCE 2",
    ]);
  });

  it("has a user column for parallel threads: user times are added, wall time is the maximum", () => {
    const worker = (ms: number): TimingTree => {
      const cseRow = { name: "CSE", isHidden: false, userMs: ms, wallMs: ms, children: [] };
      return { name: "root", isHidden: true, userMs: ms + 100, wallMs: ms + 100, children: [cseRow] };
    };
    const tree = mergeTimes([worker(300), worker(500)], "side-by-side");
    expect(renderTiming(tree)).to.contain(
      [
        "  ----User Time----  ----Wall Time----  ----Name----",
        "    0.8000 ( 80.0%)    0.5000 ( 83.3%)  CSE",
        "    0.2000 ( 20.0%)    0.1000 ( 16.7%)  Rest",
        "    1.0000 (100.0%)    0.6000 (100.0%)  Total",
        "",
      ].join("\n"),
    );
    expect(renderTiming(tree, { format: "json" })).to.contain(
      '{"user": {"duration":   0.2000, "percentage":  20.0}, "wall"',
    );
  });

  it("keeps timers with the same name in one pipeline apart when times are merged", () => {
    const rows = (tree: TimingTree): string[] =>
      tree.children.flatMap((one) => [
        `${one.name} ${one.userMs} ${one.wallMs}`,
        ...rows(one).map((row) => `  ${row}`),
      ]);
    const session = openSession(TWO, "builtin.module(func.func(cse,test-stats,cse),symbol-dce,func.func(cse))");
    const timing = new Timing(ticking());
    runWith(session, timing);
    const { tree } = timing;
    expect(rows(tree).filter((row) => !row.includes("(A)"))).to.deep.equal([
      "Pipeline Collection : ['func.func'] 25 25",
      "  'func.func' Pipeline 22 22",
      "    CSE 6 6",
      "    TestStats 6 6",
      "    CSE 2 2",
      "SymbolDCE 1 1",
      "Pipeline Collection : ['func.func'] 13 13",
      "  'func.func' Pipeline 10 10",
      "    CSE 6 6",
    ]);
    expect(mergeTimes([tree], "side-by-side")).to.deep.equal(tree);
    const twice = rows(tree).map((row) => row.replaceAll(/\d+/g, (ms) => `${2 * Number(ms)}`));
    expect(rows(mergeTimes([tree, tree], "one-by-one"))).to.deep.equal(twice);
  });

  it("stays balanced when pipelines fail, and shows dynamic pipelines next to passes, as MLIR does", () => {
    const dynamic = definePass({
      name: "test-dynamic",
      displayName: "TestDynamic",
      runOnOperation(op: Operation, pass) {
        const inner = new OpPassManager<Operation>("builtin.module");
        inner.addPass(fails).addPass(fails);
        pass.runPipeline(inner, op);
      },
    }) as PassDefinition<Operation>;
    const fails = definePass({ name: "fails", runOnOperation: (_: Operation, pass) => pass.signalPassFailure() });
    const session = openSession(TWO, "builtin.module(test-dynamic,cse)", [dynamic]);
    const timing = new Timing(ticking());
    runWith(session, timing);
    expect(maskTimes(timing.report()).split("\n").slice(6)).to.deep.equal([
      " #  TestDynamic",
      " #  'builtin.module' Pipeline",
      " #    fails",
      " #  CSE",
      " #    (A) DominanceInfo",
      " #  Rest",
      " #  Total",
      "",
    ]);
  });

  it("times promises until they settle, and functions that throw", async () => {
    let now = 0;
    const timing = new Timing(() => now);
    await timing.scope("Fetch", async () => {
      now += 5;
      await Promise.resolve();
      now += 5;
    });
    expect(() =>
      timing.scope("Throw", () => {
        now += 1;
        throw new Error("no");
      }),
    ).to.throw("no");
    expect(timing.tree.children.map(({ name, wallMs }) => `${name} ${wallMs}`)).to.deep.equal(["Fetch 10", "Throw 1"]);
    expect(() => timing.scope("Late", () => 1)).to.throw(
      "the `Timing` object is stopped, so it cannot measure another run",
    );
  });

  it("handles timers without any time", () => {
    expect(renderTiming(new Timing(() => 0).tree)).to.contain("    0.0000 (  0.0%)  Total");
  });
});

describeWithMlirOpt("timing beside mlir-opt", () => {
  const pipelines = [
    "builtin.module()",
    "builtin.module(cse)",
    "builtin.module(func.func(cse),builtin.module(func.func(cse)),func.func(cse),symbol-dce)",
    "builtin.module(func.func(cse),symbol-dce,func.func(cse))",
    "builtin.module(any(cse),builtin.module(test-pass-failure,cse),symbol-dce)",
    "builtin.module(func.func(test-pass-failure),symbol-dce)",
  ];
  for (const pipeline of pipelines) {
    for (const format of ["text", "json"] as const) {
      it(`${pipeline} as ${format}`, () => {
        const flags = [
          "--mlir-disable-threading",
          "--mlir-timing",
          `--mlir-output-format=${format}`,
          "-o",
          "/dev/null",
        ];
        const { stderr, code } = runMlirOpt([`--pass-pipeline=${pipeline}`, ...flags], NESTED);
        const ours = maskTimes(timeRun(pipeline, { format }, NESTED));
        // After a failure, mlir-opt does not print the row `Output`.
        const output =
          code === 0 ? ours : ours.replace(format === "json" ? /^.*"Output".*\n\{\}\]\},\n/m : /^.*Output\n/m, "");
        expect(output).to.equal(maskTimes(stderr));
      });
    }
    it(`${pipeline} as a list`, () => {
      const flags = ["--mlir-disable-threading", "--mlir-timing", "--mlir-timing-display=list", "-o", "/dev/null"];
      const { stderr, code } = runMlirOpt([`--pass-pipeline=${pipeline}`, ...flags], NESTED);
      const ours = maskTimes(timeRun(pipeline, { display: "list" }, NESTED));
      const rows = (report: string): string[] => report.split("\n").sort();
      expect(rows(code === 0 ? ours : ours.replace(/^.*Output\n/m, ""))).to.deep.equal(rows(maskTimes(stderr)));
    });
  }
});
