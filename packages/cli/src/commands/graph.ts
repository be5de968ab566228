import { drawDot, drawMermaid, drawText } from "@passwright/graph";
import * as errors from "../errors/index.ts";
import { graphHeadline } from "../render/graph.ts";
import type { CommandBody } from "./command.ts";
import { loadConfig } from "./load.ts";

/** `passwright graph`: prints the pipelines of a graph in order, as text, Mermaid, DOT or JSON. */
export const graph: CommandBody = async (args, terminal) => {
  const { session, diagnostics } = await loadConfig("graph", args, terminal);
  const isOne = session !== undefined && session.graph === undefined && session.plan !== undefined;
  const plan = session?.graph?.plan;
  return {
    diagnostics: isOne ? [...diagnostics, errors.noGraph(session.assembly.work.owner.name)] : diagnostics,
    json: () => ({ ...plan }),
    isStyled: true,
    text: () => {
      if (session === undefined || plan === undefined) return undefined;
      const format = args.value("format");
      if (format === "mermaid") return drawMermaid(plan);
      if (format === "dot") return drawDot(plan);
      const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor };
      return [graphHeadline(plan, context), drawText(plan)].filter((text) => text !== "").join("\n");
    },
  };
};
