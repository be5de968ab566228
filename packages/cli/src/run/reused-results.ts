import type { Executor } from "@passwright/runner/inputs";
import type { Cached, ResultCache } from "@passwright/runner/reuse";
import type { RunProperties, RunJob } from "./job.ts";
import type { KeptResults } from "../watch/kept-results.ts";
import type { RunReport } from "./run-report.ts";

/** Executor, and a function that completes the cache and reports the number of reused results. */
export interface Reusing {
  readonly executor: Executor;
  finish(): Promise<void>;
}

/** Wraps an executor with results of earlier rounds in this thread or, if requested, with the cache of the project. */
export async function reusing(
  executor: Executor,
  job: RunJob,
  facts: RunProperties,
  report: RunReport,
  kept: KeptResults | undefined,
): Promise<Reusing> {
  const none: Reusing = { executor, finish: async () => undefined };
  if (kept !== undefined && facts.reads !== undefined && reasonsAgainst(facts).length === 0) {
    const reuse = kept.around(executor, facts.reads.facts);
    const finish = async (): Promise<void> => {
      const { run, reused } = reuse.counts;
      if (reused > 0) report.take({ kind: "printed", text: `${run} run, ${reused} reused\n` });
    };
    return { executor: reuse, finish };
  }
  if (job.isCached !== true || facts.code === undefined) return none;
  const { notCached } = await import("@passwright/runner/reuse");
  const reasons = reasonsAgainst(facts);
  if (reasons.length > 0) {
    report.take({ kind: "loaded", diagnostics: [notCached(reasons)], stacks: [] });
    return none;
  }
  const cached = await openCached(executor, job, facts);
  const finish = async (): Promise<void> => {
    await cached.end();
    const { run, cached: reused } = cached.counts;
    report.take({ kind: "printed", text: `${run} run, ${reused} from the cache\n` });
    if (cached.problem !== undefined)
      report.take({ kind: "loaded", diagnostics: [{ ...cached.problem, severity: "warning" }], stacks: [] });
  };
  return { executor: cached, finish };
}

export async function openCached(executor: Executor, { cwd }: RunJob, { code }: RunProperties): Promise<Cached> {
  const { Cached } = await import("@passwright/runner/reuse");
  if (code === undefined) throw new Error("the code of the run was not recorded");
  return new Cached(executor, { code, cwd, store: (await openStore(cwd)).store });
}

/** Opens the cache of the project. Throws if the package for the cache is not installed. */
export async function openStore(cwd: string): Promise<{ readonly folder: string; readonly store: ResultCache }> {
  const { cacheFolderOf, ResultCache } = await import("@passwright/runner/reuse");
  const folder = cacheFolderOf(cwd);
  return { folder, store: await ResultCache.open(folder) };
}

export function reasonsAgainst(facts: RunProperties): readonly string[] {
  const { code, reads, instrument, hasRecording, isSerial } = facts;
  const reports = Object.entries({ ...instrument, "--record": hasRecording }).flatMap(([name, value]) =>
    name === "verifyEach" || value === undefined || value === false ? [] : [`\`${name}\` reports on runs`],
  );
  return [
    ...(code?.refusals ?? reads?.refusals ?? []),
    ...reports,
    ...(isSerial && reports.length === 0 ? ["nested pipelines run in threads"] : []),
  ];
}
