import { parseAnchor } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors/anchors.ts";
import { managersOf } from "../steps/groups.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Side } from "../steps/sides.ts";
import type { Element } from "./element.ts";

/**
 * Warns about a new manager for a contributed pass inside the manager of an adjacent step. The warning is needed only
 * if the framework does not nest managers in this way anywhere. The pass runs only on operations that are direct
 * children of the outer manager's operation.
 */
export function guessedNests(order: readonly Element[], basePipeline: BasePipeline): Diagnostic[] {
  const reported = new Set<string>();
  const sides = basePipeline.sidesOf(order);
  return order.flatMap((element, index) => {
    const { ir, anchor, hierarchy } = sides[index] as Side;
    const nests = managersOf(element.nests);
    const last = nests.at(-1);
    const isOpened = last?.id !== undefined;
    if (last === undefined || isOpened || nests.length < 2 || parseAnchor(last.anchor).isEverywhere) return [];
    const anchors = nests.map((nest) => nest.anchor);
    const key = [ir, ...anchors].join("(");
    if (reported.has(key) || hierarchy.has(anchors.slice(0, -1), last.anchor)) return [];
    reported.add(key);
    return [errors.guessed(element, [anchor, ...anchors])];
  });
}
