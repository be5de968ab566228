import { codeOf } from "../code.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, Pass, PipelineElement } from "../pass.ts";
import type { followAdapter } from "./follow-adapter.ts";

/** Part of a pipeline that runs on one IR. Each part except the last one ends with a conversion. */
export interface Part<Op extends object> {
  readonly adapter: IrAdapter<Op>;
  /** Manager with the elements of the part. Without conversions, this is the manager of the pipeline. */
  readonly manager: OpPassManager<Op>;
  /** Makes an adapter for all parts. Present after a conversion. */
  readonly follow?: typeof followAdapter;
}

/** Code that the definition of a conversion stores. */
export interface PartsCode {
  /** Splits a pipeline that contains the conversion. */
  split<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): readonly Part<Op>[];
}

/** Returns the conversion that an element of a manager contains. */
export function conversionIn<Op extends object>(element: PipelineElement<Op>): Pass<Op> | undefined {
  return element.kind === "pass" && element.pass.definition.leaves !== undefined ? element.pass : undefined;
}

/** Splits a pipeline after each conversion. */
export function partsOf<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): readonly Part<Op>[] {
  for (const element of manager.elements) {
    const definition = conversionIn(element)?.definition;
    if (definition !== undefined) return (codeOf(definition) as PartsCode).split(manager, adapter);
  }
  return [{ adapter, manager }];
}
