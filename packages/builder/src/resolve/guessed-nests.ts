import { parseAnchor } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors/anchors.ts";
import { managersOf } from "../steps/groups.ts";
import type { Spine } from "../steps/spine.ts";
import type { Side } from "../steps/sides.ts";
import type { Element } from "./element.ts";

/**
 * Warns about managers that are nested in a way in which the framework does not nest them. Such managers result from a
 * contributed pass next to a step that runs on a different operation. The pass never runs if its operations are not
 * directly inside that operation.
 */
export function guessedNests(order: readonly Element[], spine: Spine): Diagnostic[] {
  const reported = new Set<string>();
  const sides = spine.sidesOf(order);
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
