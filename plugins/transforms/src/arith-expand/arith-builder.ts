import type { Attribute, OpBuilder, Type, Value } from "@passwright/ir";

/**
 * MLIR's numbers of the comparison predicates that the expansions need
 * (`mlir/include/mlir/Dialect/Arith/IR/ArithBase.td`).
 */
export const integerPredicate = { eq: 0, ne: 1, slt: 2, sgt: 4, ult: 6, ugt: 8 } as const;
export const floatPredicate = { ugt: 9, ult: 11, uno: 14 } as const;

/** Creates arith operations at the insertion point of a builder. */
export class ArithBuilder {
  readonly #builder: OpBuilder;

  constructor(builder: OpBuilder) {
    this.#builder = builder;
  }

  /** Creates a constant: a scalar, or a vector or tensor with this value in all elements. */
  constant(type: Type, value: number): Value {
    return this.#create("arith.constant", [], type, { value: splatOf(this.#builder, type, value) });
  }

  /** Creates an operation whose operands and result have the same type. */
  binary(
    name: "addi" | "andi" | "divf" | "divsi" | "divui" | "mulf" | "muli" | "subi",
    left: Value,
    right: Value,
    flags: Readonly<Record<string, Attribute>> = {},
  ): Value {
    return this.#create(`arith.${name}`, [left, right], left.type, flags);
  }

  compareIntegers(predicate: keyof typeof integerPredicate, left: Value, right: Value): Value {
    return this.#compare("arith.cmpi", integerPredicate[predicate], left, right);
  }

  compareFloats(predicate: keyof typeof floatPredicate, left: Value, right: Value): Value {
    return this.#compare("arith.cmpf", floatPredicate[predicate], left, right);
  }

  /** Creates an `extf` or `truncf` operation. */
  convertFloat(name: "extf" | "truncf", operand: Value, type: Type, flags: Readonly<Record<string, Attribute>>): Value {
    return this.#create(`arith.${name}`, [operand], type, flags);
  }

  select(condition: Value, left: Value, right: Value): Value {
    return this.#create("arith.select", [condition, left, right], left.type);
  }

  #compare(name: string, predicate: number, left: Value, right: Value): Value {
    const builder = this.#builder;
    const attribute = builder.getIntegerAttr(builder.getI64Type(), predicate);
    return this.#create(name, [left, right], withElementType(left.type, builder.getI1Type()), { predicate: attribute });
  }

  #create(
    name: string,
    operands: readonly Value[],
    result: Type,
    attributes: Readonly<Record<string, Attribute>> = {},
  ): Value {
    return this.#builder.create(name, { operands, results: [result], attributes }).getResult(0);
  }
}

function splatOf(builder: OpBuilder, type: Type, value: number): Attribute {
  const isScalar = type.data.kind === "integer" || type.data.kind === "index";
  return isScalar ? builder.getIntegerAttr(type, value) : builder.context.parseAttribute(`dense<${value}> : ${type}`);
}

/** Returns a copy of a type with another element type, for example `i1` for the result of a comparison. */
export function withElementType(type: Type, elementType: Type): Type {
  const { data } = type;
  return data.kind === "vector" || data.kind === "tensor"
    ? type.context.internType({ ...data, elementType })
    : elementType;
}
