import { UsageError } from "../diagnostic.ts";
import type { Analysis } from "../analysis.ts";
import type { OpPassManager } from "../pass.ts";
import { PassRun } from "./pass-run.ts";
import type { RunServices } from "./pass-run.ts";
import { ignoredOperation, plainAnalysis, wrongArgument } from "./run-errors.ts";

/** Context of a pass that `definePass` or `defineConversion` made. Checks the arguments of calls. */
export class CheckedRun<Op extends object, Frame extends { readonly op: Op }> extends PassRun<Op, Frame> {
  protected override checkText(method: string, text: unknown, form = '"text", operation'): void {
    if (typeof text !== "string") throw new UsageError(wrongArgument(this.step.argument, method, form, text));
  }

  override markAnalysesPreserved(...analyses: readonly Analysis<Op, unknown>[]): void {
    const areAnalyses = analyses.every((one) => typeof (one as Partial<typeof one> | null)?.name === "string");
    if (!areAnalyses) throw new UsageError(plainAnalysis(undefined));
    super.markAnalysesPreserved(...analyses);
  }

  override runPipeline(manager: OpPassManager<Op>, op: Op): boolean {
    const isManager = typeof (manager as Partial<typeof manager> | null)?.forEachPass === "function";
    if (isManager && typeof op === "object" && (op as Op | null) !== null) return super.runPipeline(manager, op);
    const [found, expected] = isManager ? [op, "an operation"] : [manager, "a pass manager"];
    throw new UsageError(wrongArgument(this.step.argument, "runPipeline", "manager, operation", found, expected));
  }
}

/** Context of an ordinary pass. Conversions and batches have other contexts. */
export class DefinedRun<Op extends object, Frame extends { readonly op: Op }> extends CheckedRun<Op, Frame> {
  /** Throws if the pass returned a different operation with the same name, which the run would otherwise ignore. */
  override take(result: unknown, frame: Frame, services: RunServices<Op, Frame>): Promise<void> | undefined {
    const promise = super.take(result, frame, services);
    if (promise !== undefined) return promise.then((value: unknown) => void this.take(value, frame, services));
    if (typeof result !== "object" || result === null || result === frame.op) return;
    const { reporter, root } = services;
    const place = reporter.placeOf(frame.op);
    if (reporter.placeOf(result as Op).name === place.name)
      throw new UsageError(ignoredOperation(this.step.argument, place, frame.op === root));
  }
}
