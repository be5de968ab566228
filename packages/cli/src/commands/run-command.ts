import { commands } from "./command.ts";
import type { CommandBody, CommandSummary } from "./command.ts";
import * as errors from "../errors.ts";
import { flagsText, readArguments } from "./flags.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** The commands of a program. Loaded when they are called: a command costs the start of its own code only. */
export type CommandBodies = { readonly [name: string]: () => Promise<CommandBody> };

/** Runs a command with its arguments. */
export async function runCommand(
  name: string,
  argv: readonly string[],
  terminal: Terminal,
  bodies: CommandBodies,
): Promise<ExitCode> {
  const command = findCommand(name, terminal);
  if (command === undefined) return 2;
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
    const { watch } = await import("../watch/watch.ts");
    return watch(command.name, argv, read.args, terminal);
  }
  const body = await bodies[command.name]?.();
  return body === undefined ? 2 : body(read.args, terminal);
}

/** `passwright help COMMAND` */
export function helpOnCommand(name: string, terminal: Terminal): ExitCode {
  const command = findCommand(name, terminal);
  if (command === undefined) return 2;
  terminal.out(`${commandHelpText(command)}\n`);
  return 0;
}

function findCommand(name: string, terminal: Terminal): CommandSummary | undefined {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  printDiagnostics([errors.unknownCommand(name, names)], terminal);
  return undefined;
}

function commandHelpText({ summary, usage, flags }: CommandSummary): string {
  return [`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, "", `usage: ${usage}`, "", flagsText(flags)].join("\n");
}
