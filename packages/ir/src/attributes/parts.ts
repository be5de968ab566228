import type { SourceLocation } from "@passwright/core";
import type { Attribute, AttributeData, LocationData, NamedAttribute, Type, TypeData } from "./attribute.ts";
import { kindOf } from "../entity-kind.ts";
import { textOf } from "../text/bytes.ts";

/** Sorts entries by name. Most lists are already sorted. */
export function sortedByName(entries: readonly NamedAttribute[]): readonly NamedAttribute[] {
  const sorted = [...entries];
  for (let i = 1; i < sorted.length; i++)
    if (sorted[i]!.name < sorted[i - 1]!.name) return sorted.sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted;
}

export function isLocation(data: AttributeData | TypeData): data is LocationData {
  return data.kind.endsWith("-location");
}

export function isLocationAttribute(thing: unknown): thing is Attribute {
  return kindOf(thing) === "attribute" && isLocation((thing as Attribute).data);
}

/** Returns the first location of a kind in a location. Searches metadata last, and only if `inMetadata` is set. */
export function findLocation<Kind extends LocationData["kind"]>(
  { data }: Attribute,
  kind: Kind,
  inMetadata = false,
): Extract<LocationData, { kind: Kind }> | undefined {
  if (data.kind === kind) return data as Extract<LocationData, { kind: Kind }>;
  const { locations = partsOf(data), metadata } = data.kind === "fused-location" ? data : {};
  for (const part of inMetadata && metadata !== undefined ? [...locations, metadata] : locations) {
    const found = isLocation(part.data) ? findLocation(part as Attribute, kind, inMetadata) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the source position that diagnostics show for a location attribute: the first file location inside the
 * attribute. If the attribute has no file location, the text of the attribute, such as `loc("name")`, is shown instead
 * of a file, with line 0. Returns `undefined` for an unknown location.
 */
export function sourceLocationOf(location: Attribute): SourceLocation | undefined {
  const file = fileLocationOf(location);
  if (file !== undefined) return withCallers(file, location);
  return location.data.kind === "unknown-location" ? undefined : { file: location.toString(), line: 0, column: 0 };
}

/** Maximum number of calls that MLIR shows (`SourceMgrDiagnosticHandler`). */
const MAX_CALLERS = 10;

function withCallers(at: SourceLocation, location: Attribute): SourceLocation {
  const callers: SourceLocation[] = [];
  let call = findLocation(location, "call-site-location");
  for (let depth = 0; call !== undefined && depth < MAX_CALLERS; depth++) {
    const file = fileLocationOf(call.caller);
    if (file !== undefined) callers.push(file);
    call = findLocation(call.caller, "call-site-location");
  }
  return callers.length === 0 ? at : { ...at, callers };
}

function fileLocationOf(location: Attribute): SourceLocation | undefined {
  const found = findLocation(location, "file-location");
  return found && { file: textOf(found.file), line: found.line, column: found.column };
}

/** Returns the type of a typed attribute (`TypedAttr`), as a list with at most one element. */
export function typesOfAttribute(attribute: Attribute | undefined): readonly Type[] {
  const data = attribute?.data;
  if (data?.kind === "string" && data.type === undefined) return [attribute!.context.internType({ kind: "none" })];
  return data !== undefined && "type" in data && data.kind !== "type" && data.type !== undefined ? [data.type] : [];
}

/* The functions below return the content of one kind of attribute, or `undefined`, `[]` or "" for other kinds. */

export function integerValue(attribute: Attribute | undefined): bigint | undefined {
  return attribute?.data.kind === "integer" ? attribute.data.value : undefined;
}

export function numbersOf(attribute: Attribute | undefined): readonly bigint[] {
  return attribute?.data.kind === "dense-array" ? attribute.data.values.map(BigInt) : [];
}

export function entriesOf(dictionary: Attribute | undefined): readonly NamedAttribute[] {
  return dictionary?.data.kind === "dictionary" ? dictionary.data.entries : [];
}

export function arrayElements(attribute: Attribute | undefined): readonly Attribute[] {
  return attribute?.data.kind === "array" ? attribute.data.elements : [];
}

export function typeValue(attribute: Attribute | undefined): Type | undefined {
  return attribute?.data.kind === "type" ? attribute.data.type : undefined;
}

/** `getLeafReference` in MLIR. */
export function leafNameOf({ data }: Attribute): string {
  return data.kind === "symbol" ? textOf(data.nested.at(-1) ?? data.root) : "";
}

/** Returns the value with this name in a dictionary attribute. Searches linearly, because dictionaries are short. */
export function findEntry(dictionary: Attribute | undefined, name: string): Attribute | undefined {
  if (dictionary === undefined || dictionary.data.kind !== "dictionary") return undefined;
  for (const entry of dictionary.data.entries) if (entry.name === name) return entry.value;
  return undefined;
}

/** Returns the types and attributes in a type or attribute that can have aliases, in MLIR's order of aliases. */
export function partsOf(data: AttributeData | TypeData): readonly (Attribute | Type)[] {
  switch (data.kind) {
    case "function":
      return [...data.inputs, ...data.results];
    case "tuple":
      return data.types;
    case "complex":
    case "vector":
    case "unranked-tensor":
      return [data.elementType];
    case "tensor":
      return data.encoding === undefined ? [data.elementType] : [data.elementType, data.encoding];
    case "memref":
      return [data.elementType, data.layout, data.memorySpace].filter((part) => part !== undefined);
    case "unranked-memref":
      return data.memorySpace === undefined ? [data.elementType] : [data.elementType, data.memorySpace];
    case "opaque":
      return [...data.parts, "type" in data ? data.type : undefined].filter((part) => typeof part === "object");
    case "array":
      return data.elements;
    case "dictionary":
      return data.entries.map((entry) => entry.value);
    case "distinct":
      return [data.value];
    case "string":
      return data.type === undefined ? [] : [data.type];
    case "type":
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

/** Number of elements above which MLIR gives a tuple an alias. */
const LONG_TUPLE = 16;

/** Returns the name that aliases start with, or `undefined` if the builtin dialect does not define aliases. */
export function aliasNameOf(data: AttributeData | TypeData): string | undefined {
  if (data.kind === "tuple" && data.types.length > LONG_TUPLE) return "tuple";
  if (data.kind === "affine-map") return "map";
  if (data.kind === "integer-set") return "set";
  if (data.kind === "distinct" && data.value.data.kind !== "unit") return "distinct";
  return isLocation(data) ? "loc" : undefined;
}
