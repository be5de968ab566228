import { resolve } from "node:path";
import { escapeData } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { displayPath } from "@passwright/loader";
import { areLockedAlike, describeLocks, lockText } from "@passwright/sdk/loading";
import type { LockData } from "@passwright/sdk/loading";
import * as errors from "../errors.ts";
import { lockPathOf, readLock } from "../lock/lock-file.ts";
import { writeOutput } from "../output/output.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { counted, passesOf } from "../render/plan.ts";
import { exitCodeOf, load, report, targetOf } from "../session/session.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { checkOperands } from "./check-operands.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";

/** What the command did: `says` for people, the rest for scripts. */
interface Outcome {
  readonly says?: string;
  readonly file?: string;
  readonly differences?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `passwright lock`: writes the plan to a file; with `--check`, says how the plan differs from the file. */
export const lock: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const misuse = checkOperands("lock", target, terminal);
  if (misuse.length > 0) {
    tell({ diagnostics: misuse }, args, terminal);
    return 2;
  }
  const { session, diagnostics } = await load(target, args, terminal);
  const made = session && session.assembly.lock();
  if (session === undefined || made === undefined) return tell({ diagnostics }, args, terminal);
  const named = args.values.get("output")?.at(-1);
  const path = resolve(terminal.cwd, named ?? lockPathOf(session.config.path));
  const outcome = args.flags.has("check") ? compare(path, made, terminal) : write(path, made, terminal);
  return tell({ ...outcome, diagnostics: [...diagnostics, ...outcome.diagnostics] }, args, terminal);
};

function write(path: string, made: LockData, { cwd }: Terminal): Outcome {
  const file = displayPath(path, cwd);
  const written = writeOutput(path, lockText(made), cwd);
  if (!written.ok) return { file, diagnostics: [errors.unwritableOutput(file, written.reason)] };
  const size =
    "graph" in made ? counted(made.graph.pipelines.length, "pipeline") : counted(passesOf(made.plan).length, "step");
  const says = `${file}: ${size}, ${counted(made.plugins.length, "plugin")}`;
  return { file, says, diagnostics: [] };
}

function compare(path: string, made: LockData, { cwd }: Terminal): Outcome {
  const file = displayPath(path, cwd);
  const read = readLock(path, file);
  if (!read.ok) return { file, diagnostics: [read.diagnostic] };
  if (lockText(read.lock) === lockText(made)) {
    return { file, says: `${file}: the plan is as locked`, differences: [], diagnostics: [] };
  }
  const differences = describeLocks(read.lock, made);
  if (areLockedAlike(read.lock, made)) {
    const says = [`${file}: the plan is as locked, but for what is said of it:`, ...escapeData(differences)].join(
      "\n  ",
    );
    return { file, says, differences, diagnostics: [] };
  }
  return { file, differences, diagnostics: [errors.lockDiffers(file, differences)] };
}

function tell({ says, ...rest }: Outcome, args: Arguments, terminal: Terminal): ExitCode {
  if (args.flags.has("json")) terminal.out(`${terminalJson(rest)}\n`);
  else {
    report(rest.diagnostics, args, terminal);
    if (says !== undefined) terminal.out(`${says}\n`);
  }
  return exitCodeOf(rest.diagnostics);
}
