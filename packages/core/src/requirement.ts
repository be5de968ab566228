import { quoted } from "./diagnostic.ts";
import { isPassDefinition } from "./pass.ts";
import { suggest } from "./suggest.ts";
import { isTable } from "./table.ts";

/**
 * Returns the problems with a value at the key path `path`, each with the key path of the wrong part. Requirements
 * check values that TypeScript cannot check, because callers can use JavaScript.
 */
export type Requirement = (value: unknown, path: string) => readonly string[];

/** Requirements by key. */
export type Requirements = { readonly [key: string]: Requirement };

const NONE: readonly string[] = [];

function problemOf(isValid: boolean, what: string, value: unknown, path: string): readonly string[] {
  return isValid ? NONE : [`\`${path}\` must be ${what}, not ${shown(value)}`];
}

/** Makes a requirement from the function `accepts`. `what` describes accepted values. */
export function mustBe(what: string, accepts: (value: unknown) => boolean): Requirement {
  return (value, path) => problemOf(accepts(value), what, value, path);
}

/** Returns whether a value satisfies a requirement. */
export function satisfies(requirement: Requirement, value: unknown): boolean {
  return requirement(value, "").length === 0;
}

// The following requirements do not call `mustBe`, so that bundlers can leave them out of programs.

/** Requires a list. */
export const mustBeList: Requirement = (value, path) => problemOf(Array.isArray(value), "a list", value, path);

/** Requires an object that is neither a collection nor a promise. */
export const mustBeTable: Requirement = (value, path) => problemOf(isTable(value), "a plain object", value, path);

/** Requires a string. */
export const mustBeString: Requirement = (value, path) => problemOf(typeof value === "string", "a string", value, path);

/** Requires a non-empty string. */
export const mustBeText: Requirement = (value, path) =>
  problemOf(typeof value === "string" && value !== "", "a non-empty string", value, path);

/** Requires true or false. */
export const mustBeFlag: Requirement = (value, path) =>
  problemOf(typeof value === "boolean", "true or false", value, path);

/** Requires a function. */
export const mustBeFunction: Requirement = (value, path) =>
  problemOf(typeof value === "function", "a function", value, path);

/** Requires one of the given values. */
export function mustBeOneOf(...words: readonly unknown[]): Requirement {
  const texts = words.map((word) => JSON.stringify(word));
  const last = texts.pop();
  const what = texts.length === 0 ? String(last) : `${texts.join(", ")} or ${last}`;
  return mustBe(what, (value) => words.includes(value));
}

/** Requires a list whose elements satisfy `each`. */
export function mustBeListOf(each: Requirement): Requirement {
  return (value, path) =>
    // A spread replaces the holes of a list with `undefined`.
    Array.isArray(value) ? [...value].flatMap((one, index) => each(one, `${path}[${index}]`)) : mustBeList(value, path);
}

/** Requires a table whose values satisfy `each`. The keys are arbitrary. */
export function mustBeTableOf(each: Requirement): Requirement {
  return (value, path) =>
    isTable(value)
      ? Object.entries(value).flatMap(([key, one]) => (one === undefined ? NONE : each(one, keyPath(path, key))))
      : mustBeTable(value, path);
}

/** Requires a table in which the known keys, if present, satisfy their requirements. Other keys are allowed. */
export function mustHave(known: Requirements, ...required: readonly string[]): Requirement {
  const entries = Object.entries(known);
  return (value, path) =>
    isTable(value)
      ? entries.flatMap(([key, requirement]) =>
          value[key] === undefined && !required.includes(key) ? NONE : requirement(value[key], keyPath(path, key)),
        )
      : mustBeTable(value, path);
}

/** Requires a table as {@link mustHave} does, and refuses unknown keys. */
export function mustHaveOnly(known: Requirements, ...required: readonly string[]): Requirement {
  const have = mustHave(known, ...required);
  return (value, path) => [...(isTable(value) ? unknownKeys(value, known, path) : NONE), ...have(value, path)];
}

/** Maximum number of table keys in a message. Values with more keys, such as operations, are shown as `an object`. */
const MOST_KEYS = 4;

function unknownKeys(value: object, known: Requirements, path: string): readonly string[] {
  return Object.keys(value).flatMap((key) => {
    if (Object.hasOwn(known, key)) return NONE;
    const keys = Object.keys(known);
    const similar = suggest(key, keys);
    const meant =
      similar !== undefined
        ? `; did you mean \`${keyPath(path, similar)}\`?`
        : keys.length > 0 && keys.length <= MOST_KEYS
          ? `; allowed keys: ${quoted(keys)}`
          : "";
    return [`unknown key \`${keyPath(path, key)}\`${meant}`];
  });
}

/** Returns the path of a key in the table at `path`. The path of the outermost table can be empty. */
export function keyPath(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Describes a value for a message. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (isPassDefinition(value)) return `pass \`${String(value.declaration.name)}\``;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const keys = Object.keys(value);
  return keys.length > 0 && keys.length <= MOST_KEYS ? `{ ${keys.join(", ")} }` : "an object";
}
