import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeDifference, describeOwners, type Lock, lockOf } from "@passwright/builder";
import { displayPath, type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { readLock } from "../read-lock.ts";
import { exitCodeOf, load, report, targetOf } from "../session.ts";
import { writeOutput } from "../write-output.ts";
import { checkOperands } from "./check-operands.ts";
import { type CommandBody } from "./command.ts";

/** The name of a lock file beside its config. */
export const LOCK_FILE = "passwright.lock.json";

/** The lock of a session that has a plan. */
export function lockOfSession({ plan, plugins }: Session): Lock | undefined {
  return (
    plan &&
    lockOf(
      plan,
      plugins.map(({ name, version }) => ({ name, ...(version === undefined ? {} : { version }) })),
    )
  );
}

export function lockText(lock: Lock): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** `passwright lock`: writes the plan to a file; with `--check`, says how the plan differs from the file. */
export const lock: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const misuse = checkOperands(target, terminal);
  if (misuse.length > 0) {
    report(misuse, args, terminal);
    return 2;
  }
  const { session, diagnostics } = await load(target, [], args, terminal);
  report(diagnostics, args, terminal);
  const made = session === undefined ? undefined : lockOfSession(session);
  if (session === undefined || made === undefined) return exitCodeOf(diagnostics);
  const path = resolve(
    terminal.cwd,
    args.values.get("output")?.at(-1) ?? join(dirname(session.config.path), LOCK_FILE),
  );
  const file = displayPath(path, terminal.cwd);
  if (!args.flags.has("check")) {
    const written = writeOutput(path, lockText(made), terminal.cwd);
    if (written.ok) terminal.out(`${file}: ${made.plan.steps.length} steps, ${made.plugins.length} plugins\n`);
    else report([errors.unwritableOutput(file, written.reason)], args, terminal);
    return written.ok ? 0 : 1;
  }
  const read = readLock(path, file, readFileSync);
  if (!read.ok) {
    report([read.diagnostic], args, terminal);
    return 1;
  }
  const differences = [
    ...describeOwners(read.lock.plugins, made.plugins),
    ...describeDifference(read.lock.plan, made.plan),
  ];
  if (lockText(read.lock) === lockText(made)) {
    terminal.out(`${file}: the plan is as locked\n`);
    return 0;
  }
  report([errors.lockDiffers(file, differences)], args, terminal);
  return 1;
};
