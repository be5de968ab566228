import { didYouMean, errorDiagnostic, isPassDefinition, suggest, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "../errors/where.ts";
import type { Origin } from "../contributions/origin.ts";
import { wrongPart } from "./shapes.ts";
import type { Is, Table } from "./shapes.ts";

/* PWB0305: calls that the TypeScript types do not allow. */

/** Returns the origin of the current call. Called only for errors, because finding the origin needs a stack trace. */
export type OriginNow = () => Origin;

export function wrongCall(call: string, what: string, help: string, origin?: OriginNow): UsageError {
  const diagnostic: Diagnostic = errorDiagnostic("PWB0305", `\`${call}\`: ${what}`, help, {
    ...(origin === undefined ? {} : whereOf(origin())),
  });
  return new UsageError(diagnostic);
}

/** Maximum number of table keys in a message. Tables with more keys, such as operations, are shown as `an object`. */
const MOST_KEYS = 4;

export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (isPassDefinition(value)) return `pass \`${String(value.declaration.name)}\``;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const keys = Object.keys(value);
  return keys.length > 0 && keys.length <= MOST_KEYS ? `{ ${keys.join(", ")} }` : "an object";
}

/** Shape and description of each setting. */
export type Settings = { readonly [setting: string]: readonly [is: Is, what: string] };

/** Checks that a table contains only these settings, with the right shapes. */
export function checkTable(call: string, table: Table, settings: Settings, origin?: OriginNow): void {
  for (const key in table) {
    if (!Object.hasOwn(table, key)) continue;
    const value = table[key];
    if (!Object.hasOwn(settings, key)) {
      const names = Object.keys(settings);
      const similar = suggest(key, names);
      const help = didYouMean(similar, `use only these settings: ${names.join(", ")}`);
      throw wrongCall(call, `unknown setting \`${key}\``, help, origin);
    }
    const [is, what] = settings[key] as Settings[string];
    if (value === undefined || is(value)) continue;
    const [name, part] = wrongPart(is, key, value);
    throw wrongCall(call, `\`${name}\` cannot be ${shown(part)}`, `set \`${key}\` to ${what}`, origin);
  }
}
