import type { Diagnostic, Result } from "@passwright/core";
import { decodeUtf8 } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import type { TrialInput } from "@passwright/runner";
import type { Arguments } from "../commands/flags.ts";
import { loadForInputs, loadOptionsOf } from "../commands/load.ts";
import type { Target } from "../commands/load.ts";
import { lacksOfAdapter } from "../input/adapter.ts";
import { readInputs } from "../input/inputs.ts";
import type { Input } from "../input/inputs.ts";
import { overwrittenBy } from "../output/output-check.ts";
import type { NamedOutput } from "../output/output-check.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface Prepared {
  readonly session: Session;
  readonly inputs: readonly TrialInput[];
}

/** Loads the config, all code and the inputs. `prepared` is `undefined` if there are errors. */
export async function prepare(
  target: Target,
  args: Arguments,
  terminal: Terminal,
  outputs: (input: string) => readonly NamedOutput[],
  files: readonly (string | undefined)[],
): Promise<{ readonly prepared?: Prepared; readonly diagnostics: readonly Diagnostic[] }> {
  const { session, diagnostics } = await loadForInputs(terminal, loadOptionsOf(target, args, terminal), target.inputs);
  if (session === undefined) return { diagnostics };
  const read = await readForTrials(session, target.inputs, args, terminal);
  // Planning from code repeats the errors of planning from manifests.
  if (!read.ok)
    return { diagnostics: [...diagnostics.filter(({ severity }) => severity !== "error"), ...read.diagnostics] };
  const { inputs, named } = read;
  const { config } = session;
  const overwritten = overwrittenBy(outputs(named[0]?.file ?? ""), { config, inputs: named, files }, terminal.cwd);
  if (overwritten.length > 0) return { diagnostics: [...diagnostics, ...overwritten] };
  return { prepared: { session, inputs }, diagnostics };
}

/** Loads all code, and reads the inputs in `named` or, if `named` is empty, the inputs of the config. */
export async function readForTrials(
  session: Session,
  named: readonly string[],
  args: Arguments,
  terminal: Terminal,
): Promise<Result<{ readonly inputs: readonly TrialInput[]; readonly named: readonly Input[] }>> {
  const problems = await session.loadCode();
  if (problems.length > 0) return { ok: false, diagnostics: problems };
  const { assembly, framework } = session;
  const read = await readInputs(session, named, terminal);
  const wrong = [...lacksOfAdapter(framework, assembly.irs.at(-1) ?? framework.ir), ...read.diagnostics];
  if (wrong.length > 0) return { ok: false, diagnostics: wrong };
  const allowUnregistered = args.flags.has("allow-unregistered-dialect");
  const inputs = read.inputs.map(({ input: { file }, bytes }) => ({
    file,
    content: decodeUtf8(bytes).text,
    allowUnregistered,
  }));
  return { ok: true, inputs, named: read.inputs.map(({ input }) => input) };
}
