import { DYNAMIC } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import { elementTypeOf, shapeOf } from "../attributes/dense.ts";
import { integerValue, leafNameOf, numbersOf, typesOfAttribute, typeValue } from "../attributes/parts.ts";
import { isMemoryEffectFree } from "../effects.ts";
import type { Operation } from "../handles.ts";
import type { Complain, OpDefinition } from "./define-dialect.ts";
import { ATOMIC_KINDS, isElements } from "./memref-assembly.ts";
import {
  dynamicCount,
  hasIdentityLayout,
  memorySpaceOf,
  memrefData,
  symbolCount,
  withStrides,
} from "./memref-types.ts";
import type { MemRefData } from "./memref-types.ts";
import type { OperationName } from "./operation-name.ts";
import { BARE, firstDifference, quoted } from "./region-edges.ts";
import { upstream } from "./upstream.ts";

/* Verifiers of operations that allocate, access or convert memory: `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`. */

export function verifyAtomicRmw(op: Operation, complain: Complain): void {
  verifySubscripts(1, () => "expects the number of subscripts to be equal to memref rank")(op, complain);
  const [{ kind: valueKind }] = op.operandTypes as [Type];
  const kind = ATOMIC_KINDS[Number(integerValue(op.getAttr("kind")))] ?? "";
  if (/^(add|maximum|minimum|mul)f$/.test(kind) && valueKind !== "float") {
    complain(`with kind '${kind}' expects a floating-point type`);
  } else if (/([ius])$/.test(kind) && valueKind !== "integer") {
    complain(`with kind '${kind}' expects an integer type`);
  }
}

export function verifyGenericAtomicRmw(op: Operation, complain: Complain): void {
  const args = op.getRegion(0).front?.arguments ?? [];
  if (args.length !== 1) complain("expected single number of entry block arguments");
  if (args[0]?.type !== op.resultTypes[0]) complain("expected block argument of the same type result type");
  for (const inner of op.getRegion(0).front?.operations ?? []) {
    if (isMemoryEffectFree(inner)) continue;
    const message = "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects";
    complain(message, { bare: true, at: inner });
  }
}

export function verifyAtomicYield(op: Operation, complain: Complain): void {
  const [given, wanted] = [op.operandTypes[0]!, op.parentOp!.resultTypes[0]!];
  if (given === wanted) return;
  complain(`types mismatch between yield op: '${given.toString()}' and its parent: '${wanted.toString()}'`);
}

/** The rank of each memref determines how many operands are indices, because no attribute stores these numbers. */
export function verifyDmaStart(op: Operation, complain: Complain): void {
  const types = op.operandTypes;
  if (types.length < 4) complain("expected at least 4 operands");
  let next = 0;
  const readMemRef = (what: string, indices: string, others: number): void => {
    const rank = memrefData(types[next++]!)?.shape.length;
    if (rank === undefined) return complain(`expected ${what} to be of memref type`);
    next += rank;
    if (types.length < next + others) complain(`expected at least ${next + others} operands`);
    const isIndexed = types.slice(next - rank, next).every(({ kind }) => kind === "index");
    if (!isIndexed) complain(`expected ${indices} to be of index type`);
  };
  readMemRef("source", "source indices", 3);
  readMemRef("destination", "destination indices", 2);
  if (types[next++]!.kind !== "index") complain("expected num elements to be of index type");
  readMemRef("tag", "tag indices", 0);
  // The stride and the number of elements per stride are optional.
  const rest = types.slice(next);
  if (rest.length !== 0 && rest.length !== 2) complain("incorrect number of operands");
  if (rest.some(({ kind }) => kind !== "index"))
    complain("expected stride and num elements per stride to be of type index");
}

/** Checks the number of indices, which are all operands between the memref and the last `others` operands. */
export function verifySubscripts(
  memref: number,
  describe: (rank: number, found: number) => string,
  others = 0,
): (op: Operation, complain: Complain) => void {
  return (op, complain) => {
    const rank = memrefData(op.operandTypes[memref]!)!.shape.length;
    const found = op.numOperands - memref - 1 - others;
    if (found !== rank) complain(describe(rank, found));
  };
}

function verifySizeCount(found: number, type: MemRefData, complain: Complain): void {
  const wanted = dynamicCount(type.shape);
  if (found !== wanted) complain(`incorrect number of dynamic sizes, has ${found}, expected ${wanted}`);
}

export function verifyAllocation(op: Operation, complain: Complain): void {
  const data = memrefData(op.resultTypes[0]!)!;
  const [sizes = 0, symbols = 0] = numbersOf(op.getAttr("operandSegmentSizes")).map(Number);
  verifySizeCount(sizes, data, complain);
  const wanted = symbolCount(data);
  if (symbols === wanted) return;
  const counts = `expected ${wanted}, got ${symbols}`;
  complain(`symbol operand count does not equal memref symbol count: ${counts}`);
}

/**
 * The allocation must be nested in an operation that frees the memory when control leaves the operation. An unregistered
 * operation of MLIR's dialects can be such an operation.
 */
