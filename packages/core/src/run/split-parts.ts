import type { IrAdapter } from "../ir-adapter.ts";
import { OpPassManager } from "../pass.ts";
import { followAdapter } from "./follow-adapter.ts";
import { conversionIn } from "./parts.ts";
import type { Part } from "./parts.ts";

/** Splits a pipeline that contains conversions after each conversion. */
export function splitParts<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): readonly Part<Op>[] {
  const options = { nesting: manager.nesting, isOutermost: true };
  const parts: Part<Op>[] = [{ adapter, manager: new OpPassManager<Op>(manager.anchor, options) }];
  for (const element of manager.elements) {
    const { manager: part } = parts.at(-1) as Part<Op>;
    part.append({ elements: [element] });
    const conversion = conversionIn(element);
    if (conversion === undefined) continue;
    parts.push({
      adapter: conversion.definition.leaves as unknown as IrAdapter<Op>,
      manager: new OpPassManager<Op>(conversion.declaration.toAnchor, options),
      follow: followAdapter,
    });
  }
  return parts;
}
