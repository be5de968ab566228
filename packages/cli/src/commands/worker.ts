import { availableParallelism } from "node:os";
import { serveQueue } from "@passwright/runner/reuse";
import type { PrepareResult } from "@passwright/runner/reuse";
import * as errors from "../errors/index.ts";
import { counted } from "../render/plan.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import { preparePool } from "../run/prepare-pool.ts";
import { jobOf } from "../run/shared-settings.ts";
import type { SharedSettings } from "../run/shared-settings.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { CommandBody } from "./command.ts";
import { exitCodeOf } from "./outcome.ts";

/** `passwright worker`: runs the inputs of a queue. */
export const worker: CommandBody = async (args, terminal) => {
  const [url, ...rest] = args.operands;
  const lockSeconds = args.number("lock");
  if (url === undefined) return { diagnostics: [errors.noQueue()] };
  if (rest.length > 0) return { diagnostics: [errors.tooManyOperands("worker", 1)] };
  const print = (text: string): void => terminal.err(`${text}\n`);
  const jobs = args.number("jobs") ?? availableParallelism();
  let done = 0;
  const prepare = async (settings: unknown): Promise<PrepareResult> => {
    const job = jobOf(settings as SharedSettings, terminal.cwd, args.value("config"));
    return preparePool(job, { jobs, isolate: args.flags.has("isolate") }, terminal);
  };
  const { result: diagnostics } = await interruptible(terminal, (signal) =>
    serveQueue({
      url,
      jobs,
      prepare,
      signal,
      onWaiting: () => print("waiting for inputs; end with Ctrl-C"),
      onState: (state) => print(state === "lost" ? "the queue is lost; waiting for it" : "the queue is connected"),
      onDone(name) {
        done++;
        terminal.progress?.(`${counted(done, "input")}, last ${name}`);
      },
      ...(lockSeconds !== undefined && { lockSeconds }),
    }),
  );
  printDiagnostics(diagnostics, terminal);
  print(`${counted(done, "input")} done`);
  return exitCodeOf(diagnostics);
};
