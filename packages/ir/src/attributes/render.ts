import type { PrintFlags } from "../printer/print-flags.ts";
import { keywordOrString, quoted, symbolText } from "../text/bytes.ts";
import { renderAffineMap, renderIntegerSet } from "./affine.ts";
import { DYNAMIC, DYNAMIC_INDEX, Type } from "./attribute.ts";
import type { Attribute, AttributeData, LocationData, NamedAttribute, OpaquePart, TypeData } from "./attribute.ts";
import { elementCount, ELIDED, isElided, renderDense, shapeOf } from "./dense.ts";
import { renderFloat } from "./float.ts";

/** Formats the parts of a type or attribute. The renderer of a printer replaces some parts by aliases. */
export interface Renderer {
  text(part: Attribute | Type): string;
  /** Returns whether the part is replaced by an alias. Default: no part is replaced. */
  isAlias?(part: Attribute | Type): boolean;
  /** Returns the number that is printed for a distinct attribute with this index. Default: the index itself. */
  distinctNumber?(index: number): number;
  readonly flags?: PrintFlags;
}

export const canonical: Renderer = { text: (part) => part.byteText };

export function renderPart(part: Attribute | Type, render: Renderer): string {
  return part instanceof Type ? renderType(part.data, render) : renderAttribute(part.data, render);
}

function list(types: readonly Type[], render: Renderer): string {
  return types.map((type) => render.text(type)).join(", ");
}

function dimensions(shape: readonly number[], scalable?: readonly boolean[]): string {
  let text = "";
  for (let i = 0; i < shape.length; i++) {
    const dimension = shape[i] === DYNAMIC ? "?" : String(shape[i]);
    text += scalable?.[i] === true ? `[${dimension}]x` : `${dimension}x`;
  }
  return text;
}

function renderOpaque(parts: readonly OpaquePart[], render: Renderer): string {
  return parts.map((part) => (typeof part === "string" ? part : render.text(part))).join("");
}

function renderFunction(inputs: readonly Type[], results: readonly Type[], render: Renderer): string {
  const single = results.length === 1 && results[0]!.data.kind !== "function";
  const right = single ? render.text(results[0]!) : `(${list(results, render)})`;
  return `(${list(inputs, render)}) -> ${right}`;
}

export function renderType(data: TypeData, render: Renderer): string {
  switch (data.kind) {
    case "integer":
      return `${data.signedness === "signless" ? "i" : data.signedness === "signed" ? "si" : "ui"}${data.width}`;
    case "index":
    case "none":
      return data.kind;
    case "float":
      return data.name;
    case "function":
      return renderFunction(data.inputs, data.results, render);
    case "tuple":
      return `tuple<${list(data.types, render)}>`;
    case "complex":
      return `complex<${render.text(data.elementType)}>`;
    case "vector":
      return `vector<${dimensions(data.shape, data.scalable)}${render.text(data.elementType)}>`;
    case "tensor": {
      const encoding = data.encoding === undefined ? "" : `, ${render.text(data.encoding)}`;
      return `tensor<${dimensions(data.shape)}${render.text(data.elementType)}${encoding}>`;
    }
    case "unranked-tensor":
      return `tensor<*x${render.text(data.elementType)}>`;
    case "memref": {
      const layout = data.layout === undefined ? "" : `, ${render.text(data.layout)}`;
      const space = data.memorySpace === undefined ? "" : `, ${renderElement(data.memorySpace, render)}`;
      return `memref<${dimensions(data.shape)}${render.text(data.elementType)}${layout}${space}>`;
    }
    case "unranked-memref": {
      const space = data.memorySpace === undefined ? "" : `, ${renderElement(data.memorySpace, render)}`;
      return `memref<*x${render.text(data.elementType)}${space}>`;
    }
    case "opaque":
      return `!${data.dialect}${renderOpaque(data.parts, render)}`;
  }
}

function renderInteger(value: bigint, type: Type): string {
  const { data } = type;
  if (data.kind === "integer" && data.width === 1 && data.signedness === "signless")
    return value === 0n ? "false" : "true";
  return value.toString();
}

/** Formats numbers or elements whose type is known from the context. Returns `undefined` for other attributes. */
export function renderUntyped({ data }: Pick<Attribute, "data">, flags?: PrintFlags): string | undefined {
  if (data.kind === "integer") return renderInteger(data.value, data.type);
  if (data.kind === "dense" || data.kind === "dense-strings") return renderDense(data, flags);
  if (data.kind === "dense-resource") return `dense_resource<${keywordOrString(data.handle)}>`;
  if (data.kind === "sparse") return renderSparse(data, flags);
  return data.kind === "float" ? renderFloat(data.bits, (data.type.data as { name: string }).name) : undefined;
}

/** Formats an element of an array. Omits the types that MLIR omits: `i64`, and `f64` after a decimal number. */
function renderElement(attribute: Attribute, render: Renderer): string {
  const { data } = attribute;
  if (data.kind === "integer" && data.type.byteText === "i64") return data.value.toString();
  const text = render.text(attribute);
  return data.kind === "float" ? text.replace(/^([^x]+) : f64$/, "$1") : text;
}

