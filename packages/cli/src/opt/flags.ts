import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { PrintFlags, VerifyDiagnosticsLevel } from "@passwright/ir";
import { THREAD_COUNT } from "../threads/wanted-threads.ts";
import { PROGRAM } from "./flag-table.ts";
import type { OptFlag } from "./flag-table.ts";

/** Use of a flag on the command line. `value` is absent if the value is optional and was not given. */
export interface FlagUse {
  readonly name: string;
  readonly kind: OptFlag["kind"];
  readonly value?: string;
}

export interface ParsedFlags {
  readonly uses: readonly FlagUse[];
  readonly operands: readonly string[];
  readonly errors: readonly string[];
}

const TAKES_VALUE: ReadonlySet<OptFlag["kind"]> = new Set(["string", "enum", "uint", "long", "threads"]);
const NUMBERS: { readonly [kind in OptFlag["kind"]]?: RegExp } = {
  uint: /^\d+$/,
  long: /^-?\d+$/,
  threads: THREAD_COUNT,
};
const BOOLEANS = new Set(["", "true", "TRUE", "True", "1", "false", "FALSE", "False", "0"]);

/** Parses arguments like LLVM's CommandLine library. The parser of `node:util` would read `-cse` as three flags. */
export function parseFlags(argv: readonly string[], flags: ReadonlyMap<string, OptFlag>): ParsedFlags {
  const uses: FlagUse[] = [];
  const operands: string[] = [];
  const errors: string[] = [];
  const take = (name: string, flag: OptFlag, value: string | undefined): void => {
    const isTooLarge = flag.kind === "uint" && Number(value) >= 2 ** 32;
    if (isTooLarge || NUMBERS[flag.kind]?.test(value ?? "") === false) {
      errors.push(forOption(name, `'${value}' value invalid for ${flag.kind} argument!`));
      return;
    }
    const wrong = findUnknownValue(flag, value, flags);
    if (wrong === undefined) uses.push({ name, kind: flag.kind, ...(value === undefined ? {} : { value }) });
    else errors.push(forOption(name, `Cannot find option named '${wrong}'!`));
  };
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
    if (flag === undefined) errors.push(...unknownFlag(match, flags));
    else if (TAKES_VALUE.has(flag.kind) && value === undefined) {
      const next = argv[++index];
      if (next === undefined) errors.push(forOption(name, "requires a value!"));
      else take(name, flag, next);
    } else if (flag.kind === "bool" && !BOOLEANS.has(value ?? ""))
      errors.push(forOption(name, `'${value}' is invalid value for boolean argument! Try 0 or 1`));
    else take(name, flag, value);
  }
  if (operands.length > 1) {
    errors.push(
      `${PROGRAM}: Too many positional arguments specified!`,
      `Can specify at most 1 positional arguments: See: ${PROGRAM} --help`,
    );
  }
  return { uses, operands, errors };
}

function findUnknownValue(
  { kind, values }: OptFlag,
  value: string | undefined,
  flags: ReadonlyMap<string, OptFlag>,
): string | undefined {
  if (values !== undefined) return Object.hasOwn(values, value ?? "") ? undefined : (value ?? "");
  if (kind !== "passes") return undefined;
  return (value ?? "").split(",").find((name) => flags.get(name)?.kind !== "pass");
}

/** Returns the value of a boolean flag. If the flag occurs several times, the last use determines the value. */
export function isOn(uses: readonly FlagUse[], name: string, byDefault = false): boolean {
  const last = uses.findLast((use) => use.name === name);
  return last === undefined ? byDefault : !["false", "FALSE", "False", "0"].includes(last.value ?? "");
}

export function valueOf(uses: readonly FlagUse[], name: string): string | undefined {
  return uses.findLast((use) => use.name === name)?.value;
}

export function verifyLevelOf(uses: readonly FlagUse[]): VerifyDiagnosticsLevel | undefined {
  const use = uses.findLast(({ name }) => name === "verify-diagnostics");
  if (use === undefined) return undefined;
  return use.value === "only-expected" ? "only-expected" : "all";
}

export function listOf(uses: readonly FlagUse[], name: string): readonly string[] {
  return uses.filter((use) => use.name === name).flatMap((use) => (use.value ?? "").split(","));
}

function spell(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function forOption(name: string, what: string): string {
  return `${PROGRAM}: for the ${spell(name)} option: ${what}`;
}

function unknownFlag([argument, name = "", value]: RegExpExecArray, flags: ReadonlyMap<string, OptFlag>): string[] {
  const similar = suggest(name, flags.keys());
  const line = `${PROGRAM}: Unknown command line argument '${argument}'.  Try: '${PROGRAM} --help'`;
  if (similar === undefined) return [line];
  return [line, `${PROGRAM}: Did you mean '${spell(similar)}${value === undefined ? "" : `=${value}`}'?`];
}

export function printFlagsOf(uses: readonly FlagUse[]): PrintFlags {
  const elements = numberOf(uses, "mlir-elide-elementsattrs-if-larger");
  const hex = numberOf(uses, "mlir-print-elementsattrs-with-hex-if-larger");
  const resources = numberOf(uses, "mlir-elide-resource-strings-if-larger");
  return {
    generic: isOn(uses, "mlir-print-op-generic"),
    debugInfo: isOn(uses, "mlir-print-debuginfo"),
    prettyDebugInfo: isOn(uses, "mlir-pretty-debuginfo"),
    localScope: isOn(uses, "mlir-print-local-scope"),
    assumeVerified: isOn(uses, "mlir-print-assume-verified"),
    skipRegions: isOn(uses, "mlir-print-skip-regions"),
    uniqueSsaIds: isOn(uses, "mlir-print-unique-ssa-ids"),
    valueUsers: isOn(uses, "mlir-print-value-users"),
    nameLocAsPrefix: isOn(uses, "mlir-use-nameloc-as-prefix"),
    ...(elements === undefined ? {} : { elideElementsAttrsIfLarger: elements }),
    ...(hex === undefined ? {} : { elementsAttrsWithHexIfLarger: hex }),
    ...(resources === undefined ? {} : { elideResourceStringsIfLarger: resources }),
  };
}

function numberOf(uses: readonly FlagUse[], name: string): number | undefined {
  const value = valueOf(uses, name);
  return value === undefined ? undefined : Number(value);
}

/** Returns the printed severities. Like mlir-opt, ignores `--mlir-disable-diagnostic-notes`. */
export function severitiesOf(uses: readonly FlagUse[]): ReadonlySet<Diagnostic["severity"]> {
  const level = valueOf(uses, "mlir-diagnostic-verbosity-level") ?? "remarks";
  const kept = new Set<Diagnostic["severity"]>(["error"]);
  if (level !== "errors") kept.add("warning");
  if (level === "remarks") kept.add("remark");
  return kept;
}
