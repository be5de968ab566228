import { CONTROL_CHARACTERS, hasControlCharacters, isCode } from "@passwright/core";
import type { JsonSchema, SourceLocation } from "@passwright/core";
import type { DataCheck } from "./check.ts";
import { shortened } from "./places.ts";
import { valueOfNode } from "./node.ts";
import type { DataNode, DataPlace } from "./node.ts";

/** Maximum length of a text. The limits are estimates that keep messages and searches fast. */
const TEXT_LIMIT = 65_536;
const LIST_LIMIT = 20_000;

/** Expected form of data. Reads data, reports errors in it, and generates the JSON Schema that editors use. */
export interface Shape<T> {
  /** Returns the value. For an invalid value, reports an error to `check` and returns `undefined`. */
  read(check: DataCheck, node: DataNode, path: string): T | undefined;
  /** Returns the JSON Schema of the shape, and adds the named parts of the schema to `definitions`. */
  schema(definitions: Definitions): JsonSchema;
}

/** Named parts of a JSON Schema, to which several shapes can refer. */
export type Definitions = Map<string, JsonSchema>;

/** Value with its position. */
export interface Placed<T> extends DataPlace {
  /** The data. */
  readonly data: T;
}

/** String with its position in the file. */
export interface Located {
  /** The text. */
  readonly text: string;
  /** File, line and column of the text. */
  readonly at: SourceLocation;
}

const A_STRING = "a string";

/** Returns the shape of a non-empty string without control characters, except the characters in `allowed`. */
function makeText(expected: string, pattern: string, allowed?: RegExp): Shape<string> {
  return {
    read(check, node, path) {
      const value = node.kind === "scalar" ? node.value : undefined;
      if (expected === A_STRING && ["number", "boolean"].includes(typeof value))
        return check.wrong(node, path, expected, undefined, `write the value in quotes: "${String(value)}"`);
      if (value === "" && expected === A_STRING) return check.wrong(node, path, "a non-empty string");
      if (typeof value !== "string" || value === "") return check.wrong(node, path, expected);
      if (value.length > TEXT_LIMIT) return check.tooLarge(node, path, `a string of ${value.length} characters`);
      const strict = allowed === undefined ? value : value.replaceAll(allowed, "");
      if (!hasControlCharacters(strict)) return value;
      return check.wrong(node, path, `${expected} without control characters`, "a string with control characters");
    },
    schema: () => ({ type: "string", minLength: 1, pattern }),
  };
}

const ONE_LINE = `^[^${CONTROL_CHARACTERS}]*$`;

/** Returns the shape of a non-empty string on one line. Error messages use `expected` to describe the string. */
export function text(expected: string = A_STRING): Shape<string> {
  return makeText(expected, ONE_LINE);
}

/** Returns the shape of a non-empty string that can have several lines. */
export function lines(expected: string): Shape<string> {
  return makeText(expected, `^(?:[^${CONTROL_CHARACTERS}]|[\\t\\n])*$`, /[\t\n]/g);
}

/** JSON Schema of {@link text}. */
export const textSchema: JsonSchema = { type: "string", minLength: 1, pattern: ONE_LINE };

/** Returns the shape of a string that matches a pattern. Error messages use `expected` to describe the string. */
export function matching(expected: string, pattern: string): Shape<string> {
  const accepted = new RegExp(pattern);
  const read = mapped(text(), (name, check, node, path) =>
    accepted.test(name) ? name : check.wrong(node, path, expected, JSON.stringify(name)),
  );
  return { ...read, schema: () => ({ allOf: [textSchema, { pattern }] }) };
}

/** Shape of a name that can appear in a textual pipeline. */
export const elementName: Shape<string> = matching(
  "a name of letters, digits, `-`, `_` and `.`",
  "^[A-Za-z0-9][A-Za-z0-9._-]*$",
);

