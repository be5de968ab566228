import { commands } from "../commands/command.ts";
import type { CommandSummary } from "../commands/command.ts";
import type { Flag, Flags } from "../commands/flags.ts";
import { SECTIONS } from "../inventory/inventory.ts";
import { scripts } from "./scripts.ts";

export interface Candidate {
  readonly word: string;
  readonly doc: string;
}

/** Kind of item in a config to which a word on a command line refers. Steps are named by their addresses. */
type Kind = "plugins" | "passes" | "steps" | "targets" | "levels";

export type Names = { readonly [K in Kind]: readonly Candidate[] };

/** Function that returns the names in a config. If `config` is undefined, uses the config that the loader finds. */
type FindNames = (config: string | undefined) => Promise<Names>;

/** Kinds of names by the placeholder of the flag. Other flags accept files, numbers or commands. */
const KIND_OF_PLACEHOLDER: { readonly [placeholder: string]: Kind } = {
  PLUGIN: "plugins",
  PASS: "passes",
  "PASS,…": "passes",
  STEP: "steps",
  TARGET: "targets",
  LEVEL: "levels",
};

/** Maps commands to the kinds of names, or the fixed words, that the commands accept as operands instead of files. */
const OPERANDS: { readonly [command: string]: Kind | readonly string[] } = {
  explain: "steps",
  doc: "passes",
  list: SECTIONS,
  new: ["plugin", "framework", "pass"],
  completion: Object.keys(scripts),
};

/** Returns candidates for the last word of a command line. Without candidates, the shell completes names of files. */
export async function candidatesFor(words: readonly string[], find: FindNames): Promise<readonly Candidate[]> {
  const [name = "", ...rest] = words;
  const current = words.at(-1) ?? "";
  const all = await allFor(name, rest, find);
  return all.filter(({ word }) => word.startsWith(current) && word !== current);
}

async function allFor(name: string, rest: readonly string[], find: FindNames): Promise<readonly Candidate[]> {
  if (rest.length === 0) return [...commandNames(), ...PROGRAM_WORDS];
  if (name === "help") return rest.length === 1 ? commandNames() : [];
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return [];
  const before = rest.slice(0, -1);
  const current = rest.at(-1) ?? "";
  const names = (kind: Kind): Promise<readonly Candidate[]> => namesFor(kind, before, command, find);
  const [, long, start = ""] = /^--([^=]+)=(.*)$/.exec(current) ?? [];
  if (long !== undefined) {
    const flag = Object.hasOwn(command.flags, long) ? command.flags[long] : undefined;
    const values = flag === undefined ? [] : await valuesOf(flag, start, names);
    return values.map(({ word, doc }) => ({ word: `--${long}=${word}`, doc }));
  }
  const opened = flagOf(before.at(-1) ?? "", command.flags);
  if (opened?.kind === "value") return valuesOf(opened, current, names);
  if (current.startsWith("-")) return flagWords(command, before);
  const operands = OPERANDS[name];
  if (operands === undefined) return [];
  return typeof operands === "string" ? names(operands) : operands.map(wordOnly);
}

export const wordOnly = (word: string): Candidate => ({ word, doc: "" });

const PROGRAM_WORDS: readonly Candidate[] = [
  { word: "help", doc: "describe a command" },
  { word: "--help", doc: "list the commands" },
  { word: "--version", doc: "print the version" },
];

function commandNames(): Candidate[] {
  return commands.map(({ name, summary }) => ({ word: name, doc: summary }));
}

/** Returns the flag that a word names, unless the word also contains the value of the flag. */
function flagOf(word: string, flags: Flags): Flag | undefined {
  const isThis = ([name, { short }]: readonly [string, Flag]): boolean => word === `--${name}` || word === `-${short}`;
  return Object.entries(flags).find(isThis)?.[1];
}

/** Returns the repeatable flags, and all other flags that the command line does not contain yet. */
function flagWords({ flags }: CommandSummary, before: readonly string[]): Candidate[] {
  const given = new Set(before.map((word) => word.replace(/=.*/, "")));
  return Object.entries(flags)
    .filter(([name, { short, multiple }]) => multiple === true || !(given.has(`--${name}`) || given.has(`-${short}`)))
    .map(([name, { doc }]) => ({ word: `--${name}`, doc }));
}

async function valuesOf(
  { words, placeholder = "" }: Flag,
  current: string,
  names: (kind: Kind) => Promise<readonly Candidate[]>,
): Promise<readonly Candidate[]> {
  if (words !== undefined) return words.map(wordOnly);
  const kind = KIND_OF_PLACEHOLDER[placeholder];
  if (kind === undefined) return [];
  const start = placeholder.endsWith(",…") ? current.slice(0, current.lastIndexOf(",") + 1) : "";
  return (await names(kind)).map(({ word, doc }) => ({ word: start + word, doc }));
}

/** Returns the names in the config that earlier words of the command line name, or in the default config. */
async function namesFor(
  kind: Kind,
  before: readonly string[],
  { flags }: CommandSummary,
  find: FindNames,
): Promise<readonly Candidate[]> {
  const at = before.findIndex((word) => word === "--config" || word === "-c");
  const inline = before.find((word) => word.startsWith("--config="))?.slice("--config=".length);
  const isOperand = (word: string, index: number): boolean =>
    !word.startsWith("-") && flagOf(before[index - 1] ?? "", flags)?.kind !== "value";
  const config = inline ?? (at >= 0 ? before[at + 1] : before.find(isOperand));
  return (await find(config))[kind];
}
