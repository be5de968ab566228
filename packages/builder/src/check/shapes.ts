import { isTable } from "@passwright/core";

/**
 * Returns whether a value has the shape that its TypeScript type requires. This check is needed because JavaScript code
 * can call builders.
 */
export interface Is {
  (value: unknown): boolean;
  /** Shape of the elements. Present only in the shape of a list. */
  readonly ofList?: Is;
  readonly ofTable?: Is;
  /** Shapes of the keys. Present only in the shape of a table with certain keys. */
  readonly ofKeys?: Keys;
  readonly isExact?: true;
}

type Keys = { readonly [key: string]: Is };

export type Table = { readonly [key: string]: unknown };

export const isText: Is = (value) => typeof value === "string" && value !== "";
export const isString: Is = (value) => typeof value === "string";
export const isFlag: Is = (value) => typeof value === "boolean";
export const isFunction: Is = (value) => typeof value === "function";

export const isListOf = (each: Is): Is =>
  Object.assign((value: unknown) => Array.isArray(value) && [...(value as unknown[])].every((one) => each(one)), {
    ofList: each,
  });

export const isTexts: Is = isListOf(isText);
export const isTextOrTexts: Is = (value) => isText(value) || isTexts(value);

export const isOneOf =
  (...words: readonly unknown[]): Is =>
  (value) =>
    words.includes(value);

/** Returns the shape of a table with arbitrary keys whose values have the shape `each`. */
export const isTableOf = (each: Is): Is =>
  Object.assign((value: unknown) => isTable(value) && Object.values(value).every((one) => each(one)), {
    ofTable: each,
  });

/**
 * Returns the shape of a table. The given keys, if present, must have values of the given shapes. Other keys are
 * allowed.
 */
export const isLike = (keys: Keys, ...required: readonly string[]): Is =>
  Object.assign(
    (value: unknown) =>
      isTable(value) &&
      required.every((key) => value[key] !== undefined) &&
      Object.entries(keys).every(([key, is]) => value[key] === undefined || is(value[key])),
    { ofKeys: keys },
  );

/** Returns the shape of a table in which all given keys are required. Other keys are allowed. */
export const isWhole = (keys: Keys): Is => isLike(keys, ...Object.keys(keys));

/** Returns the shape of a table, as {@link isLike} does. This shape also refuses keys that are not listed. */
export const isExactly = (keys: Keys, ...required: readonly string[]): Is =>
  Object.assign(
    (value: unknown) =>
      isLike(keys, ...required)(value) && Object.keys(value as Table).every((key) => Object.hasOwn(keys, key)),
    { ofKeys: keys, isExact: true as const },
  );

/**
 * Returns the name and value of the innermost part of `value` that has the wrong shape. The part is an element of a
 * list or table, or `value` itself.
 */
export function wrongPart(is: Is, name: string, value: unknown): readonly [name: string, value: unknown] {
  if (typeof value !== "object" || value === null) return [name, value];
  const isList = Array.isArray(value);
  for (const [key, one] of Object.entries(value) as [string, unknown][]) {
    const each = isList ? is.ofList : (is.ofTable ?? is.ofKeys?.[key]);
    const part = isList ? `${name}[${key}]` : `${name}.${key}`;
    if (each === undefined && is.isExact) return [part, one];
    if (each !== undefined && one !== undefined && !each(one)) return wrongPart(each, part, one);
  }
  return [name, value];
}

/** Shape of a manager's anchor, with the same requirements as in the core. */
export const isAnchor: Is = (value) =>
  typeof value === "string" && value !== "" && value.trim() === value && !/[,(){]/.test(value);

const isOnePlace = isExactly({
  before: isText,
  after: isText,
  beforeType: isText,
  afterType: isText,
  at: isText,
  end: isOneOf(true),
});
export const isPlace: Is = (value) => isOnePlace(value) && Object.keys(value as Table).length === 1;
export const isPlaces: Is = (value) => isPlace(value) || (isListOf(isPlace)(value) && (value as unknown[]).length > 0);

const isOptionValue: Is = (value) => ["string", "number", "boolean"].includes(typeof value);
export const isWhen: Is = isExactly({ target: isTextOrTexts, level: isTextOrTexts, option: isTableOf(isOptionValue) });
export const isChoice: Is = isLike({ target: isString, level: isString, option: isTable });

export const isSourceOf: Is = (value) => isFunction(value) || isLike({ atHand: isFunction }, "atHand")(value);

export const isOwner: Is = isLike({ name: isText, version: isString }, "name");
export const isContributor: Is = isLike(
  { kind: isOneOf("framework", "plugin", "config"), name: isText, version: isString },
  "kind",
  "name",
);
export const isOrigin: Is = isLike(
  { kind: isOneOf("framework", "plugin", "config", "inserted"), name: isText },
  "kind",
  "name",
);

/** Shape of `{ pass }` or `{ type }`. */
export const isSelector: Is = (value) =>
  isExactly({ pass: isText, type: isText })(value) && Object.keys(value as Table).length === 1;

export const PLACES =
  "one of `{ before }`, `{ after }`, `{ beforeType }`, `{ afterType }`, `{ at }` and `{ end: true }`";
export const WHEN = "a table with some of the keys `target`, `level` and `option`";
