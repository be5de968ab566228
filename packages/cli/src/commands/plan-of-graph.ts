import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import type { Session } from "@passwright/loader";
import type { Arguments } from "./flags.ts";
import { graphJson } from "../render/graph-json.ts";
import { graphMlirText, graphPlanText } from "../render/graph-text.ts";
import { idlePluginLinesOfGraph } from "../render/idle-plugins-of-graph.ts";
import { uncheckedOptionLines } from "../render/unchecked-options.ts";
import { report } from "../session/session.ts";
import type { Terminal } from "../terminal/terminal.ts";

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
