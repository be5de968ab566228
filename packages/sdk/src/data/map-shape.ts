import type { JsonSchema } from "@passwright/core";
import { isForbidden } from "./check.ts";
import type { DataCheck } from "./check.ts";
import { missingKey, notExactlyOne, unknownKey } from "./errors.ts";
import { shortened } from "./places.ts";
import type { DataNode } from "./node.ts";
import type { Definitions, Shape } from "./shape.ts";

/** Description of an allowed key, and the shape of its value. */
export interface Key<T> {
  readonly doc: string;
  readonly shape: Shape<T>;
  readonly required?: boolean;
}

/** Shapes of a map's values, by key. */
export type Keys<T> = { readonly [K in keyof T]-?: Key<NonNullable<T[K]>> };

type AnyKeys = { readonly [key: string]: Key<unknown> };

/**
 * Returns the values of a map, by key. Reports keys that are unknown and required keys that are missing. `first` is the
 * key with which the help starts a map. Default: the first required key.
 */
function valuesOf(
  check: DataCheck,
  node: DataNode,
  path: string,
  keys: AnyKeys,
  first: string | undefined = Object.keys(keys).find((name) => keys[name]?.required === true),
): Map<string, DataNode> | undefined {
  if (node.kind !== "map") return check.wrong(node, path, "a map", undefined, mapHelp(node, keys, first));
  for (const { key, keyOffset } of node.entries) {
    if (Object.hasOwn(keys, key) || isForbidden(key)) continue;
    check.diagnostics.push(unknownKey(check.placeOf(keyOffset), path, key, Object.keys(keys)));
  }
  const found = new Map(node.entries.map(({ key, value }) => [key, value]));
  for (const [key, { doc, required }] of Object.entries(keys)) {
    if (required !== true || found.has(key)) continue;
    check.diagnostics.push(missingKey(check.placeOf(node.offset), path, key, doc));
  }
  return found;
}

/** Returns the help for a value that must be a map: the value as a map, if this is possible, or the form of the map. */
function mapHelp(node: DataNode, keys: AnyKeys, first: string | undefined): string {
  const text = node.kind === "scalar" && typeof node.value === "string" ? node.value : "…";
  const [, key = "", value = ""] = /^([$\w]+):(\S.*)$/.exec(text) ?? [];
  if (Object.hasOwn(keys, key)) return `add a space after the colon: \`${key}: ${shortened(value)}\``;
  return first === undefined ? "write a map" : `write a map such as \`{ ${first}: ${shortened(text)}, … }\``;
}

function hasOneOf(
  check: DataCheck,
  node: DataNode,
  path: string,
  found: ReadonlyMap<string, DataNode>,
  keys: readonly string[],
): boolean {
  const present = keys.filter((key) => found.has(key));
  if (present.length !== 1) check.diagnostics.push(notExactlyOne(check.placeOf(node.offset), path, keys, present));
  return present.length === 1;
}

/** Shape of a map with known keys. The map must have exactly one key of each group in `exactlyOne`. */
export class MapShape<T> implements Shape<T> {
  /** Shapes of the values, by key. */
  readonly keys: AnyKeys;
  readonly #exactlyOne: readonly (readonly string[])[];

  constructor(keys: AnyKeys, exactlyOne: readonly (readonly string[])[]) {
    this.keys = keys;
    this.#exactlyOne = exactlyOne;
  }

  /** Reads a map. For an invalid map, reports the problems and returns `undefined`. */
  read(check: DataCheck, node: DataNode, path: string): T | undefined {
    const { keys } = this;
    const found = valuesOf(check, node, path, keys);
    if (found === undefined) return undefined;
    let isRight = Object.entries(keys).every(([key, { required }]) => required !== true || found.has(key));
    for (const group of this.#exactlyOne) if (!hasOneOf(check, node, path, found, group)) isRight = false;
    const entries: [string, unknown][] = [];
    for (const [key, { shape }] of Object.entries(keys)) {
      const inner = found.get(key);
      if (inner === undefined) continue;
      const value = shape.read(check, inner, path === "" ? key : `${path}.${key}`);
      if (value === undefined) isRight = false;
      else entries.push([key, value]);
    }
    return isRight ? (Object.fromEntries(entries) as T) : undefined;
  }

  /** Returns the JSON Schema of the map. */
  schema(definitions: Definitions): JsonSchema {
    const { keys } = this;
    const required = Object.keys(keys).filter((key) => keys[key]?.required === true);
    const one = this.#exactlyOne.map((group) => ({ oneOf: group.map((key) => ({ required: [key] })) }));
    return {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(keys).map(([key, { doc, shape }]) => [key, described(doc, shape.schema(definitions))]),
      ),
      ...(required.length === 0 ? {} : { required }),
      ...(one.length === 0 ? {} : { allOf: one }),
      additionalProperties: false,
    };
  }
}

/** Adds a description to a schema. Puts references into `allOf`, because draft 7 ignores keys beside references. */
function described(description: string, schema: JsonSchema): JsonSchema {
  return "$ref" in schema ? { description, allOf: [schema] } : { description, ...schema };
}

/** Merges two tables of keys, in a call that bundlers can remove, unlike a spread expression. */
export function joined<A extends object, B extends object>(first: A, second: B): A & B {
  return { ...first, ...second };
}

/** Returns the shape of a map with known keys. The map must have exactly one key of each group in `exactlyOne`. */
export function map<T>(keys: Keys<T>, ...exactlyOne: readonly (readonly (keyof T & string)[])[]): MapShape<T> {
  return new MapShape<T>(keys as unknown as AnyKeys, exactlyOne);
}

/** Returns a shape for maps of several kinds. The name of a kind is a key that only maps of this kind contain. */
export function variants<T>(sorts: { readonly [key: string]: MapShape<T> }): Shape<T> {
  const names = Object.keys(sorts);
  const all: AnyKeys = Object.fromEntries(
    Object.values(sorts)
      .flatMap(({ keys }) => Object.entries(keys))
      .map(([key, { doc, shape }]) => [key, { doc, shape }]),
  );
  return {
    read: (check, node, path) => {
      const present = node.kind === "map" ? names.filter((name) => node.entries.some(({ key }) => key === name)) : [];
      const sort = present.length === 1 ? sorts[present[0] as string] : undefined;
      if (sort !== undefined) return sort.read(check, node, path);
      const found = valuesOf(check, node, path, all, names[0]);
      if (found !== undefined) hasOneOf(check, node, path, found, names);
      return undefined;
    },
    schema: (definitions) => ({ oneOf: Object.values(sorts).map((sort) => sort.schema(definitions)) }),
  };
}
