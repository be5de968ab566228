import { resolve } from "node:path";
import { escapeData } from "@passwright/core";
import { displayPath } from "@passwright/loader";
import { lockOf } from "@passwright/sdk";
import { areLockedAlike, describeLocks, lockText } from "@passwright/sdk/loading";
import type { LockData } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import { lockPathOf, readLock } from "../lock/lock-file.ts";
import { overwrittenBy } from "../output/output-check.ts";
import { writeOrReport } from "../output/output.ts";
import { counted, passesOf } from "../render/plan.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import { planningArguments, withValue } from "./flags.ts";
import { loadConfig } from "./load.ts";
import type { CommandOutcome } from "./outcome.ts";

/** `passwright lock`: writes the plan to the lock file or, with `--check`, compares the plan with the file. */
export const lock: CommandBody = async (args, terminal) => {
  const output = args.value("output");
  const isCheck = args.flags.has("check");
  const { session, diagnostics } = await loadConfig("lock", args, terminal);
  const made = session && lockOf(session.assembly);
  if (session === undefined || made === undefined) return { diagnostics };
  const { config } = session;
  const overwritten = overwrittenBy([{ file: isCheck ? undefined : output, by: "-o" }], { config }, terminal.cwd);
  if (overwritten.length > 0) return { diagnostics: [...diagnostics, ...overwritten] };
  const path = resolve(terminal.cwd, output ?? lockPathOf(config.path));
  const named = [...args.operands, ...withValue("-c", args.value("config"))];
  const given = [...named, ...planningArguments(args), ...withValue("-o", output)];
  const outcome = isCheck ? compare(path, made, terminal, given) : write(path, made, terminal);
  return { ...outcome, diagnostics: [...diagnostics, ...outcome.diagnostics] };
};

function write(path: string, made: LockData, terminal: Terminal): CommandOutcome {
  const file = displayPath(path, terminal.cwd);
  const json = (): object => ({ file });
  const unwritten = writeOrReport(path, lockText(made), terminal, file);
  if (unwritten.length > 0) return { json, diagnostics: unwritten };
  const size =
    "graph" in made ? counted(made.graph.pipelines.length, "pipeline") : counted(passesOf(made.plan).length, "step");
  return { json, text: () => `${file}: ${size}, ${counted(made.plugins.length, "plugin")}`, diagnostics: [] };
}

function compare(path: string, made: LockData, { cwd }: Terminal, given: readonly string[]): CommandOutcome {
  const file = displayPath(path, cwd);
  const read = readLock(path, file, given);
  if (!read.ok) return { json: () => ({ file }), diagnostics: [read.diagnostic] };
  const isSame = lockText(read.lock) === lockText(made);
  const differences = isSame ? [] : describeLocks(read.lock, made);
  const json = (): object => ({ file, differences });
  if (!isSame && !areLockedAlike(read.lock, made))
    return { json, diagnostics: [errors.lockDiffers(file, differences, given)] };
  const head = `${file}: the plan equals the lock${isSame ? "" : ", except for origins and reasons:"}`;
  return { json, text: () => [head, ...escapeData(differences)].join("\n  "), diagnostics: [] };
}
