import type { Attribute, Type } from "../../attributes/attribute.ts";
import { shapeOf } from "../../attributes/dense.ts";
import * as float from "../../attributes/float-arithmetic.ts";
import { attributeOfBits, elementsOf, elementTypeOrSelf, widthOf } from "../../fold/elements.ts";
import type { FoldAdaptor } from "../../fold/fold-adaptor.ts";
import type { Value } from "../../handles.ts";
import { isPoison } from "../ub.ts";
import { convert, formatOf, hasFlags } from "./combine.ts";
import type { Folder } from "./combine.ts";

/** Makes the folder of an extension, which folds constants and combines two extensions. */
function extending(name: string, extend: (bits: bigint, from: number, to: number) => bigint): Folder {
  const fold = changingWidth(extend);
  return (op) => {
    const inner = op.definedBy(0, name);
    return inner === undefined ? fold(op) : converting(op, inner.getOperand(0));
  };
}

function changingWidth(extend: (bits: bigint, from: number, to: number) => bigint): Folder {
  return (op) => {
    const type = op.resultType();
    const width = widthOf(type);
    return convert("integer", op.constant(0), type, (bits, of) => extend(bits, of.width, width));
  };
}

function converting(op: FoldAdaptor, value: Value): "in-place" {
  op.op.setOperand(0, value);
  return "in-place";
}

function extendSign(bits: bigint, from: number, to: number): bigint {
  return BigInt.asUintN(to, BigInt.asIntN(from, bits));
}

function extendZero(bits: bigint, _from: number, to: number): bigint {
  return BigInt.asUintN(to, bits);
}

export const extui: Folder = extending("arith.extui", extendZero);
export const extsi: Folder = extending("arith.extsi", extendSign);

export const trunci: Folder = (op) => {
  const extension = op.definedBy(0, "arith.extui") ?? op.definedBy(0, "arith.extsi");
  const type = op.resultType();
  if (extension !== undefined) {
    const source = extension.getOperand(0);
    if (widthOf(source.type) > widthOf(type)) return converting(op, source);
    if (elementTypeOrSelf(source.type) === elementTypeOrSelf(type)) return source;
  }
  const inner = op.definedBy(0, "arith.trunci");
  if (inner !== undefined) return converting(op, inner.getOperand(0));
  const width = widthOf(type);
  return convert("integer", op.constant(0), type, (bits) => BigInt.asUintN(width, bits));
};

/** Converts a number to another format, if the conversion is exact. */
function convertingFloat(op: FoldAdaptor): Attribute | undefined {
  const to = formatOf(op.resultType());
  return convert("float", op.constant(0), op.resultType(), (bits, of) =>
    float.convertExactly(bits, formatOf(of.type), to),
  );
}

export const extf: Folder = (op) => {
  const inner = op.definedBy(0, "arith.truncf");
  if (inner !== undefined) {
    const source = inner.getOperand(0);
    if (
      source.type === op.resultType() &&
      [inner.getAttr("fastmath"), op.attr("fastmath")].every((flags) => hasFlags(flags, "contract"))
    )
      return source;
  }
  return convertingFloat(op);
};

export const truncf: Folder = (op) => {
  const inner = op.definedBy(0, "arith.extf");
  if (inner !== undefined) {
    const source = inner.getOperand(0);
    const type = op.resultType();
    if (float.isRepresentableBy(formatOf(source.type), formatOf(inner.getResult(0).type))) {
      if (widthOf(source.type) > widthOf(type)) return converting(op, source);
      if (elementTypeOrSelf(source.type) === elementTypeOrSelf(type)) return source;
    }
  }
  return convertingFloat(op);
};

function toFloat(isSigned: boolean): Folder {
  return (op) => {
    const to = formatOf(op.resultType());
    return convert("integer", op.constant(0), op.resultType(), (bits, of) =>
      float.fromInteger(isSigned ? BigInt.asIntN(of.width, bits) : bits, to),
    );
  };
}

export const sitofp: Folder = toFloat(true);
export const uitofp: Folder = toFloat(false);

/**
 * Makes the folder of a conversion to an integer. The folder does not fold numbers outside the range of the integer
 * type.
 */
function toInteger(isSigned: boolean): Folder {
  return (op) => {
    const width = widthOf(op.resultType());
    return convert("float", op.constant(0), op.resultType(), (bits, of) => {
      const whole = float.wholePart(bits, formatOf(of.type));
      if (whole === undefined) return undefined;
      const fits = (isSigned ? BigInt.asIntN(width, whole) : BigInt.asUintN(width, whole)) === whole;
      return fits ? BigInt.asUintN(width, whole) : undefined;
    });
  };
}

export const fptosi: Folder = toInteger(true);
export const fptoui: Folder = toInteger(false);

export const indexCast: Folder = changingWidth(extendSign);
export const indexCastui: Folder = changingWidth(extendZero);

export const bitcast: Folder = (op) => {
  const operand = op.constant(0);
  const type = op.resultType();
  if (op.operandType(0) === type) return op.operand(0);
  if (operand === undefined) return undefined;
  if (operand.data.kind === "dense") return bitcastElements(operand, type);
  if (shapeOf(type) !== undefined) return undefined;
  if (isPoison(operand)) return operand;
  return bitcastElements(operand, type);
};

function bitcastElements(operand: Attribute, type: Type): Attribute | undefined {
  const elements = elementsOf(operand);
  return elements === undefined ? undefined : attributeOfBits(type, elements.bits);
}
