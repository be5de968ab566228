import type { Diagnostic } from "@passwright/core";
import type * as ExplainGraph from "../explain/explain-graph.ts";
import { explainPlan, explainWithout } from "../explain/explain-plan.ts";
import { explainWhere } from "../explain/explain-where.ts";
import { planJson } from "../render/plan.ts";
import { load, report, targetOf } from "../session/session.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { checkOperands } from "./check-operands.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";

/**
 * `passwright explain`: every step, or those that are named, with its origin and its reason; with `--without`, what would
 * change; with `--where`, where a pass could go.
 */
export const explain: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const without = args.values.get("without") ?? [];
  const where = args.values.get("where")?.at(-1);
  const asksForSteps = without.length === 0 && where === undefined;
  const misuse = asksForSteps ? [] : checkOperands("explain", target, terminal);
  if (misuse.length > 0) return tellMisuse(misuse, args, terminal);
  if (where !== undefined) return explainWhere(where, await load(target, args, terminal), args, terminal);
  const full = await load(target, args, terminal, []);
  if (without.length > 0) {
    const reduced = await load(target, args, terminal);
    const hasGraph = (full.session?.graph ?? reduced.session?.graph) !== undefined;
    const body = hasGraph ? (await graphPart()).explainGraphWithout : explainWithout;
    return body(full, reduced, without, args, terminal);
  }
  // No config, here or in the folder that was meant for one.
  const first = { ...target, inputs: target.inputs.slice(0, 1) };
  const lost = full.diagnostics.some(({ code }) => code === "PWL0002") ? checkOperands("explain", first, terminal) : [];
  if (lost.length > 0) return tellMisuse(lost, args, terminal);
  const body = full.session?.graph === undefined ? explainPlan : (await graphPart()).explainGraph;
  return body(full, target.inputs, args, terminal);
};

/** Loaded for those who have a graph. */
const graphPart = (): Promise<typeof ExplainGraph> => import("../explain/explain-graph.ts");

function tellMisuse(misuse: readonly Diagnostic[], args: Arguments, terminal: Terminal): ExitCode {
  if (args.flags.has("json")) terminal.out(`${planJson(undefined, misuse)}\n`);
  else report(misuse, args, terminal);
  return 2;
}
