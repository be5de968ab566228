import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeDifference, describeOwners, type Lock } from "@passwright/builder";
import { displayPath } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Arguments } from "../flags.ts";
import { readLock } from "../read-lock.ts";
import { exitCodeOf, load, report } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { type CommandBody } from "./command.ts";
import { LOCK_FILE, lockOfSession } from "./lock.ts";

type Side = { readonly lock: Lock; readonly config?: string } | { readonly exitCode: ExitCode };

/** A lock file, or the lock that a config would give now. */
async function sideOf(operand: string | undefined, args: Arguments, terminal: Terminal): Promise<Side> {
  if (operand?.endsWith(".lock.json") === true) return lockedSide(resolve(terminal.cwd, operand), args, terminal);
  const { session, diagnostics } = await load({ config: operand, inputs: [] }, [], args, terminal);
  report(diagnostics, args, terminal);
  const lock = session === undefined ? undefined : lockOfSession(session);
  return session === undefined || lock === undefined
    ? { exitCode: exitCodeOf(diagnostics) }
    : { lock, config: session.config.path };
}

function lockedSide(path: string, args: Arguments, terminal: Terminal): Side {
  const read = readLock(path, displayPath(path, terminal.cwd), readFileSync);
  if (read.ok) return { lock: read.lock };
  report([read.diagnostic], args, terminal);
  return { exitCode: 1 };
}

/** `passwright diff`: how two plans differ, in words. Each is a lock file or a config; with one, its lock is the other. */
export const diff: CommandBody = async (args, terminal) => {
  const [first, second, ...more] = args.operands;
  if (more.length > 0) {
    report([errors.tooManyOperands("diff", 2)], args, terminal);
    return 2;
  }
  const after = await sideOf(second ?? first, args, terminal);
  if ("exitCode" in after) return after.exitCode;
  const before =
    second !== undefined
      ? await sideOf(first, args, terminal)
      : lockedSide(join(dirname(after.config ?? terminal.cwd), LOCK_FILE), args, terminal);
  if ("exitCode" in before) return before.exitCode;
  const differences = [
    ...describeOwners(before.lock.plugins, after.lock.plugins),
    ...describeDifference(before.lock.plan, after.lock.plan),
  ];
  if (args.flags.has("json")) terminal.out(`${JSON.stringify({ differences }, undefined, 2)}\n`);
  else terminal.out(differences.length === 0 ? "no difference\n" : differences.map((line) => `${line}\n`).join(""));
  return 0;
};