export function verifyAlloca(op: Operation, complain: Complain): void {
  const mayBeScope = ({ isRegistered, dialect }: OperationName): boolean => !isRegistered && upstream.has(dialect);
  let around = op.parentOp;
  while (around !== undefined && !around.hasTrait("AutomaticAllocationScope") && !mayBeScope(around.operationName))
    around = around.parentOp;
  if (around === undefined) complain("requires an ancestor op with AutomaticAllocationScope trait");
  verifyAllocation(op, complain);
}

/** Reports types of the source and the result that differ in `property`. `from` and `to` describe the types. */
export function verifySame(
  property: "memory spaces" | "element types",
  op: Operation,
  from: string,
  to: string,
  complain: Complain,
): void {
  const [source, result] = [op.operandTypes[0]!, op.resultTypes[0]!];
  const valueOf = property === "memory spaces" ? memorySpaceOf : elementTypeOf;
  if (valueOf(source) === valueOf(result)) return;
  const types = `${from} type ${quoted([source])} and ${to} memref type ${quoted([result])}`;
  complain(`different ${property} specified for ${types}`, BARE);
}

/** Reports a layout of the source or the result that is not the identity. `what` is `layout` or `map`. */
function verifyIdentityLayouts(op: Operation, what: string, source: string, complain: Complain): void {
  const types = [op.operandTypes[0]!, op.resultTypes[0]!];
  for (const [i, type] of types.entries())
    if (!hasIdentityLayout(memrefData(type)!))
      complain(`unsupported ${what} for ${i === 0 ? source : "result"} memref type ${quoted([type])}`, BARE);
}

export function verifyRealloc(op: Operation, complain: Complain): void {
  verifyIdentityLayouts(op, "layout", "source", complain);
  verifySame("memory spaces", op, "source memref", "result", complain);
  verifySame("element types", op, "source memref", "result", complain);
  const result = op.resultTypes[0]!;
  const [wanted, found] = [dynamicCount(memrefData(result)!.shape), op.numOperands - 1];
  if (wanted > 0 && found === 0) complain(`missing dimension operand for result type ${quoted([result])}`, BARE);
  if (wanted === 0 && found > 0) complain(`unnecessary dimension operand for result type ${quoted([result])}`, BARE);
}

export function verifyView(op: Operation, complain: Complain): void {
  verifyIdentityLayouts(op, "map", "base", complain);
  verifySame("memory spaces", op, "base memref", "view", complain);
  verifySizeCount(op.numOperands - 2, memrefData(op.resultTypes[0]!)!, complain);
}

export function verifyDistinctObjects(op: Operation, complain: Complain): void {
  if (op.numOperands === 0) complain("expected at least one operand");
  const { operandTypes, resultTypes } = op;
  if (operandTypes.length !== resultTypes.length || firstDifference(operandTypes, resultTypes) >= 0)
    complain("operand types and result types must match");
}

/** Returns the types of the base, the offset, all sizes and all strides of `memref.extract_strided_metadata`. */
export function metadataTypes(source: Type): readonly Type[] {
  const index = source.context.internType({ kind: "index" });
  return [withStrides(source, []), ...Array.from({ length: 1 + 2 * shapeOf(source)!.length }, () => index)];
}

/** Returns whether two types differ at most in their memory spaces (`MemorySpaceCastOp::areCastCompatible`). */
export function differInMemorySpace(from: Type, to: Type): boolean {
  const [a, b] = [memrefData(from), memrefData(to)];
  if (elementTypeOf(from) !== elementTypeOf(to) || (a === undefined) !== (b === undefined)) return false;
  if (a === undefined || b === undefined) return true;
  return a.layout === b.layout && a.shape.join() === b.shape.join();
}

export function verifyGlobal(op: Operation, complain: Complain): void {
  const type = typeValue(op.getAttr("type"));
  if (type?.data.kind !== "memref" || type.data.shape.includes(DYNAMIC))
    return complain(`type should be static shaped memref, but got ${quoted([type])}`);
  const value = op.getAttr("initial_value");
  if (value === undefined || value.kind === "unit") return;
  if (!isElements(value)) complain(`initial value should be a unit or elements attribute, but got ${value.toString()}`);
  const { elementType, shape } = type.data;
  const [given] = typesOfAttribute(value);
  const givenElement = given && elementTypeOf(given);
  if (givenElement !== elementType) {
    const types = `type ${quoted([elementType])}, but was of type ${quoted([givenElement])}`;
    complain(`initial value element expected to be of ${types}`);
  }
  const givenShape = (given && shapeOf(given)) ?? [];
  if (givenShape.join() !== shape.join())
    complain(`initial value shape expected to be ${shape.join(", ")} but was ${givenShape.join(", ")}`);
}

export const verifyGlobalUse: NonNullable<OpDefinition["verifySymbolUses"]> = (op, find, complain) => {
  const name = op.getAttr("name")!;
  const found = find(name);
  if (found?.name !== "memref.global")
    return complain(`'${leafNameOf(name)}' does not reference a valid global memref`);
  const type = typeValue(found.getAttr("type"));
  const [result] = op.resultTypes;
  if (type === result) return;
  const types = `result type ${quoted([result])} does not match type ${quoted([type])}`;
  complain(`${types} of the global memref ${name.toString()}`);
};
