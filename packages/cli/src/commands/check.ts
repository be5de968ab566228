import { escapeSourceLine } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Session } from "@passwright/loader";
import { checkLoadOrders } from "../check/check-load-orders.ts";
import { checkDeclaredProperties, checkDuplicates, isOk, readInputs } from "../check/check-runs.ts";
import type { CheckResult, InputText } from "../check/check-runs.ts";
import { lacksOfAdapter } from "../input/adapter.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { counted, passesOf } from "../render/plan.ts";
import { makeExecutable } from "../run/executable.ts";
import type { Executable } from "../run/executable.ts";
import { exitCodeOf, load, loadOptionsOf, report, targetOf } from "../session/session.ts";
import type { Target } from "../session/session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkOperands } from "./check-operands.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";

/**
 * `passwright check`: resolves, and checks more if asked: `--permute` every order of loading the plugins, `--dedup` that
 * dropping duplicate cleanups does not change what comes out, `--properties` that passes keep what they declare.
 */
export const check: CommandBody = async (args, terminal) => {
  const hasInputs = args.flags.has("dedup") || args.flags.has("properties");
  const target = targetOf(args, terminal, { hasInputs });
  const misuse = hasInputs ? [] : checkOperands("check", target, terminal);
  if (misuse.length > 0) {
    if (args.flags.has("json")) terminal.out(`${jsonOf([{ check: "resolve", diagnostics: misuse }])}\n`);
    else report(misuse, args, terminal);
    return 2;
  }
  const results: CheckResult[] = [];
  const progress = (text: string): void => terminal.progress?.(text);
  const add = (result: CheckResult): void => {
    results.push(result);
    progress("");
    // As soon as it is known: a check may take its time.
    if (!args.flags.has("json")) tell(result, args, terminal);
  };
  const { session, diagnostics } = await load(target, args, terminal);
  const { plan, graph, plugins = [] } = session ?? {};
  const size =
    (plan && counted(passesOf(plan).length, "step")) ?? (graph && counted(graph.plan.pipelines.length, "pipeline"));
  const found = [...diagnostics];
  if (session !== undefined && size !== undefined) {
    found.push(...(await lateFindings(session, diagnostics)));
    found.push(...session.assembly.ordersByName());
  }
  const resolves = size !== undefined && exitCodeOf(found) === 0;
  const says = resolves && `resolves: ${[size, counted(plugins.length, "plugin"), ...warningsOf(found)].join(", ")}`;
  add({ check: "resolve", ...(says === false ? {} : { says }), diagnostics: found });
  if (session !== undefined && resolves) {
    if (args.flags.has("permute")) add(await checkLoadOrders(session, loadOptionsOf(target, args, terminal), progress));
    if (args.flags.has("dedup") || args.flags.has("properties")) await checkRuns(session, target, args, terminal, add);
  }
  if (args.flags.has("json")) terminal.out(`${jsonOf(results)}\n`);
  return exitCodeOf(results.flatMap(({ diagnostics }) => diagnostics));
};

/** What loading the code finds, besides what is told. */
async function lateFindings(session: Session, told: readonly Diagnostic[]): Promise<readonly Diagnostic[]> {
  const wrong = await session.findBadSteps();
  return [...wrong, ...session.lateWarnings.filter((one) => !told.includes(one))];
}

/** How many warnings there are, as they fail nothing; nothing to be told where there is none. */
function warningsOf(diagnostics: readonly Diagnostic[]): string[] {
  const count = diagnostics.filter(({ severity }) => severity === "warning").length;
  return count === 0 ? [] : [counted(count, "warning")];
}

/** The checks that run the pipeline. */
async function checkRuns(
  session: Session,
  target: Target,
  args: Arguments,
  terminal: Terminal,
  add: (result: CheckResult) => void,
): Promise<void> {
  const made = await makeExecutable(session);
  const lacks = made.ok ? lacksOfAdapter(session) : made.diagnostics;
  const read = await readInputs(session, target.inputs, terminal, made.ok ? session.framework.ir : {});
  const problems: readonly Diagnostic[] = [...lacks, ...read.diagnostics];
  if (!made.ok || problems.length > 0) return add({ check: "inputs", diagnostics: problems });
  const options = { allowUnregistered: args.flags.has("allow-unregistered-dialect") };
  const all: readonly [flag: string, body: RunCheck][] = [
    ["dedup", checkDuplicates],
    ["properties", checkDeclaredProperties],
  ];
  for (const [flag, body] of all) {
    // They run the same thing.
    if (args.flags.has(flag)) add(await body(session, made.executable, read.inputs, options));
  }
}

type RunCheck = (
  session: Session,
  executable: Executable,
  inputs: readonly InputText[],
  options: { readonly allowUnregistered: boolean },
) => Promise<CheckResult>;

function tell({ says, diagnostics }: CheckResult, args: Arguments, terminal: Terminal): void {
  report(diagnostics, args, terminal);
  if (says !== undefined) terminal.out(`${says.split("\n").map(escapeSourceLine).join("\n")}\n`);
}

function jsonOf(results: readonly CheckResult[]): string {
  const checks = results.map((result) => {
    const { check: name, says } = result;
    return { check: name, ok: isOk(result), ...(says === undefined ? {} : { says }) };
  });
  return terminalJson({ checks, diagnostics: results.flatMap(({ diagnostics }) => diagnostics) });
}
