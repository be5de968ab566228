import { didYouMean, errorDiagnostic, isTable, quoted, suggest, UsageError } from "@passwright/core";

/** Accepted values of a setting, and their description, such as `a string`. */
export type SettingKind = readonly [accepts: (value: unknown) => boolean, description: string];

/** Kinds of settings that adapters share. */
export const settingKinds: { readonly [kind in "any" | "boolean" | "code" | "string" | "table"]: SettingKind } = {
  any: [() => true, "a value"],
  boolean: [(value) => typeof value === "boolean", "true or false"],
  code: [(value) => typeof value === "function", "a function"],
  string: [(value) => typeof value === "string", "a string"],
  table: [isTable, "an object"],
};

/**
 * Throws if `settings` contains a key that is not in `known`. `what` describes the object that contains the settings.
 * `help` returns the help text for an unknown setting that is not similar to any known setting.
 *
 * @throws UsageError with `code`.
 */
export function checkNames(
  code: string,
  what: string,
  settings: object,
  known: readonly string[],
  help: (unknown: string) => string = (unknown) => `remove \`${unknown}\``,
): void {
  const unknown = Object.keys(settings).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  refuse(code, `unknown setting \`${unknown}\` of ${what}`, didYouMean(suggest(unknown, known), help(unknown)));
}

/**
 * Throws for an unknown setting and for a value of the wrong type, because programs in JavaScript are not checked by the
 * compiler. Settings that are `undefined` count as not set. `what` describes the object that contains the settings.
 *
 * @throws UsageError with `code`.
 */
export function checkSettings(
  code: string,
  what: string,
  settings: unknown,
  kinds: { readonly [name: string]: SettingKind },
): asserts settings is object {
  const known = Object.keys(kinds);
  if (!isTable(settings))
    return refuse(
      code,
      `${what} must be an object`,
      `pass an object with settings such as ${quoted(known.slice(0, 5))}`,
    );
  checkNames(code, what, settings, known);
  for (const [name, value] of Object.entries(settings)) {
    const [accepts, description] = kinds[name] as SettingKind;
    if (value !== undefined && !accepts(value))
      refuse(code, `\`${name}\` of ${what} must be ${description}`, `set \`${name}\` to ${description}`);
  }
}

/** Throws an error about the configuration of another tool. @throws UsageError with this code, message and help. */
export function refuse(code: string, message: string, help: string): never {
  throw new UsageError(errorDiagnostic(code, message, help));
}
