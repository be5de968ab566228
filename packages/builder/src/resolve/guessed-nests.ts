import { parseAnchor } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { positionOf } from "../errors/anchors.ts";
import { aboutStep } from "../errors/where.ts";
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
    const { name: pass, origin, because } = element;
    const around = anchors.at(-2);
    const message = `\`${pass}\` is in a new manager on '${last.anchor}' inside '${around}', but no manager of the framework runs on '${last.anchor}'`;
    const help = `place \`${pass}\` next to a step that runs on the operation that contains '${last.anchor}'`;
    const limit = `\`${pass}\` runs only if '${last.anchor}' is directly inside '${around}'`;
    const notes = [positionOf({ pass, origin, because }, [anchor, ...anchors]), limit];
    return [aboutStep("PWB0408", element, message, help, { severity: "warning", notes })];
  });
}
