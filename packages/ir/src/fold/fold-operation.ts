import type { UsageError } from "@passwright/core";
import type { Attribute } from "../attributes/attribute.ts";
import { wrongResult } from "../dialect-errors.ts";
import { traitBit } from "../dialects/traits.ts";
import { kindOf } from "../entity-kind.ts";
import { entityText } from "../entity-text.ts";
import type { OpFoldResult, Value } from "../handles.ts";
import { setOperands } from "../store/edit.ts";
import { notConstant } from "./fold-adaptor.ts";
import type { FoldAdaptor, FoldResult } from "./fold-adaptor.ts";

/**
 * Folds an operation by its folder, and then by its traits (`Operation::fold`). Callers replace the results.
 * @throws UsageError PWI0019 if the folder throws, PWI0020 if its result cannot be used.
 */
export function foldAt(adaptor: FoldAdaptor): FoldResult {
  const folded = adaptor.callFolder();
  if (folded === undefined || folded === "in-place") {
    const { traitBits } = adaptor.operationName;
    if ((traitBits & traitBit.ConstantLike) !== 0) throw notConstant(adaptor, folded);
    return foldTraits(adaptor, traitBits) ?? folded;
  }
  const { numResults } = adaptor;
  const count = isList(folded) ? folded.length : 1;
  // As in MLIR, an empty list of values means a change in place.
  if (count === 0 && numResults > 0) return "in-place";
  if (count !== numResults) {
    const help = "return one attribute or value for each result";
    throw wrongFold(adaptor, `${count} instead of ${numResults} values`, help);
  }
  if (!isList(folded)) checkResult(adaptor, folded, 0);
  else for (let i = 0; i < count; i++) checkResult(adaptor, folded[i], i);
  return folded;
}

const IN_PLACE = 'return `"in-place"` if `fold` changed the operation, and `undefined` otherwise';

function wrongFold({ store, id }: FoldAdaptor, problem: string, help: string): UsageError {
  return wrongResult("`fold`", store, id, problem, help);
}

/** Refuses a folded value that cannot replace the result with this index. */
function checkResult(adaptor: FoldAdaptor, folded: unknown, index: number): void {
  const { store, id } = adaptor;
  if (kindOf(folded) === "attribute" && (folded as Attribute).context === store.context) return;
  const type = adaptor.resultType(index);
  const value = kindOf(folded) === "value" && (folded as Value).store === store ? (folded as Value) : undefined;
  const isOwn = value !== undefined && store.valueOwner[value.id] === id;
  if (value !== undefined && !isOwn && value.type === type) return;
  if (isOwn) throw wrongFold(adaptor, "a result of the operation itself", IN_PLACE);
  const isForeign = value === undefined && ["attribute", "value"].includes(kindOf(folded) ?? "");
  const problem = `${entityText(folded)}${isForeign ? " from a different module" : ""} for a result of type \`${type}\``;
  const isNumber = typeof folded === "number" || typeof folded === "bigint";
  const expected = isNumber ? `\`op.getIntegerAttr(type, ${folded})\`` : `an attribute, or a value of type \`${type}\``;
  throw wrongFold(adaptor, problem, `return ${expected}, or \`undefined\` if the operation cannot be folded`);
}

export const FOLDABLE: number = traitBit.Commutative | traitBit.Idempotent | traitBit.Involution;

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

export function isList(folded: OpFoldResult | readonly OpFoldResult[]): folded is readonly OpFoldResult[] {
  return Array.isArray(folded);
}

/** Returns whether a result is a constant, not a value. */
export function isAttribute(result: OpFoldResult): result is Attribute {
  return kindOf(result) === "attribute";
}
