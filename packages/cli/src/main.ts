import { commands } from "./commands/command.ts";
import { ownVersion } from "./own-folder.ts";
import type { ExitCode, Terminal } from "./terminal/terminal.ts";

/** The `passwright` program. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    terminal.err(`${helpText()}\n`);
    return 2;
  }
  if (name === "--version" || name === "-v") {
    terminal.out(`passwright ${ownVersion()}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
    terminal.out(`${helpText()}\n`);
    return 0;
  }
  // What only says a version or lists commands loads nothing else.
  const { runCommand, helpOnCommand } = await import("./commands/run-command.ts");
  if (name === "help") return helpOnCommand(rest[0] as string, terminal);
  return runCommand(name, rest, terminal, (await import("./commands/bodies.ts")).bodies);
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
