import { type Diagnostic } from "@passwright/core";
import { type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Input, readInput } from "../read-input.ts";
import { inputsOf } from "../session-inputs.ts";
import { type Terminal } from "../terminal.ts";

/** An input with its text: read once, run several times. */
export interface InputText {
  readonly input: Input;
  readonly text: string;
}

/** The inputs that are named, else those of the config. */
export async function readInputs(
  session: Session,
  named: readonly string[],
  terminal: Terminal,
): Promise<{ readonly inputs: readonly InputText[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { inputs: all, diagnostics: unmatched } = await inputsOf(session, named, terminal.cwd);
  const diagnostics: Diagnostic[] = [...unmatched];
  if (all.length === 0 && diagnostics.length === 0) diagnostics.push(errors.noInput());
  const inputs: InputText[] = [];
  for (const input of all) {
    // One may be standard input, and they are told of in order.
    const read = await readInput(input, terminal);
    if (read.ok) inputs.push({ input, text: read.text });
    else diagnostics.push(read.diagnostic);
  }
  return { inputs, diagnostics };
}
