import type { Attribute, OpBuilder, Type, Value } from "@passwright/ir";

/** MLIR's numbers of the predicates that the expansions need (`mlir/include/mlir/Dialect/Arith/IR/ArithBase.td`). */
const predicates = {
  cmpi: { eq: 0, ne: 1, slt: 2, sgt: 4, ult: 6, ugt: 8 },
  cmpf: { ugt: 9, ult: 11, uno: 14 },
} as const;

export type Predicate<Name extends keyof typeof predicates> = keyof (typeof predicates)[Name];

export type Flags = Readonly<Record<string, Attribute>>;

export class ArithBuilder {
  readonly #builder: OpBuilder;

  constructor(builder: OpBuilder) {
    this.#builder = builder;
  }

  /** Creates a constant: a scalar, or a vector or tensor with this value in all elements. */
  constant(type: Type, value: number): Value {
    const { context } = this.#builder;
    const isScalar = type.kind === "integer" || type.kind === "index";
    const splat = isScalar
      ? this.#builder.getIntegerAttr(type, value)
      : context.parseAttribute(`dense<${value}> : ${type}`);
    return this.create("constant", [], type, { value: splat });
  }

  binary(
    name: "addi" | "andi" | "divf" | "divsi" | "divui" | "mulf" | "muli" | "subi",
    left: Value,
    right: Value,
    flags: Flags = {},
  ): Value {
    return this.create(name, [left, right], left.type, flags);
  }

  compare<Name extends keyof typeof predicates>(name: Name, kind: Predicate<Name>, left: Value, right: Value): Value {
    const builder = this.#builder;
    const predicate = builder.getIntegerAttr(builder.getI64Type(), predicates[name][kind] as number);
    return this.create(name, [left, right], withElementType(left.type, builder.getI1Type()), { predicate });
  }

  select(condition: Value, left: Value, right: Value): Value {
    return this.create("select", [condition, left, right], left.type);
  }

  create(name: string, operands: readonly Value[], result: Type, attributes: Flags = {}): Value {
    return this.#builder.create(`arith.${name}`, { operands, results: [result], attributes }).getResult(0);
  }
}

/** Returns a copy of a type with another element type, for example `i1` for the result of a comparison. */
export function withElementType(type: Type, elementType: Type): Type {
  const { data } = type;
  return data.kind === "vector" || data.kind === "tensor"
    ? type.context.internType({ ...data, elementType })
    : elementType;
}
