import type { Type } from "../attributes/attribute.ts";
import type { OpStructure, ValueDefinition } from "../dialects/op-structure.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { traitBit } from "../dialects/traits.ts";
import { operandGroup, resultRange } from "../store/groups.ts";
import type { Range } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { findBrokenTypeTrait } from "./type-traits.ts";

/**
 * Returns the first error in the types of an operation, in MLIR's order: constraints of single types, relations, and
 * traits. The segment sizes must already be verified.
 */
export function findWrongTypes(
  store: Store,
  op: number,
  name: OperationName,
  { operands = [], results = [], relations = [] }: OpStructure,
): string | undefined {
  const typeOf = (value: number): Type => store.context.types[store.valueType[value]!]!;
  const operandType = (operand: number): Type => typeOf(store.operandValue[operand]!);
  const typesOf = ({ first, count }: Range, at: (id: number) => Type): Type[] =>
    Array.from({ length: count }, (_, i) => at(first + i));
  const isSegmented = (name.traitBits & traitBit.AttrSizedOperandSegments) !== 0;
  const operandTypes = operands.map((_, i) => typesOf(operandGroup(store, op, name, i), operandType));
  const resultTypes = results.map((_, i) => typesOf(resultRange(store, op, name, i), typeOf));
  const problem =
    findWrongGroup(operands, operandTypes, "operand", isSegmented) ?? findWrongGroup(results, resultTypes, "result");
  if (problem !== undefined) return problem;
  const typesOfGroup = (wanted: string): readonly Type[] => [
    ...operandTypes.filter((_, i) => operands[i]!.name === wanted).flat(),
    ...resultTypes.filter((_, i) => results[i]!.name === wanted).flat(),
  ];
  const broken = relations.find(({ holds }) => !holds(typesOfGroup));
  if (broken !== undefined) return `failed to verify that ${broken.description}`;
  const allOperands = { first: store.opFirstOperand[op]!, count: store.opOperandCount[op]! };
  const allResults = { first: store.opFirstResult[op]!, count: store.opResultCount[op]! };
  return findBrokenTypeTrait(name, typesOf(allOperands, operandType), typesOf(allResults, typeOf));
}

function findWrongGroup(
  groups: readonly ValueDefinition[],
  types: readonly (readonly Type[])[],
  what: "operand" | "result",
  isSegmented = false,
): string | undefined {
  // Without segment sizes, several groups of variable size are ambiguous, so their values are not checked.
  if (!isSegmented && groups.filter((group) => group.many !== undefined).length > 1) return undefined;
  const at = groups.findIndex((group) => group.many === "optional");
  const count = types[at]?.length ?? 0;
  if (count > 1) return `${what} group starting at #${at} requires 0 or 1 element, but found ${count}`;
  let place = 0;
  for (const [i, { many, type: constraint }] of groups.entries()) {
    for (const type of types[i]!) {
      const prefix = many === "variadic" ? "variadic of " : "";
      const label = `${what} #${place++}`;
      if (!constraint.accepts(type))
        return `${label} must be ${prefix}${constraint.description}, but got '${type.toString()}'`;
    }
  }
  return undefined;
}
