import { expect } from "chai";
import { definePass, renderDiagnostic } from "@passwright/core";
import { PipelineGraph } from "@passwright/graph";
import type { PipelineSchedule } from "@passwright/graph";
import {
  collectStatistics,
  printIr,
  readReproducer,
  renderStatistics,
  Timing,
  writeReproducers,
} from "@passwright/instrument";
import { Context, createMlirAdapter, dialects, OpBuilder, parseModule } from "@passwright/ir";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { checkGolden } from "@passwright/development";

/** Erases one function of the module, and requests a jump back while further functions exist. */
const eraseOne = definePass({
  name: "erase-one",
  anchor: "builtin.module",
  statistics: { erased: "functions erased" },
  runOnOperation(module: Operation, pass) {
    const block = module.regions[0]?.front;
    const functions = [...(block?.operations ?? [])];
    functions[0]?.erase();
    pass.statistics.erased.add();
    if (block === undefined || functions.length <= 1) return;
    module.setAttr("pipeline.jump_target", OpBuilder.atStart(block).getStringAttr("look"));
  },
});

const failOnEmpty = definePass({
  name: "fail-on-empty",
  runOnOperation(module: Operation, pass) {
    if ([...(module.regions[0]?.front?.operations ?? [])].length === 0) pass.signalPassFailure();
  },
});

const look = definePass({ name: "look-at", runOnOperation: (_: Operation, pass) => pass.markAllAnalysesPreserved() });

interface Session {
  readonly adapter: MlirAdapter;
  readonly op: Operation;
  readonly schedule: PipelineSchedule<Operation>;
}

function open(functions: number, options: { readonly fails?: boolean } = {}): Session {
  const adapter = createMlirAdapter(new Context({ dialects }));
  const graph = new PipelineGraph<Operation>(adapter, { anchor: "builtin.module" });
  graph.registerPipeline("look", {}, (manager) => void manager.nest("func.func").addPass(look));
  graph.registerPipeline(
    "erase",
    { predecessors: ["look"], jumpTargets: ["look"] },
    (manager) => void manager.addPass(eraseOne),
  );
  if (options.fails === true) {
    graph.registerPipeline("check", { predecessors: ["erase"] }, (manager) => void manager.addPass(failOnEmpty));
  }
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const text = Array.from({ length: functions }, (_, index) => `func.func private @f${index}()\n`).join("");
  const parsed = parseModule(adapter.context, text, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(renderDiagnostic).join("\n"));
  return { adapter, op: parsed.op, schedule };
}

describe("instrumentations of a schedule", () => {
  it("time all visits of a pipeline together", () => {
    const { op, schedule } = open(3);
    let ms = 0;
    const timing = new Timing(() => ms++);
    expect(schedule.run(op, { instrumentations: [timing] }).succeeded).to.equal(true);
    checkGolden(timing.report(), "timing.txt", import.meta.url);
  });

  it("print the IR of every visit", () => {
    const { adapter, op, schedule } = open(2);
    const dumps: string[] = [];
    const printing = printIr(adapter, { after: ["erase-one"], write: (text) => void dumps.push(text) });
    schedule.run(op, { instrumentations: [printing] });
    checkGolden(dumps.join(""), "dumps.txt", import.meta.url);
  });

  it("count per pipeline, over all visits", () => {
    const { adapter, op, schedule } = open(3);
    schedule.run(op);
    const reports = schedule.pipelines.map(
      ({ path, manager }) => `${path}\n${renderStatistics(collectStatistics(manager, adapter))}`,
    );
    checkGolden(reports.join("\n"), "statistics.txt", import.meta.url);
  });

  it("write a reproducer of the pipeline that failed, with the IR as it came there", () => {
    const { adapter, op, schedule } = open(2, { fails: true });
    const texts: string[] = [];
    const reproducers = writeReproducers(adapter, {
      open: () => ({ ok: true, description: "crash.mlir", write: (text) => void texts.push(text) }),
    });
    const { succeeded, diagnostics } = schedule.run(op, { instrumentations: [reproducers] });
    expect(succeeded).to.equal(false);
    checkGolden(
      `${diagnostics.map(renderDiagnostic).join("\n")}\n${texts.join("")}`,
      "reproducer.txt",
      import.meta.url,
    );
    const read = readReproducer(texts[0] ?? "", "crash.mlir");
    expect(JSON.stringify(read)).to.contain("fail-on-empty");
  });
});
