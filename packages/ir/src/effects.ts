import { definitionOf } from "./dialects/define-dialect.ts";
import type { OperationName } from "./dialects/operation-name.ts";
import { traitBit } from "./dialects/traits.ts";
import { Operation } from "./handles.ts";
import type { Store } from "./store/store.ts";
import { walk } from "./store/walk.ts";
import type { WalkResult } from "./store/walk.ts";

/* Side effects (`mlir/lib/Interfaces/SideEffectInterfaces.cpp`). An operation without declared effects can have any. */

/** Returns whether no visit of `op` and its contents interrupts the walk. */
function everyNested(store: Store, op: number, visit: (op: number) => WalkResult): boolean {
  if (store.opFirstRegion[op] === 0) return visit(op) !== "interrupt";
  return walk(store, op, visit, { order: "pre" }) === "advance";
}

/** Returns whether an operation, including its regions, does not read, write, allocate or free memory. Uses ids. */
export function isMemoryEffectFreeId(store: Store, op: number): boolean {
  return everyNested(store, op, (at) => {
    const name = store.nameOf(at);
    if ((name.traitBits & traitBit.RecursiveMemoryEffects) !== 0) return "advance";
    if ((name.traitBits & traitBit.NoMemoryEffect) !== 0) return "skip";
    return name.definition?.effects?.length === 0 ? "skip" : "interrupt";
  });
}

/** Returns whether an operation, including its regions, does not access memory (`isMemoryEffectFree`). */
export function isMemoryEffectFree(op: Operation): boolean {
  return isMemoryEffectFreeId(op.store, op.liveId);
}

/** Returns whether an operation, including its regions, is speculatable. Uses ids. */
export function isSpeculatableId(store: Store, op: number): boolean {
  return everyNested(store, op, (at) => {
    const { traitBits } = store.nameOf(at);
    const says = definitionOf(store, at)?.speculatability?.(Operation.of(store, at));
    if (says === "not-speculatable") return "interrupt";
    if (says === "speculatable") return "skip";
    if (says === "recursively-speculatable" || (traitBits & traitBit.RecursivelySpeculatable) !== 0) return "advance";
    return (traitBits & traitBit.Pure) !== 0 ? "skip" : "interrupt";
  });
}

/** Returns whether an operation can execute where the original program might not execute it (`isSpeculatable`). */
export function isSpeculatable(op: Operation): boolean {
  return isSpeculatableId(op.store, op.liveId);
}

/** Returns whether an operation is speculatable and does not access memory (`isPure`). */
export function isPure(op: Operation): boolean {
  return isSpeculatable(op) && isMemoryEffectFree(op);
}

/** Cached result for a name: operations with this name can never be erased (see {@link isOpTriviallyDeadId}). */
const NEVER = 1;
/** Cached result: the operation does not have effects, or only reads and allocates memory. */
const ALWAYS = 2;
const BY_CONTENTS = 3;

function deadnessOf(name: OperationName): number {
  const { definition, traitBits } = name;
  if (definition === undefined) return NEVER;
  if ((traitBits & traitBit.RecursiveMemoryEffects) !== 0) return BY_CONTENTS;
  const { effects = (traitBits & traitBit.NoMemoryEffect) === 0 ? undefined : [] } = definition;
  // Ignores allocations, because they disappear with the operation.
  const isMissed = effects === undefined || effects.includes("write") || effects.includes("free");
  return isMissed ? NEVER : ALWAYS;
}

/** Returns whether an operation could be erased if its results had no uses (`wouldOpBeTriviallyDead`). Uses ids. */
export function wouldOpBeTriviallyDeadId(store: Store, op: number): boolean {
  const name = store.nameOf(op);
  if ((name.traitBits & (traitBit.Terminator | traitBit.Symbol)) !== 0) return false;
  name.deadness ||= deadnessOf(name);
  if (name.deadness !== BY_CONTENTS) return name.deadness !== NEVER;
  return everyNested(store, op, (at) => {
    const inner = store.nameOf(at);
    inner.deadness ||= deadnessOf(inner);
    if (inner.deadness === BY_CONTENTS) return "advance";
    return inner.deadness === NEVER ? "interrupt" : "skip";
  });
}

/** Returns whether the operation with this id is unused and can be erased (`isOpTriviallyDead`). */
export function isOpTriviallyDeadId(store: Store, op: number): boolean {
  const first = store.opFirstResult[op]!;
  for (let i = 0; i < store.opResultCount[op]!; i++) if (store.valueFirstUse[first + i] !== 0) return false;
  return wouldOpBeTriviallyDeadId(store, op);
}

/** Returns whether an operation is unused and can be erased (`isOpTriviallyDead`). */
export function isOpTriviallyDead(op: Operation): boolean {
  return isOpTriviallyDeadId(op.store, op.liveId);
}
