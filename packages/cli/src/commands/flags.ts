import { parseArgs } from "node:util";
import type { Diagnostic, Result } from "@passwright/core";
import * as errors from "../errors/index.ts";
import { beside } from "../render/wrap.ts";

/** A flag of a command. */
export interface Flag {
  /** Whether the flag takes a value. */
  readonly kind: "flag" | "value";
  /** Letter of the short form, such as `o` for `-o`. */
  readonly short?: string;
  /** Placeholder for the value in help. */
  readonly placeholder?: string;
  /** Whether a command line can repeat the flag with different values. Default: `false`. */
  readonly multiple?: boolean;
  /** Whether values that are not in `words` are also valid. Completion then still proposes `words`. */
  readonly isOpen?: boolean;
  /** Valid values. Absent if every text is valid, or if `problemOf` determines the valid values. */
  readonly words?: readonly string[];
  /** Returns an error if `text` is not a valid value of the flag `name`. */
  readonly problemOf?: (name: string, text: string) => Diagnostic | undefined;
  /** Description of the effect of the flag. Starts in lower case. */
  readonly doc: string;
}

type ValueCheck = NonNullable<Flag["problemOf"]>;

/** Flags by name, without dashes. */
export type Flags = { readonly [name: string]: Flag };

export interface Arguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  value(flag: string): string | undefined;
  number(flag: string): number | undefined;
}

/** Returns the arguments, except the config, for another command that makes the same plan. */
export function planningArguments(args: Arguments): readonly string[] {
  const chosen = [...withValue("-O", args.value("level")), ...withValue("--target", args.value("target"))];
  return args.flags.has("data-only") ? [...chosen, "--data-only"] : chosen;
}

export function withValue(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value];
}

export type JsonOutput = "json" | "json-lines";

type ArgumentsResult = Result<
  { readonly args: Arguments },
  {
    readonly diagnostics: readonly Diagnostic[];
    /** Output that the arguments request. Absent if they request text or contradict each other. */
    readonly output: JsonOutput | undefined;
  }
>;

export function readArguments(command: string, argv: readonly string[], flags: Flags): ArgumentsResult {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { kind, short }]) => {
        return [name, { type: kind === "value" ? "string" : "boolean", ...(short && { short }) } as const];
      }),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const spellings = Object.entries(flags).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short ? [`-${short}`] : []),
  ]);
  const diagnostics: Diagnostic[] = [];
  const given = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  // A word such as `-dash.sql` consists of several tokens, which have the same index. Reports such a word only once.
  const unknown = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== "option" || Object.hasOwn(flags, token.name)) return [];
      return /^-[^-]./.test(argv[token.index] ?? "") ? [token.index] : [];
    }),
  );
  for (const index of unknown) diagnostics.push(errors.unknownFlag(argv[index] as string, command, spellings));
  for (const token of tokens) {
    // Empty operands are valid only for `completion`, whose operands are the words of an incomplete command line.
    if (token.kind === "positional" && token.value === "" && command !== "completion")
      diagnostics.push(errors.emptyOperand(command));
    else if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option" || unknown.has(token.index)) continue;
    const { name, rawName } = token;
    const { inlineValue } = token;
    // As in other programs, accepts `-c=FILE`, and treats a negative number, but not the next flag, as a value.
    const text = inlineValue === true && !rawName.startsWith("--") ? token.value.replace(/^=/, "") : token.value;
    const value = inlineValue !== true && text !== undefined && /^-\D/.test(text) ? undefined : text;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) diagnostics.push(errors.unknownFlag(rawName, command, spellings));
    else if (flag.kind === "flag" && value !== undefined) diagnostics.push(errors.flagTakesNoValue(rawName));
    else if (flag.kind === "flag") given.add(name);
    else if (value === undefined || value === "") diagnostics.push(errors.flagNeedsValue(rawName));
    else if (flag.isOpen !== true && flag.words?.includes(value) === false)
      diagnostics.push(errors.badFlagValue(rawName, value, flag.words));
    else {
      const problem = flag.problemOf?.(name, value);
      if (problem !== undefined) diagnostics.push(problem);
      const earlier = values.get(name) ?? [];
      const [other = value] = earlier;
      if (flag.multiple !== true && other !== value) diagnostics.push(errors.flagRepeated(rawName, other, value));
      values.set(name, [...earlier, value]);
    }
  }
  const last = (flag: string): string | undefined => values.get(flag)?.at(-1);
  const has = (flag: string): boolean => given.has(flag) || values.has(flag);
  for (const [first, second] of EXCLUSIVE)
    if (has(first) && has(second)) diagnostics.push(errors.flagsExclude(first, second));
  for (const [flag, ...others] of NEEDS)
    if (has(flag) && Object.hasOwn(flags, others[0]) && !others.some(has))
      diagnostics.push(errors.flagNeedsOther(flag, others[0]));
  if (diagnostics.length > 0) {
    const outputs = (["json", "json-lines"] as const).filter((one) => given.has(one));
    return { ok: false, diagnostics, output: outputs.length === 1 && !has("format") ? outputs[0] : undefined };
  }
  const number = (flag: string): number | undefined => {
    const text = last(flag);
    return text === undefined ? undefined : Number(text);
  };
  return { ok: true, args: { flags: given, values, operands, value: last, number } };
}

