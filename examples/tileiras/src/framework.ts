import { defineFramework } from "@passwright/sdk";
import { adapter } from "./dialects.ts";
import {
  convertToLlvm,
  convertToTileas,
  countTiles,
  GENERATE,
  generateConstraints,
  llvmCleanup,
  MATERIALIZE,
  materializeSchedule,
  queryTarget,
  tileaaCleanup,
} from "./passes.ts";

/**
 * Framework with three levels of pass managers: on builtin.module, on gpu.module, and on the functions of the current
 * stage (first nv_tileaa.func, then gpu.func, then llvm.func).
 */
export default defineFramework({
  name: "tileiras",
  ir: adapter,
  anchor: "builtin.module",
  extensionPoints: {
    "schedule.open": { since: "0.1", doc: "there is a schedule, and what goes here has to keep it" },
  },
  properties: {
    ScheduleAnalysis: { kind: "fragile", doc: "the schedule of a function is up to date" },
  },
  pipeline(b) {
    const device = b.nest("gpu.module");
    device.addPass(queryTarget);
    device.nest("nv_tileaa.func").addPass(tileaaCleanup);
    device.addPass(convertToTileas);
    device.addPass(queryTarget);
    const functions = device.nest("gpu.func");
    functions.addPass(generateConstraints);
    functions.addExtensionPoint("schedule.open");
    functions.addPass(countTiles);
    functions.addPass(materializeSchedule);
    device.addPass(convertToLlvm);
    device.nest("llvm.func").addPass(llvmCleanup);
    b.guard("ScheduleAnalysis", {
      from: GENERATE,
      to: MATERIALIZE,
      reason: "the interval that was written down is that of this schedule",
    });
  },
});
