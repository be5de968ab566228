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

/** A value from a file, with its line. */
export interface Placed<T> {
  readonly data: T;
  readonly line?: number;
}

/** A string from a file, with its position. */
export interface Located {
  readonly text: string;
  readonly at: SourceLocation;
}

/** A name or another text on one line that is not empty. `expected` is what messages call it. */
export function text(expected = "a text"): Shape<string> {
  return {
    read: (check, node, path) => check.text(node, path, expected),
    schema: () => textSchema,
  };
}

/** What {@link text} takes, for editors. */
export const textSchema: JsonSchema = { type: "string", minLength: 1, pattern: `^[^${CONTROL_CHARACTERS}]*$` };

/** A name that can be written in the text of a pipeline. */
export const elementName: Shape<string> = {
  read: (check, node, path) => {
    const name = check.text(node, path);
    if (name === undefined || isElementName(name)) return name;
    return check.wrong(node, path, "a name of letters, digits, `-`, `_` and `.`");
  },
  schema: () => ({ type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }),
};

/** A reason, description or another text that is not empty and may have several lines. */
export const prose: Shape<string> = {
  read: (check, node, path) => check.prose(node, path),
  schema: () => ({ type: "string", minLength: 1, pattern: `^(?:[^${CONTROL_CHARACTERS}]|[\\t\\n])*$` }),
};

/** True or false. */
export const flag: Shape<boolean> = {
  read: (check, node, path) => check.boolean(node, path),
  schema: () => ({ type: "boolean" }),
};

/** `true`, where `false` has no meaning. */
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

/** A text, a number, or true or false. */
export const scalar: Shape<string | number | boolean> = {
  read: (check, node, path) => {
    const value = node.kind === "scalar" ? node.value : undefined;
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    return check.wrong(node, path, "a text, a number, or true or false");
  },
  schema: () => ({ type: ["string", "number", "boolean"] }),
};

/** A number that JSON can say. */
export const number: Shape<number> = {
  read: (check, node, path) => {
    const value = node.kind === "scalar" ? node.value : undefined;
    return typeof value === "number" && Number.isFinite(value) ? value : check.wrong(node, path, "a number");
  },
  schema: () => ({ type: "number" }),
};

/** Anything that JSON can say. */
export const anything: Shape<{ readonly value: unknown }> = {
  read: (check, node, path) => check.json(node, path),
  schema: () => ({}),
};

const safeKeys: JsonSchema = {
  propertyNames: { not: { enum: ["__proto__", "constructor", "prototype"] }, pattern: `^[^${CONTROL_CHARACTERS}]*$` },
};

/** A map of anything that JSON can say. */
export const values: Shape<{ readonly [key: string]: unknown }> = {
  read: (check, node, path) => check.values(node, path),
  schema: () => ({ type: "object", ...safeKeys }),
};

/** A list; longer ones than `limit` are too large. */
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

/** A map with keys of the writer's choice. */
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

/** One text for a list of one. */
export function oneOrMore(expected: string): Shape<readonly string[]> {
  return either<readonly string[]>(expected, {
    scalar: mapped(text(expected), (one) => [one]),
    list: list(text()),
  });
}

/** The same data, made into something else. */
export function mapped<T, U>(shape: Shape<T>, make: (value: T, check: DataCheck, node: DataNode) => U): Shape<U> {
  return {
    read: (check, node, path) => {
      const value = shape.read(check, node, path);
      return value === undefined ? undefined : make(value, check, node);
    },
    schema: (definitions) => shape.schema(definitions),
  };
}

/** The same data with its line. */
export function placed<T>(shape: Shape<T>): Shape<Placed<T>> {
  return mapped(shape, (data, check, node) => {
    const line = check.lineOf(node);
    return line === undefined ? { data } : { data, line };
  });
}

/** A text with its place. */
export function located(expected?: string): Shape<Located> {
  return mapped(text(expected), (found, check, node) => ({ text: found, at: placeIn(check.document, node.offset) }));
}

/** A part of the schema with a name, which may contain itself. */
export function named<T>(name: string, make: () => Shape<T>): Shape<T> {
  let made: Shape<T> | undefined;
  const shape = (): Shape<T> => (made ??= make());
  return {
    read: (check, node, path) => shape().read(check, node, path),
    schema: (definitions) => {
      if (!definitions.has(name)) {
        // The place is taken first: the part may refer to itself.
        definitions.set(name, {});
        definitions.set(name, shape().schema(definitions));
      }
      return { $ref: `#/definitions/${name}` };
    },
  };
}
