export interface Import {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
  /** `import type`, `export type`, or nothing but `type` names in the braces: gone after compilation. */
  readonly isTypeOnly: boolean;
}

/**
 * The module specifiers of a TypeScript file: import, export … from, import(), import("…").Type, require(). Comments and
 * other strings are skipped. TypeScript 7 has no parser to ask, and a file that a regular expression misreads can only
 * cause a false alarm or be a template literal with an import in it, which has no business here.
 */
export function findImports(text: string): readonly Import[] {
  const code = blankComments(text);
  const statement =
    /\b(?:import|export)\b(?<clause>[\w\s{},*$]*?)\bfrom\s*["'](?<a>[^"'\n]+)["']|\bimport\s*["'](?<b>[^"'\n]+)["']|\b(?:import|require)\s*\(\s*["'`](?<c>[^"'`\n]+)["'`]/g;
  return [...code.matchAll(statement)].map(({ groups, index }) => ({
    specifier: groups?.["a"] ?? groups?.["b"] ?? groups?.["c"] ?? "",
    line: code.slice(0, index).split("\n").length,
    isTypeOnly: isTypeOnly(groups?.["clause"]),
  }));
}

function isTypeOnly(clause: string | undefined): boolean {
  const trimmed = clause?.trim() ?? "";
  if (/^type\b(?!\s*,)/.test(trimmed)) return true;
  const names = /^\{(.*)\}$/s
    .exec(trimmed)?.[1]
    ?.split(",")
    .filter((name) => name.trim() !== "");
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

/** The text with its comments blanked; offsets and lines stay. */
function blankComments(text: string): string {
  const piece = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[^]*?\*\//g;
  return text.replace(piece, (found) => (found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found));
}
