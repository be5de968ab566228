import type { Type } from "../attributes/attribute.ts";
import { areCompatibleShapes, haveCompatibleShapes } from "../attributes/compatible-shapes.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { quoted } from "../dialects/region-edges.ts";
import type { TraitName } from "../dialects/traits.ts";

/* Traits on the types of an operation: `mlir/lib/IR/Operation.cpp`, `OpTrait::impl`. */

type TypeTrait = (operands: readonly Type[], results: readonly Type[]) => string | undefined;

/** Type traits with their checks, in the order in which MLIR's operations list the traits. */
const TYPE_TRAITS: readonly (readonly [TraitName, TypeTrait])[] = [
  ["SameOperandsAndResultType", findOtherType],
  [
    "SameOperandsAndResultShape",
    (operands, results) =>
      haveCompatibleShapes([...results, ...operands])
        ? undefined
        : "requires the same shape for all operands and results",
  ],
  [
    "SameTypeOperands",
    (operands) =>
      operands.every((type) => type === operands[0]) ? undefined : "requires all operands to have the same type",
  ],
  [
    "SameOperandsElementType",
    (operands) =>
      operands.every((type) => elementOf(type) === elementOf(operands[0]!))
        ? undefined
        : "requires the same element type for all operands",
  ],
  [
    "SameOperandsShape",
    (operands) => (haveCompatibleShapes(operands) ? undefined : "requires the same shape for all operands"),
  ],
];

/** Returns the error of the first trait that the types do not satisfy. */
export function findBrokenTypeTrait(
  name: OperationName,
  operands: readonly Type[],
  results: readonly Type[],
): string | undefined {
  for (const [trait, verify] of TYPE_TRAITS) {
    const problem = name.hasTrait(trait) ? verify(operands, results) : undefined;
    if (problem !== undefined) return problem;
  }
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

function elementOf(type: Type): Type {
  return elementTypeOf(type) ?? type;
}

/**
 * Returns an error if a type differs from the other types (`verifySameOperandsAndResultType`). Element types and
 * encodings must be equal, and shapes must be compatible at run time.
 */
function findOtherType(operands: readonly Type[], results: readonly Type[]): string | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const encoding = encodingOf(first);
  for (const type of [...results, ...operands]) {
    if (elementOf(type) !== elementOf(first) || !areCompatibleShapes(type, first))
      return "requires the same type for all operands and results";
    if (encoding !== undefined && type.kind === "tensor" && encodingOf(type) !== encoding)
      return "requires the same encoding for all operands and results";
  }
  return undefined;
}

function encodingOf({ data }: Type): unknown {
  return data.kind === "tensor" ? data.encoding : undefined;
}

/**
 * Returns an error if the types of the operands and results are not valid for an elementwise operation
 * (`verifyElementwise`).
 */
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
