import type { Attribute } from "../attributes/attribute.ts";
import { traitBit } from "../dialects/traits.ts";
import { wrongCount } from "../errors.ts";
import type { OpFoldResult } from "../handles.ts";
import { setOperands } from "../store/edit.ts";
import type { FoldAdaptor, FoldDefinition, FoldResult } from "./fold-adaptor.ts";

/**
 * Folds an operation by its folder, and then by its traits (`Operation::fold`). Callers replace the results.
 * @throws UsageError PWI0009 if the folder does not return one value for each result.
 */
export function foldAt(adaptor: FoldAdaptor): FoldResult {
  const { operationName } = adaptor;
  const definition: FoldDefinition | undefined = operationName.definition;
  const { traitBits } = operationName;
  const folded = definition?.fold?.(adaptor);
  if (folded === undefined || folded === "in-place") return foldTraits(adaptor, traitBits) ?? folded;
  const count = isList(folded) ? folded.length : 1;
  if (count === adaptor.numResults) return folded;
  // As in MLIR, an empty list of values means a change in place.
  if (count === 0) return "in-place";
  const { numResults } = adaptor;
  throw wrongCount(`\`fold\` of ${operationName.text} returned ${count} values for ${numResults} results`);
}

export function foldsByTraits(bits: number): boolean {
  return (bits & FOLDABLE) !== 0;
}

const FOLDABLE = traitBit.Commutative | traitBit.Idempotent | traitBit.Involution;

function foldTraits(adaptor: FoldAdaptor, bits: number): FoldResult {
  if ((bits & FOLDABLE) === 0) return undefined;
  if ((bits & traitBit.Commutative) !== 0 && moveConstantsBehind(adaptor)) return "in-place";
  if ((bits & traitBit.Idempotent) !== 0) {
    const same = adaptor.numOperands === 1 ? appliedTwice(adaptor) !== 0 : adaptor.isSameOperand(0, 1);
    if (same) return adaptor.operand(0);
  }
  if ((bits & traitBit.Involution) !== 0) {
    const inner = appliedTwice(adaptor);
    if (inner !== 0) return adaptor.valueOf(adaptor.operandIdOf(inner, 0));
  }
  return undefined;
}

/** Returns the id of the operation with the same name that defines the first operand, or 0. */
function appliedTwice(adaptor: FoldAdaptor): number {
  return adaptor.definedById(0, adaptor.operationName.text);
}

function moveConstantsBehind(adaptor: FoldAdaptor): boolean {
  const { numOperands } = adaptor;
  let seen = false;
  let isSorted = true;
  for (let i = 0; i < numOperands && isSorted; i++) {
    if (adaptor.constant(i) !== undefined) seen = true;
    else if (seen) isSorted = false;
  }
  if (isSorted) return false;
  const front: number[] = [];
  const back: number[] = [];
  for (let i = 0; i < numOperands; i++) (adaptor.constant(i) === undefined ? front : back).push(adaptor.operandId(i));
  setOperands(adaptor.store, adaptor.id, [...front, ...back]);
  return true;
}

/** Returns the result of a folder as a list: empty for a change in place. */
export function foldResults(folded: FoldResult): readonly OpFoldResult[] | undefined {
  if (folded === undefined) return undefined;
  if (folded === "in-place") return [];
  return isList(folded) ? folded : [folded];
}

/** Returns whether a folder returned a list. */
export function isList(folded: OpFoldResult | readonly OpFoldResult[]): folded is readonly OpFoldResult[] {
  return Array.isArray(folded);
}

/** Returns whether a result is a constant, not a value. */
export function isAttribute(result: OpFoldResult): result is Attribute {
  return "data" in result;
}
