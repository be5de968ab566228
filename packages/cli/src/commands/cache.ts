import { existsSync } from "node:fs";
import { InProcess } from "@passwright/runner/inputs";
import { cachedResultDiffers, notCached } from "@passwright/runner/reuse";
import type { ResultCache } from "@passwright/runner/reuse";
import { diagnosticIn } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { displayPath } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { counted } from "../render/plan.ts";
import type { RunEvent, RunJob } from "../run/job.ts";
import { openRun } from "../run/open-run.ts";
import { openCached, openStore, reasonsAgainst } from "../run/reused-results.ts";
import { jobsOf } from "../run/input-jobs.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";
import { plainJob, targetOf } from "./load.ts";
import type { CommandOutcome } from "./outcome.ts";

/** `passwright cache`: shows, checks or removes cached results. */
export const cache: CommandBody = async (args, terminal) => {
  const { cwd } = terminal;
  const { folder, store } = await openStore(cwd);
  if (args.flags.has("verify")) return verify(args, terminal, store);
  const [operand] = args.operands;
  if (operand !== undefined) return { diagnostics: [errors.argumentNeedsFlag(operand, "verify")] };
  if (args.flags.has("clear")) {
    const text = `${existsSync(folder) ? "removed" : "the cache is empty:"} ${displayPath(folder, cwd)}`;
    await store.clear();
    return { diagnostics: [], json: () => ({ folder }), text: () => text };
  }
  const statistics = await store.statistics();
  const { entries, bytes, oldest, newest } = statistics;
  const times = [oldest, newest].map((time) => (time === undefined ? "" : new Date(time).toISOString().slice(0, 16)));
  return {
    diagnostics: [],
    json: () => ({ folder, ...statistics }),
    text: () =>
      [
        `${counted(entries, "result")}, ${(bytes / 2 ** 20).toFixed(1)} MiB, in ${displayPath(folder, cwd)}`,
        ...(entries === 0 ? [] : [`from ${times[0]} to ${times[1]}`]),
      ].join("\n"),
  };
};

const SAMPLE = 20;

async function verify(args: Arguments, terminal: Terminal, store: ResultCache): Promise<CommandOutcome> {
  const target = targetOf(args, terminal);
  const job: RunJob = {
    ...plainJob(target, args, terminal),
    destination: { kind: "folder", folder: "." },
    isCached: true,
  };
  const found: Diagnostic[] = [];
  const report = (event: RunEvent): void => {
    if (event.kind === "loaded" || event.kind === "refused")
      found.push(...event.diagnostics.filter(({ severity }) => severity !== "remark"));
  };
  const opened = await openRun(job, { report });
  if (opened === undefined) return { diagnostics: found };
  const reasons = reasonsAgainst(opened.facts);
  if (reasons.length > 0) return { diagnostics: [...found, notCached(reasons)] };
  const cached = await openCached(new InProcess(opened.runner), job, opened.facts);
  const count = { equal: 0, different: 0, missing: 0 };
  const limit = args.number("sample") ?? SAMPLE;
  for await (const one of jobsOf(shuffled(opened.inputs), job, opened.facts.hasMaps, terminal)) {
    if (count.equal + count.different === limit) break;
    const result = await cached.verify(one);
    count[result]++;
    if (result === "different") found.push(cachedResultDiffers(one.name));
  }
  await opened.close();
  await store.prune().catch((thrown: unknown) => found.push(diagnosticIn(thrown)));
  const { equal, different } = count;
  const text = `${counted(equal + different, "cached result")} compared with new runs, ${different} of them differ`;
  return { diagnostics: found, json: () => count, text: () => text };
}

function shuffled<T>(list: readonly T[]): readonly T[] {
  return list
    .map((one) => [Math.random(), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}
