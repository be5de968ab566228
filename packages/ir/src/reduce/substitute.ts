import type { Attribute, Type } from "../attributes/attribute.ts";
import { OpBuilder } from "../builder.ts";
import type { Block, Operation, Value } from "../handles.ts";

/** Maximum number of preceding operations that are searched for another value. */
const NEAR = 100;

/**
 * Replaces all uses of a value, so that the value can be removed. The replacement is a value of the same type that is
 * defined before `at`, or a constant.
 */
export function substitute(value: Value, at: Operation, isGone: (owner: Operation) => boolean = () => false): void {
  if (!value.hasUses) return;
  const other = valueBefore(value, at, isGone) ?? constantBefore(value.type, at);
  if (other === undefined) throw new Error(`no other value of type ${value.type.toString()}`);
  value.replaceAllUsesWith(other);
}

/** Erases a block argument, and replaces its uses. */
export function eraseArgument(block: Block, index: number): void {
  const { front } = block;
  if (front !== undefined) substitute(block.getArgument(index), front);
  block.eraseArgument(index);
}

function valueBefore(value: Value, at: Operation, isGone: (owner: Operation) => boolean): Value | undefined {
  const isOther = (one: Value): boolean => {
    if (one === value || one.type !== value.type) return false;
    const owner = one.definingOp ?? one.parentBlock?.parentOp;
    return owner === undefined || !isGone(owner);
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

/**
 * Creates a constant before an operation. The constant is zero, or poison if a constant zero of the type cannot be
 * created.
 */
export function constantBefore(type: Type, at: Operation): Value | undefined {
  const builder = OpBuilder.before(at);
  const value = numberOf(type, "0");
  const { context } = at;
  const attempts = [
    ...(value === undefined
      ? []
      : [(): Operation => builder.create("arith.constant", { results: [type], attributes: { value } })]),
    (): Operation =>
      builder.create("ub.poison", { results: [type], attributes: { value: context.parseAttribute("#ub.poison") } }),
  ];
  for (const make of attempts) {
    try {
      return make().getResult(0);
    } catch {
      // The operation cannot be created if its dialect is not registered.
    }
  }
  return undefined;
}

/** Returns a digit (zero or one) as an attribute of a type. For a shaped type, every element is this number. */
export function numberOf(type: Type, digit: "0" | "1"): Attribute | undefined {
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
