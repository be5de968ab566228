import { printPlan } from "@passwright/builder";
import { idlePluginLines, uncheckedOptionLines } from "../render/plan-notes.ts";
import { planJson, planText } from "../render/plan.ts";
import { exitCodeOf, load, report, targetOf } from "../session/session.ts";
import { checkOperands } from "./check-operands.ts";
import type { CommandBody } from "./command.ts";

/** `passwright plan`: resolves and prints. */
export const plan: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const misuse = checkOperands("plan", target, terminal);
  const format = args.flags.has("json") ? "json" : (args.values.get("format")?.at(-1) ?? "text");
  if (misuse.length > 0) {
    if (format === "json") terminal.out(`${planJson(undefined, misuse)}\n`);
    else report(misuse, args, terminal);
    return 2;
  }
  const { session, diagnostics } = await load(target, args, terminal);
  if (session?.graph !== undefined) {
    // Loaded for those who have a graph.
    const { planOfGraph } = await import("./plan-of-graph.ts");
    planOfGraph(session, session.graph.plan, format, diagnostics, args, terminal);
    return exitCodeOf(diagnostics);
  }
  const found = session?.plan;
  if (format === "json") terminal.out(`${planJson(found, diagnostics)}\n`);
  else report(diagnostics, args, terminal);
  if (session === undefined || found === undefined) return exitCodeOf(diagnostics);
  if (format === "mlir") terminal.out(`${printPlan(found)}\n`);
  if (format === "text") {
    const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor };
    const rest = [...uncheckedOptionLines(session, found.steps), ...idlePluginLines(session, found)];
    terminal.out(`${planText(found, { ...context, rest })}\n`);
  }
  return 0;
};
