import { commands } from "./command.ts";
import type { CommandBody } from "./command.ts";
import * as errors from "../errors.ts";
import { flagsText, readArguments } from "./flags.ts";
import { printOutcome } from "./outcome.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** The commands of a program. Each is loaded when it is called. */
export type CommandBodies = { readonly [name: string]: () => Promise<CommandBody> };

export async function runCommand(
  name: string,
  argv: readonly string[],
  terminal: Terminal,
  bodies: CommandBodies,
): Promise<ExitCode> {
  const refuse = (...diagnostics: Parameters<typeof printDiagnostics>[0]): ExitCode => {
    printDiagnostics(diagnostics, terminal);
    return 2;
  };
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    return refuse(
      errors.unknownCommand(
        name,
        commands.map((one) => one.name),
      ),
    );
  }
  const { summary, usage, flags } = command;
  const read = readArguments(name, argv, flags);
  if (!read.ok) return refuse(...read.diagnostics);
  const { args } = read;
  if (args.flags.has("help")) {
    const about = `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
    terminal.out(`${about}\n\nusage: ${usage}\n\n${flagsText(flags)}\n`);
    return 0;
  }
  if (name === "view" && args.flags.has("serve")) return (await import("../view/serve.ts")).serve(argv, args, terminal);
  if (args.flags.has("watch")) return (await import("../watch/watch.ts")).watch(name, argv, args, terminal);
  const body = await bodies[name]?.();
  if (body === undefined) return 2;
  const outcome = await body(args, terminal);
  return typeof outcome === "number" ? outcome : printOutcome(outcome, args, terminal);
}
