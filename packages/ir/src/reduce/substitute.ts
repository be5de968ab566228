import type { Attribute, Type } from "../attributes/attribute.ts";
import { OpBuilder } from "../builder.ts";
import type { Block, Operation, Value } from "../handles.ts";

const NEAR = 100;

/** Replaces a value by another value of its type, defined before `at` and outside of `gone`, or by a constant. */
export function substitute(value: Value, at: Operation, gone?: Operation): void {
  if (value.hasUses) value.replaceAllUsesWith(valueBefore(value, at, gone) ?? constantBefore(value.type, at));
}

/** Erases block arguments, and replaces their uses. The indexes count from the argument `first` on. */
export function eraseArguments(block: Block, indexes: Iterable<number>, first = 0): void {
  for (const index of [...indexes].sort((left, right) => right - left)) {
    const { front } = block;
    if (front !== undefined) substitute(block.getArgument(first + index), front);
    block.eraseArgument(first + index);
  }
}

function valueBefore(value: Value, at: Operation, gone: Operation | undefined): Value | undefined {
  const isOther = (one: Value): boolean => {
    if (one === value || one.type !== value.type) return false;
    const owner = one.definingOp ?? one.parentBlock?.parentOp;
    return owner === undefined || gone?.isAncestor(owner) !== true;
  };
  const used = at.operands.find(isOther);
  if (used !== undefined) return used;
  for (let op: Operation | undefined = at, left = NEAR; op !== undefined; op = op.parentOp) {
    for (let before = op.previous; before !== undefined && left > 0; before = before.previous, left--) {
      const found = before.results.find(isOther);
      if (found !== undefined) return found;
    }
    const argument = op.block?.arguments.find(isOther);
    if (argument !== undefined) return argument;
    if (op.parentOp?.operationName.isIsolatedFromAbove === true) return undefined;
  }
  return undefined;
}

/** Creates a constant before an operation: zero, or poison if zero cannot be created. Throws if neither is possible. */
export function constantBefore(type: Type, at: Operation): Value {
  const builder = OpBuilder.before(at);
  const create = (name: string, value: Attribute): Value =>
    builder.create(name, { results: [type], attributes: { value } }).getResult(0);
  const zero = numberOf(type, "0");
  try {
    if (zero !== undefined) return create("arith.constant", zero);
  } catch {
    // The operation cannot be created if its dialect is not registered.
  }
  return create("ub.poison", at.context.parseAttribute("#ub.poison"));
}

/** Returns a digit (zero or one) as an attribute of a type. For a shaped type, every element is this number. */
export function numberOf(type: Type, digit: string): Attribute | undefined {
  const { data, context } = type;
  const shaped = data.kind === "vector" || data.kind === "tensor" ? data.elementType.data : undefined;
  const { kind } = shaped ?? data;
  const text = kind === "float" ? `${digit}.0` : kind === "integer" || kind === "index" ? digit : undefined;
  if (text === undefined) return undefined;
  try {
    return context.parseAttribute(`${shaped === undefined ? text : `dense<${text}>`} : ${type.toString()}`);
  } catch {
    return undefined;
  }
}
