import type { Diagnostic, RunResult } from "@passwright/core";
import { during } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { adapterAtWork, running } from "../run/activities.ts";
import { printContent } from "../input/adapter-text.ts";
import type { Executable, ExecutableSettings } from "../run/executable.ts";
import { parseInput } from "../input/parse-input.ts";
import type { Content } from "../input/read-input.ts";
import { inFile } from "../input/in-file.ts";
import type { InputText } from "./input-text.ts";

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
