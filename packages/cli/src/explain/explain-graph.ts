import { describeGraphDifference } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import type { LoadResult, Session } from "@passwright/loader";
import { withOrders } from "@passwright/sdk/loading";
import { tellAnswer } from "../commands/answer.ts";
import type { Arguments } from "../commands/flags.ts";
import { printRemarks } from "../render/diagnostics.ts";
import { graphJson } from "../render/graph.ts";
import { idlePluginLinesOfGraph } from "../render/plan-notes.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { absenceOf } from "./absence.ts";
import { differenceText, explainGraphText, explainSomeOfGraphText } from "./explain-text.ts";
import { refusalsOf, selectInGraph } from "./select.ts";

/** Every pipeline of a graph and every step of it, or those that are named, with origin and reason. */
export function explainGraph(
  { session, diagnostics }: LoadResult,
  names: readonly string[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const plan = session && toldGraph(session, names);
  const selected = plan && selectInGraph(plan, names);
  const found = selected?.ok === false ? [...diagnostics, ...selected.diagnostics] : diagnostics;
  const { plugins = [], taps = [] } = session ?? {};
  const answer =
    names.length === 0
      ? {
          json: () => graphJson(plan, found, { taps }),
          text: () => {
            if (session === undefined || plan === undefined) return undefined;
            const context = { plugins: plugins.length, hasColor: terminal.outHasColor, taps };
            return explainGraphText(plan, { ...context, rest: idlePluginLinesOfGraph(session) });
          },
        }
      : {
          json: () => {
            const pipelines = selected?.ok === true ? selected.pipelines.map(({ pipeline }) => pipeline) : [];
            return graphJson(plan && { ...plan, pipelines }, found);
          },
          text: () => (plan && selected?.ok === true ? explainSomeOfGraphText(plan, selected.pipelines) : undefined),
        };
  const exit = tellAnswer(answer, found, args, terminal);
  // Where a step was to go first, though it stands elsewhere.
  printRemarks(names.length === 0 ? diagnostics : refusalsOf(diagnostics, names), args, terminal);
  return exit;
}

/** A session's graph, with all that is to be told of the order in its pipelines. */
function toldGraph({ graph }: Session, names: readonly string[]): GraphPlan | undefined {
  if (graph === undefined) return undefined;
  const inputs = new Map(graph.openPipelines.map(({ path, input }) => [path, input]));
  const told = (level: GraphPlan): GraphPlan => ({
    ...level,
    pipelines: level.pipelines.map((one) => {
      const { path, name, plan, graph: inner } = one;
      const input = inputs.get(path);
      const isNamed = names.includes(name) || names.includes(path);
      const steps = plan?.steps.map(({ address }) => address) ?? [];
      return {
        ...one,
        ...(plan === undefined || input === undefined
          ? {}
          : { plan: withOrders(plan, input, isNamed ? steps : names) }),
        ...(inner === undefined ? {} : { graph: told(inner) }),
      };
    }),
  });
  return told(graph.plan);
}

/** What becomes of a graph without some plugins. */
export function explainGraphWithout(
  full: LoadResult,
  reduced: LoadResult,
  without: readonly string[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const [before, after] = [full.session?.graph?.plan, reduced.session?.graph?.plan];
  const { diagnostics, taps, tapsGone } = absenceOf(full, reduced, before !== undefined);
  const differences = before === undefined || after === undefined ? undefined : describeGraphDifference(before, after);
  const answer = {
    json: () => {
      const lists = { plugins: without, differences: differences ?? [], tapsGone };
      return graphJson(after, diagnostics, { taps, without: lists });
    },
    text: () => differences && differenceText(differences, tapsGone, without),
  };
  return tellAnswer(answer, diagnostics, args, terminal);
}
