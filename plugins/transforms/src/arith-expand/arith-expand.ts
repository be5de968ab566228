import { definePass, PassType } from "@passwright/sdk";
import { isAttribute, materializeConstant, OpBuilder, Operation } from "@passwright/ir";
import type { Attribute, Value } from "@passwright/ir";
import { postOrder } from "@passwright/ir/store";
import { ArithBuilder } from "./arith-builder.ts";
import { expansions } from "./expansions.ts";

const illegal: ReadonlySet<string> = new Set(expansions.keys());
/** Dialects whose other operations are legal. MLIR tries to fold all operations of unknown legality. */
const legal: readonly string[] = ["arith", "vector"];

/**
 * Expands the arith operations that do not have a counterpart in LLVM: divisions that round up or down, maxima and
 * minima, and conversions with a scale. Precondition: any valid IR. Postcondition: reachable blocks do not contain
 * these operations. The pass works like a dialect conversion in MLIR: it first tries to fold each operation, uses the
 * original operands, and replaces all results at the end.
 */
export const arithExpand = definePass({
  name: "arith-expand",
  ir: "mlir",
  displayName: "ArithExpandOpsPass",
  summary: "Legalize Arith ops to be convertible to LLVM.",
  types: [PassType.Lowering],
  dependentDialects: ["arith"],
  runOnOperation(top: Operation, pass) {
    const replacements = new Map<Value, Value>();
    let changed = false;
    for (const op of reachableOperations(top)) {
      let replacement = replace(op);
      for (; replacement === "changed"; replacement = replace(op)) changed = true;
      if (replacement !== undefined) replacement.forEach((value, i) => replacements.set(op.getResult(i), value));
      else if (illegal.has(op.name)) {
        pass.emitError(`failed to legalize operation '${op.name}' that was explicitly marked illegal`, op);
        pass.signalPassFailure();
        return;
      }
    }
    for (const [value, replacement] of replacements) value.replaceAllUsesWith(settle(replacement, replacements));
    for (const op of new Set([...replacements.keys()].map((value) => value.definingOp))) op?.erase();
    if (replacements.size === 0 && !changed) pass.markAllAnalysesPreserved();
  },
});

/** Returns the replacements of an operation's results. `changed` means that the operation was changed in place. */
function replace(op: Operation): readonly Value[] | "changed" | undefined {
  const builder = OpBuilder.before(op);
  const folded = op.hasTrait("ConstantLike") ? undefined : op.fold();
  if (folded?.length === 0) return "changed";
  const values = folded?.map((result, i) => (isAttribute(result) ? makeConstant(builder, op, result, i) : result));
  if (values?.every((value) => value !== undefined) === true) return values;
  const value = expansions.get(op.name)?.(new ArithBuilder(builder), op);
  return value === undefined ? undefined : [value];
}

/** Creates the constant of a result. Returns `undefined` if this is impossible, or if the constant is not legal. */
function makeConstant(builder: OpBuilder, op: Operation, value: Attribute, index: number): Value | undefined {
  const made = materializeConstant(builder, op, value, op.getResult(index).type);
  if (made === undefined || legal.includes(made.operationName.dialect)) return made?.getResult(0);
  made.erase();
  return undefined;
}

/** Returns the final replacement of a value. A replacement can itself be replaced. */
function settle(value: Value, replacements: ReadonlyMap<Value, Value>): Value {
  let last = value;
  for (let next = replacements.get(last); next !== undefined; next = replacements.get(last)) last = next;
  return last;
}

/** Returns the reachable operations in `top` that are not legal, outer operations first. */
function reachableOperations(top: Operation): readonly Operation[] {
  const { store } = top;
  const isWanted = store.context.names.map(({ text, dialect }) => illegal.has(text) || !legal.includes(dialect));
  const found: Operation[] = [];
  const pending = [top.id];
  for (let op = pending.pop(); op !== undefined; op = pending.pop()) {
    if (op !== top.id && isWanted[store.opName[op]!] === true) found.push(Operation.of(store, op));
    const inside: number[] = [];
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      const entry = store.regionFirstBlock[region]!;
      const reachable = new Set<number>();
      if (entry !== 0) postOrder(store, entry, reachable, []);
      for (const block of reachable) {
        for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) inside.push(inner);
      }
    }
    for (let i = inside.length - 1; i >= 0; i--) pending.push(inside[i]!);
  }
  return found;
}
