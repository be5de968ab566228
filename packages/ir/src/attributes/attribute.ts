import { type Context } from "../context.ts";
import { bytesOf, keywordOrString, quoted, symbolText, textOf } from "../text/bytes.ts";
import { type AffineMap, type IntegerSet, renderAffineMap, renderIntegerSet } from "./affine.ts";
import { elementCount, ELIDED, isElided, renderDense, shapeOf } from "./dense.ts";
import { renderFloat } from "./float.ts";
import {
  DYNAMIC_INDEX,
  type ElementFlags,
  type OpaquePart,
  type Renderer,
  renderOpaque,
  type Type,
  type TypeData,
} from "./type.ts";

/** One name and value of a dictionary. The name is a byte string. */
export interface NamedAttribute {
  readonly name: string;
  readonly value: Attribute;
}

/** Entries as a dictionary has them; mostly they are in that order already. */
export function sortedByName(entries: readonly NamedAttribute[]): readonly NamedAttribute[] {
  const sorted = [...entries];
  for (let i = 1; i < sorted.length; i++)
    if (sorted[i]!.name < sorted[i - 1]!.name) return sorted.sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted;
}

/** What an attribute is made of, by kind. The names are MLIR's (`BuiltinAttributes.td`, `BuiltinLocationAttributes.td`). */
export type AttributeData =
  | { readonly kind: "unit" }
  | { readonly kind: "integer"; readonly type: Type; readonly value: bigint }
  /** `bits`: the number as its format writes it. */
  | { readonly kind: "float"; readonly type: Type; readonly bits: bigint }
  /** `value` is a byte string. */
  | { readonly kind: "string"; readonly value: string; readonly type?: Type }
  | { readonly kind: "array"; readonly elements: readonly Attribute[] }
  /** Sorted by name. */
  | { readonly kind: "dictionary"; readonly entries: readonly NamedAttribute[] }
  | { readonly kind: "type"; readonly type: Type }
  /** `@root::@nested…`, byte strings. */
  | { readonly kind: "symbol"; readonly root: string; readonly nested: readonly string[] }
  /** Elements little-endian, each in whole bytes; a splat has one. */
  | { readonly kind: "dense"; readonly type: Type; readonly raw: Uint8Array; readonly isSplat: boolean }
  | {
      readonly kind: "dense-strings";
      readonly type: Type;
      readonly values: readonly string[];
      readonly isSplat: boolean;
    }
  | { readonly kind: "dense-resource"; readonly type: Type; readonly handle: string }
  | { readonly kind: "dense-array"; readonly elementType: Type; readonly values: readonly (bigint | string)[] }
  | { readonly kind: "sparse"; readonly type: Type; readonly indices: Attribute; readonly values: Attribute }
  | { readonly kind: "affine-map"; readonly map: AffineMap }
  | { readonly kind: "integer-set"; readonly set: IntegerSet }
  /** Of 64 bits; {@link DYNAMIC_INDEX} for what is not known. */
  | { readonly kind: "strided"; readonly offset: bigint; readonly strides: readonly bigint[] }
  | { readonly kind: "distinct"; readonly index: number; readonly value: Attribute }
  | { readonly kind: "opaque"; readonly dialect: string; readonly parts: readonly OpaquePart[]; readonly type?: Type }
  | LocationData;

export type LocationData =
  | { readonly kind: "unknown-location" }
  /** `range`: end line (undefined if it is the same) and end column. Names are byte strings. */
  | {
      readonly kind: "file-location";
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly endLine?: number;
      readonly endColumn?: number;
    }
  | { readonly kind: "name-location"; readonly name: string; readonly child?: Attribute }
  | { readonly kind: "call-site-location"; readonly callee: Attribute; readonly caller: Attribute }
  | { readonly kind: "fused-location"; readonly locations: readonly Attribute[]; readonly metadata?: Attribute };

/** Writes everything out in full. */
export const canonical: Renderer = {
  type: (type) => type.byteText,
  attribute: (attribute) => attribute.byteText,
  element: (attribute) => renderElement(attribute, canonical),
};

/** Interned in its context: equal attributes are the same object. */
export class Attribute {
  readonly context: Context;
  readonly id: number;
  readonly data: AttributeData;
  /** Whether this or something in it may be printed as an alias. */
  readonly hasAliases: boolean;
  /** What fold/elements.ts found out about the number that it is; 0 if it was not asked. */
  numberKind = 0;
  #byteText: string | undefined;
  #bytes: Uint8Array | undefined;

  /** Without a text, it is written when somebody asks. */
  constructor(context: Context, id: number, data: AttributeData, byteText: string | undefined, hasAliases: boolean) {
    this.context = context;
    this.id = id;
    this.data = data;
    this.hasAliases = hasAliases;
    this.#byteText = byteText;
  }

