import type { Type } from "../attributes/attribute.ts";
import { findEntry } from "../attributes/parts.ts";
import type { OpStructure, ValueDefinition } from "../dialects/op-structure.ts";
import { SEGMENT_SIZES } from "../dialects/operation-name.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import type { Store } from "../store/store.ts";
import { findBrokenTypeTrait } from "./type-traits.ts";

/**
 * Returns the first error in the types of an operation, in MLIR's order: constraints of single types, relations, and
 * traits.
 */
export function findWrongTypes(
  store: Store,
  op: number,
  name: OperationName,
  { operands, results, relations = [] }: OpStructure,
): string | undefined {
  const { types } = store.context;
  const firstOperand = store.opFirstOperand[op]!;
  const firstResult = store.opFirstResult[op]!;
  const operandTypes = Array.from(
    { length: store.opOperandCount[op]! },
    (_, i) => types[store.valueType[store.operandValue[firstOperand + i]!]!]!,
  );
  const resultTypes = Array.from(
    { length: store.opResultCount[op]! },
    (_, i) => types[store.valueType[firstResult + i]!]!,
  );
  const problem = findWrongGroup(operands, operandTypes, "operand") ?? findWrongGroup(results, resultTypes, "result");
  if (problem !== undefined) return problem;
  const typesOf = (group: string): readonly Type[] => [
    ...typesOfGroup(operands, operandTypes, group),
    ...typesOfGroup(results, resultTypes, group),
  ];
  const broken = relations.find(({ holds }) => !holds(typesOf));
  if (broken !== undefined) return `failed to verify that ${broken.description}`;
  return findBrokenTypeTrait(name, operandTypes, resultTypes);
}

/** Returns the group of each of `count` values. At most one group can have a variable size. */
function groupsOf(groups: readonly ValueDefinition[], count: number): readonly ValueDefinition[] {
  const fixed = groups.filter((group) => group.many === undefined).length;
  return groups.flatMap((group) =>
    group.many === undefined ? [group] : Array.from({ length: count - fixed }, () => group),
  );
}

function typesOfGroup(
  groups: readonly ValueDefinition[] | undefined,
  types: readonly Type[],
  name: string,
): readonly Type[] {
  if (groups?.some((group) => group.name === name) !== true) return [];
  const expanded = groupsOf(groups, types.length);
  return types.filter((_, i) => expanded[i]?.name === name);
}

function findWrongGroup(
  groups: readonly ValueDefinition[] | undefined,
  types: readonly Type[],
  what: "operand" | "result",
): string | undefined {
  // If several groups have a variable size, does not check the values, because only the segment sizes determine their
  // groups.
  if (groups === undefined || groups.filter((group) => group.many !== undefined).length > 1) return undefined;
  const expanded = groupsOf(groups, types.length);
  const at = groups.findIndex((group) => group.many === "optional");
  const count = expanded.filter((group) => group.many === "optional").length;
  if (count > 1) return `${what} group starting at #${at} requires 0 or 1 element, but found ${count}`;
  for (const [i, type] of types.entries()) {
    const problem = expanded[i] && findWrongType(expanded[i], type, `${what} #${i}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findWrongType(group: ValueDefinition, type: Type, what: string): string | undefined {
  if (group.type.accepts(type)) return undefined;
  const prefix = group.many === "variadic" ? "variadic of " : "";
  return `${what} must be ${prefix}${group.type.description}, but got '${type.toString()}'`;
}

/** Returns the first wrong type of operands whose `operandSegmentSizes` are already verified. */
export function findWrongSegmentType(store: Store, op: number, { operands }: OpStructure): string | undefined {
  const sizes = findEntry(store.context.attributes[store.opProperties[op]!], SEGMENT_SIZES)?.data;
  if (sizes?.kind !== "dense-array" || operands === undefined) return undefined;
  const first = store.opFirstOperand[op]!;
  let place = 0;
  for (const [i, group] of operands.entries()) {
    for (const end = place + Number(sizes.values[i] ?? 0); place < end; place++) {
      const type = store.context.types[store.valueType[store.operandValue[first + place]!]!]!;
      const problem = findWrongType(group, type, `operand #${place}`);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}
