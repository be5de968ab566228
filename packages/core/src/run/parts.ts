import type { IrAdapter } from "../ir-adapter.ts";
import { OpPassManager } from "../pass.ts";

/** Part of a pipeline that runs on one IR. Each part except the last one ends with a conversion. */
export interface Part<Op extends object> {
  readonly adapter: IrAdapter<Op>;
  /** Manager with the elements of the part. Without conversions, this is the manager of the pipeline. */
  readonly manager: OpPassManager<Op>;
}

/** Splits a pipeline after each conversion. */
export function partsOf<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): readonly Part<Op>[] {
  const { elements, nesting } = manager;
  if (!elements.some((element) => element.kind === "pass" && element.pass.definition.leaves !== undefined))
    return [{ adapter, manager }];
  const options = { nesting, isOutermost: true };
  const parts: Part<Op>[] = [{ adapter, manager: new OpPassManager<Op>(manager.anchor, options) }];
  for (const element of elements) {
    const { manager: part } = parts.at(-1) as Part<Op>;
    part.append({ elements: [element] });
    if (element.kind !== "pass" || element.pass.definition.leaves === undefined) continue;
    const { definition, declaration } = element.pass;
    parts.push({
      adapter: definition.leaves as unknown as IrAdapter<Op>,
      manager: new OpPassManager<Op>(declaration.toAnchor, options),
    });
  }
  return parts;
}
