import { toPassManager } from "@passwright/builder";
import { type Diagnostic, PassManager } from "@passwright/core";
import { type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { counted } from "../render/plan-text.ts";
import { type CheckResult } from "./check-result.ts";
import { type InputText } from "./input-text.ts";
import { runText } from "./run-text.ts";

/** Runs the plan as it is and with the duplicate cleanups that were dropped, and compares what comes out. */
export async function checkDuplicates(
  session: Session,
  manager: PassManager<object>,
  inputs: readonly InputText[],
  options: { readonly allowUnregistered: boolean },
): Promise<CheckResult> {
  const { plan, diagnostics: found } = session.builder.resolve({ keepDuplicates: true });
  if (plan === undefined) return { check: "dedup", diagnostics: found };
  const out = new Set(plan.leftOut.map(({ address }) => address));
  const dropped = (session.plan?.leftOut ?? []).filter(({ address }) => !out.has(address));
  if (dropped.length === 0) return { check: "dedup", says: "no duplicate cleanup was dropped", diagnostics: [] };
  const other = new PassManager(session.framework.ir, { anchor: session.framework.anchor });
  const problems: Diagnostic[] = [...toPassManager(plan, session.catalogue, other)];
  if (problems.length > 0) return { check: "dedup", diagnostics: problems };
  for (const one of inputs) {
    // A manager runs on one thing after the other.
    const dropping = await runText(session, manager, one, options);
    const kept = await runText(session, other, one, options);
    if (!dropping.ok) problems.push(...dropping.diagnostics);
    else if (!kept.ok) problems.push(errors.duplicatesMatter(one.input.file, dropped), ...kept.diagnostics);
    else if (kept.text !== dropping.text) problems.push(errors.duplicatesMatter(one.input.file, dropped));
  }
  const says = `the same result with and without ${counted(dropped.length, "duplicate cleanup")} on ${counted(inputs.length, "input")}`;
  return problems.length > 0 ? { check: "dedup", diagnostics: problems } : { check: "dedup", says, diagnostics: [] };
}
