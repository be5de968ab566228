import { suggest } from "@passwright/core";
import { type VerifyDiagnosticsLevel } from "@passwright/ir";
import { type OptFlag } from "./flag-table.ts";

/** A flag as it was given. `value` is absent where a flag that may do without has none. */
export interface FlagUse {
  readonly name: string;
  readonly kind: OptFlag["kind"];
  readonly value?: string;
}

/** What parsing gives: flags in their order and operands, or what is wrong, in LLVM's words. */
export interface ParsedFlags {
  readonly uses: readonly FlagUse[];
  readonly operands: readonly string[];
  /** Lines for standard error. Nothing may be done if there are any. */
  readonly errors: readonly string[];
}

const BOOLEANS = new Set(["", "true", "TRUE", "True", "1", "false", "FALSE", "False", "0"]);

/**
 * Reads arguments as LLVM's CommandLine library does: one or two dashes, `=` or the next argument for a value, `-` alone is
 * an operand, and so is everything after `--`. `node:util`'s parser would take `-cse` for three flags.
 */
export function parseFlags(program: string, argv: readonly string[], flags: ReadonlyMap<string, OptFlag>): ParsedFlags {
  const uses: FlagUse[] = [];
  const operands: string[] = [];
  const errors: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string;
    if (argument === "--") {
      operands.push(...argv.slice(index + 1));
      break;
    }
    const match = /^--?([^=]+)(?:=([^]*))?$/.exec(argument);
    if (match === null) {
      operands.push(argument);
      continue;
    }
    const [, name = "", value] = match;
    const flag = flags.get(name);
    if (flag === undefined) {
      errors.push(...unknownFlag(program, argument, name, value, flags));
    } else if (flag.kind === "string" && value === undefined) {
      const next = argv[++index];
      if (next === undefined) errors.push(`${program}: for the ${spell(name)} option: requires a value!`);
      else uses.push({ name, kind: flag.kind, value: next });
    } else if (flag.kind === "bool" && !BOOLEANS.has(value ?? "")) {
      errors.push(
        `${program}: for the ${spell(name)} option: '${value}' is invalid value for boolean argument! Try 0 or 1`,
      );
    } else if (flag.values?.includes(value ?? "") === false) {
      errors.push(`${program}: for the ${spell(name)} option: Cannot find option named '${value}'!`);
    } else uses.push({ name, kind: flag.kind, ...(value === undefined ? {} : { value }) });
  }
  if (operands.length > 1) {
    errors.push(
      `${program}: Too many positional arguments specified!`,
      `Can specify at most 1 positional arguments: See: ${program} --help`,
    );
  }
  return { uses, operands, errors };
}

/** Whether a boolean flag is on: its last use decides. */
export function isOn(uses: readonly FlagUse[], name: string, byDefault = false): boolean {
  const last = uses.findLast((use) => use.name === name);
  return last === undefined ? byDefault : !["false", "FALSE", "False", "0"].includes(last.value ?? "");
}

/** The value of a flag that takes one: its last use decides. */
export function valueOf(uses: readonly FlagUse[], name: string): string | undefined {
  return uses.findLast((use) => use.name === name)?.value;
}

/** What `--verify-diagnostics` asks for; undefined without it. */
export function verifyLevelOf(uses: readonly FlagUse[]): VerifyDiagnosticsLevel | undefined {
  const use = uses.findLast(({ name }) => name === "verify-diagnostics");
  if (use === undefined) return undefined;
  return use.value === "only-expected" ? "only-expected" : "all";
}

/** Flags of one letter are spelled with one dash, all others with two. */
function spell(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function unknownFlag(
  program: string,
  argument: string,
  name: string,
  value: string | undefined,
  flags: ReadonlyMap<string, OptFlag>,
): string[] {
  const similar = suggest(name, flags.keys());
  const line = `${program}: Unknown command line argument '${argument}'.  Try: '${program} --help'`;
  if (similar === undefined) return [line];
  return [line, `${program}: Did you mean '${spell(similar)}${value === undefined ? "" : `=${value}`}'?`];
}