/** Shape of the anchor of a manager. */
export const anchorName: Shape<string> = matching("the name of an operation", "^(?!\\s)[^,(){]+(?<!\\s)$");

/** Shape of a reason, a description or another non-empty text, which can have several lines. */
export const prose: Shape<string> = lines("a string");

function single<T>(expected: string, schema: JsonSchema, is: (value: unknown) => boolean): Shape<T> {
  return {
    read: (check, node, path) =>
      node.kind === "scalar" && is(node.value) ? (node.value as T) : check.wrong(node, path, expected),
    schema: () => schema,
  };
}

/** Shape of `true` and `false`. */
export const flag: Shape<boolean> = single("true or false", { type: "boolean" }, (value) => typeof value === "boolean");

/** Shape that accepts only `true`, for keys that cannot be `false`. */
export const onlyTrue: Shape<true> = single("true", { const: true }, (value) => value === true);

/** Returns a shape for one of several words. Messages use `expected` to describe the allowed words. */
export function word<const W extends string>(words: readonly W[], expected = `one of ${words.join(", ")}`): Shape<W> {
  return {
    read: (check, node, path) => {
      const value = node.kind === "scalar" ? node.value : undefined;
      const found = words.find((one) => one === value);
      return found ?? check.wrong(node, path, expected, typeof value === "string" ? JSON.stringify(value) : undefined);
    },
    schema: () => ({ enum: words }),
  };
}

/** Shape of a string, number or Boolean. */
export const scalar: Shape<string | number | boolean> = single(
  "a string, a number, or true or false",
  { type: ["string", "number", "boolean"] },
  (value) => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value),
);

/** Shape of a finite number. */
export const number: Shape<number> = single("a number", { type: "number" }, (value) => Number.isFinite(value));

/** Returns whether JSON can express a node. Reports the values in the node that JSON cannot express. */
function isJson(check: DataCheck, node: DataNode, path: string, takesCode = false): boolean {
  if (node.kind === "list")
    return node.items.every((item, index) => isJson(check, item, `${path}[${index}]`, takesCode));
  if (node.kind === "map")
    return node.entries.every(({ key, value }) => isJson(check, value, `${path}.${key}`, takesCode));
  const { value } = node;
  // Infinite numbers are refused, because YAML can express them but JSON cannot.
  if (value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)) return true;
  return (takesCode && isCode(value)) || check.wrong(node, path, "data that JSON can express") !== undefined;
}

/** Shape of any JSON data. */
export const anything: Shape<{ readonly value: unknown }> = {
  read: (check, node, path) => (isJson(check, node, path) ? { value: valueOfNode(node) } : undefined),
  schema: () => ({}),
};

const safeKeys: JsonSchema = {
  propertyNames: { not: { enum: ["__proto__", "constructor", "prototype"] }, pattern: ONE_LINE },
};

/** Shape of a map with any JSON data or code, such as functions. */
export const values: Shape<{ readonly [key: string]: unknown }> = {
  read: (check, node, path) => {
    if (node.kind !== "map") return check.wrong(node, path, "a map");
    return isJson(check, node, path, true) ? (valueOfNode(node) as { readonly [key: string]: unknown }) : undefined;
  },
  schema: () => ({ type: "object", ...safeKeys }),
};

/** Returns help that shows a list with the string in `node`, or `undefined` for other values. */
function listHelp(node: DataNode): string | undefined {
  return node.kind === "scalar" && node.value && typeof node.value === "string"
    ? `write a list: \`[${JSON.stringify(shortened(node.value))}]\``
    : undefined;
}

