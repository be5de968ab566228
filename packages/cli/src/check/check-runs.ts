import { PropertyChecker } from "@passwright/builder";
import type { CheckProperty, LeftOut } from "@passwright/builder";
import type { Diagnostic, ManagerRunResult, Result } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import { during, running } from "@passwright/loader";
import type { LoadOptions, Planned, Session } from "@passwright/loader";
import type { OrderReport } from "@passwright/runner";
import { sendable } from "../commands/load.ts";
import * as errors from "../errors/index.ts";
import { adapterAtWork, lacksOfAdapter, parseInput, printContent } from "../input/adapter.ts";
import { readInputs } from "../input/inputs.ts";
import type { ReadInput } from "../input/inputs.ts";
import { inFile } from "../input/source-lines.ts";
import { orderText } from "../orders/order-text.ts";
import { counted } from "../render/plan.ts";
import { makeExecutable } from "../run/executable.ts";
import type { Executable } from "../run/executable.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface CheckResult {
  readonly check: "resolve" | "permute" | "inputs" | "dedup" | "properties" | "orders";
  /** Summary of the check and of the result. Absent if the diagnostics are sufficient. */
  readonly summary?: string;
  readonly diagnostics: readonly Diagnostic[];
}

interface Runs {
  readonly session: Session;
  readonly executable: Executable;
  /** Inputs with their contents. Each input is read only once, although several runs use it. */
  readonly inputs: readonly ReadInput[];
  readonly options: { readonly allowUnregistered: boolean };
}

/** Makes the pipeline executable, and reads the inputs in `named` or, if `named` is empty, the inputs of the config. */
export async function prepareRuns(
  session: Session,
  named: readonly string[],
  terminal: Terminal,
  options: Runs["options"],
): Promise<Result<Runs>> {
  const made = await makeExecutable(session);
  const { inputs, diagnostics: unread } = await readInputs(session, named, terminal);
  const diagnostics = [
    ...(made.ok ? lacksOfAdapter(session.framework, made.executable.lastIr) : made.diagnostics),
    ...unread,
  ];
  if (!made.ok || diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, session, executable: made.executable, inputs, options };
}

/** Runs the plan with and without the dropped duplicate cleanups on each input, and compares the results. */
export async function checkDuplicates(runs: Runs): Promise<CheckResult> {
  const { session, inputs } = runs;
  const full = session.planWithDuplicates();
  if (!full.ok) return { check: "dedup", diagnostics: full.diagnostics };
  const out = new Set(leftOutOf(full).map(({ address }) => address));
  const dropped = leftOutOf(session).filter(({ address }) => !out.has(address));
  if (dropped.length === 0) return { check: "dedup", summary: "no duplicate cleanup was dropped", diagnostics: [] };
  const made = await makeExecutable(session, full);
  if (!made.ok) return { check: "dedup", diagnostics: made.diagnostics };
  const diagnostics: Diagnostic[] = [];
  for (const one of inputs) {
    // A manager can process only one input at a time.
    const dropping = await runOn(one, runs);
    const kept = await runOn(one, { ...runs, executable: made.executable });
    if (!dropping.ok) diagnostics.push(...dropping.diagnostics);
    else if (!kept.ok) diagnostics.push(errors.duplicatesMatter(one.input.file, dropped), ...kept.diagnostics);
    else if (kept.text !== dropping.text) diagnostics.push(errors.duplicatesMatter(one.input.file, dropped));
  }
  if (diagnostics.length > 0) return { check: "dedup", diagnostics };
  const summary = `the same result with and without ${counted(dropped.length, "duplicate cleanup")} on ${counted(inputs.length, "input")}`;
  return { check: "dedup", summary, diagnostics };
}

/** Returns the left-out steps. In a graph, their addresses start with the path of the pipeline. */
function leftOutOf({ plan, graph }: Planned): readonly LeftOut[] {
  if (graph === undefined) return plan?.leftOut ?? [];
  return allPipelines(graph.plan).flatMap(({ path, plan: inner }) =>
    (inner?.leftOut ?? []).map((one) => ({ ...one, address: `${path}: ${one.address}` })),
  );
}

