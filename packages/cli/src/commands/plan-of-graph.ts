import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import type { Session } from "@passwright/loader";
import { graphJson, graphMlirText, graphPlanText } from "../render/graph.ts";
import { idlePluginLinesOfGraph, uncheckedOptionLines } from "../render/plan-notes.ts";
import { report } from "../session/session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Arguments } from "./flags.ts";

/** `passwright plan` of a graph: the plan of every pipeline of a graph. */
export function planOfGraph(
  session: Session,
  plan: GraphPlan,
  format: string,
  diagnostics: readonly Diagnostic[],
  args: Arguments,
  terminal: Terminal,
): void {
  if (format === "json") return terminal.out(`${graphJson(plan, diagnostics)}\n`);
  report(diagnostics, args, terminal);
  if (format === "mlir") return terminal.out(`${graphMlirText(plan)}\n`);
  const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor };
  const steps = allPipelines(plan).flatMap((one) => one.plan?.steps ?? []);
  const rest = [...uncheckedOptionLines(session, steps), ...idlePluginLinesOfGraph(session)];
  terminal.out(`${graphPlanText(plan, { ...context, rest })}\n`);
}
