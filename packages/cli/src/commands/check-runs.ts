import { type CheckProperty, PropertyChecker, toPassManager } from "@passwright/builder";
import { type Diagnostic, type IrAdapter, PassManager } from "@passwright/core";
import { type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Arguments } from "../flags.ts";
import { type Input, readInput } from "../read-input.ts";
import { counted } from "../render/plan-text.ts";
import { inputsOf } from "../session-inputs.ts";
import { report } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";

/** Which runs are compared or looked at. */
export interface RunChecks {
  readonly dedup: boolean;
  readonly properties: boolean;
}

/** What one run came to: the printed result, or what went wrong. */
type Ran =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

function runOn(adapter: IrAdapter<object>, manager: PassManager<object>, input: Input, text: string): Ran {
  const parsed = adapter.parse?.(text, { file: input.file });
  if (parsed?.ok !== true) return { ok: false, diagnostics: parsed?.diagnostics ?? [] };
  const { succeeded, diagnostics } = manager.run(parsed.op);
  return succeeded ? { ok: true, text: adapter.print?.(parsed.op, {}) ?? "" } : { ok: false, diagnostics };
}

/** The manager of the plan in which no duplicate was dropped. */
function managerWithDuplicates(session: Session): PassManager<object> | undefined {
  const { plan } = session.builder.resolve({ keepDuplicates: true });
  if (plan === undefined) return undefined;
  const manager = new PassManager(session.framework.ir, { anchor: session.framework.anchor });
  return toPassManager(plan, session.catalogue, manager).length === 0 ? manager : undefined;
}

/** Runs the pipeline on every input, with what is to be checked: both plans side by side, or a look after every pass. */
export async function checkRuns(
  session: Session,
  named: readonly string[],
  checks: RunChecks,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const inputs = inputsOf(session, named, terminal);
  const made = await session.makeManager();
  if (!made.ok || inputs.length === 0) {
    report(made.ok ? [errors.noInput()] : made.diagnostics, args, terminal);
    return made.ok ? 2 : 1;
  }
  const { ir, properties = {}, checks: looks = {} } = session.framework;
  const checker = new PropertyChecker(
    ir,
    session.catalogue,
    properties,
    looks as { readonly [name: string]: CheckProperty<object> },
  );
  if (checks.properties) made.manager.addInstrumentation(checker);
  const other = checks.dedup ? managerWithDuplicates(session) : undefined;
  const problems: Diagnostic[] = [];
  for (const input of inputs) {
    // oxlint-disable-next-line no-await-in-loop -- inputs may be standard input, and are told of in order
    const read = await readInput(input, terminal);
    if (!read.ok) {
      problems.push(read.diagnostic);
      continue;
    }
    const result = runOn(ir, made.manager, input, read.text);
    if (!result.ok) problems.push(...result.diagnostics);
    const kept = other === undefined ? undefined : runOn(ir, other, input, read.text);
    if (result.ok && kept?.ok === true && kept.text !== result.text) problems.push(errors.duplicatesMatter(input.file));
  }
  problems.push(...checker.diagnostics);
  report(problems, args, terminal);
  if (problems.length > 0) return 1;
  const on = counted(inputs.length, "input");
  if (checks.dedup) terminal.out(`the same result with and without duplicate cleanups on ${on}\n`);
  if (checks.properties)
    terminal.out(
      `every pass keeps what it declares on ${on}, as far as ${counted(Object.keys(looks).length, "check")} can tell\n`,
    );
  return 0;
}