  /** Canonical text, without aliases, as a byte string. */
  get byteText(): string {
    return (this.#byteText ??= renderAttribute(this.data, canonical));
  }

  get kind(): AttributeData["kind"] {
    return this.data.kind;
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= bytesOf(this.byteText));
  }

  toString(): string {
    return textOf(this.byteText);
  }
}

export function isLocation(data: AttributeData | TypeData): data is LocationData {
  return data.kind.endsWith("-location");
}

/** The type that an attribute says it has (`TypedAttr`). */
export function typesOfAttribute(attribute: Attribute | undefined): readonly Type[] {
  const data = attribute?.data;
  if (data?.kind === "string" && data.type === undefined) return [attribute!.context.internType({ kind: "none" })];
  return data !== undefined && "type" in data && data.kind !== "type" && data.type !== undefined ? [data.type] : [];
}

/** The number that an integer attribute holds; undefined for any other attribute. */
export function integerValue(attribute: Attribute | undefined): bigint | undefined {
  return attribute?.data.kind === "integer" ? attribute.data.value : undefined;
}

/** The value of that name in a dictionary attribute. Dictionaries are short, so this is a walk. */
export function findEntry(dictionary: Attribute | undefined, name: string): Attribute | undefined {
  if (dictionary === undefined || dictionary.data.kind !== "dictionary") return undefined;
  for (const entry of dictionary.data.entries) if (entry.name === name) return entry.value;
  return undefined;
}

function renderInteger(value: bigint, type: Type): string {
  const { data } = type;
  if (data.kind === "integer" && data.width === 1 && data.signedness === "signless")
    return value === 0n ? "false" : "true";
  return value.toString();
}

/** A number, or elements, alone, where its type is known from elsewhere; undefined for everything else. */
export function renderUntyped({ data }: Attribute, flags?: ElementFlags): string | undefined {
  if (data.kind === "integer") return renderInteger(data.value, data.type);
  if (data.kind === "dense" || data.kind === "dense-strings") return renderDense(data, flags);
  return data.kind === "float" ? renderFloat(data.bits, (data.type.data as { name: string }).name) : undefined;
}

/** Without its type where MLIR leaves it out inside arrays: `i64` and `f64`. */
export function renderElement(attribute: Attribute, render: Renderer): string {
  const { data } = attribute;
  if (data.kind === "integer" && data.type.byteText === "i64") return data.value.toString();
  if (data.kind === "float" && data.type.byteText === "f64") return renderFloat(data.bits, "f64");
  return render.attribute(attribute);
}

function renderEntries(entries: readonly NamedAttribute[], render: Renderer): string {
  let text = "";
  for (let i = 0; i < entries.length; i++) {
    const { name, value } = entries[i]!;
    if (i !== 0) text += ", ";
    text += keywordOrString(name);
    if (value.data.kind !== "unit") text += ` = ${render.attribute(value)}`;
  }
  return text;
}

export function renderAttribute(data: AttributeData, render: Renderer): string {
  switch (data.kind) {
    case "unit":
      return "unit";
    case "integer": {
      const text = renderInteger(data.value, data.type);
      return text === "true" || text === "false" ? text : `${text} : ${render.type(data.type)}`;
    }
    case "float":
      return `${renderFloat(data.bits, (data.type.data as { name: string }).name)} : ${render.type(data.type)}`;
    case "string":
      return data.type === undefined ? quoted(data.value) : `${quoted(data.value)} : ${render.type(data.type)}`;
    case "array":
      return `[${data.elements.map((element) => render.element(element)).join(", ")}]`;
    case "dictionary":
      return `{${renderEntries(data.entries, render)}}`;
    case "type":
      return render.type(data.type);
    case "symbol":
      return [data.root, ...data.nested].map((name) => `@${symbolText(name)}`).join("::");
    case "dense":
    case "dense-strings":
      return `${renderDense(data, render.elements)} : ${render.type(data.type)}`;
    case "dense-resource":
      return `dense_resource<${keywordOrString(data.handle)}> : ${render.type(data.type)}`;
    case "dense-array": {
      const values = data.values.length === 0 ? "" : `: ${data.values.join(", ")}`;
      return `array<${render.type(data.elementType)}${values}>`;
    }
    case "sparse":
      if ([data.indices, data.values].some((part) => isElidedPart(part, render.elements)))
        return `${ELIDED} : ${render.type(data.type)}`;
      return `sparse<${sparseElements(data, render.elements)}> : ${render.type(data.type)}`;
    case "affine-map":
      return `affine_map<${renderAffineMap(data.map)}>`;
    case "integer-set":
      return `affine_set<${renderIntegerSet(data.set)}>`;
    case "strided": {
      const shown = (index: bigint): string => (index === DYNAMIC_INDEX ? "?" : String(index));
      const offset = data.offset === 0n ? "" : `, offset: ${shown(data.offset)}`;
      return `strided<[${data.strides.map(shown).join(", ")}]${offset}>`;
    }
    case "distinct":
      return `distinct[${render.distinctNumber?.(data.index) ?? data.index}]<${data.value.data.kind === "unit" ? "" : render.attribute(data.value)}>`;
    case "opaque": {
      const type = data.type === undefined ? "" : ` : ${render.type(data.type)}`;
      return `#${data.dialect}${renderOpaque(data.parts, render)}${type}`;
    }
    default:
      return render.prettyLocations === true ? renderPretty(data, render) : `loc(${renderLocation(data, render)})`;
  }
}

