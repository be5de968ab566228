import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { readInput } from "../input/read-input.ts";
import type { Input } from "../input/read-input.ts";
import { inputsOf } from "../input/session-inputs.ts";
import type { Terminal } from "../terminal/terminal.ts";

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