/** Flags of `view` that have an effect only if the command loads the config. */
const UNRECORDED = [
  "config",
  "without",
  "strict",
  "target",
  "level",
  "no-dedup",
  "data-only",
  "allow-unregistered-dialect",
];

const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ["json", "json-lines"],
  ["json", "format"],
  ["bail", "keep-going"],
  ["verify", "clear"],
  ["stats", "clear"],
  ["stats", "verify"],
  // Settings of workers on this machine.
  ["queue", "jobs"],
  ["queue", "isolate"],
  ["queue", "worker-memory"],
  ["serve", "output"],
  ["serve", "record"],
  ...UNRECORDED.map((flag) => ["recording", flag] as const),
];

const AFTER = ["mlir-print-ir-after-all", "mlir-print-ir-after", "mlir-print-ir-after-failure"] as const;
const PRINTING = [...AFTER, "mlir-print-ir-before", "mlir-print-ir-before-all"] as const;

/** Flags of `passwright cache` about the runs with which `--verify` compares cached results. */
const CACHED_RUN = [
  "config",
  "without",
  "no-dedup",
  "strict",
  "target",
  "level",
  "allow-unregistered-dialect",
] as const;

/** Flags that have an effect only with one of the other flags, in the commands that have these flags. */
const NEEDS: readonly (readonly [flag: string, other: string, ...others: string[]])[] = [
  ["fsync", "output"],
  ["sample", "verify"],
  ...CACHED_RUN.map((flag) => [flag, "verify"] as const),
  ["framework", "orders"],
  ["rules", "orders"],
  ["budget", "orders"],
  ["mlir-timing-display", "mlir-timing"],
  ["mlir-output-format", "mlir-timing"],
  ["mlir-pass-statistics-display", "mlir-pass-statistics"],
  ["mlir-print-ir-after-change", ...AFTER],
  ["mlir-print-ir-module-scope", ...PRINTING],
  ["mlir-print-ir-tree-dir", ...PRINTING],
];

export function flagsText(flags: Flags, columns?: number): string {
  const rows = Object.entries(flags).map(([name, { short, placeholder, doc }]): [string, string] => {
    const value = placeholder === undefined ? "" : ` ${placeholder}`;
    return [`${short === undefined ? "    " : `-${short}, `}--${name}${value}`, doc];
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, doc]) => beside(`  ${left.padEnd(width)}  `, doc, 8, columns)).join("\n");
}

/** Maximum time of a timer in seconds, which is about 23 days. */
const MOST_SECONDS = 2_000_000;

export const secondsProblem: ValueCheck = (_name, text) => {
  const seconds = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  return seconds > 0 && seconds <= MOST_SECONDS ? undefined : errors.badTimeLimit(text, MOST_SECONDS);
};

/** Returns a function that checks a value that must be a positive integer with at most this number of digits. */
export const countProblem =
  (digits: number): ValueCheck =>
  (name, text) =>
    text.length <= digits && /^[1-9]\d*$/.test(text) ? undefined : errors.badCount(name, text, 10 ** digits - 1);
