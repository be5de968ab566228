import { type Diagnostic } from "@passwright/core";
import { describeGraphDifference, type GraphPlan } from "@passwright/graph";
import { type LoadResult, type Session } from "@passwright/loader";
import { type Arguments } from "../flags.ts";
import { explainGraphText, explainSomeOfGraphText } from "../render/explain-graph-text.ts";
import { differenceText } from "../render/explain-text.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import { graphJson } from "../render/graph-json.ts";
import { idlePluginLinesOfGraph } from "../render/idle-plugins-of-graph.ts";
import { selectInGraph } from "../select-in-graph.ts";
import { exitCodeOf, report } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { goneTaps } from "./gone-taps.ts";
import { refusalsOf } from "./refusals.ts";

/** Every pipeline of a graph and every step of it, or those that are named, with origin and reason. */
export function explainGraph(
  session: Session,
  plan: GraphPlan,
  names: readonly string[],
  diagnostics: readonly Diagnostic[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  if (names.length > 0) return explainSome(plan, names, diagnostics, args, terminal);
  const { taps } = session;
  if (args.flags.has("json")) {
    terminal.out(`${graphJson(plan, diagnostics, { taps })}\n`);
    return exitCodeOf(diagnostics);
  }
  report(diagnostics, args, terminal);
  const context = { plugins: session.plugins.length, hasColor: terminal.outHasColor, taps };
  terminal.out(`${explainGraphText(plan, { ...context, rest: idlePluginLinesOfGraph(session) })}\n`);
  // Who explains tells of attempts that failed, too.
  printDiagnostics(
    diagnostics.filter(({ severity }) => severity === "remark"),
    terminal,
  );
  return exitCodeOf(diagnostics);
}

function explainSome(
  plan: GraphPlan,
  names: readonly string[],
  diagnostics: readonly Diagnostic[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const selected = selectInGraph(plan, names);
  const found = [...diagnostics, ...(selected.ok ? [] : selected.diagnostics)];
  const pipelines = selected.ok ? selected.pipelines.map(({ pipeline }) => pipeline) : [];
  if (args.flags.has("json")) terminal.out(`${graphJson({ ...plan, pipelines }, found)}\n`);
  else {
    report(found, args, terminal);
    if (selected.ok) terminal.out(`${explainSomeOfGraphText(plan, selected.pipelines)}\n`);
    // Where a step was to go first, though it stands elsewhere.
    const refusals = refusalsOf(diagnostics, names).filter(({ severity }) => severity === "remark");
    printDiagnostics(refusals, terminal);
  }
  return exitCodeOf(found);
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
  const { diagnostics } = before === undefined && reduced.session !== undefined ? full : reduced;
  const tapsGone = goneTaps(full, reduced);
  const isBoth = before !== undefined && after !== undefined;
  const differences = isBoth ? describeGraphDifference(before, after) : [];
  if (args.flags.has("json")) {
    const more = { taps: reduced.session?.taps ?? [], without: { plugins: without, differences, tapsGone } };
    terminal.out(`${graphJson(after, diagnostics, more)}\n`);
    return exitCodeOf(diagnostics);
  }
  report(diagnostics, args, terminal);
  if (isBoth) terminal.out(`${differenceText(differences, tapsGone, without)}\n`);
  return exitCodeOf(diagnostics);
}
