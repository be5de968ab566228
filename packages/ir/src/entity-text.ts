import { isPromise, shown } from "@passwright/core";
import { Attribute, Type } from "./attributes/attribute.ts";
import { Block, EntityHandle, Operation, Value } from "./handles.ts";

/** Describes a value for a message, for example as `` operation `arith.addi` ``. */
export function entityText(thing: unknown): string {
  if (thing instanceof Type || thing instanceof Attribute) {
    const text = thing.toString();
    return `${thing instanceof Type ? "type" : "attribute"} \`${text.slice(0, 80)}${text.length > 80 ? "…" : ""}\``;
  }
  if (!(thing instanceof EntityHandle)) return isPromise(thing) ? "a promise" : shown(thing);
  if (thing.id < 0) return "an erased object";
  if (thing instanceof Operation) return `operation \`${thing.name}\``;
  if (thing instanceof Value) return `a value of ${entityText(thing.type)}`;
  return thing instanceof Block ? "a block" : "a region";
}
