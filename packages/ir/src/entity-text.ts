import { isRefusedPromise, shown } from "@passwright/core";
import type { Attribute, Type } from "./attributes/attribute.ts";
import { kindOf } from "./entity-kind.ts";

/** Members of operations and values. The type does not come from the classes, which use this file. */
interface Entity {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
}

/** Describes a value for a message, for example as `` operation `arith.addi` ``. */
export function entityText(thing: unknown): string {
  const kind = kindOf(thing);
  if (kind === undefined) return isRefusedPromise(thing) ? "a promise" : shown(thing);
  if (kind === "type" || kind === "attribute") {
    const text = (thing as Type | Attribute).toString();
    return `${kind} \`${text.slice(0, 80)}${text.length > 80 ? "…" : ""}\``;
  }
  if ((thing as Entity).id < 0) return "an erased object";
  if (kind === "operation") return `operation \`${(thing as Entity).name}\``;
  return kind === "value" ? `a value of ${entityText((thing as Entity).type)}` : `a ${kind}`;
}
