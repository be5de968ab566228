import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import type { Operation } from "../handles.ts";

/** Returns whether an attribute represents an undefined value (`ub::PoisonAttrInterface`). */
export function isPoison(value: Attribute | undefined): boolean {
  return value !== undefined && value.kind === "opaque" && value.byteText === "#ub.poison";
}

/** Creates `ub.poison` for a poison attribute. */
export function makePoison(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined {
  if (!isPoison(value) || builder.context.findDialect("ub") === undefined) return undefined;
  return builder.create("ub.poison", { results: [type], attributes: { value } });
}