function isElidedPart({ data }: Attribute, flags: ElementFlags | undefined): boolean {
  return (data.kind === "dense" || data.kind === "dense-strings") && !data.isSplat && isElided(data.type, flags);
}

function sparseElements(
  data: { readonly indices: Attribute; readonly values: Attribute },
  flags: ElementFlags | undefined,
): string {
  const { data: indices } = data.indices;
  if (indices.kind === "dense" && elementCount(shapeOf(indices.type) ?? []) === 0) return "";
  // Indices never stand in hexadecimal.
  return `${literal(data.indices, -1)}, ${literal(data.values, flags?.hexIfLarger)}`;
}

/** The elements of a dense attribute alone, as `sparse` shows them. */
function literal(attribute: Attribute, hexIfLarger: number | undefined): string {
  const { data } = attribute;
  if (data.kind !== "dense" && data.kind !== "dense-strings") return attribute.byteText;
  const text = renderDense(data, hexIfLarger === undefined ? {} : { hexIfLarger });
  return text.slice("dense<".length, -1);
}

/** A location inside of `loc(…)`. Nested locations stand bare, unless the renderer has an alias for them. */
export function renderLocation(data: LocationData, render: Renderer): string {
  switch (data.kind) {
    case "unknown-location":
      return "unknown";
    case "file-location": {
      const start = `${quoted(data.file)}:${data.line}:${data.column}`;
      if (data.endColumn === undefined) return start;
      return `${start} to ${data.endLine === undefined ? "" : data.endLine}:${data.endColumn}`;
    }
    case "name-location": {
      const child = data.child === undefined ? "" : `(${nestedLocation(data.child, render)})`;
      return `${quoted(data.name)}${child}`;
    }
    case "call-site-location":
      return `callsite(${nestedLocation(data.callee, render)} at ${nestedLocation(data.caller, render)})`;
    case "fused-location": {
      const metadata = data.metadata === undefined ? "" : `<${render.attribute(data.metadata)}>`;
      return `fused${metadata}[${data.locations.map((location) => nestedLocation(location, render)).join(", ")}]`;
    }
  }
}

/** A location without `loc(…)` around it and with less around what is in it. */
export function renderPretty(data: LocationData, render: Renderer): string {
  switch (data.kind) {
    case "unknown-location":
      return "[unknown]";
    case "file-location":
      return renderLocation(data, render).replace(quoted(data.file), () => data.file);
    case "call-site-location": {
      const staysOnLine = data.callee.kind === "name-location" && data.caller.kind === "file-location";
      return `${render.attribute(data.callee)}${staysOnLine ? "" : "\n"} at ${render.attribute(data.caller)}`;
    }
    case "fused-location":
      return renderLocation(data, render).slice("fused".length);
    default:
      return renderLocation(data, render);
  }
}

function nestedLocation(location: Attribute, render: Renderer): string {
  const text = render.attribute(location);
  return text.startsWith("loc(") ? text.slice(4, -1) : text;
}

/**
 * Types and attributes directly in an attribute, in the order in which MLIR looks for aliases. Without the types of numbers,
 * which cannot have an alias.
 */
export function partsOfAttribute(data: AttributeData): readonly (Attribute | Type)[] {
  switch (data.kind) {
    case "array":
      return data.elements;
    case "dictionary":
      return data.entries.map((entry) => entry.value);
    case "type":
      return [data.type];
    case "distinct":
      return [data.value];
    case "opaque":
      return [
        ...data.parts.filter((part) => typeof part !== "string"),
        ...(data.type === undefined ? [] : [data.type]),
      ];
    case "string":
      return data.type === undefined ? [] : [data.type];
    case "dense":
    case "dense-strings":
    case "dense-resource":
    case "sparse":
      return [data.type];
    case "name-location":
      return data.child === undefined ? [] : [data.child];
    case "call-site-location":
      return [data.callee, data.caller];
    case "fused-location":
      return data.metadata === undefined ? data.locations : [data.metadata, ...data.locations];
    default:
      return [];
  }
}
