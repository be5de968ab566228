import { describeDifference, diffPlans } from "@passwright/builder";
import type { LoadResult } from "@passwright/loader";
import { withOrders } from "@passwright/sdk/loading";
import { tellAnswer } from "../commands/answer.ts";
import type { Arguments } from "../commands/flags.ts";
import { printRemarks } from "../render/diagnostics.ts";
import { idlePluginLines } from "../render/plan-notes.ts";
import { planJson, stepJson } from "../render/plan.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { absenceOf } from "./absence.ts";
import { differenceText, explainSomeText, explainText } from "./explain-text.ts";
import { isAbout, refusalsOf, selectSteps } from "./select.ts";

/** Every step of a plan, or those that are named, with origin and reason. */
export function explainPlan(
  loaded: LoadResult,
  names: readonly string[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  return names.length > 0 ? explainSome(loaded, names, args, terminal) : explainAll(loaded, args, terminal);
}

/** The steps that are named, and no more than those. */
function explainSome(
  { session, diagnostics }: LoadResult,
  names: readonly string[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const refusals = refusalsOf(diagnostics, names);
  const refused = names.filter((name) => refusals.some((one) => isAbout(one, name)));
  const whole = session?.plan && withOrders(session.plan, session.builder.input(), names);
  const selected = whole && selectSteps(whole, names, refused);
  const plan = selected?.ok === true ? selected.plan : undefined;
  const unknown = selected?.ok === false ? selected.diagnostics : [];
  const answer = {
    json: () => planJson(plan, [...diagnostics, ...unknown]),
    text: () => plan && explainSomeText(plan, refused, refusals),
  };
  // What was refused is in the text.
  const isJson = args.flags.has("json");
  const told = isJson ? diagnostics : diagnostics.filter((one) => !refusals.includes(one));
  return tellAnswer(answer, [...told, ...unknown], args, terminal);
}

function explainAll({ session, diagnostics }: LoadResult, args: Arguments, terminal: Terminal): ExitCode {
  const { plan: found, taps = [] } = session ?? {};
  const plan = found && session && withOrders(found, session.builder.input());
  const answer = {
    json: () => planJson(plan, diagnostics, { taps }),
    text: () => {
      if (session === undefined || plan === undefined) return undefined;
      const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor, taps };
      return explainText(plan, { ...context, rest: idlePluginLines(session, plan) });
    },
  };
  const exit = tellAnswer(answer, diagnostics, args, terminal);
  // Who explains tells of attempts that failed, too.
  if (plan !== undefined) printRemarks(diagnostics, args, terminal);
  return exit;
}

/** What becomes of a plan without some plugins. */
export function explainWithout(
  full: LoadResult,
  reduced: LoadResult,
  without: readonly string[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const [before, after] = [full.session?.plan, reduced.session?.plan];
  const { diagnostics, taps, tapsGone } = absenceOf(full, reduced, before !== undefined);
  const answer = {
    json: () => {
      const difference = before && after && diffPlans(before, after);
      const { gone = [], added = [], moved = [] } = difference ?? {};
      const lists = { gone: gone.map(stepJson), added: added.map(stepJson), moved: moved.map(stepJson), tapsGone };
      return planJson(after, diagnostics, { taps, without: { plugins: without, ...lists } });
    },
    text: () => before && after && differenceText(describeDifference(before, after), tapsGone, without),
  };
  return tellAnswer(answer, diagnostics, args, terminal);
}
