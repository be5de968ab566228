import { drawDot, drawMermaid, drawText } from "@passwright/graph";
import * as errors from "../errors.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { graphHeadline } from "../render/graph.ts";
import { exitCodeOf, load, report, targetOf } from "../session/session.ts";
import { checkOperands } from "./check-operands.ts";
import type { CommandBody } from "./command.ts";

/** `passwright graph`: the pipelines of a graph in order, as text, as Mermaid, as DOT or as JSON. */
export const graph: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const misuse = checkOperands("graph", target, terminal);
  const format = args.flags.has("json") ? "json" : (args.values.get("format")?.at(-1) ?? "text");
  const { session, diagnostics } = misuse.length > 0 ? { diagnostics: misuse } : await load(target, args, terminal);
  const isOne = session !== undefined && session.graph === undefined && session.plan !== undefined;
  const found = isOne ? [...diagnostics, errors.noGraph(session.owner.name)] : diagnostics;
  const plan = session?.graph?.plan;
  if (format === "json") terminal.out(`${terminalJson({ ...plan, diagnostics: found })}\n`);
  else report(found, args, terminal);
  if (session === undefined || plan === undefined) return misuse.length > 0 ? 2 : exitCodeOf(found);
  if (format === "text") {
    const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor };
    terminal.out(`${[graphHeadline(plan, context), drawText(plan)].filter((text) => text !== "").join("\n")}\n`);
  }
  if (format === "mermaid") terminal.out(`${drawMermaid(plan)}\n`);
  if (format === "dot") terminal.out(`${drawDot(plan)}\n`);
  return exitCodeOf(found);
};
