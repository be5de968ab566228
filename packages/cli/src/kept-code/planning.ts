import { plan } from "../commands/plan.ts";
import { runCommand } from "../commands/run-command.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/* What is bundled as one file, bundle/planning.cjs: the commands that can do with data. */

/** Runs one of these commands with its arguments. What `terminal.beforeCode` throws comes through. */
export function runPlanning([name = "", ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return runCommand(name, rest, terminal, {
    // What the others need as well, most of it: there is nothing to gain by loading it later.
    plan: () => Promise.resolve(plan),
    explain: async () => (await import("../commands/explain.ts")).explain,
    lock: async () => (await import("../commands/lock.ts")).lock,
    diff: async () => (await import("../commands/diff.ts")).diff,
    list: async () => (await import("../commands/list.ts")).list,
  });
}
