import { didYouMean, errorDiagnostic as error, quoted, suggest } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { shortened } from "./places.ts";

/* Errors PWL0010 to PWL0019, about invalid data in a config or manifest. */

const pathText = (path: string, root: string): string => (path === "" ? root : `\`${shortened(path, 200)}\``);
const within = (path: string): string => path && ` in ${pathText(path, "")}`;

/** Reports text that is not valid in its format. */
export function syntaxError(at: SourceLocation, format: "YAML" | "JSON", message: string, help?: string): Diagnostic {
  const text = `invalid ${format}: ${shortened(message, 200)}`;
  return error("PWL0010", text, help ?? `correct the ${format} syntax`, { at });
}

export function unknownKey(at: SourceLocation, path: string, key: string, known: readonly string[]): Diagnostic {
  const help = didYouMean(suggest(key, known), "remove the key");
  const notes = [`allowed keys: ${quoted(known)}`];
  return error("PWL0011", `unknown key \`${shortened(key)}\`${within(path)}`, help, { at, notes });
}

export function missingKey(at: SourceLocation, path: string, key: string, doc: string): Diagnostic {
  return error("PWL0012", `\`${key}\` is missing${within(path)}`, `add \`${key}\`: ${doc}`, { at });
}

export function wrongValue(
  at: SourceLocation,
  path: string,
  expected: string,
  found: string,
  help: string,
  title = "the config",
): Diagnostic {
  return error("PWL0013", `${pathText(path, title)} must be ${expected}, not ${shortened(found)}`, help, { at });
}

export function forbiddenKey(at: SourceLocation, path: string, key: string): Diagnostic {
  const help = "remove the key, because it can change the prototype of JavaScript objects";
  return error("PWL0014", `key \`${key}\` is not allowed${within(path)}`, help, { at });
}

export function hiddenInKey(at: SourceLocation, path: string, key: string): Diagnostic {
  const message = `key \`${shortened(key)}\`${within(path)} contains a control character`;
  return error("PWL0014", message, "remove the escaped character from the key", { at });
}

export function repeatedKey(at: SourceLocation, path: string, key: string): Diagnostic {
  return error("PWL0015", `key \`${shortened(key)}\` appears twice${within(path)}`, "remove one of the two keys", {
    at,
  });
}

/** Reports a file or value that exceeds a limit. `path` is the key path of the value. Empty for the whole file. */
export function tooLarge(at: SourceLocation, what: string, path = ""): Diagnostic {
  const help = "reduce the size or the nesting of the value, or the number of YAML aliases";
  return error("PWL0016", `${pathText(path, "the file")} is too large: ${what}`, help, { at });
}

export function notExactlyOne(
  at: SourceLocation,
  path: string,
  keys: readonly string[],
  found: readonly string[],
): Diagnostic {
  const message = `\`${path}\` must have exactly one of ${quoted(keys)}`;
  if (found.length === 0)
    return error("PWL0017", message, "add one of these keys", { at, notes: ["none of these keys is set"] });
  return error("PWL0017", message, "keep only one of these keys", { at, notes: [`present: ${quoted(found)}`] });
}

/** Reports a pass that a manifest declares twice. */
export function declaredTwice(at: SourceLocation, pass: string): Diagnostic {
  return error("PWL0018", `pass \`${pass}\` is declared twice`, "remove one of the two declarations", { at });
}

/** Reports an option that a manifest declares with an invalid schema. */
export function badOptionTable(at: SourceLocation, problem: string): Diagnostic {
  const help = "correct the option, or run `passwright manifest` again";
  return error("PWL0013", `invalid options in a manifest: ${problem}`, help, { at });
}

/** Reports a file that is not UTF-8 text. */
export function unreadableText(at: SourceLocation, what: string): Diagnostic {
  return error("PWL0019", `the file contains ${what}`, "save the file as UTF-8 text", { at });
}
