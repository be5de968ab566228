import { resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath } from "@passwright/loader";
import { lockOf } from "@passwright/sdk";
import { describeLocks } from "@passwright/sdk/loading";
import type { LockData } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import { configOfLock, LOCK_ENDING, lockPathOf, readLock } from "../lock/lock-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import { planningArguments, withValue } from "./flags.ts";
import type { Arguments } from "./flags.ts";
import { load } from "./load.ts";

/** One side of the comparison: a plan with its warnings, or the errors that prevented a plan. */
interface Side {
  readonly lock: LockData | undefined;
  /** Path of the file to compare with by default: the lock file beside a config, or the config beside a lock file. */
  readonly beside: string;
  readonly diagnostics: readonly Diagnostic[];
}

const isLockFile = (operand: string | undefined): boolean => operand?.endsWith(LOCK_ENDING) === true;

async function configSide(config: string | undefined, args: Arguments, terminal: Terminal): Promise<Side> {
  const { session, diagnostics } = await load({ config, inputs: [] }, args, terminal);
  const lock = session && lockOf(session.assembly);
  const beside = session === undefined ? terminal.cwd : lockPathOf(session.config.path);
  return { lock, beside, diagnostics };
}

function lockSide(path: string, given: readonly string[], args: Arguments, terminal: Terminal): Side {
  const read = readLock(path, displayPath(path, terminal.cwd), [...given, ...planningArguments(args)]);
  const beside = configOfLock(path);
  const diagnostics = read.ok ? [] : [read.diagnostic];
  return { lock: read.ok ? read.lock : undefined, beside, diagnostics };
}

function sideOf(operand: string | undefined, args: Arguments, terminal: Terminal): Promise<Side> | Side {
  if (operand === undefined || !isLockFile(operand)) return configSide(operand, args, terminal);
  return lockSide(resolve(terminal.cwd, operand), ["-o", operand], args, terminal);
}

/** Returns both sides. Without a second operand, compares a config with the lock file beside it. */
async function sidesOf(operands: readonly string[], args: Arguments, terminal: Terminal): Promise<readonly Side[]> {
  const [first, second] = operands;
  const side = await sideOf(first, args, terminal);
  if (second !== undefined) return [side, await sideOf(second, args, terminal)];
  if (isLockFile(first)) return [side, await configSide(side.beside, args, terminal)];
  return side.lock === undefined ? [side] : [lockSide(side.beside, withValue("-c", first), args, terminal), side];
}

/** `passwright diff`: describes how two plans differ. Each operand is a lock file or a config. */
export const diff: CommandBody = async (args, terminal) => {
  const operands = [...args.operands, ...(args.values.get("config") ?? [])];
  const isTooMuch = operands.length > 2;
  const sides = isTooMuch ? [] : await sidesOf(operands, args, terminal);
  const [before, after] = sides;
  const differences = before?.lock && after?.lock && describeLocks(before.lock, after.lock);
  return {
    ...(args.flags.has("exit-code") && differences !== undefined && differences.length > 0 && { exitCode: 1 }),
    diagnostics: isTooMuch ? [errors.tooManyOperands("diff", 2)] : sides.flatMap((side) => side.diagnostics),
    json: () => ({ differences: differences ?? [] }),
    text: () => differences && (differences.join("\n") || "no difference"),
  };
};
