import { availableParallelism } from "node:os";
import { serveQueue, notForQueues } from "@passwright/runner/reuse";
import type { PrepareResult } from "@passwright/runner/reuse";
import type { Diagnostic } from "@passwright/core";
import { Pool } from "@passwright/runner/inputs";
import * as errors from "../errors/index.ts";
import { counted } from "../render/plan.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import { jobOf } from "../run/shared-settings.ts";
import type { SharedSettings } from "../run/shared-settings.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { CommandBody } from "./command.ts";
import { exitCodeOf } from "./outcome.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { badEndOf, problemOf } from "../threads/watched-thread.ts";
import { poolOptions } from "../run/input-jobs.ts";
import type { RunEvent, RunProperties, RunJob } from "../run/job.ts";
import { reasonsAgainst } from "../run/reused-results.ts";

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

const MORE_MEMORY = "start `passwright worker` with `NODE_OPTIONS=--max-old-space-size=MIB`";

async function preparePool(
  job: RunJob,
  { jobs, isolate }: { readonly jobs: number; readonly isolate: boolean },
  terminal: Terminal,
): Promise<PrepareResult> {
  const diagnostics: Diagnostic[] = [];
  let facts: RunProperties | undefined;
  const pool = new Pool({
    ...poolOptions(job, jobs),
    isolate,
    onEvent(event) {
      const one = event as RunEvent;
      if (one.kind === "facts") ({ facts } = one);
      else if (one.kind === "printed") terminal.err(one.text);
      else if (one.kind === "loaded" || one.kind === "refused") diagnostics.push(...one.diagnostics);
    },
    explain: (lost) => problemOf(badEndOf(lost), { input: lost.job.name, moreMemory: MORE_MEMORY }),
  });
  const refusal = await pool.opened();
  if (refusal?.kind === "lost") diagnostics.push(problemOf(badEndOf(refusal), { moreMemory: MORE_MEMORY }));
  const reasons = facts === undefined ? [] : reasonsAgainst(facts);
  if (reasons.length > 0) diagnostics.push(notForQueues(reasons));
  if (refusal === undefined && facts?.code !== undefined && reasons.length === 0)
    return { facts: facts.code, executor: pool };
  await pool.close();
  return { diagnostics: diagnostics.filter(({ severity }) => severity === "error") };
}
