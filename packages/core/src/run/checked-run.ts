import { UsageError } from "../diagnostic.ts";
import { PassRun } from "./pass-run.ts";
import type { RunServices } from "./pass-run.ts";
import { ignoredOperation, notText } from "./run-errors.ts";

/** Context of a pass that `definePass` or `defineConversion` made. Checks the texts that the pass emits and prints. */
export class CheckedRun<Op extends object, Frame extends { readonly op: Op }> extends PassRun<Op, Frame> {
  protected override checkText(method: string, text: unknown, form = '"text", operation'): void {
    if (typeof text !== "string") throw new UsageError(notText(this.step.argument, method, form, text));
  }
}

/** Context of an ordinary pass. Conversions and batches have other contexts. */
export class DefinedRun<Op extends object, Frame extends { readonly op: Op }> extends CheckedRun<Op, Frame> {
  /** Throws if the pass returned a different operation with the same name, which the run would otherwise ignore. */
  override take(result: unknown, frame: Frame, services: RunServices<Op, Frame>): Promise<void> | undefined {
    const promise = super.take(result, frame, services);
    if (promise !== undefined) return promise.then((value: unknown) => void this.take(value, frame, services));
    if (typeof result !== "object" || result === null || result === frame.op) return;
    const { reporter } = services;
    const place = reporter.placeOf(frame.op);
    if (reporter.placeOf(result as Op).name === place.name)
      throw new UsageError(ignoredOperation(this.step.argument, place));
  }
}
