import { PropertyChecker } from "@passwright/builder";
import type { CheckProperty, LeftOut } from "@passwright/builder";
import { hasErrors } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { LoadOptions, Session } from "@passwright/loader";
import { runTrial } from "@passwright/runner";
import type { OrderInput, OrderReport, TrialInput } from "@passwright/runner";
import { assembleWith } from "@passwright/sdk";
import type { Assembly } from "@passwright/sdk/loading";
import { sendable } from "../commands/load.ts";
import * as errors from "../errors/index.ts";
import { inFile } from "../input/source-lines.ts";
import { orderText } from "../orders/order-text.ts";
import { counted } from "../render/plan.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface CheckResult {
  readonly check: "resolve" | "permute" | "inputs" | "dedup" | "properties" | "orders";
  /** Summary of the check and of the result. Absent if the diagnostics are sufficient. */
  readonly summary?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Session with its inputs. Each input is read only once, although several runs use it. */
interface Runs {
  readonly session: Session;
  readonly inputs: readonly TrialInput[];
}

/** Runs the plan with and without the dropped duplicate cleanups on each input, and compares the results. */
export async function checkDuplicates({ session: { assembly }, inputs }: Runs): Promise<CheckResult> {
  const full = assembleWith(assembly, { keepDuplicates: true });
  if (hasErrors(full.diagnostics)) return { check: "dedup", diagnostics: full.diagnostics };
  const out = new Set(leftOutOf(full).map(({ address }) => address));
  const dropped = leftOutOf(assembly).filter(({ address }) => !out.has(address));
  if (dropped.length === 0) return { check: "dedup", summary: "no duplicate cleanup was dropped", diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  for (const input of inputs) {
    const { file } = input;
    const dropping = await runTrial(assembly, input);
    const kept = await runTrial(full, input);
    if (!dropping.ok) diagnostics.push(...inFile(file, dropping.diagnostics));
    else if (kept.output !== dropping.output) {
      const failed = kept.ok ? [] : inFile(file, kept.diagnostics);
      diagnostics.push(errors.duplicatesMatter(file, dropped), ...failed);
    }
  }
  if (diagnostics.length > 0) return { check: "dedup", diagnostics };
  const summary = `the same result with and without ${counted(dropped.length, "duplicate cleanup")} on ${counted(inputs.length, "input")}`;
  return { check: "dedup", summary, diagnostics };
}

/** Returns the left-out steps. In a graph, their addresses start with the path of the pipeline. */
function leftOutOf({ plan, graph }: Assembly): readonly LeftOut[] {
  if (graph === undefined) return plan?.leftOut ?? [];
  return allPipelines(graph.plan).flatMap(({ path, plan: inner }) =>
    (inner?.leftOut ?? []).map((one) => ({ ...one, address: `${path}: ${one.address}` })),
  );
}

/** Compares the results of the framework's `checks` around every pass with the declarations of the passes. */
export async function checkDeclaredProperties({ session, inputs }: Runs): Promise<CheckResult> {
  const { framework, assembly } = session;
  const checks = (framework.checks ?? {}) as { readonly [property: string]: CheckProperty<object> };
  const count = Object.keys(checks).length;
  if (count === 0) return { check: "properties", diagnostics: [errors.nothingToCheckWith(framework.name)] };
  const { catalogue } = assembly.work;
  const checker = new PropertyChecker(framework.ir, catalogue, framework.properties ?? {}, checks, framework.name);
  const checked = assembleWith(assembly, { instrumentations: [checker] });
  const diagnostics: Diagnostic[] = [];
  for (const input of inputs) {
    const ran = await runTrial(checked, input);
    if (!ran.ok) diagnostics.push(...inFile(input.file, ran.diagnostics));
  }
  diagnostics.push(...checker.diagnostics);
  if (diagnostics.length > 0) return { check: "properties", diagnostics };
  const summary = `every pass keeps what it declares on ${counted(inputs.length, "input")}, as far as ${counted(count, "check")} can tell`;
  return { check: "properties", summary, diagnostics };
}

/** Reports pairs of steps whose order affects outputs but is not determined by a rule. */
export async function checkOrders(
  { session, inputs }: Runs,
  options: LoadOptions,
  { seconds, framework, rules }: { readonly seconds: number; readonly framework: boolean; readonly rules: boolean },
  terminal: Terminal,
): Promise<CheckResult & { readonly orders?: OrderReport }> {
  const { freshProcess, isOrderRelevant, orderMatters, tryOrders } = await import("@passwright/runner");
  const report = await tryOrders(session.assembly, inputs as readonly OrderInput[], {
    framework,
    rules,
    budget: { seconds },
    runFresh: freshProcess({ kind: "config", options: sendable(options) }, { cwd: terminal.cwd }),
    onProgress: (done, all) => terminal.progress?.(`${done} of ${all} inputs`),
  });
  const pairs = report.pairs.filter(isOrderRelevant);
  const diagnostics = [...errors.noOrderTried(report), ...pairs.map(orderMatters)];
  const isGraph = report.inputs.length === 0;
  return { check: "orders", ...(isGraph ? {} : { summary: orderText(report) }), orders: report, diagnostics };
}
