import { parseArgs } from "node:util";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";

/** A flag of a command. */
export interface Flag {
  readonly kind: "flag" | "value";
  readonly short?: string;
  /** What stands for the value in help. */
  readonly placeholder?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** The words that the value may be. */
  readonly words?: readonly string[];
  readonly doc: string;
}

export type Flags = { readonly [name: string]: Flag };

/** The arguments of a command. */
export interface Arguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

export type ArgumentsResult =
  { readonly ok: true; readonly args: Arguments } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads the arguments of a command. All that is wrong with them is answered at once. */
export function readArguments(command: string, argv: readonly string[], flags: Flags): ArgumentsResult {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { kind, short }]) => [
        name,
        { type: kind === "value" ? "string" : "boolean", ...(short === undefined ? {} : { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const diagnostics: Diagnostic[] = [];
  const given = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    const value = valueOf(token);
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) diagnostics.push(errors.unknownFlag(rawName, command, spellings(flags)));
    else if (flag.kind === "flag" && value !== undefined) diagnostics.push(errors.flagTakesNoValue(rawName));
    else if (flag.kind === "flag") given.add(name);
    else if (value === undefined) diagnostics.push(errors.flagNeedsValue(rawName));
    else if (flag.words?.includes(value) === false) diagnostics.push(errors.badFlagValue(rawName, value, flag.words));
    else values.set(name, flag.multiple === true ? [...(values.get(name) ?? []), value] : [value]);
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, args: { flags: given, values, operands } };
}

/**
 * The value of a token. `-c=FILE` is read as other programs read it, and a flag that lacks its value does not take the next
 * flag for it.
 */
function valueOf(token: {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}): string | undefined {
  const { rawName, value, inlineValue } = token;
  if (value === undefined) return undefined;
  if (inlineValue === true) return rawName.startsWith("--") ? value : value.replace(/^=/, "");
  return /^-./.test(value) ? undefined : value;
}

function spellings(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short === undefined ? [] : [`-${short}`]),
  ]);
}

/** The flags of a command, one a line, for its help. */
export function flagsText(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { short, placeholder, doc }]): [string, string] => {
    const value = placeholder === undefined ? "" : ` ${placeholder}`;
    return [`${short === undefined ? "    " : `-${short}, `}--${name}${value}`, doc];
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, doc]) => `  ${left.padEnd(width)}  ${doc}`).join("\n");
}
