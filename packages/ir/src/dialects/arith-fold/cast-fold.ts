import type { Attribute } from "../../attributes/attribute.ts";
import { shapeOf } from "../../attributes/dense.ts";
import * as float from "../../attributes/float-arithmetic.ts";
import { attributeOfBits, elementsOf, elementTypeOrSelf, widthOf } from "../../fold/elements.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Value } from "../../handles.ts";
import { isPoison } from "../ub.ts";
import { convert, formatOf, hasFlags } from "./combine.ts";
import type { Convert, Folder } from "./combine.ts";

const resizeSigned: Convert = (bits, from, to) => BigInt.asUintN(widthOf(to), BigInt.asIntN(from.width, bits));
const resizeUnsigned: Convert = (bits, _from, to) => BigInt.asUintN(widthOf(to), bits);

/** Makes the folder of an extension, which folds constants and combines two extensions. */
function extending(name: string, extend: Convert): Folder {
  return (op) => {
    const inner = op.definedBy(0, name);
    return inner === undefined ? convert(op, "integer", extend) : converting(op, inner.getOperand(0));
  };
}

function converting(op: FoldAdaptor, value: Value): "in-place" {
  op.op.setOperand(0, value);
  return "in-place";
}

/** Folds an extension of `source` and a truncation, if the result type is not wider than the type of `source`. */
function narrowing(op: FoldAdaptor, source: Value): FoldResult {
  const type = op.resultType();
  if (widthOf(source.type) > widthOf(type)) return converting(op, source);
  return elementTypeOrSelf(source.type) === elementTypeOrSelf(type) ? source : undefined;
}

export const extui: Folder = extending("arith.extui", resizeUnsigned);
export const extsi: Folder = extending("arith.extsi", resizeSigned);

export const trunci: Folder = (op) => {
  const inner = op.definedBy(0, "arith.trunci");
  if (inner !== undefined) return converting(op, inner.getOperand(0));
  const extension = op.definedBy(0, "arith.extui") ?? op.definedBy(0, "arith.extsi");
  return (extension && narrowing(op, extension.getOperand(0))) ?? convert(op, "integer", resizeUnsigned);
};

const changeFormat: Convert = (bits, from, to) => float.convertExactly(bits, formatOf(from.type), formatOf(to));

export const extf: Folder = (op) => {
  const inner = op.definedBy(0, "arith.truncf");
  const canContract = (flags: Attribute | undefined): boolean => hasFlags(flags, "contract");
  if (inner !== undefined && [inner.getAttr("fastmath"), op.attr("fastmath")].every(canContract)) {
    const source = inner.getOperand(0);
    if (source.type === op.resultType()) return source;
  }
  return convert(op, "float", changeFormat);
};

export const truncf: Folder = (op) => {
  const inner = op.definedBy(0, "arith.extf");
  const source = inner?.getOperand(0);
  const isExact = source && float.isRepresentableBy(formatOf(source.type), formatOf(inner!.getResult(0).type));
  return (isExact === true ? narrowing(op, source) : undefined) ?? convert(op, "float", changeFormat);
};

const fromSigned: Convert = (bits, from, to) => float.fromInteger(BigInt.asIntN(from.width, bits), formatOf(to));
const fromUnsigned: Convert = (bits, _from, to) => float.fromInteger(bits, formatOf(to));

export const sitofp: Folder = (op) => convert(op, "integer", fromSigned);
export const uitofp: Folder = (op) => convert(op, "integer", fromUnsigned);

/** Makes the folder of a conversion to an integer. Numbers outside the range of the integer type are not folded. */
function toInteger(clamp: (width: number, value: bigint) => bigint): Folder {
  const truncate: Convert = (bits, from, to) => {
    const whole = float.wholePart(bits, formatOf(from.type));
    const width = widthOf(to);
    return whole !== undefined && clamp(width, whole) === whole ? BigInt.asUintN(width, whole) : undefined;
  };
  return (op) => convert(op, "float", truncate);
}

export const fptosi: Folder = toInteger(BigInt.asIntN);
export const fptoui: Folder = toInteger(BigInt.asUintN);

export const indexCast: Folder = (op) => convert(op, "integer", resizeSigned);
export const indexCastui: Folder = (op) => convert(op, "integer", resizeUnsigned);

export const bitcast: Folder = (op) => {
  const operand = op.constant(0);
  const type = op.resultType();
  if (op.operandType(0) === type) return op.operand(0);
  if (operand?.data.kind !== "dense" && shapeOf(type) !== undefined) return undefined;
  if (isPoison(operand)) return operand;
  const elements = elementsOf(operand);
  return elements && attributeOfBits(type, elements.bits);
};
