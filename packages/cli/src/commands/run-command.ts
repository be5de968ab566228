import { diagnosticIn } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { commands } from "./command.ts";
import type { CommandBody } from "./command.ts";
import * as errors from "../errors/index.ts";
import { flagsText, readArguments } from "./flags.ts";
import type { Arguments, JsonOutput } from "./flags.ts";
import { printOutcome } from "./outcome.ts";
import { timeLimitOf } from "./time-limit.ts";
import { jsonEvent, outputJson, printDiagnostics } from "../render/diagnostics.ts";
import { beside } from "../render/wrap.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

export type CommandBodies = { readonly [name: string]: () => Promise<CommandBody> };

export async function runCommand(
  name: string,
  argv: readonly string[],
  terminal: Terminal,
  bodies: CommandBodies,
): Promise<ExitCode> {
  const command = commands.find((candidate) => candidate.name === name);
  const names = commands.map((one) => one.name);
  if (command === undefined) return refuse([errors.unknownCommand(name, names)], undefined, terminal);
  const { summary, usage, flags, examples } = command;
  const read = readArguments(name, argv, flags);
  if (!read.ok) return refuse(read.diagnostics, read.output, terminal);
  const { args } = read;
  const shown = withColor(terminal, args);
  if (args.flags.has("help")) {
    const about = `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
    const columns = terminal.columns?.();
    const width = Math.max(...examples.map(([line]) => line.length)) + 4;
    const lines = examples.map(([line, effect]) => beside(`  ${line}`.padEnd(width), effect, width, columns));
    const parts = [
      beside("", about, 0, columns),
      beside("usage: ", usage, 7, columns),
      flagsText(flags, columns),
      `examples:\n${lines.join("\n")}`,
    ];
    terminal.out(`${parts.join("\n\n")}\n`);
    return 0;
  }
  if (name === "view" && args.flags.has("serve")) return (await import("../view/serve.ts")).serve(argv, args, shown);
  if (args.flags.has("watch")) return (await import("../watch/watch.ts")).watch(name, argv, args, shown);
  const limit = timeLimitOf(name, args);
  if (limit !== undefined && !terminal.isInThread)
    return (await import("../watch/limited.ts")).runLimited([name, ...argv], args, limit, shown);
  const body = await bodies[name]?.();
  if (body === undefined) return 2;
  const outcome = await body(args, shown).catch((thrown: unknown) => {
    // A usage error is thrown, for example, if the shell cannot run the user's command for `--test` or `--measure`.
    const diagnostics = [diagnosticIn(thrown)];
    terminal.progress?.("");
    return { diagnostics };
  });
  return typeof outcome === "number" ? outcome : printOutcome(outcome, args, shown);
}

function refuse(diagnostics: readonly Diagnostic[], output: JsonOutput | undefined, terminal: Terminal): ExitCode {
  if (output === undefined) printDiagnostics(diagnostics, terminal);
  else if (output === "json") terminal.out(`${outputJson({ diagnostics })}\n`);
  else terminal.out(jsonEvent("end", { diagnostics, exitCode: 2 }));
  return 2;
}

/** Applies the flags for colors, which have priority over the environment. */
function withColor(terminal: Terminal, { flags }: Arguments): Terminal {
  const hasColor = flags.has("no-color") ? false : flags.has("color") ? true : undefined;
  return hasColor === undefined ? terminal : { ...terminal, outHasColor: hasColor, errHasColor: hasColor };
}
