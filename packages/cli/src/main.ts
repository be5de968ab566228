import { type CommandBody, commands, type CommandSummary } from "./commands/command.ts";
import * as errors from "./errors.ts";
import { flagsText, readArguments } from "./flags.ts";
import { ownVersion } from "./own-folder.ts";
import { type ExitCode, type Terminal } from "./terminal.ts";
import { printDiagnostics } from "./render/diagnostics.ts";

/** Loaded when they are called: a command costs the start of its own code only. */
const bodies: { readonly [name: string]: () => Promise<CommandBody> } = {
  run: async () => (await import("./commands/run.ts")).run,
  plan: async () => (await import("./commands/plan.ts")).plan,
  graph: async () => (await import("./commands/graph.ts")).graph,
  explain: async () => (await import("./commands/explain.ts")).explain,
  check: async () => (await import("./commands/check.ts")).check,
  lock: async () => (await import("./commands/lock.ts")).lock,
  diff: async () => (await import("./commands/diff.ts")).diff,
  list: async () => (await import("./commands/list.ts")).list,
  doc: async () => (await import("./commands/doc.ts")).doc,
  new: async () => (await import("./commands/new.ts")).newCommand,
};

/** The `passwright` program. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    terminal.err(`${helpText()}\n`);
    return 2;
  }
  if (name === "--version") {
    terminal.out(`passwright ${ownVersion()}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
    terminal.out(`${helpText()}\n`);
    return 0;
  }
  const asked = name === "help" ? (rest[0] as string) : name;
  const command = commands.find((candidate) => candidate.name === asked);
  if (command === undefined) {
    const names = commands.map((candidate) => candidate.name);
    printDiagnostics([errors.unknownCommand(asked, names)], terminal);
    return 2;
  }
  if (name === "help") {
    terminal.out(`${commandHelpText(command)}\n`);
    return 0;
  }
  return runCommand(command, rest, terminal);
}

async function runCommand(command: CommandSummary, argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const read = readArguments(command.name, argv, command.flags);
  if (!read.ok) {
    printDiagnostics(read.diagnostics, terminal);
    return 2;
  }
  if (read.args.flags.has("help")) {
    terminal.out(`${commandHelpText(command)}\n`);
    return 0;
  }
  if (read.args.flags.has("watch")) {
    const { watch } = await import("./watch/watch.ts");
    return watch(command.name, argv, read.args, terminal);
  }
  const body = await bodies[command.name]?.();
  return body === undefined ? 2 : body(read.args, terminal);
}

function helpText(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "Passwright: compiler passes, and pipelines that strangers extend.",
    "",
    "usage: passwright COMMAND [FOLDER | -c CONFIG] …",
    "",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "passwright COMMAND --help tells more of one. Without FOLDER or -c the config is searched from here on.",
    "Exit codes: 0 done, 1 failed, 2 used wrongly.",
  ].join("\n");
}

function commandHelpText({ summary, usage, flags }: CommandSummary): string {
  return [`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, "", `usage: ${usage}`, "", flagsText(flags)].join("\n");
}
