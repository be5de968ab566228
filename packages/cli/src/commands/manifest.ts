import { resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { checkManifestFile, displayPath, generateManifest } from "@passwright/loader";
import type { PackageManifest } from "@passwright/loader";
import * as errors from "../errors.ts";
import { writeOutput } from "../output/output.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { exitCodeOf, report } from "../session/session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";

/** What the command did: `says` for people, the rest for scripts. */
interface Outcome {
  readonly says?: string;
  readonly file?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** `passwright manifest`: writes the manifest of a package from its code; with `--check`, reports how the file differs. */
export const manifest: CommandBody = async (args, terminal) => {
  const [folder = ".", ...more] = args.operands;
  const { says, ...outcome } =
    more.length > 0
      ? { diagnostics: [errors.tooManyOperands("manifest", 1)] }
      : await writeOrCheck(folder, args.flags.has("check"), terminal);
  if (args.flags.has("json")) terminal.out(`${terminalJson(outcome)}\n`);
  else {
    report(outcome.diagnostics, args, terminal);
    if (says !== undefined) terminal.out(`${says}\n`);
  }
  return exitCodeOf(outcome.diagnostics);
};

async function writeOrCheck(folder: string, isCheck: boolean, terminal: Terminal): Promise<Outcome> {
  const { cwd, beforeCode } = terminal;
  beforeCode?.();
  const generated = await generateManifest(resolve(cwd, folder), cwd);
  if (!generated.ok) return { diagnostics: generated.diagnostics };
  const { manifest: made } = generated;
  const file = displayPath(made.path, cwd);
  if (isCheck) {
    const diagnostics = await checkManifestFile(made, cwd);
    return { file, diagnostics, ...(diagnostics.length === 0 ? { says: `${file}: up to date` } : {}) };
  }
  const written = writeOutput(made.path, made.text, cwd);
  return written.ok
    ? { file, says: `${file}: ${contents(made)}`, diagnostics: [] }
    : { file, diagnostics: [errors.unwritableOutput(file, written.reason)] };
}

/** What a manifest has, and whether planning needs code all the same. */
function contents({ data }: PackageManifest): string {
  const { passes = [], setup, pipeline } = data;
  const code =
    setup === true
      ? ["planning needs its code: it has a setup"]
      : pipeline?.dynamic === true
        ? ["planning needs its code: its pipeline is dynamic"]
        : [];
  return [passes.length === 1 ? "1 pass" : `${passes.length} passes`, ...code].join(", ");
}
