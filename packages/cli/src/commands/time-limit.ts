import { mayStartWorkers } from "../threads/wanted-threads.ts";
import type { Arguments } from "./flags.ts";

/** Time limit for one step of a command that runs in a separate thread. */
export interface TimeLimit {
  readonly seconds: number;
  readonly flag: "--time-limit" | "--budget";
  readonly isInterruptible: boolean;
}

/** Budgets of order experiments in seconds, if the flag `--budget` is not set. */
export const BUDGETS = { check: 60, xray: 300 } as const;

/** Returns the time limit of a step. The budget of an experiment limits the experiment and thus also each step. */
export function timeLimitOf(command: string, args: Arguments): TimeLimit | undefined {
  if (command === "xray" || (command === "check" && args.flags.has("orders"))) {
    if (!mayStartWorkers()) return undefined;
    return { seconds: args.number("budget") ?? BUDGETS[command], flag: "--budget", isInterruptible: false };
  }
  // `run` starts workers with a limit for each input.
  const seconds = command === "run" ? undefined : args.number("time-limit");
  const isInterruptible = command !== "plan";
  return seconds === undefined ? undefined : { seconds, flag: "--time-limit", isInterruptible };
}
