import type { Type } from "../attributes/attribute.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import { odsDefinitions } from "../dialects/define-dialect.ts";
import type { OpStructure, TypeLookup, ValueDefinition } from "../dialects/op-structure.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import type { TraitName } from "../dialects/traits.ts";
import { getAttribute } from "../store/attributes.ts";
import { operandGroup, resultGroup } from "../store/groups.ts";
import type { Range } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { areCompatibleShapes, haveCompatibleShapes } from "../attributes/dense.ts";
import { elementTypeOrSelf } from "../fold/elements.ts";
import { quoted } from "../dialects/region-edges.ts";

/** Returns the first error in the types of an operation, in MLIR's order. Requires that the segment sizes are valid. */
export function findWrongTypes(
  store: Store,
  op: number,
  name: OperationName,
  definition: OpStructure,
): string | undefined {
  const { operands = [], results = [], relations = [] } = definition;
  const typeOf = (value: number): Type => store.context.types[store.valueType[value]!]!;
  const operandType = (operand: number): Type => typeOf(store.operandValue[operand]!);
  const typesOf = ({ first, count }: Range, at: (id: number) => Type): Type[] =>
    Array.from({ length: count }, (_, i) => at(first + i));
  const operandTypes = operands.map((_, i) => typesOf(operandGroup(store, op, name, i), operandType));
  const resultTypes = results.map((_, i) => typesOf(resultGroup(store, op, name, i), typeOf));
  const isOds = odsDefinitions.has(definition);
  const problem =
    findWrongGroup(operands, operandTypes, "operand", isOds) ?? findWrongGroup(results, resultTypes, "result", isOds);
  if (problem !== undefined) return problem;
  const typesOfGroup = (wanted: string): readonly Type[] => {
    const isWanted = (group: ValueDefinition): boolean => group.name === wanted;
    const types = operandTypes[operands.findIndex(isWanted)] ?? resultTypes[results.findIndex(isWanted)];
    if (types === undefined) throw new TypeError(`no operand or result is named \`${wanted}\``);
    return types;
  };
  const broken = relations.find(({ holds }) => !holds(typesOfGroup));
  if (broken !== undefined) return `failed to verify that ${broken.description}`;
  const allOperands = { first: store.opFirstOperand[op]!, count: store.opOperandCount[op]! };
  const allResults = { first: store.opFirstResult[op]!, count: store.opResultCount[op]! };
  return findBrokenTypeTrait(name, typesOf(allOperands, operandType), typesOf(allResults, typeOf));
}

/** Finds a type that differs from the type that the parser infers, so that it would change if printed and parsed. */
export function findNotInferred(
  store: Store,
  op: number,
  name: OperationName,
  { attributes = {}, results = [], inferTypes = {} }: OpStructure,
): string | undefined {
  const known: TypeLookup = {
    context: store.context,
    types(value) {
      const group = results.findIndex((one) => one.name === value);
      const { first, count } =
        group >= 0 ? resultGroup(store, op, name, group) : operandGroup(store, op, name, name.operandGroup(value));
      const valueAt = (i: number): number => (group >= 0 ? first + i : store.operandValue[first + i]!);
      return Array.from({ length: count }, (_, i) => store.context.types[store.valueType[valueAt(i)]!]!);
    },
    attribute: (key) => getAttribute(store, op, key),
  };
  for (const [value, source] of Object.entries(inferTypes)) {
    const isAttribute = typeof source === "string" && Object.hasOwn(attributes, source);
    const inferred =
      typeof source === "function"
        ? source(known)
        : isAttribute
          ? typesOfAttribute(known.attribute(source))
          : known.types(source);
    const types = known.types(value);
    if (inferred.length === types.length && inferred.every((type, i) => type === types[i])) continue;
    if (typeof source === "string") return `failed to verify that all of {${source}, ${value}} have same type`;
    return `failed to verify that '${value}' has type ${quoted(inferred)}, but got ${quoted(types)}`;
  }
  return undefined;
}

function findWrongGroup(
  groups: readonly ValueDefinition[],
  types: readonly (readonly Type[])[],
  what: "operand" | "result",
  isOds: boolean,
): string | undefined {
  let place = 0;
  for (const [i, { many, type: constraint }] of groups.entries()) {
    const count = types[i]!.length;
    if (many === "optional" ? count > 1 : many === undefined && !isOds && count !== 1) {
      const wanted = many === "optional" ? "0 or 1 element" : "1 element";
      return `${what} group starting at #${place} requires ${wanted}, but found ${count}`;
    }
    for (const type of types[i]!) {
      const prefix = many === "variadic" ? "variadic of " : "";
      const label = `${what} #${place++}`;
      if (!constraint.accepts(type))
        return `${label} must be ${prefix}${constraint.description}, but got '${type.toString()}'`;
    }
  }
  return undefined;
}