/** Returns the shape of a list. It has at most `limit` elements and, if `isFilled` is true, at least one. */
export function list<T>(
  item: Shape<T>,
  { isFilled = false, limit }: { readonly isFilled?: boolean; readonly limit?: number } = {},
): Shape<readonly T[]> {
  return {
    read(check, node, path) {
      if (node.kind !== "list") return check.wrong(node, path, "a list", undefined, listHelp(node));
      const { items } = node;
      if (items.length > (limit ?? LIST_LIMIT)) return check.tooLarge(node, path, `a list of ${items.length}`);
      if (isFilled && items.length === 0)
        return check.wrong(node, path, "a list with at least one element", "an empty list");
      const read = items.map((inner, index) => item.read(check, inner, `${path}[${index}]`));
      return read.filter((value) => value !== undefined);
    },
    schema: (definitions) => ({
      type: "array",
      items: item.schema(definitions),
      ...(isFilled ? { minItems: 1 } : {}),
      ...(limit === undefined ? {} : { maxItems: limit }),
    }),
  };
}

/** Returns the shape of a map with arbitrary keys. */
export function table<T>(value: Shape<T>): Shape<ReadonlyMap<string, T>> {
  return {
    read: (check, node, path) => {
      if (node.kind !== "map") return check.wrong(node, path, "a map");
      const found = new Map<string, T>();
      for (const entry of node.entries) {
        const read = value.read(check, entry.value, `${path}.${entry.key}`);
        if (read !== undefined) found.set(entry.key, read);
      }
      return found;
    },
    schema: (definitions) => ({ type: "object", additionalProperties: value.schema(definitions), ...safeKeys }),
  };
}

/** Returns the shape of a {@link table} that is read as an object. */
export function dictionary<T>(value: Shape<T>): Shape<{ readonly [key: string]: T }> {
  return mapped(table(value), (found) => Object.fromEntries(found));
}

/** Returns a shape that selects one of `kinds` by the kind of the node, and reads the node with the selected shape. */
export function either<T>(expected: string, kinds: { readonly [K in DataNode["kind"]]?: Shape<T> }): Shape<T> {
  return {
    read: (check, node, path) => {
      const shape = kinds[node.kind];
      return shape === undefined ? check.wrong(node, path, expected) : shape.read(check, node, path);
    },
    schema: (definitions) => ({ anyOf: Object.values(kinds).map((shape) => shape.schema(definitions)) }),
  };
}

/** Returns the shape of a list of strings. A single string counts as a list with one element. */
export function oneOrMore(expected: string): Shape<readonly string[]> {
  return either<readonly string[]>(expected, { scalar: mapped(text(expected), (one) => [one]), list: list(text()) });
}

/** Returns a shape that reads a value with `shape`, and then converts the value with `make`. */
export function mapped<T, U>(
  shape: Shape<T>,
  make: (value: T, check: DataCheck, node: DataNode, path: string) => U | undefined,
): Shape<U> {
  return {
    read: (check, node, path) => {
      const value = shape.read(check, node, path);
      return value === undefined ? undefined : make(value, check, node, path);
    },
    schema: (definitions) => shape.schema(definitions),
  };
}

/** Returns a shape that reads a value together with the position of the value. */
export function placed<T>(shape: Shape<T>): Shape<Placed<T>> {
  return mapped(shape, (data, check, node) => ({ data, ...check.positionOf(node) }));
}

/** Returns the shape of a string with its position. */
export function located(expected?: string, shape: Shape<string> = text(expected)): Shape<Located> {
  return mapped(shape, (found, check, node) => ({ text: found, at: check.placeOf(node.offset) }));
}

/** Returns a shape that has a name in the JSON Schema, so that the shape can contain itself. */
export function named<T>(name: string, make: () => Shape<T>): Shape<T> {
  let made: Shape<T> | undefined;
  const shape = (): Shape<T> => (made ??= make());
  return {
    read: (check, node, path) => shape().read(check, node, path),
    schema: (definitions) => {
      if (!definitions.has(name)) {
        // Adds an empty definition first, so that a shape that contains itself does not cause endless recursion.
        definitions.set(name, {});
        definitions.set(name, shape().schema(definitions));
      }
      return { $ref: `#/definitions/${name}` };
    },
  };
}
