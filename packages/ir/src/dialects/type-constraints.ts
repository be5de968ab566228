import { mustBeText } from "@passwright/core";
import type { AttributeContext, Type } from "../attributes/attribute.ts";
import { badAttributeFormat } from "../errors.ts";
import { getOrMake } from "../maps.ts";
import { byteStringOf } from "../text/bytes.ts";
import type { TypeConstraint, ValueDefinition, TypeRelation } from "./op-structure.ts";

/* Constraints on types, with the descriptions of MLIR's verifier (`mlir/include/mlir/IR/CommonTypeConstraints.td`). */

function constraint(description: string, accepts: (type: Type) => boolean): TypeConstraint {
  return { description, accepts };
}

/** Returns the constraint for types of these kinds, which assembly formats also check. */
function ofKinds(description: string, ...kinds: readonly Type["kind"][]): TypeConstraint {
  return { description, accepts: ({ kind }) => kinds.includes(kind), kinds };
}

function isSignless(type: Type): boolean {
  return type.data.kind === "integer" && type.data.signedness === "signless";
}

export function isSignlessOrIndex(type: Type): boolean {
  return isSignless(type) || type.kind === "index";
}

function isFloat(type: Type): boolean {
  return type.kind === "float";
}

export function isNumber(type: Type): boolean {
  return isSignless(type) || isFloat(type);
}

/** Returns a condition that applies `accepts` to the element type of a vector or tensor, or else to the type itself. */
function isLike(accepts: (type: Type) => boolean): (type: Type) => boolean {
  return (type) => {
    const { data } = type;
    const isShaped = data.kind === "vector" || data.kind === "tensor" || data.kind === "unranked-tensor";
    return accepts(isShaped ? data.elementType : type);
  };
}

/** Like `isLike`, but the returned condition also accepts memrefs. */
function isLikeOrMemRef(accepts: (type: Type) => boolean): (type: Type) => boolean {
  return (type) => isLike(accepts)(type.data.kind === "memref" ? type.data.elementType : type);
}

/** Constraint that allows all types. */
export const anyType: TypeConstraint = constraint("any type", () => true);
/**
 * Returns a constraint that allows only one type, so that assembly formats can omit the type (`BuildableType`). `text` is
 * the type as MLIR prints it, for example `i32` or `!money.amount`. Parsing or building an operation throws PWI0004 if
 * the text is not a type.
 */
export function buildableType(text: string, description: string = text): TypeConstraint {
  const [problem] = mustBeText(text, "text");
  if (problem !== undefined) throw badAttributeFormat("buildableType", problem);
  const byteText = byteStringOf(text);
  const types = new WeakMap<AttributeContext, Type>();
  return {
    description,
    accepts: (type) => type.byteText === byteText,
    build: (context) => getOrMake(types, context, () => context.parseType(text)),
  };
}

export const i1: TypeConstraint = buildableType("i1", "1-bit signless integer");
export const index: TypeConstraint = buildableType("index");
export const anyInteger: TypeConstraint = ofKinds("integer", "integer");
export const signlessIntegerOrIndex: TypeConstraint = constraint("signless integer or index", isSignlessOrIndex);
export const signlessIntegerOrFloat: TypeConstraint = constraint("signless integer or floating-point", isNumber);
export const signlessIntegerLike: TypeConstraint = constraint("signless-integer-like", isLike(isSignlessOrIndex));
export const signlessFixedWidthIntegerLike: TypeConstraint = constraint(
  "signless-fixed-width-integer-like",
  isLike(isSignless),
);
export const floatLike: TypeConstraint = constraint("floating-point-like", isLike(isFloat));
export const boolLike: TypeConstraint = constraint("bool-like", isLike(i1.accepts));
export const bitcastLike: TypeConstraint = constraint(
  "signless-integer-or-float-like or memref of signless-integer or float",
  isLikeOrMemRef(isNumber),
);
export const indexCastLike: TypeConstraint = constraint(
  "signless-integer-like or memref of signless-integer",
  isLikeOrMemRef(isSignlessOrIndex),
);
export const anyMemRef: TypeConstraint = ofKinds("memref of any type values", "memref");
export const anyRankedOrUnrankedMemRef: TypeConstraint = ofKinds(
  "ranked or unranked memref of any type values",
  "memref",
  "unranked-memref",
);
export const rankedTensor: TypeConstraint = constraint(
  "ranked tensor of any type values",
  ({ kind }) => kind === "tensor",
);
export const functionType: TypeConstraint = ofKinds("function type", "function");

/** Defines an operand or result. */
export function one(name: string, type: TypeConstraint = anyType): ValueDefinition {
  return { name, type };
}

/** Defines a group of any number of operands or results. */
export function many(name: string, type: TypeConstraint = anyType): ValueDefinition {
  return { name, type, many: "variadic" };
}

/** Returns a relation that holds if several values have the same type (`AllTypesMatch`). */
export function allTypesMatch(...groups: readonly string[]): TypeRelation {
  return {
    description: `all of {${groups.join(", ")}} have same type`,
    holds: (typesOf) => groups.every((group) => typesOf(group)[0] === typesOf(groups[0]!)[0]),
  };
}

/** Returns a relation: `typeOf` returns the type of `group` for the type of `source` (`TypesMatchWith`). */
export function typeMatches(
  group: string,
  source: string,
  description: string,
  typeOf: (source: Type) => Type | undefined,
): TypeRelation {
  return { description, holds: (typesOf) => typesOf(group)[0] === typeOf(typesOf(source)[0]!) };
}
