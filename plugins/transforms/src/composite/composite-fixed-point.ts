import { definePass, int, PassType, string } from "@passwright/sdk";
import type { OpPassManager } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";
import { fingerprintOperation } from "@passwright/ir/store";

/**
 * Repeats a pipeline until a run does not change the IR (`mlir/lib/Transforms/CompositePass.cpp`). Precondition: the
 * preconditions of all passes in the pipeline. Postcondition: another run would not change the IR, unless a warning
 * reports that `max-iterations` runs were not enough.
 */
export const compositeFixedPoint = definePass({
  name: "composite-fixed-point-pass",
  ir: "mlir",
  displayName: "CompositeFixedPointPass",
  summary: "Composite fixed point pass",
  types: [PassType.Unknown],
  options: {
    name: string("CompositeFixedPointPass", "Composite pass display name"),
    pipeline: string("", "Composite pass inner pipeline"),
    "max-iterations": int(10, "Maximum number of iterations if inner pipeline"),
  },
  checkOptions({ pipeline }, { parsePipeline }) {
    const parsed = parsePipeline(pipeline, "any");
    if (parsed.ok) return undefined;
    const { diagnostic } = parsed;
    return {
      code: "PTF0002",
      severity: "error",
      message: "Failed to parse composite pass pipeline",
      within: diagnostic,
      help: [diagnostic.message, ...(diagnostic.help ?? [])],
    };
  },
  create(options) {
    const { name, pipeline: text, "max-iterations": maxIterations } = options;
    let pipeline: OpPassManager<Operation> | undefined;
    return {
      displayName: name,
      initialize(context) {
        if (maxIterations <= 0) {
          return {
            code: "PTF0001",
            severity: "error",
            message: `Invalid maxIterations value: ${maxIterations}`,
            help: ["set `max-iterations` to at least 1"],
          };
        }
        const parsed = context.parsePipeline(text, "any");
        if (!parsed.ok) return parsed.diagnostic;
        pipeline = parsed.manager;
        return undefined;
      },
      runOnOperation(op: Operation, pass) {
        let before = fingerprintOperation(op.store, op.id);
        for (let iteration = 0; ; iteration++) {
          if (!pass.runPipeline(pipeline!, op)) {
            pass.signalPassFailure();
            return;
          }
          if (iteration >= maxIterations) {
            pass.emitWarning(`Composite pass "${name}"+ didn't converge in ${maxIterations} iterations`);
            return;
          }
          const after = fingerprintOperation(op.store, op.id);
          if (after === before) return;
          before = after;
        }
      },
    };
  },
});
