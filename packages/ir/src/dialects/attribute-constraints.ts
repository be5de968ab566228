import type { Attribute } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import { upstream } from "./upstream.ts";

/* Constraints with the descriptions of MLIR's verifier (`mlir/include/mlir/IR/CommonAttrConstraints.td`). */

/** Constraint on an attribute. */
export interface AttributeConstraint {
  /** Text in `attribute 'x' failed to satisfy constraint: …`. */
  readonly description: string;
  /** Returns whether an attribute satisfies the constraint. */
  accepts(attribute: Attribute): boolean;
  /** Returns whether MLIR's property can store an attribute. Default: whether the constraint accepts the attribute. */
  stores?(attribute: Attribute): boolean;
  /** `false` if the text of attributes that satisfy the constraint does not end with a type (`valueType = NoneType`). */
  readonly hasType?: false;
}

function ofKind(...kinds: readonly Attribute["kind"][]): (attribute: Attribute) => boolean {
  return ({ kind }) => kinds.includes(kind);
}

/** Returns a test for integer attributes of type `iN` whose values satisfy a condition. */
function ofWidth(width: number, condition: (value: bigint) => boolean = () => true): (attribute: Attribute) => boolean {
  return ({ data }) => data.kind === "integer" && data.type.byteText === `i${width}` && condition(data.value);
}

/** Returns the constraint for integers of type `iN`. Properties can store any integer. */
export function integerAttribute(
  width: number,
  condition = "",
  accepts?: (value: bigint) => boolean,
): AttributeConstraint {
  const description = `${width}-bit signless integer attribute${condition}`;
  return { description, accepts: ofWidth(width, accepts), stores: ofKind("integer") };
}

/** Returns the constraint for integers of type `iN` from 0 to `count - 1`. */
export function enumAttribute(count: number, width: number): AttributeConstraint {
  const cases = Array.from({ length: count }, (_, i) => i).join(", ");
  return {
    description: `allowed ${width}-bit signless integer cases: ${cases}`,
    accepts: ofWidth(width, (value) => value >= 0n && value < BigInt(count)),
  };
}

/** Returns the constraint for `array<iN: …>`. */
export function denseArrayAttribute(width: number): AttributeConstraint {
  return {
    description: `i${width} dense array attribute`,
    accepts: ({ data }) => data.kind === "dense-array" && data.elementType.byteText === `i${width}`,
    hasType: false,
  };
}

function arrayAttribute(description: string, element: (attribute: Attribute) => boolean): AttributeConstraint {
  return {
    description,
    accepts: ({ data }) => data.kind === "array" && data.elements.every(element),
    stores: ofKind("array"),
    hasType: false,
  };
}

export function typeAttribute(description: string, kind: string): AttributeConstraint {
  return {
    description,
    accepts: ({ data }) => data.kind === "type" && data.type.kind === kind,
    stores: ofKind("type"),
    hasType: false,
  };
}

/** Returns a test for attributes `#dialect.mnemonic`, with or without a body. `mnemonics` is a regular expression. */
function ofDialect(dialect: string, mnemonics: string): (attribute: Attribute) => boolean {
  const starts = new RegExp(`^\\.(?:${mnemonics})(?![\\w.$])`);
  return ({ data }) => data.kind === "opaque" && data.dialect === dialect && starts.test(String(data.parts[0]));
}

/** Returns the constraint for attributes `#dialect.mnemonic`, with or without a body. */
export function dialectAttribute(description: string, dialect: string, mnemonic: string): AttributeConstraint {
  return { description, accepts: ofDialect(dialect, mnemonic) };
}

/** Constraint for the unit attribute, whose presence means true. */
export const unitAttribute: AttributeConstraint = { description: "unit attribute", accepts: ofKind("unit") };
/** Constraint for string attributes. */
export const stringAttribute: AttributeConstraint = {
  description: "string attribute",
  accepts: ofKind("string"),
  hasType: false,
};
/** Constraint for attributes that are `true` or `false`. */
export const boolAttribute: AttributeConstraint = { description: "bool attribute", accepts: ofWidth(1) };
export const typedAttributeConstraint: AttributeConstraint = {
  description: "TypedAttr instance",
  accepts(attribute) {
    const { context, data } = attribute;
    if (typesOfAttribute(attribute).length > 0) return true;
    // MLIR gives attributes of unknown dialects the type `none`.
    return data.kind === "opaque" && !upstream.has(data.dialect) && context.findDialect(data.dialect) === undefined;
  },
};
export const affineMapAttribute: AttributeConstraint = {
  description: "AffineMap attribute",
  accepts: ofKind("affine-map"),
};
/** Constraint for references to a symbol without nested parts: `@f`. */
export const flatSymbolAttribute: AttributeConstraint = {
  description: "flat symbol reference attribute",
  accepts: ({ data }) => data.kind === "symbol" && data.nested.length === 0,
  hasType: false,
};
export const integerElements: AttributeConstraint = {
  description: "integer elements attribute",
  accepts({ data }) {
    const element = data.kind === "dense" ? elementTypeOf(data.type)?.kind : undefined;
    return element === "integer" || element === "index";
  },
};
export const dictionaries: AttributeConstraint = arrayAttribute("Array of dictionary attributes", ofKind("dictionary"));
export const integerArrays: AttributeConstraint = arrayAttribute(
  "Array of 64-bit integer array attributes",
  ({ data }) => data.kind === "array" && data.elements.every(ofWidth(64)),
);
export const alignmentAttribute: AttributeConstraint = integerAttribute(
  64,
  " whose value is positive and whose value is a power of two > 0",
  (value) => value > 0n && (value & (value - 1n)) === 0n,
);
/** Returns whether an attribute selects devices instead of mapping a loop to devices. */
export const isDeviceMask: (attribute: Attribute) => boolean = ofDialect("gpu", "mask");
/** Constraint for mappings of loops to devices: attributes of a dialect that this package does not contain. */
export const deviceMapping: AttributeConstraint = arrayAttribute(
  "Device Mapping array attribute",
  ofDialect("gpu", "block|lane|mask|memory_space|thread|warp|warpgroup"),
);