/* Traits on the types of an operation: `mlir/lib/IR/Operation.cpp`, `OpTrait::impl`. */

/** Type traits with their conditions and errors, in the order in which MLIR's operations list the traits. */
const TYPE_TRAITS: readonly (readonly [
  TraitName,
  holds: (operands: readonly Type[], results: readonly Type[]) => boolean,
  problem: string,
])[] = [
  [
    "SameOperandsAndResultShape",
    (operands, results) => haveCompatibleShapes([...results, ...operands]),
    "requires the same shape for all operands and results",
  ],
  [
    "SameTypeOperands",
    (operands) => operands.every((type) => type === operands[0]),
    "requires all operands to have the same type",
  ],
  [
    "SameOperandsElementType",
    (operands) => operands.every((type) => elementTypeOrSelf(type) === elementTypeOrSelf(operands[0]!)),
    "requires the same element type for all operands",
  ],
  ["SameOperandsShape", haveCompatibleShapes, "requires the same shape for all operands"],
];

/** Returns the error of the first trait that the types do not satisfy. */
function findBrokenTypeTrait(
  name: OperationName,
  operands: readonly Type[],
  results: readonly Type[],
): string | undefined {
  const other = name.hasTrait("SameOperandsAndResultType") ? findOtherType(operands, results) : undefined;
  if (other !== undefined) return other;
  const broken = TYPE_TRAITS.find(([trait, holds]) => name.hasTrait(trait) && !holds(operands, results));
  if (broken !== undefined) return broken[2];
  const { areCastCompatible } = name.definition ?? {};
  if (areCastCompatible?.(operands[0]!, results[0]!) === false) {
    const what = operands.length === 1 ? "operand type" : "operand types";
    return `${what} ${quoted(operands)} and result type ${quoted(results)} are cast incompatible`;
  }
  const problem = name.hasTrait("Elementwise") ? findNotElementwise(operands, results) : undefined;
  if (problem !== undefined) return problem;
  const inferred = inferResultTypes(name, operands, results);
  if (inferred.length === results.length && inferred.every((type, i) => type === results[i])) return undefined;
  return `inferred type(s) ${quoted(inferred)} are incompatible with return type(s) of operation ${quoted(results)}`;
}

/** Returns the inferred types of the results, or the actual types if the result types cannot be inferred. */
function inferResultTypes(name: OperationName, operands: readonly Type[], results: readonly Type[]): readonly Type[] {
  const { inferResultTypes: infer } = name.definition ?? {};
  if (infer !== undefined) return infer(operands);
  const isFirst = name.hasTrait("SameOperandsAndResultType") && name.hasInterface("InferTypeOpInterface");
  return isFirst && operands.length > 0 ? results.map(() => operands[0]!) : results;
}

/** Element types and encodings must be equal, and shapes must be compatible at run time. */
function findOtherType(operands: readonly Type[], results: readonly Type[]): string | undefined {
  const [first] = results;
  if (first === undefined) return "expected 1 or more results, but found 0";
  const encoding = encodingOf(first);
  for (const type of [...results, ...operands]) {
    if (elementTypeOrSelf(type) !== elementTypeOrSelf(first) || !areCompatibleShapes(type, first))
      return "requires the same type for all operands and results";
    if (encoding !== undefined && type.kind === "tensor" && encodingOf(type) !== encoding)
      return "requires the same encoding for all operands and results";
  }
  return undefined;
}

function encodingOf({ data }: Type): unknown {
  return data.kind === "tensor" ? data.encoding : undefined;
}

function findNotElementwise(operands: readonly Type[], results: readonly Type[]): string | undefined {
  const mappedOperands = operands.filter(isMapped);
  const mappedResults = results.filter(isMapped);
  if (mappedOperands.length === 0 && mappedResults.length === 0) return undefined;
  if (mappedOperands.length === 0) return "if a result is non-scalar, then at least one operand must be non-scalar";
  if (mappedResults.length === 0)
    return "if an operand is non-scalar, then there must be at least one non-scalar result";
  if (mappedResults.length !== results.length)
    return "if an operand is non-scalar, then all results must be non-scalar";
  const types = [...mappedOperands, ...mappedResults];
  if (types.every(({ kind }) => kind === types[0]!.kind) && haveCompatibleShapes(types)) return undefined;
  return "all non-scalar operands/results must have the same shape and base type";
}

function isMapped({ kind }: Type): boolean {
  return kind === "vector" || kind === "tensor" || kind === "unranked-tensor";
}
