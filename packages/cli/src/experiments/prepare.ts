import type { Diagnostic } from "@passwright/core";
import { decodeUtf8 } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import type { TrialInput } from "@passwright/runner";
import type { Arguments } from "../commands/flags.ts";
import { loadForInputs, loadOptionsOf } from "../commands/load.ts";
import type { Target } from "../commands/load.ts";
import { lacksOfAdapter } from "../input/adapter.ts";
import { readInputs } from "../input/inputs.ts";
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
  const problems = await session.loadCode();
  // Planning from code repeats the errors of planning from manifests.
  if (problems.length > 0) {
    return { diagnostics: [...diagnostics.filter(({ severity }) => severity !== "error"), ...problems] };
  }
  const { config, assembly, framework } = session;
  const read = await readInputs(session, target.inputs, terminal);
  const wrong = [...lacksOfAdapter(framework, assembly.irs.at(-1) ?? framework.ir), ...read.diagnostics];
  if (wrong.length > 0) return { diagnostics: [...diagnostics, ...wrong] };
  const named = read.inputs.map(({ input }) => input);
  const overwritten = overwrittenBy(outputs(named[0]?.file ?? ""), { config, inputs: named, files }, terminal.cwd);
  if (overwritten.length > 0) return { diagnostics: [...diagnostics, ...overwritten] };
  const inputs = read.inputs.map(({ input: { file }, bytes }) => ({ file, content: decodeUtf8(bytes).text }));
  return { prepared: { session, inputs }, diagnostics };
}
