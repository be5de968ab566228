import { readFileSync } from "node:fs";
import { expect } from "chai";
import { PassCatalogue, PassManagerBuilder, printPlan, toPassManager } from "@passwright/builder";
import { definePass, OpPassManager, PassManager, renderDiagnostic, UsageError } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { checkGolden } from "@passwright/development";
import framework from "../dist/framework.js";
import { adapter } from "../dist/dialects.js";
import { countTiles, generateConstraints, materializeSchedule, queryTarget } from "../dist/passes.js";
import { findScheduleBreakers } from "../dist/verify-schedule-region.js";

const INPUT = readFileSync(new URL("../matmul.mlir", import.meta.url), "utf8");

function parse(): Operation {
  const parsed = adapter.parse(INPUT, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => renderDiagnostic(one)).join("\n"));
  return parsed.op;
}

function build(extend?: (builder: PassManagerBuilder<Operation>) => void) {
  const { name, anchor, properties } = framework;
  const catalogue = new PassCatalogue<Operation>();
  const builder = new PassManagerBuilder<Operation>(anchor, { framework: { name }, properties, catalogue });
  framework.pipeline(builder, { hooks: {}, choice: {} } as never);
  extend?.(builder);
  return { ...builder.resolve(), catalogue };
}

/** Creates an ordinary pass manager from the plan. */
function buildManager(): PassManager<Operation> {
  const { plan, catalogue } = build();
  const manager = new PassManager<Operation>(adapter, { anchor: "builtin.module" });
  expect(plan === undefined ? "no plan" : toPassManager(plan, catalogue, manager)).to.deep.equal([]);
  return manager;
}

/** Inserts a third-party pass at a position between the generation and the materialization of the schedule. */
function insert(declaration: { readonly preserves?: readonly string[] }) {
  const probe = definePass({ name: "probe", anchor: "gpu.func", ...declaration, runOnOperation(_op: Operation) {} });
  return build((builder) =>
    builder
      .forContributor({ kind: "plugin", name: "debug" })
      .addAt("schedule.open", probe as PassDefinition<Operation>),
  );
}

describe("tileiras", () => {
  it("nests its pipeline in three levels, by the stage of the functions", () => {
    const { plan } = build();
    expect(printPlan(plan!)).to.equal(
      "builtin.module(gpu.module(nvgpu-query-target,nv_tileaa.func(tileaa-cleanup),convert-tileaa-to-tileas," +
        "nvgpu-query-target,gpu.func(tileas-generate-schedule-constraints,tileas-count-tiles,tileas-materialize-schedule)," +
        "convert-tileas-to-llvm,llvm.func(llvm-cleanup)))",
    );
  });

  it("schedules a kernel from tiles to the llvm stage", () => {
    const op = parse();
    const { succeeded, diagnostics } = buildManager().run(op);
    expect(diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to.equal("");
    expect(succeeded).to.equal(true);
    checkGolden(adapter.print(op, { generic: true }), "scheduled.mlir", import.meta.url);
  });

  it("refuses a pass of another anchor when it is added", () => {
    const device = new OpPassManager<Operation>("gpu.module");
    expect(() => device.addPass(generateConstraints as PassDefinition<Operation>)).to.throw(
      UsageError,
      "Can't add pass 'tileas-generate-schedule-constraints' restricted to 'gpu.func' on a PassManager intended to run on " +
        "'gpu.module', did you intend to nest?",
    );
  });

  it("dispatches by the identity of names", () => {
    const device = parse().regions[0]?.front?.operations[0];
    expect(device?.operationName === adapter.intern("gpu.module")).to.equal(true);
  });

  it("refuses, when pipeline: made, what does not keep the schedule while it is open", () => {
    const { diagnostics } = insert({});
    const [first] = diagnostics.filter(({ code }) => code === "PWB0504");
    expect(first === undefined ? "" : renderDiagnostic(first)).to.contain(
      'guard of framework tileiras: "the interval that was written down is that of this schedule"',
    );
    expect(insert({ preserves: ["ScheduleAnalysis"] }).diagnostics).to.deep.equal([]);
  });

  it("finds the same in managers that were put together by hand", () => {
    const careless = definePass({ name: "careless", anchor: "gpu.func", runOnOperation(_op: Operation) {} });
    const manager = new PassManager<Operation>(adapter, { anchor: "gpu.module" });
    const functions = manager.nest("gpu.func");
    const passes = [careless, generateConstraints, countTiles, careless, materializeSchedule, careless];
    for (const pass of passes) functions.addPass(pass as PassDefinition<Operation>);
    expect(findScheduleBreakers(manager as never)).to.deep.equal(["careless"]);
  });

  it("drops the schedule after a pass that does not preserve it, and reports this where it is required", () => {
    const op = parse();
    const careless = definePass({ name: "careless", anchor: "gpu.func", runOnOperation(_op: Operation) {} });
    const whole = buildManager();
    const manager = new PassManager<Operation>(adapter, { anchor: "builtin.module" });
    const device = manager.nest("gpu.module");
    const steps = whole.elements[0]?.kind === "nested" ? whole.elements[0].manager.elements.slice(0, 3) : [];
    for (const step of steps) {
      if (step.kind === "pass") device.addPass(step.pass);
      else device.addNested(step.manager);
    }
    device.addPass(queryTarget as PassDefinition<Operation>);
    const functions = device.nest("gpu.func");
    for (const pass of [generateConstraints, careless, materializeSchedule]) {
      functions.addPass(pass as PassDefinition<Operation>);
    }
    const { succeeded, diagnostics } = manager.run(op);
    expect([String(succeeded), ...diagnostics.map(({ message }) => message)].join("\n")).to.equal(
      "false\nthere is no schedule: a pass before did not preserve it",
    );
  });
});
