import type { Executor } from "@passwright/runner/inputs";
import type { Cached } from "@passwright/runner/reuse";
import type { RunFacts, RunJob } from "./job.ts";
import type { RunReport } from "./run-report.ts";

/** An executor, and a function that reports how many results it reused. */
export interface Reusing {
  readonly executor: Executor;
  finish(): void;
}

/** Puts the cache of results around an executor, if it was requested and results can be used again. */
export async function reusing(executor: Executor, job: RunJob, facts: RunFacts, report: RunReport): Promise<Reusing> {
  const none: Reusing = { executor, finish: () => undefined };
  if (job.isCached !== true || facts.code === undefined) return none;
  const { notCached } = await import("@passwright/runner/reuse");
  const reasons = reasonsAgainst(facts);
  if (reasons.length > 0) {
    report.take({ kind: "loaded", diagnostics: [notCached(reasons)], stacks: [] });
    return none;
  }
  const cached = await openCached(executor, job, facts);
  const finish = (): void => {
    const { run, cached: reused } = cached.counts;
    report.take({ kind: "printed", text: `${run} run, ${reused} from the cache\n` });
  };
  return { executor: cached, finish };
}

/** Returns the cache of the project in the current folder. */
export async function openCached(executor: Executor, { cwd }: RunJob, { code }: RunFacts): Promise<Cached> {
  const { cacheFolderOf, Cached, ResultCache } = await import("@passwright/runner/reuse");
  if (code === undefined) throw new Error("the code of the run was not recorded");
  return new Cached(executor, { code, cwd, store: await ResultCache.open(cacheFolderOf(cwd)) });
}

/** Returns the reasons why results cannot be used again. */
export function reasonsAgainst({ code, instrument, isSerial }: RunFacts): readonly string[] {
  const reports = Object.entries(instrument).flatMap(([name, value]) =>
    name === "verifyEach" || value === undefined || value === false ? [] : [`\`${name}\` reports on runs`],
  );
  return [
    ...(code?.refusals ?? []),
    ...reports,
    ...(isSerial && reports.length === 0 ? ["nested pipelines run in threads"] : []),
  ];
}
