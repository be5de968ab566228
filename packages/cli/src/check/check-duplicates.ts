import type { LeftOut } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { Planned, Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { makeExecutable } from "../run/executable.ts";
import type { Executable } from "../run/executable.ts";
import { counted } from "../render/plan-text.ts";
import type { CheckResult } from "./check-result.ts";
import type { InputText } from "./input-text.ts";
import { runText } from "./run-text.ts";

/** Runs the plan as it is and with the duplicate cleanups that were dropped, and compares what comes out. */
export async function checkDuplicates(
  session: Session,
  executable: Executable,
  inputs: readonly InputText[],
  options: { readonly allowUnregistered: boolean },
): Promise<CheckResult> {
  const full = session.planWithDuplicates();
  if (!full.ok) return { check: "dedup", diagnostics: full.diagnostics };
  const out = new Set(leftOutOf(full).map(({ address }) => address));
  const dropped = leftOutOf(session).filter(({ address }) => !out.has(address));
  if (dropped.length === 0) return { check: "dedup", says: "no duplicate cleanup was dropped", diagnostics: [] };
  const made = await makeExecutable(session, full);
  if (!made.ok) return { check: "dedup", diagnostics: made.diagnostics };
  const other = made.executable;
  const problems: Diagnostic[] = [];
  for (const one of inputs) {
    // They run on one thing after the other.
    const dropping = await runText(session, executable, one, options);
    const kept = await runText(session, other, one, options);
    if (!dropping.ok) problems.push(...dropping.diagnostics);
    else if (!kept.ok) problems.push(errors.duplicatesMatter(one.input.file, dropped), ...kept.diagnostics);
    else if (kept.text !== dropping.text) problems.push(errors.duplicatesMatter(one.input.file, dropped));
  }
  const says = `the same result with and without ${counted(dropped.length, "duplicate cleanup")} on ${counted(inputs.length, "input")}`;
  return problems.length > 0 ? { check: "dedup", diagnostics: problems } : { check: "dedup", says, diagnostics: [] };
}

/** What is left out of a plan, or of the pipelines of a graph, where an address is told with its pipeline. */
function leftOutOf({ plan, graph }: Planned): readonly LeftOut[] {
  if (graph === undefined) return plan?.leftOut ?? [];
  return allPipelines(graph.plan).flatMap(({ path, plan: inner }) =>
    (inner?.leftOut ?? []).map((one) => ({ ...one, address: `${path}: ${one.address}` })),
  );
}
