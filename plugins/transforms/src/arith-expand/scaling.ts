import type { Attribute, OpBuilder, Operation, Value } from "@passwright/ir";
import { ArithBuilder, withElementType } from "./arith-builder.ts";

/** Creates a multiplication of the operand by the scale, which is a power of two. */
export function expandScalingExtension(op: Operation, builder: OpBuilder): Value | undefined {
  const arith = new ArithBuilder(builder);
  const { type } = op.getResult(0);
  const flags = flagsOf(op, "fastmath");
  const scale = exponentOf(op.getOperand(1), arith, flags);
  if (scale === undefined) return undefined;
  const factor = arith.convertFloat("extf", scale, type, flags);
  const input = arith.convertFloat("extf", op.getOperand(0), type, flags);
  return arith.binary("mulf", input, factor, flags);
}

/** Creates a division of the operand by the scale, which is a power of two. */
export function expandScalingTruncation(op: Operation, builder: OpBuilder): Value | undefined {
  const arith = new ArithBuilder(builder);
  const input = op.getOperand(0);
  const flags = flagsOf(op, "fastmath");
  const scale = exponentOf(op.getOperand(1), arith, flags);
  if (scale === undefined) return undefined;
  const divisor = arith.convertFloat("extf", scale, input.type, flags);
  const quotient = arith.binary("divf", input, divisor, flags);
  return arith.convertFloat("truncf", quotient, op.getResult(0).type, flagsOf(op, "fastmath", "roundingmode"));
}

/**
 * Returns the scale in the format f8E8M0FNU, which has only an exponent. Truncates a scale in a wider format to its
 * exponent.
 */
function exponentOf(scale: Value, arith: ArithBuilder, flags: Readonly<Record<string, Attribute>>): Value | undefined {
  const { data, context } = scale.type;
  const element = "elementType" in data ? data.elementType : scale.type;
  const exponent = context.internType({ kind: "float", name: "f8E8M0FNU" });
  if (element === exponent) return scale;
  // Refuses narrower formats, for which the meaning is undefined.
  if (element.data.kind !== "float" || /^f[468]E/.test(element.data.name)) return undefined;
  return arith.convertFloat("truncf", scale, withElementType(scale.type, exponent), flags);
}

function flagsOf(op: Operation, ...names: readonly string[]): Readonly<Record<string, Attribute>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = op.getAttr(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
