import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { DataDocument } from "./node.ts";
import { placeIn, shortened } from "./places.ts";

/*
 * PWL0010 to PWL0019: invalid data of a config or manifest. Every function takes the document and the offset of the
 * error.
 */

function data(
  code: string,
  message: string,
  document: DataDocument,
  offset: number | undefined,
  help: readonly string[],
): Diagnostic {
  return { code, severity: "error", message, at: placeIn(document, offset), help };
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

export function syntaxError(document: DataDocument, offset: number, message: string, help?: string): Diagnostic {
  return data("PWL0010", shortened(message, 200), document, offset, [
    ...(help === undefined ? [] : [help]),
    "fix the syntax; the file was not used",
  ]);
}

export function unknownKey(
  document: DataDocument,
  offset: number | undefined,
  path: string,
  key: string,
  known: readonly string[],
): Diagnostic {
  const similar = suggest(key, known);
  const where = path === "" ? "" : ` in \`${shortened(path, 200)}\``;
  return {
    ...data("PWL0011", `unknown key \`${shortened(key)}\`${where}`, document, offset, [
      similar === undefined ? "remove it" : `did you mean \`${similar}\`?`,
    ]),
    notes: [{ message: `allowed keys: ${listed(known)}` }],
  };
}

export function missingKey(
  document: DataDocument,
  offset: number | undefined,
  path: string,
  key: string,
  doc: string,
): Diagnostic {
  const where = path === "" ? "" : ` in \`${shortened(path, 200)}\``;
  return data("PWL0012", `\`${key}\` is missing${where}`, document, offset, [`add \`${key}\`: ${doc}`]);
}

export function wrongValue(
  document: DataDocument,
  offset: number | undefined,
  path: string,
  expected: string,
  found: string,
): Diagnostic {
  const what = path === "" ? "the config" : `\`${shortened(path, 200)}\``;
  return data("PWL0013", `${what} must be ${expected}, not ${shortened(found)}`, document, offset, [
    `write ${expected}`,
  ]);
}

export function forbiddenKey(
  document: DataDocument,
  offset: number | undefined,
  path: string,
  key: string,
): Diagnostic {
  const where = path === "" ? "" : ` in \`${shortened(path, 200)}\``;
  const help = "remove it: it would change the prototype of JavaScript's objects";
  return data("PWL0014", `key \`${key}\` is not allowed${where}`, document, offset, [help]);
}

export function hiddenInKey(document: DataDocument, offset: number | undefined, path: string, key: string): Diagnostic {
  const where = path === "" ? "" : ` in \`${shortened(path, 200)}\``;
  const help = "remove the escaped character from the key";
  return data("PWL0014", `key \`${shortened(key)}\`${where} has a control character`, document, offset, [help]);
}

export function repeatedKey(document: DataDocument, offset: number | undefined, path: string, key: string): Diagnostic {
  const where = path === "" ? "" : ` in \`${shortened(path, 200)}\``;
  return data("PWL0015", `key \`${shortened(key)}\` appears twice${where}`, document, offset, ["keep one of the two"]);
}

export function tooLarge(document: DataDocument, offset: number | undefined, what: string): Diagnostic {
  return data("PWL0016", `too large: ${what}`, document, offset, ["shorten it, or use fewer aliases in YAML"]);
}

export function notExactlyOne(
  document: DataDocument,
  offset: number | undefined,
  path: string,
  keys: readonly string[],
  found: readonly string[],
): Diagnostic {
  const what = found.length === 0 ? "none of them is present" : `present: ${listed(found)}`;
  return {
    ...data("PWL0017", `\`${path}\` needs exactly one of ${listed(keys)}`, document, offset, [
      found.length === 0 ? "add one of them" : "keep one of them",
    ]),
    notes: [{ message: what }],
  };
}

export function declaredTwice(document: DataDocument, offset: number | undefined, pass: string): Diagnostic {
  return data("PWL0018", `pass \`${pass}\` is declared twice`, document, offset, ["keep one of the two"]);
}

export function badOptionTable(document: DataDocument, offset: number | undefined, problem: string): Diagnostic {
  return data("PWL0013", `options in a manifest: ${problem}`, document, offset, [
    "correct the option, or generate the manifest again: `passwright manifest`",
  ]);
}

export function unreadableText(document: DataDocument, offset: number, what: string): Diagnostic {
  return data("PWL0019", `the file contains ${what}`, document, offset, [
    "save it as UTF-8 text; the file was not used",
  ]);
}