function renderEntries(entries: readonly NamedAttribute[], render: Renderer): string {
  const valueOf = (value: Attribute): string => (value.data.kind === "unit" ? "" : ` = ${render.text(value)}`);
  return entries.map(({ name, value }) => keywordOrString(name) + valueOf(value)).join(", ");
}

export function renderAttribute(data: AttributeData, render: Renderer): string {
  switch (data.kind) {
    case "unit":
      return "unit";
    case "integer": {
      const text = renderInteger(data.value, data.type);
      return text === "true" || text === "false" ? text : `${text} : ${render.text(data.type)}`;
    }
    case "string":
      return data.type === undefined ? quoted(data.value) : `${quoted(data.value)} : ${render.text(data.type)}`;
    case "array":
      return `[${data.elements.map((element) => renderElement(element, render)).join(", ")}]`;
    case "dictionary":
      return `{${renderEntries(data.entries, render)}}`;
    case "type":
      return render.text(data.type);
    case "symbol":
      return [data.root, ...data.nested].map((name) => `@${symbolText(name)}`).join("::");
    case "float":
    case "dense":
    case "dense-strings":
    case "dense-resource":
    case "sparse":
      return `${renderUntyped({ data }, render.flags)!} : ${render.text(data.type)}`;
    case "dense-array": {
      const values = data.values.length === 0 ? "" : `: ${data.values.join(", ")}`;
      return `array<${render.text(data.elementType)}${values}>`;
    }
    case "affine-map":
      return `affine_map<${renderAffineMap(data.map)}>`;
    case "integer-set":
      return `affine_set<${renderIntegerSet(data.set)}>`;
    case "strided": {
      const shown = (index: bigint): string => (index === DYNAMIC_INDEX ? "?" : String(index));
      const offset = data.offset === 0n ? "" : `, offset: ${shown(data.offset)}`;
      return `strided<[${data.strides.map(shown).join(", ")}]${offset}>`;
    }
    case "distinct": {
      // Assigned before the value is formatted, because numbers are in the order of printing.
      const number = render.distinctNumber?.(data.index) ?? data.index;
      return `distinct[${number}]<${data.value.data.kind === "unit" ? "" : render.text(data.value)}>`;
    }
    case "opaque": {
      const type = data.type === undefined ? "" : ` : ${render.text(data.type)}`;
      return `${data.dialect === "" ? "" : "#"}${data.dialect}${renderOpaque(data.parts, render)}${type}`;
    }
    default:
      return render.flags?.prettyDebugInfo === true
        ? renderPretty(data, render)
        : `loc(${renderLocation(data, render)})`;
  }
}

function renderSparse(
  { indices, values }: { readonly indices: Attribute; readonly values: Attribute },
  flags: PrintFlags = {},
): string {
  const isElidedPart = ({ data }: Attribute): boolean =>
    (data.kind === "dense" || data.kind === "dense-strings") && !data.isSplat && isElided(data.type, flags);
  if ([indices, values].some(isElidedPart)) return ELIDED;
  const { data } = indices;
  if (data.kind === "dense" && elementCount(shapeOf(data.type) ?? []) === 0) return "sparse<>";
  // MLIR never prints indices in hexadecimal.
  return `sparse<${literal(indices, { elementsAttrsWithHexIfLarger: -1 })}, ${literal(values, flags)}>`;
}

/** Formats the elements of a dense attribute without `dense<…>`, as in `sparse<…>`. */
function literal(attribute: Attribute, flags: PrintFlags): string {
  const { data } = attribute;
  if (data.kind !== "dense" && data.kind !== "dense-strings") return attribute.byteText;
  return renderDense(data, flags).slice("dense<".length, -1);
}

/** Formats the content of `loc(…)`. */
function renderLocation(data: LocationData, render: Renderer): string {
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
    case "call-site-location": {
      // Does not use recursion for callers, because inlining can create very long chains of calls.
      let [text, end, call] = ["", ")", data];
      for (;;) {
        text += `callsite(${nestedLocation(call.callee, render)} at `;
        const { caller } = call;
        if (caller.data.kind !== data.kind || render.isAlias?.(caller) === true)
          return `${text}${nestedLocation(caller, render)}${end}`;
        call = caller.data;
        end += ")";
      }
    }
    case "fused-location": {
      const metadata = data.metadata === undefined ? "" : `<${render.text(data.metadata)}>`;
      return `fused${metadata}[${data.locations.map((location) => nestedLocation(location, render)).join(", ")}]`;
    }
  }
}

/** Formats a location in MLIR's pretty form, without `loc(…)`. */
function renderPretty(data: LocationData, render: Renderer): string {
  switch (data.kind) {
    case "unknown-location":
      return "[unknown]";
    case "file-location":
      return renderLocation(data, render).replace(quoted(data.file), () => data.file);
    case "call-site-location": {
      const staysOnLine = data.callee.kind === "name-location" && data.caller.kind === "file-location";
      return `${render.text(data.callee)}${staysOnLine ? "" : "\n"} at ${render.text(data.caller)}`;
    }
    case "fused-location":
      return renderLocation(data, render).slice("fused".length);
    default:
      return renderLocation(data, render);
  }
}

/** Returns the alias of a nested location, or its text without `loc(…)`. */
function nestedLocation(location: Attribute, render: Renderer): string {
  const text = render.text(location);
  return text.startsWith("loc(") ? text.slice(4, -1) : text;
}
