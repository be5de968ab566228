import { parseArgs } from "node:util";
import { suggest } from "@passwright/core";
import type { Diagnostic, Result } from "@passwright/core";
import * as errors from "../errors/index.ts";
import { beside } from "../render/wrap.ts";

/** A flag of a command. */
export interface Flag {
  /** An `optional` flag has one of `words` as its value. Without a value, it selects all `words`. */
  readonly kind: "flag" | "value" | "optional";
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
  /** Returns the value of a flag that has one value. */
  value(flag: string): string | undefined;
  /** Returns the value of a flag whose values are numbers. */
  number(flag: string): number | undefined;
}

/** Output of a command that is not text. */
export type JsonOutput = "json" | "json-lines";

type ArgumentsResult = Result<
  { readonly args: Arguments },
  {
    readonly diagnostics: readonly Diagnostic[];
    /** Output that the arguments request. Absent if they request text or contradict each other. */
    readonly output: JsonOutput | undefined;
  }
>;

/**
 * Reads the arguments of a command. Reports all problems together. `--format json` is equivalent to `--json`. Treats a
 * word after a flag with an optional value as a misspelled value, not as an operand, if the word is similar to a valid
 * value and `exists` returns false for the word.
 */
export function readArguments(
  command: string,
  argv: readonly string[],
  flags: Flags,
  exists: (operand: string) => boolean,
): ArgumentsResult {
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
  /** Indices of tokens that are values of flags with an optional value. */
  const taken = new Set<number>();
  // A word such as `-dash.sql` consists of several tokens, which have the same index. Reports such a word only once.
  const unknown = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== "option" || Object.hasOwn(flags, token.name)) return [];
      return /^-[^-]./.test(argv[token.index] ?? "") ? [token.index] : [];
    }),
  );
  for (const index of unknown) {
    const word = argv[index] as string;
    diagnostics.push(exists(word) ? errors.fileLikeFlag(command, word) : errors.unknownFlag(word, command, spellings));
  }
  for (const [index, token] of tokens.entries()) {
    // Empty operands are valid only for `completion`, whose operands are the words of an incomplete command line.
    if (token.kind === "positional" && token.value === "" && command !== "completion")
      diagnostics.push(errors.emptyOperand(command));
    else if (token.kind === "positional" && !taken.has(index)) operands.push(token.value);
    if (token.kind !== "option" || unknown.has(token.index)) continue;
    const { name, rawName } = token;
    const { inlineValue } = token;
    // As in other programs, accepts `-c=FILE`, and treats a negative number, but not the next flag, as a value.
    const text = inlineValue === true && !rawName.startsWith("--") ? token.value.replace(/^=/, "") : token.value;
    const value = inlineValue !== true && text !== undefined && /^-\D/.test(text) ? undefined : text;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) diagnostics.push(errors.unknownFlag(rawName, command, spellings));
    else if (flag.kind === "optional") {
      const { words = [] } = flag;
      const next = tokens[index + 1];
      const following = value === undefined && next?.kind === "positional" ? next.value : "";
      const isWord = following.split(",").every((word) => words.includes(word));
      const isTaken = isWord || (suggest(following, words) !== undefined && !exists(following));
      if (isTaken) taken.add(index + 1);
      const chosen = (isTaken ? following : value)?.split(",") ?? words;
      const wrong = chosen.find((word) => !words.includes(word));
      if (wrong !== undefined) diagnostics.push(errors.badFlagValue(rawName, wrong, words));
      else values.set(name, [...(values.get(name) ?? []), ...chosen]);
    } else if (flag.kind === "flag" && value !== undefined) diagnostics.push(errors.flagTakesNoValue(rawName));
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
  const [format, isJson] = [last("format"), given.has("json")];
  if (isJson && format !== undefined && format !== "json")
    diagnostics.push(errors.flagsExclude("json", `format ${format}`));
  const has = (flag: string): boolean => given.has(flag) || values.has(flag);
  for (const [first, second] of EXCLUSIVE)
    if (has(first) && has(second)) diagnostics.push(errors.flagsExclude(first, second));
  if (format === "json") given.add("json");
  if (diagnostics.length > 0) {
    const outputs = (["json", "json-lines"] as const).filter((one) => given.has(one));
    const isClear = outputs.length === 1 && (format ?? "json") === "json";
    return { ok: false, diagnostics, output: isClear ? outputs[0] : undefined };
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
  ["bail", "keep-going"],
  ["verify", "clear"],
  ["stats", "clear"],
  ["stats", "verify"],
  ...UNRECORDED.map((flag) => ["recording", flag] as const),
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
