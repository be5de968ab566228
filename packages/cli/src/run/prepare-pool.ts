import type { Diagnostic } from "@passwright/core";
import { Pool } from "@passwright/runner/inputs";
import { notForQueues } from "@passwright/runner/reuse";
import type { PrepareResult } from "@passwright/runner/reuse";
import type { Terminal } from "../terminal/terminal.ts";
import { badEndOf, problemOf } from "../threads/watched-thread.ts";
import { poolOptions } from "./input-jobs.ts";
import type { RunEvent, RunProperties, RunJob } from "./job.ts";
import { reasonsAgainst } from "./reused-results.ts";

const MORE_MEMORY = "start `passwright worker` with `NODE_OPTIONS=--max-old-space-size=MIB`";

export async function preparePool(
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
