import type { InputRunner, WorkerContext } from "@passwright/runner";
import { makeActivityMemory, ThreadActivity } from "../threads/watched-thread.ts";
import type { Dependencies } from "../terminal/terminal.ts";
import type { RunEvent, RunJob } from "./job.ts";
import { openRun } from "./open-run.ts";

/** Opens the run in a worker of `passwright run`, and reports each {@link RunEvent}. */
export async function open(job: RunJob, context: WorkerContext): Promise<InputRunner | undefined> {
  const report = (event: RunEvent): void => context.report(event);
  const activity = new ThreadActivity(context.memory ?? makeActivityMemory(), (state) => context.last(state));
  const opened = await openRun(job, {
    report,
    waiting: () => context.waiting(),
    ...(job.isWatched && {
      dependsOn: (dependencies: Dependencies) => report({ kind: "dependsOn", dependencies }),
    }),
    activity,
  });
  if (opened === undefined || !opened.facts.isSerial) return opened?.runner;
  const { runner } = opened;
  return {
    async run(input) {
      const result = await runner.run(input);
      // Writes reports now, because the worker can be terminated before the next input.
      opened.flush();
      return result;
    },
  };
}
