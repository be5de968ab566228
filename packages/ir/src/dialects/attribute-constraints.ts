import type { Attribute } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import { upstream } from "./upstream.ts";

/*
 * The attribute constraints that our dialects use, with the words that MLIR's verifier has for them
 * (`mlir/include/mlir/IR/CommonAttrConstraints.td`).
 */

/** A condition on an attribute. */
export interface AttributeConstraint {
  /** As in `attribute 'x' failed to satisfy constraint: …`. */
  readonly description: string;
  accepts(attribute: Attribute): boolean;
  /** Whether the property can hold the attribute, if that is less than the whole condition. */
  stores?(attribute: Attribute): boolean;
}

function ofKind(...kinds: readonly Attribute["kind"][]): (attribute: Attribute) => boolean {
  return ({ kind }) => kinds.includes(kind);
}

/** The value of an integer attribute of type `iN`, signless; undefined for any other attribute. */
function signless({ data }: Attribute, width: number): bigint | undefined {
  return data.kind === "integer" && data.type.byteText === `i${width}` ? data.value : undefined;
}

/** An integer of type `iN` that satisfies a condition. Properties hold any integer. */
export function integerAttribute(
  width: number,
  condition = "",
  accepts: (value: bigint) => boolean = () => true,
): AttributeConstraint {
  return {
    description: `${width}-bit signless integer attribute${condition}`,
    accepts(attribute) {
      const value = signless(attribute, width);
      return value !== undefined && accepts(value);
    },
    stores: ofKind("integer"),
  };
}

/** One of the numbers from 0 to `count - 1`, of type `iN`. */
export function enumAttribute(count: number, width: number): AttributeConstraint {
  const cases = Array.from({ length: count }, (_, i) => i).join(", ");
  return {
    description: `allowed ${width}-bit signless integer cases: ${cases}`,
    accepts(attribute) {
      const value = signless(attribute, width);
      return value !== undefined && value >= 0n && value < BigInt(count);
    },
  };
}

/** `array<iN: …>` */
export function denseArrayAttribute(width: number): AttributeConstraint {
  return {
    description: `i${width} dense array attribute`,
    accepts: ({ data }) => data.kind === "dense-array" && data.elementType.byteText === `i${width}`,
  };
}

function arrayAttribute(description: string, element: (attribute: Attribute) => boolean): AttributeConstraint {
  return {
    description,
    accepts: ({ data }) => data.kind === "array" && data.elements.every(element),
    stores: ofKind("array"),
  };
}

/** A type of some kind. */
export function typeAttribute(description: string, kind: string): AttributeConstraint {
  return {
    description,
    accepts: ({ data }) => data.kind === "type" && data.type.kind === kind,
    stores: ofKind("type"),
  };
}

/** `#dialect.mnemonic`, with a body or without. */
export function dialectAttribute(description: string, dialect: string, mnemonic: string): AttributeConstraint {
  const starts = new RegExp(`^\\.${mnemonic}(?![\\w.$])`);
  return {
    description,
    accepts({ data }) {
      if (data.kind !== "opaque" || data.dialect !== dialect) return false;
      const [first] = data.parts;
      return typeof first === "string" && starts.test(first);
    },
  };
}

/** The unit attribute: its presence is its value. */
export const unitAttribute: AttributeConstraint = { description: "unit attribute", accepts: ofKind("unit") };
/** String attributes. */
export const stringAttribute: AttributeConstraint = { description: "string attribute", accepts: ofKind("string") };
/** Attributes that are `true` or `false`. */
export const boolAttribute: AttributeConstraint = {
  description: "bool attribute",
  accepts: (attribute) => signless(attribute, 1) !== undefined,
};
export const typedAttributeConstraint: AttributeConstraint = {
  description: "TypedAttr instance",
  accepts: (attribute) => typesOfAttribute(attribute).length > 0 || isOfUnknownDialect(attribute),
};

/** In MLIR such an attribute has a type: `none`. */
function isOfUnknownDialect({ context, data }: Attribute): boolean {
  return data.kind === "opaque" && !upstream.has(data.dialect) && context.findDialect(data.dialect) === undefined;
}

export const affineMapAttribute: AttributeConstraint = {
  description: "AffineMap attribute",
  accepts: ofKind("affine-map"),
};
/** References to a symbol without nested parts: `@f`. */
export const flatSymbolAttribute: AttributeConstraint = {
  description: "flat symbol reference attribute",
  accepts: ({ data }) => data.kind === "symbol" && data.nested.length === 0,
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
  ({ data }) => data.kind === "array" && data.elements.every((element) => signless(element, 64) !== undefined),
);
export const alignmentAttribute: AttributeConstraint = integerAttribute(
  64,
  " whose value is positive and whose value is a power of two > 0",
  (value) => value > 0n && (value & (value - 1n)) === 0n,
);
/** What loops are mapped to: attributes of dialects that are not here. */
export const deviceMapping: AttributeConstraint = arrayAttribute(
  "Device Mapping array attribute",
  ({ data }) =>
    data.kind === "opaque" &&
    data.dialect === "gpu" &&
    /^\.(block|lane|mask|memory_space|thread|warp|warpgroup)(?![\w.$])/.test(String(data.parts[0])),
);
