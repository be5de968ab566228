import { describeDifference, diffPlans } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { type LoadResult } from "@passwright/loader";
import { type Arguments } from "../flags.ts";
import { differenceText, explainSomeText, explainText } from "../render/explain-text.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import { idlePluginLines } from "../render/idle-plugins.ts";
import { keptOrders } from "../render/kept-orders.ts";
import { planJson, stepJson } from "../render/plan-json.ts";
import { selectSteps } from "../select-steps.ts";
import { exitCodeOf, load, report, targetOf } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { checkOperands } from "./check-operands.ts";
import { type CommandBody } from "./command.ts";
import { explainWhere } from "./explain-where.ts";
import { goneTaps } from "./gone-taps.ts";
import { isAbout, refusalsOf } from "./refusals.ts";

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
  if (full.session?.graph !== undefined) {
    const { explainGraph } = await graphPart();
    return explainGraph(full.session, full.session.graph.plan, target.inputs, full.diagnostics, args, terminal);
  }
  return target.inputs.length > 0 ? explainSome(target.inputs, full, args, terminal) : explainAll(full, args, terminal);
};

/** Loaded for those who have a graph. */
const graphPart = (): Promise<typeof import("./explain-graph.ts")> => import("./explain-graph.ts");

function tellMisuse(misuse: readonly Diagnostic[], args: Arguments, terminal: Terminal): ExitCode {
  if (args.flags.has("json")) terminal.out(`${planJson(undefined, misuse)}\n`);
  else report(misuse, args, terminal);
  return 2;
}

/** The steps that are named, and no more than those. */
function explainSome(
  names: readonly string[],
  { session, diagnostics }: LoadResult,
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const refusals = refusalsOf(diagnostics, names);
  const refused = names.filter((name) => refusals.some((one) => isAbout(one, name)));
  const selected = session?.plan && selectSteps(session.plan, names, refused);
  const found = [...diagnostics, ...(selected?.ok === false ? selected.diagnostics : [])];
  const plan = selected?.ok === true ? selected.plan : undefined;
  if (args.flags.has("json")) terminal.out(`${planJson(plan, found)}\n`);
  else {
    report(
      found.filter((one) => !refusals.includes(one)),
      args,
      terminal,
    );
    if (session?.plan !== undefined && plan !== undefined) {
      const [whole, { rules }] = [session.plan, session.builder.input()];
      const steps = plan.steps.map((step) => ({
        ...step,
        notes: [...(step.notes ?? []), ...keptOrders(step, whole, rules)],
      }));
      terminal.out(`${explainSomeText({ ...plan, steps }, refused, refusals)}\n`);
    }
  }
  return exitCodeOf(found);
}

function explainAll({ session, diagnostics }: LoadResult, args: Arguments, terminal: Terminal): ExitCode {
  const plan = session?.plan;
  if (args.flags.has("json")) {
    terminal.out(`${planJson(plan, diagnostics, { taps: session?.taps ?? [] })}\n`);
    return exitCodeOf(diagnostics);
  }
  report(diagnostics, args, terminal);
  if (session === undefined || plan === undefined) return exitCodeOf(diagnostics);
  const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor, taps: session.taps };
  terminal.out(`${explainText(plan, { ...context, rest: idlePluginLines(session, plan) })}\n`);
  // Who explains tells of attempts that failed, too.
  printDiagnostics(
    diagnostics.filter(({ severity }) => severity === "remark"),
    terminal,
  );
  return exitCodeOf(diagnostics);
}

function explainWithout(
  full: LoadResult,
  reduced: LoadResult,
  without: readonly string[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const [before, after] = [full.session?.plan, reduced.session?.plan];
  const { diagnostics } = before === undefined && reduced.session !== undefined ? full : reduced;
  const tapsGone = goneTaps(full, reduced);
  const difference = before === undefined || after === undefined ? undefined : diffPlans(before, after);
  if (args.flags.has("json")) {
    const { gone = [], added = [], moved = [] } = difference ?? {};
    const lists = { gone: gone.map(stepJson), added: added.map(stepJson), moved: moved.map(stepJson), tapsGone };
    const more = { taps: reduced.session?.taps ?? [], without: { plugins: without, ...lists } };
    terminal.out(`${planJson(after, diagnostics, more)}\n`);
    return exitCodeOf(diagnostics);
  }
  report(diagnostics, args, terminal);
  if (before === undefined || after === undefined || difference === undefined) return exitCodeOf(diagnostics);
  terminal.out(`${differenceText(describeDifference(before, after), tapsGone, without)}\n`);
  return exitCodeOf(diagnostics);
}
