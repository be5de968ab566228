import { declarationRequirements, errorDiagnostic, isTable, mustHaveOnly, UsageError } from "@passwright/core";
import type { OptionSpecs, PassDeclaration, Requirements } from "@passwright/core";

/** Declarations for a pass that is made from a plugin of another tool, which does not contain them. */
export interface AdaptedPassSettings<O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "options" | "to" | "toAnchor">
> {
  /** Options that configs and plugins can set. Write `optional(…)` so that the plugin's own defaults apply. */
  readonly options?: O;
}

/** Keys of a declaration that the adapter sets itself. */
const FIXED = ["anchor", "group", "ir", "to", "toAnchor"];

/**
 * Throws for an unknown setting. `own` contains the settings that `call` accepts in addition to those of a pass. `help`
 * describes the place for settings of the plugin.
 *
 * @throws UsageError PWC0105.
 */
export function checkPassSettings(call: string, settings: object, own: readonly string[], help: string): void {
  const keys = Object.keys(declarationRequirements()).filter((key) => !FIXED.includes(key));
  const known = Object.fromEntries([...keys, ...own].map((key) => [key, () => []]));
  checkSettings("PWC0105", `\`${call}\``, settings, known, help);
}

/** Converts a name to a valid pass name. Returns `undefined` if no valid character remains. */
export function passNameOf(name: string): string | undefined {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || undefined;
}

/** Returns a function that converts names of plugins to pass names, with numbers for used names: `clean.2`. */
export function passNames(taken: Iterable<string> = []): (name: string) => string {
  const names = new Set(taken);
  return (name) => {
    const own = passNameOf(name) ?? "plugin";
    let free = own;
    for (let number = 2; names.has(free); number++) free = `${own}.${number}`;
    names.add(free);
    return free;
  };
}

/**
 * Throws for an unknown setting and for an invalid value, because programs in JavaScript are not checked by the
 * compiler. Settings that are `undefined` count as not set. `what` describes the object that contains the settings.
 *
 * @throws UsageError with `code`.
 */
export function checkSettings(
  code: string,
  what: string,
  settings: unknown,
  known: Requirements,
  help: string = `correct ${what}`,
): asserts settings is object {
  const [problem] = isTable(settings) ? mustHaveOnly(known)(settings, "") : ["a table of settings is required"];
  if (problem !== undefined) refuse(code, `${what}: ${problem}`, help);
}

/** Throws an error about the configuration of another tool. @throws UsageError with this code, message and help. */
export function refuse(code: string, message: string, help: string): never {
  throw new UsageError(errorDiagnostic(code, message, help));
}
