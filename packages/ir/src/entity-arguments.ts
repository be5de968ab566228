import type { Type } from "./attributes/attribute.ts";
import { kindOf } from "./entity-kind.ts";
import type { EntityKind } from "./entity-kind.ts";
import { entityText } from "./entity-text.ts";
import { otherModule, wrongArgument } from "./errors.ts";
import type { Store } from "./store/store.ts";

const EXPECTED: Readonly<Record<Exclude<EntityKind, "attribute">, string>> = {
  block: "a block",
  operation: "an operation",
  region: "a region",
  type: 'a type of the context, for example `context.parseType("i32")`',
  value: "a value, for example `op.getResult(0)`",
};

/** Returns the id of an entity. Throws if the argument of `call` is not an entity of this kind in this store. */
export function requireHere(
  store: Store,
  call: string,
  thing: { readonly store: Store; readonly liveId: number },
  kind: "block" | "operation" | "region" | "value",
): number {
  if (kindOf(thing) !== kind) throw wrongArgument(`\`${call}\``, `got ${entityText(thing)}`, EXPECTED[kind]);
  if (thing.store !== store) throw otherModule(kind);
  return thing.liveId;
}

/** Returns the id of a type. Throws if the argument of `call` is not a type of the context. */
export function requireType(store: Store, call: string, type: Type): number {
  if (kindOf(type) === "type" && type.context === store.context) return type.id;
  throw wrongArgument(`\`${call}\``, `got ${entityText(type)}`, EXPECTED.type);
}
