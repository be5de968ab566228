import { CONTROL_CHARACTERS, isElementName } from "@passwright/core";
import type { JsonSchema, SourceLocation } from "@passwright/core";
import type { DataCheck } from "./check.ts";
import type { DataNode } from "./node.ts";
import { placeIn } from "./places.ts";

/** The shape of a piece of data: reads it, reports errors, and makes the JSON Schema for editors. */
export interface Shape<T> {
  /** Returns the value, or reports an error to `check` and returns `undefined`. */
  read(check: DataCheck, node: DataNode, path: string): T | undefined;
  /** JSON Schema of the same; named parts go into `definitions`. */
  schema(definitions: Definitions): JsonSchema;
}

/** Shared parts of a JSON Schema. */
export type Definitions = Map<string, JsonSchema>;

/** Value of a file, with its line. */
export interface Placed<T> {
  readonly data: T;
  readonly line?: number;
}

/** String of a file, with its position. */
export interface Located {
  readonly text: string;
  readonly at: SourceLocation;
}

/** String that is not empty and has one line. `expected` describes it in messages. */
export function text(expected = "a string"): Shape<string> {
  return {
    read: (check, node, path) => check.text(node, path, expected),
    schema: () => textSchema,
  };
}

/** JSON Schema of {@link text}. */
export const textSchema: JsonSchema = { type: "string", minLength: 1, pattern: `^[^${CONTROL_CHARACTERS}]*$` };

/** Name that the text of a pipeline can contain. */
export const elementName: Shape<string> = {
  read: (check, node, path) => {
    const name = check.text(node, path);
    if (name === undefined || isElementName(name)) return name;
    return check.wrong(node, path, "a name of letters, digits, `-`, `_` and `.`");
  },
  schema: () => ({ type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }),
};

/** Reason, description or other string that is not empty and may have several lines. */
export const prose: Shape<string> = {
  read: (check, node, path) => check.prose(node, path),
  schema: () => ({ type: "string", minLength: 1, pattern: `^(?:[^${CONTROL_CHARACTERS}]|[\\t\\n])*$` }),
};

/** True or false. */
export const flag: Shape<boolean> = {
  read: (check, node, path) => check.boolean(node, path),
  schema: () => ({ type: "boolean" }),
};

/** `true`, for keys for which `false` has no meaning. */
export const onlyTrue: Shape<true> = {
  read: (check, node, path) => {
    const value = check.boolean(node, path);
    if (value === false) check.wrong(node, path, "true");
    return value === true ? true : undefined;
  },
  schema: () => ({ const: true }),
};

/** One of several words; `expected` describes other accepted values. */
export function word<const W extends string>(words: readonly W[], expected?: string): Shape<W> {
  return {
    read: (check, node, path) => check.word(node, path, words, expected),
    schema: () => ({ enum: words }),
  };
}

/** String, number or Boolean. */
export const scalar: Shape<string | number | boolean> = {
  read: (check, node, path) => {
    const value = node.kind === "scalar" ? node.value : undefined;
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    return check.wrong(node, path, "a string, a number, or true or false");
  },
  schema: () => ({ type: ["string", "number", "boolean"] }),
};

/** Finite number. */
export const number: Shape<number> = {
  read: (check, node, path) => {
    const value = node.kind === "scalar" ? node.value : undefined;
    return typeof value === "number" && Number.isFinite(value) ? value : check.wrong(node, path, "a number");
  },
  schema: () => ({ type: "number" }),
};

/** Any JSON data. */
export const anything: Shape<{ readonly value: unknown }> = {
  read: (check, node, path) => check.json(node, path),
  schema: () => ({}),
};

const safeKeys: JsonSchema = {
  propertyNames: { not: { enum: ["__proto__", "constructor", "prototype"] }, pattern: `^[^${CONTROL_CHARACTERS}]*$` },
};

/** Map of any JSON data. */
export const values: Shape<{ readonly [key: string]: unknown }> = {
  read: (check, node, path) => check.values(node, path),
  schema: () => ({ type: "object", ...safeKeys }),
};

/** List of at most `limit` elements. */
export function list<T>(item: Shape<T>, limit?: number): Shape<readonly T[]> {
  return {
    read: (check, node, path) => check.list(node, path, (inner, at) => item.read(check, inner, at), limit),
    schema: (definitions) => ({
      type: "array",
      items: item.schema(definitions),
      ...(limit === undefined ? {} : { maxItems: limit }),
    }),
  };
}

/** Map with any keys. */
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
    schema: (definitions) => ({
      type: "object",
      additionalProperties: value.schema(definitions),
      ...safeKeys,
    }),
  };
}

/** One shape for each kind of node. */
export function either<T>(expected: string, kinds: { readonly [K in DataNode["kind"]]?: Shape<T> }): Shape<T> {
  return {
    read: (check, node, path) => {
      const shape = kinds[node.kind];
      return shape === undefined ? check.wrong(node, path, expected) : shape.read(check, node, path);
    },
    schema: (definitions) => ({ anyOf: Object.values(kinds).map((shape) => shape.schema(definitions)) }),
  };
}

/** List, or a single string for a list of one. */
export function oneOrMore(expected: string): Shape<readonly string[]> {
  return either<readonly string[]>(expected, {
    scalar: mapped(text(expected), (one) => [one]),
    list: list(text()),
  });
}

/** Shape whose value is converted after it was read. */
export function mapped<T, U>(shape: Shape<T>, make: (value: T, check: DataCheck, node: DataNode) => U): Shape<U> {
  return {
    read: (check, node, path) => {
      const value = shape.read(check, node, path);
      return value === undefined ? undefined : make(value, check, node);
    },
    schema: (definitions) => shape.schema(definitions),
  };
}

/** Shape whose value has its line. */
export function placed<T>(shape: Shape<T>): Shape<Placed<T>> {
  return mapped(shape, (data, check, node) => {
    const line = check.lineOf(node);
    return line === undefined ? { data } : { data, line };
  });
}

/** String with its position. */
export function located(expected?: string): Shape<Located> {
  return mapped(text(expected), (found, check, node) => ({ text: found, at: placeIn(check.document, node.offset) }));
}

/** Named part of the schema. It may contain itself. */
export function named<T>(name: string, make: () => Shape<T>): Shape<T> {
  let made: Shape<T> | undefined;
  const shape = (): Shape<T> => (made ??= make());
  return {
    read: (check, node, path) => shape().read(check, node, path),
    schema: (definitions) => {
      if (!definitions.has(name)) {
        // Reserved first, because the part may refer to itself.
        definitions.set(name, {});
        definitions.set(name, shape().schema(definitions));
      }
      return { $ref: `#/definitions/${name}` };
    },
  };
}
