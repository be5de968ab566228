import { PropertyChecker } from "@passwright/builder";
import type { CheckProperty, LeftOut } from "@passwright/builder";
import type { Diagnostic, IrAdapter, RunResult } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import { during } from "@passwright/loader";
import type { Planned, Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { parseInput, printContent } from "../input/adapter.ts";
import { inputsOf, readInput } from "../input/inputs.ts";
import type { Content, Input } from "../input/inputs.ts";
import { inFile } from "../input/source-lines.ts";
import { counted } from "../render/plan.ts";
import { adapterAtWork, running } from "../run/activities.ts";
import { makeExecutable } from "../run/executable.ts";
import type { Executable, ExecutableSettings } from "../run/executable.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What one check found: a sentence, and what is wrong if something is. */
export interface CheckResult {
  readonly check: "resolve" | "permute" | "inputs" | "dedup" | "properties";
  /** What was looked at, and what came of it; without it the diagnostics say all. */
  readonly says?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export function isOk({ diagnostics }: CheckResult): boolean {
  return diagnostics.every(({ severity }) => severity !== "error");
}

/** An input with what is in it: read once, run several times. */
export interface InputText {
  readonly input: Input;
  readonly bytes: Uint8Array;
}

/** The inputs that are named, else those of the config. */
export async function readInputs(
  session: Session,
  named: readonly string[],
  terminal: Terminal,
  ir: Pick<IrAdapter<object>, "binary">,
): Promise<{ readonly inputs: readonly InputText[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { inputs: all, diagnostics: unmatched } = await inputsOf(session, named, terminal.cwd);
  const diagnostics: Diagnostic[] = [...unmatched];
  if (all.length === 0 && diagnostics.length === 0) diagnostics.push(errors.noInput());
  const inputs: InputText[] = [];
  for (const input of all) {
    // One may be standard input, and they are told of in order.
    const read = await readInput(input, terminal, ir);
    if (read.ok) inputs.push({ input, bytes: read.bytes });
    else diagnostics.push(read.diagnostic);
  }
  return { inputs, diagnostics };
}

/** What one run came to: the printed result, or what went wrong. What passes say besides is no matter of checks. */
export type Ran =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const QUIETLY: ExecutableSettings = { verifyEach: true, output: () => undefined };

/** Runs what a session has to run, or something like it, on an input. */
export async function runText(
  session: Session,
  executable: Executable,
  text: InputText,
  options: { readonly allowUnregistered: boolean },
): Promise<Ran> {
  const ran = await runInput(session, executable, text, options);
  return ran.ok ? ran : { ok: false, diagnostics: inFile(text.input.file, ran.diagnostics) };
}

async function runInput(
  session: Session,
  executable: Executable,
  { input, bytes }: InputText,
  options: { readonly allowUnregistered: boolean },
): Promise<Ran> {
  const parsed = parseInput(session.framework, input, bytes, options);
  if (!parsed.ok) return parsed;
  const run = (): Promise<RunResult> => executable.run(parsed.op, QUIETLY);
  const { succeeded, diagnostics } = await during(running(executable, input.file), run);
  if (!succeeded) return { ok: false, diagnostics: parsed.lines.addTo(diagnostics) };
  const { framework } = session;
  const printed = during(adapterAtWork(framework, "printing", input.file), () => printContent(framework, parsed.op));
  return printed.ok ? { ok: true, text: textOf(printed.content) } : printed;
}

/** What can be compared: every byte is a character. */
function textOf(content: Content): string {
  return typeof content === "string" ? content : Buffer.from(content).toString("latin1");
}

type Checks = { readonly [property: string]: CheckProperty<object> };

/** Runs with a look at the IR before and after every pass, by the `checks` of the framework. */
export async function checkDeclaredProperties(
  session: Session,
  executable: Executable,
  inputs: readonly InputText[],
  options: { readonly allowUnregistered: boolean },
): Promise<CheckResult> {
  const { framework, catalogue } = session;
  const checks = (framework.checks ?? {}) as Checks;
  const count = Object.keys(checks).length;
  if (count === 0) return { check: "properties", diagnostics: [errors.nothingToCheckWith(framework.name)] };
  const checker = new PropertyChecker(framework.ir, catalogue, framework.properties ?? {}, checks);
  executable.addInstrumentation(checker);
  const problems: Diagnostic[] = [];
  for (const one of inputs) {
    // It runs on one thing after the other.
    const ran = await runText(session, executable, one, options);
    if (!ran.ok) problems.push(...ran.diagnostics);
  }
  problems.push(...checker.diagnostics);
  if (problems.length > 0) return { check: "properties", diagnostics: problems };
  const says = `every pass keeps what it declares on ${counted(inputs.length, "input")}, as far as ${counted(count, "check")} can tell`;
  return { check: "properties", says, diagnostics: [] };
}

/** Runs the plan as it is and with the duplicate cleanups that were dropped, and compares what comes out. */
export async function checkDuplicates(
  session: Session,
  executable: Executable,
  inputs: readonly InputText[],
  options: { readonly allowUnregistered: boolean },
): Promise<CheckResult> {
  const full = session.planWithDuplicates();
  if (!full.ok) return { check: "dedup", diagnostics: full.diagnostics };
  const out = new Set(leftOutOf(full).map(({ address }) => address));
  const dropped = leftOutOf(session).filter(({ address }) => !out.has(address));
  if (dropped.length === 0) return { check: "dedup", says: "no duplicate cleanup was dropped", diagnostics: [] };
  const made = await makeExecutable(session, full);
  if (!made.ok) return { check: "dedup", diagnostics: made.diagnostics };
  const other = made.executable;
  const problems: Diagnostic[] = [];
  for (const one of inputs) {
    // They run on one thing after the other.
    const dropping = await runText(session, executable, one, options);
    const kept = await runText(session, other, one, options);
    if (!dropping.ok) problems.push(...dropping.diagnostics);
    else if (!kept.ok) problems.push(errors.duplicatesMatter(one.input.file, dropped), ...kept.diagnostics);
    else if (kept.text !== dropping.text) problems.push(errors.duplicatesMatter(one.input.file, dropped));
  }
  const says = `the same result with and without ${counted(dropped.length, "duplicate cleanup")} on ${counted(inputs.length, "input")}`;
  return problems.length > 0 ? { check: "dedup", diagnostics: problems } : { check: "dedup", says, diagnostics: [] };
}

/** What is left out of a plan, or of the pipelines of a graph, where an address is told with its pipeline. */
function leftOutOf({ plan, graph }: Planned): readonly LeftOut[] {
  if (graph === undefined) return plan?.leftOut ?? [];
  return allPipelines(graph.plan).flatMap(({ path, plan: inner }) =>
    (inner?.leftOut ?? []).map((one) => ({ ...one, address: `${path}: ${one.address}` })),
  );
}
