import { PassManager } from "@passwright/core";
import type { InstrumentedManager, Instrumentation, IrAdapter, ManagerRunResult, SiblingOrder } from "@passwright/core";

/**
 * Runs the pipeline of `manager` on a copy of `op`. Ignores the output and reports of passes, because the first run has
 * already shown this output and these reports.
 */
export function runAgain<Op extends object>(
  manager: InstrumentedManager<Op>,
  op: Op,
  siblings: SiblingOrder,
  instrument?: (adapter: IrAdapter<Op>) => Instrumentation<Op>,
): ManagerRunResult<Op> {
  const { adapter, anchorText, verifyEach, registry } = manager;
  const again = new PassManager(adapter, { anchor: anchorText, isOutermost: true });
  again.verifyEach = verifyEach;
  again.registry = registry;
  again.output = () => undefined;
  again.append(manager.clone());
  if (instrument !== undefined) again.addInstrumentation(instrument(again.runningAdapter));
  // Uses the adapter of the manager instead of the current adapter, because the run might have converted the IR to
  // another IR, whose adapter cannot copy this operation.
  return again.run((adapter as Required<IrAdapter<Op>>).clone(op), { siblings });
}
