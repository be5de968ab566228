import { isOpTriviallyDead, OpBuilder } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { definePass } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import { scheduleAnalysis, targetQuery } from "./schedule-analysis.ts";

export const GENERATE = "tileas-generate-schedule-constraints";
export const MATERIALIZE = "tileas-materialize-schedule";

/** Computes the analysis `targetQuery` once, so that passes on functions can use the cached result. */
export const queryTarget = definePass({
  name: "nvgpu-query-target",
  anchor: "gpu.module",
  summary: "Compute what the device can do",
  runOnOperation(_op: Operation, pass) {
    pass.getAnalysis(targetQuery);
    pass.markAllAnalysesPreserved();
  },
});

function eraseDead(func: Operation): number {
  let erased = 0;
  for (const op of [...(func.regions[0]?.front?.operations ?? [])].reverse()) {
    if (!isOpTriviallyDead(op)) continue;
    op.erase();
    erased++;
  }
  return erased;
}

function cleanup(name: string, anchor: string): PassDefinition<Operation, {}> {
  return definePass({
    name,
    anchor,
    summary: `Erase dead operations in ${anchor}`,
    statistics: { erased: "Number of operations erased" },
    runOnOperation(func: Operation, pass) {
      const erased = eraseDead(func);
      pass.statistics.erased.add(erased);
      if (erased === 0) pass.markAllAnalysesPreserved();
    },
  });
}

export const tileaaCleanup = cleanup("tileaa-cleanup", "nv_tileaa.func");
export const llvmCleanup = cleanup("llvm-cleanup", "llvm.func");

function convert(name: string, from: string, to: string): PassDefinition<Operation, {}> {
  return definePass({
    name,
    anchor: "gpu.module",
    summary: `Turn ${from} into ${to}`,
    runOnOperation(device: Operation) {
      for (const func of device.regions[0]?.front?.operations ?? []) {
        if (func.name !== from) continue;
        const attributes = Object.fromEntries(func.attrs.map(({ name: key, value }) => [key.toString(), value]));
        const converted = OpBuilder.before(func).create(to, { attributes, regions: 1, location: func.location });
        converted.getRegion(0).takeBody(func.getRegion(0));
        func.erase();
      }
    },
  });
}

export const convertToTileas = convert("convert-tileaa-to-tileas", "nv_tileaa.func", "gpu.func");
export const convertToLlvm = convert("convert-tileas-to-llvm", "gpu.func", "llvm.func");

/**
 * Computes the schedule, and records the interval of the schedule as an attribute of the function. Later passes must
 * not change the interval.
 */
export const generateConstraints = definePass({
  name: GENERATE,
  anchor: "gpu.func",
  summary: "Compute a schedule and what it constrains",
  provides: ["ScheduleAnalysis"],
  preserves: ["ScheduleAnalysis"],
  runOnOperation(func: Operation, pass) {
    const { initiationInterval } = pass.getAnalysis(scheduleAnalysis);
    func.setAttr("tileas.ii", func.context.parseAttribute(`${initiationInterval} : i32`));
  },
});

/** Counts tiles. The pass does not change the IR, so the schedule stays valid. */
export const countTiles = definePass({
  name: "tileas-count-tiles",
  anchor: "gpu.func",
  summary: "Write down how many operations there are to schedule",
  preserves: ["ScheduleAnalysis"],
  runOnOperation(func: Operation) {
    const count = func.regions[0]?.front?.operations.length ?? 0;
    func.setAttr("tileas.tiles", func.context.parseAttribute(`${count} : i32`));
  },
});

/**
 * Sets the cycle of each operation from the schedule. `generateConstraints` must run before this pass, and all passes
 * between these two passes must preserve the schedule.
 */
export const materializeSchedule = definePass({
  name: MATERIALIZE,
  anchor: "gpu.func",
  summary: "Write the schedule into the operations",
  requires: ["ScheduleAnalysis"],
  runOnOperation(func: Operation, pass) {
    const schedule = pass.getCachedAnalysis(scheduleAnalysis);
    if (schedule === undefined) {
      pass.emitError("there is no schedule: a pass before did not preserve it");
      return pass.signalPassFailure();
    }
    for (const [op, cycle] of schedule.cycleOf) {
      op.setAttr("tileas.cycle", func.context.parseAttribute(`${cycle} : i32`));
    }
  },
});
