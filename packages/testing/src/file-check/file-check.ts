import type { Diagnostic } from "@passwright/core";
import { parseDirectives } from "./directive.ts";
import { checkArgument, mustBeCheckOptions } from "../settings.ts";
import * as errors from "./errors.ts";
import { BadRegex } from "./extended-regex.ts";
import { Matcher } from "./matcher.ts";
import type { Check } from "./matcher.ts";
import { Pattern } from "./pattern.ts";

/** Options of {@link fileCheck}. */
export interface FileCheckOptions {
  /** Text that contains the check directives. */
  readonly checks: string;
  /** Name of the text with the check directives, for diagnostics. */
  readonly checksFile?: string;
  /** Text to search. */
  readonly input: string;
  /** Name of the searched text, for diagnostics. */
  readonly inputFile?: string;
  /** Prefixes of the check directives, as in FileCheck's `--check-prefix`. Default: `CHECK`. */
  readonly prefixes?: readonly string[];
}

/** Result of {@link fileCheck}. */
export interface CheckResult {
  /** Whether all checks match. */
  readonly ok: boolean;
  /** Failed checks. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares a text with CHECK lines like LLVM's FileCheck. Supports `CHECK`, `-NEXT`, `-SAME`, `-NOT`, `-DAG`, `-LABEL`,
 * `-COUNT-n`, `-EMPTY`, `{LITERAL}`, `{{regex}}`, `[[VAR:regex]]` and `[[VAR]]`. Consecutive blanks count as one blank.
 *
 * @throws UsageError PWT0605 if an option is invalid or unknown.
 */
export function fileCheck(options: FileCheckOptions): CheckResult {
  checkArgument("fileCheck", "options", options, mustBeCheckOptions);
  const { checks: text, checksFile = "checks", inputFile = "input", prefixes = ["CHECK"] } = options;
  const parsed = parseDirectives(checksFile, text, prefixes);
  if (!parsed.ok) return { ok: false, diagnostics: [parsed.diagnostic] };
  const checks: Check[] = [];
  for (const directive of parsed.directives) {
    try {
      checks.push({ directive, pattern: new Pattern(directive) });
    } catch (thrown) {
      if (!(thrown instanceof BadRegex)) throw thrown;
      return { ok: false, diagnostics: [errors.badDirective(directive.name, thrown.message, directive.at)] };
    }
  }
  const input = options.input.replaceAll("\r\n", "\n").replace(/[ \t]+/g, " ");
  if (input === "") return { ok: false, diagnostics: [errors.emptyInput(checksFile)] };
  const diagnostics = new Matcher(inputFile, input).run(checks);
  return { ok: diagnostics.length === 0, diagnostics };
}
