import { graphMlirText, graphPlanText, jsonOfGraph } from "../render/graph.ts";
import { jsonOfPlan, planText } from "../render/plan.ts";
import { leftOutRemarks, notesOf } from "../render/plan-notes.ts";
import type { CommandBody } from "./command.ts";
import { loadConfig } from "./load.ts";

/** `passwright plan`: prints the steps of a pipeline, or of all pipelines of a graph. */
export const plan: CommandBody = async (args, terminal) => {
  const { session, diagnostics } = await loadConfig("plan", args, terminal);
  const { plan: found, graph } = session ?? {};
  return {
    diagnostics,
    json: () => (graph === undefined ? jsonOfPlan(found) : jsonOfGraph(graph.plan)),
    isStyled: true,
    text: () => {
      if (session === undefined) return undefined;
      if (args.value("format") === "mlir") return graph ? graphMlirText(graph.plan) : found && session.assembly.text();
      const context = {
        plugins: session.plugins.length,
        hasColor: terminal.outHasColor,
        width: terminal.columns?.(),
        rest: notesOf(session, diagnostics),
      };
      return graph ? graphPlanText(graph.plan, context) : found && planText(found, context);
    },
    remarks: leftOutRemarks(diagnostics),
  };
};
