import type { LoadOptions, Session } from "@passwright/loader";
import type { OrderReport } from "@passwright/runner";
import { readInputs } from "../input/inputs.ts";
import { orderText } from "../orders/order-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CheckResult } from "./check-runs.ts";

/** Settings of an order experiment. */
export interface OrderSettings {
  readonly seconds: number;
  /** Whether the experiment also moves steps of the framework. */
  readonly framework: boolean;
  /** Whether the experiment also reverses each strong rule. */
  readonly rules: boolean;
}

/**
 * Runs the plan's steps on inputs in legal orders other than the planned order. Reports each pair of steps whose order
 * affects the output but is not determined by a rule.
 */
export async function checkOrders(
  session: Session,
  named: readonly string[],
  options: LoadOptions,
  { seconds, framework, rules }: OrderSettings,
  terminal: Terminal,
): Promise<CheckResult & { readonly orders?: OrderReport }> {
  const { freshProcess, orderMatters, tryOrders } = await import("@passwright/runner");
  const problems = await session.loadCode();
  if (problems.length > 0) return { check: "orders", diagnostics: problems };
  const read = await readInputs(session, named, terminal);
  if (read.diagnostics.length > 0) return { check: "orders", diagnostics: read.diagnostics };
  const inputs = read.inputs.map(({ input: { file }, bytes }) => ({ file, text: Buffer.from(bytes).toString("utf8") }));
  const { cwd, without, keepDuplicates, target, level, config } = options;
  const data: LoadOptions = { cwd, without, keepDuplicates, target, level, config } as LoadOptions;
  const report = await tryOrders(session.assembly, inputs, {
    framework,
    rules,
    budget: { seconds },
    runFresh: freshProcess({ kind: "config", options: data }, { cwd: terminal.cwd }),
    onProgress: (done, all) => terminal.progress?.(`${done} of ${all} inputs`),
  });
  const pairs = report.pairs.filter(({ result }) => result === "conflict" || result === "fails in one order");
  return { check: "orders", summary: orderText(report), orders: report, diagnostics: pairs.map(orderMatters) };
}
