import { commands } from "./commands/command.ts";
import type { CommandBodies } from "./commands/run-command.ts";
import { beside } from "./render/wrap.ts";
import { ownVersion } from "./own-folder.ts";
import type { ExitCode, Terminal } from "./terminal/terminal.ts";

/** Runs the `passwright` program. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    terminal.err(`${helpText(terminal)}\n`);
    return 2;
  }
  if (name === "--version" || name === "-v") {
    terminal.out(`passwright ${ownVersion()}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
    terminal.out(`${helpText(terminal)}\n`);
    return 0;
  }
  // Loads this code on demand, because `--version` and the list of commands do not need this code.
  const { runCommand } = await import("./commands/run-command.ts");
  const [command, given] = name === "help" ? [rest[0] as string, ["--help"]] : [name, rest];
  return runCommand(command, given, terminal, bodies);
}

const bodies: CommandBodies = {
  run: async () => (await import("./commands/run.ts")).run,
  view: async () => (await import("./commands/view.ts")).view,
  worker: async () => (await import("./commands/worker.ts")).worker,
  cache: async () => (await import("./commands/cache.ts")).cache,
  plan: async () => (await import("./commands/plan.ts")).plan,
  graph: async () => (await import("./commands/graph.ts")).graph,
  explain: async () => (await import("./commands/explain.ts")).explain,
  check: async () => (await import("./commands/check.ts")).check,
  xray: async () => (await import("./commands/xray.ts")).xray,
  bisect: async () => (await import("./commands/bisect.ts")).bisectCommand,
  reduce: async () => (await import("./commands/reduce.ts")).reduceCommand,
  lock: async () => (await import("./commands/lock.ts")).lock,
  diff: async () => (await import("./commands/diff.ts")).diff,
  list: async () => (await import("./commands/list.ts")).list,
  doc: async () => (await import("./commands/doc.ts")).doc,
  manifest: async () => (await import("./commands/manifest.ts")).manifest,
  completion: async () => (await import("./commands/completion.ts")).completion,
  new: async () => (await import("./commands/new.ts")).newCommand,
};

function helpText({ columns }: Terminal): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "Passwright: compiler passes, and pipelines that plugins can extend.",
    "",
    "usage: passwright COMMAND [FOLDER | -c CONFIG] …",
    "",
    ...commands.map(({ name, summary }) => beside(`  ${name.padEnd(width)}  `, summary, 6, columns?.())),
    "",
    ...[
      "`passwright COMMAND --help` describes a command. Without FOLDER or -c, commands search for a config in the current folder and its parents.",
      "Exit codes: 0 success, 1 failure, 2 usage error.",
    ].map((line) => beside("", line, 0, columns?.())),
  ].join("\n");
}
