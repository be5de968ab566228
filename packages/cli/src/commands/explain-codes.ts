import { readFileSync } from "node:fs";
import { suggest } from "@passwright/core";
import { unknownCode } from "../errors/arguments.ts";
import { ERROR_PAGES } from "../own-folder.ts";
import type { CommandOutcome } from "./outcome.ts";

/**
 * Returns whether an operand of `passwright explain` is the code of a message, such as `PWB0201`, in upper or lower
 * case.
 */
export function isCode(operand: string): boolean {
  return /^PW[A-Z]\d{4}$/i.test(operand);
}

/** Prints the documentation pages of error codes. The pages are part of this package. */
export function explainCodes(codes: readonly string[]): CommandOutcome {
  const pages = JSON.parse(readFileSync(ERROR_PAGES, "utf8")) as { readonly [code: string]: string };
  const found = codes.map((code) => ({ code: code.toUpperCase(), page: pages[code.toUpperCase()] }));
  return {
    diagnostics: found.flatMap(({ code, page }) =>
      page === undefined ? [unknownCode(code, suggest(code, Object.keys(pages)))] : [],
    ),
    json: () => ({ codes: found.filter(({ page }) => page !== undefined) }),
    text: () => found.flatMap(({ page }) => page?.trimEnd() ?? []).join("\n\n") || undefined,
  };
}
