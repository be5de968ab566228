import { escapeControlCharacters, hasErrors } from "@passwright/core";
import { ordersByName } from "@passwright/sdk";
import { checkLoadOrders } from "../check/check-load-orders.ts";
import type { CheckResult } from "../check/check-runs.ts";
import { outputJson, printDiagnostics } from "../render/diagnostics.ts";
import { counted, passesOf } from "../render/plan.ts";
import type { CommandBody } from "./command.ts";
import { checkOperands, load, loadOptionsOf, targetOf } from "./load.ts";
import { exitCodeOf, report } from "./outcome.ts";
import { BUDGETS } from "./time-limit.ts";

const RUN_CHECKS = ["orders", "dedup", "properties"] as const;

/** `passwright check`: verifies that the pipeline resolves. Each flag adds a check. */
export const check: CommandBody = async (args, terminal) => {
  const isJson = args.flags.has("json");
  const runChecks = RUN_CHECKS.filter((flag) => args.flags.has(flag));
  const target = targetOf(args, terminal);
  const results: CheckResult[] = [];
  const progress = (text: string): void => terminal.progress?.(text);
  const add = (result: CheckResult): void => {
    results.push(result);
    progress("");
    if (isJson) return;
    // Prints the result immediately, because the next check can take a long time.
    const { summary, diagnostics } = result;
    report(diagnostics, args, terminal);
    if (summary !== undefined) terminal.out(`${summary.split("\n").map(escapeControlCharacters).join("\n")}\n`);
  };
  const resolves = async (): Promise<void> => {
    const { session, diagnostics } = await load(target, args, terminal);
    const { plan, graph, plugins = [] } = session ?? {};
    const size = plan
      ? counted(passesOf(plan).length, "step")
      : graph && counted(graph.plan.pipelines.length, "pipeline");
    if (session === undefined || size === undefined) return add({ check: "resolve", diagnostics });
    const wrong = args.flags.has("data-only") ? [] : await session.loadCode();
    const late = session.lateWarnings.filter((one) => !diagnostics.includes(one));
    const byName = ordersByName(session.assembly);
    const found = [...diagnostics, ...wrong, ...late, ...byName];
    if (exitCodeOf(found) !== 0) return add({ check: "resolve", diagnostics: found });
    const warnings = found.filter(({ severity }) => severity === "warning").length;
    const facts = [size, counted(plugins.length, "plugin"), ...(warnings === 0 ? [] : [counted(warnings, "warning")])];
    add({ check: "resolve", summary: `resolves: ${facts.join(", ")}`, diagnostics: found });
    // `add` prints only errors and warnings.
    if (!isJson) printDiagnostics(byName, terminal);
    if (args.flags.has("permute")) add(await checkLoadOrders(session, loadOptionsOf(target, args, terminal), progress));
    if (runChecks.length === 0) return;
    // Loads the code only if it is needed.
    const { readForTrials } = await import("../experiments/prepare.ts");
    const { checkDeclaredProperties, checkDuplicates, checkOrders } = await import("../check/check-runs.ts");
    const read = await readForTrials(session, target.inputs, args, terminal);
    if (!read.ok) return add({ check: "inputs", diagnostics: read.diagnostics });
    const runs = { session, inputs: read.inputs };
    const settings = {
      seconds: args.number("budget") ?? BUDGETS.check,
      framework: args.flags.has("framework"),
      rules: args.flags.has("rules"),
    };
    const bodies = {
      orders: () => checkOrders(runs, loadOptionsOf(target, args, terminal), settings, terminal),
      dedup: () => checkDuplicates(runs),
      properties: () => checkDeclaredProperties(runs),
    };
    for (const flag of runChecks) add(await bodies[flag]());
  };
  const misuse = runChecks.length > 0 ? [] : checkOperands("check", target, terminal);
  if (misuse.length > 0) add({ check: "resolve", diagnostics: misuse });
  else await resolves();
  const diagnostics = results.flatMap((result) => result.diagnostics);
  if (isJson) terminal.out(`${outputJson({ checks: results.map(jsonOf), diagnostics })}\n`);
  return exitCodeOf(diagnostics);
};

function jsonOf({ check: name, summary, diagnostics, orders }: CheckResult & { readonly orders?: object }): object {
  const ok = !hasErrors(diagnostics);
  return { check: name, ok, ...(summary === undefined ? {} : { summary }), ...(orders && { orders }) };
}