/** Compares the results of the framework's `checks` around every pass with the declarations of the passes. */
export async function checkDeclaredProperties(runs: Runs): Promise<CheckResult> {
  const { session, executable, inputs } = runs;
  const { framework, assembly } = session;
  const { catalogue } = assembly.work;
  const checks = (framework.checks ?? {}) as { readonly [property: string]: CheckProperty<object> };
  const count = Object.keys(checks).length;
  if (count === 0) return { check: "properties", diagnostics: [errors.nothingToCheckWith(framework.name)] };
  const checker = new PropertyChecker(executable.ir, catalogue, framework.properties ?? {}, checks, framework.name);
  executable.addInstrumentation(checker);
  const diagnostics: Diagnostic[] = [];
  for (const one of inputs) {
    // A manager can process only one input at a time.
    const ran = await runOn(one, runs);
    if (!ran.ok) diagnostics.push(...ran.diagnostics);
  }
  diagnostics.push(...checker.diagnostics);
  if (diagnostics.length > 0) return { check: "properties", diagnostics };
  const summary = `every pass keeps what it declares on ${counted(inputs.length, "input")}, as far as ${counted(count, "check")} can tell`;
  return { check: "properties", summary, diagnostics };
}

/** Runs the pipeline on an input and returns the printed result, without diagnostics. */
async function runOn(
  { input, bytes }: ReadInput,
  { session: { framework }, executable, options }: Runs,
): Promise<Result<{ readonly text: string }>> {
  const { file } = input;
  const failed = (found: readonly Diagnostic[]) => ({ ok: false, diagnostics: inFile(file, found) }) as const;
  const parsed = parseInput(framework, input, bytes, options);
  if (!parsed.ok) return failed(parsed.diagnostics);
  const settings = { verifyEach: true, output: () => undefined, input: file };
  const run = (): Promise<ManagerRunResult> => executable.run(parsed.op, settings);
  const { succeeded, diagnostics, root, ir } = await during(running(executable, file), run);
  if (!succeeded) return failed(parsed.lines.addTo(diagnostics));
  const printed = during(adapterAtWork(framework, "printing", file), () =>
    printContent({ name: framework.name, ir }, root),
  );
  if (!printed.ok) return failed(printed.diagnostics);
  const { content } = printed;
  // Converts each byte of binary results to one character, so that all results can be compared as text.
  return { ok: true, text: typeof content === "string" ? content : Buffer.from(content).toString("latin1") };
}

/** Reports pairs of steps whose order affects outputs but is not determined by a rule. */
export async function checkOrders(
  session: Session,
  named: readonly string[],
  options: LoadOptions,
  { seconds, framework, rules }: { readonly seconds: number; readonly framework: boolean; readonly rules: boolean },
  terminal: Terminal,
): Promise<CheckResult & { readonly orders?: OrderReport }> {
  const { freshProcess, orderMatters, tryOrders } = await import("@passwright/runner");
  const problems = await session.loadCode();
  if (problems.length > 0) return { check: "orders", diagnostics: problems };
  const read = await readInputs(session, named, terminal);
  if (read.diagnostics.length > 0) return { check: "orders", diagnostics: read.diagnostics };
  const inputs = read.inputs.map(({ input: { file }, bytes }) => ({ file, text: Buffer.from(bytes).toString("utf8") }));
  const report = await tryOrders(session.assembly, inputs, {
    framework,
    rules,
    budget: { seconds },
    runFresh: freshProcess({ kind: "config", options: sendable(options) }, { cwd: terminal.cwd }),
    onProgress: (done, all) => terminal.progress?.(`${done} of ${all} inputs`),
  });
  const pairs = report.pairs.filter(({ result }) => result === "conflict" || result === "fails in one order");
  const diagnostics = [...errors.noOrderTried(report), ...pairs.map(orderMatters)];
  return { check: "orders", summary: orderText(report), orders: report, diagnostics };
}
