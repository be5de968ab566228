import { resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { checkManifestFile, displayPath, generateManifest } from "@passwright/loader";
import type { PackageManifest } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { writeOrReport } from "../output/output.ts";
import type { CommandBody } from "./command.ts";

/** `passwright manifest`: writes the manifest of a package or, with `--check`, compares it with the code. */
export const manifest: CommandBody = async (args, terminal) => {
  const { cwd, beforeCode } = terminal;
  const [folder = ".", ...more] = args.operands;
  if (more.length > 0) return { diagnostics: [errors.tooManyOperands("manifest", 1)] };
  beforeCode?.();
  const generated = await generateManifest(resolve(cwd, folder), cwd);
  if (!generated.ok) return { diagnostics: generated.diagnostics.map(withoutPlace) };
  const { manifest: made } = generated;
  const file = displayPath(made.path, cwd);
  const json = (): object => ({ file });
  if (args.flags.has("check")) {
    const diagnostics = await checkManifestFile(made, cwd);
    return { json, diagnostics, text: () => (diagnostics.length === 0 ? `${file}: up to date` : undefined) };
  }
  const help = "correct `passwright.manifest` in the package.json";
  const diagnostics = writeOrReport(made.path, made.text, terminal, file, help);
  return { json, text: () => (diagnostics.length === 0 ? `${file}: ${contents(made)}` : undefined), diagnostics };
};

function contents({ data }: PackageManifest): string {
  const { passes = [], setup, pipeline } = data;
  const reason =
    setup === true
      ? "it has a setup, or options with functions"
      : pipeline?.dynamic === true
        ? "its pipeline is dynamic, or has options with functions"
        : "";
  const count = passes.length === 1 ? "1 pass" : `${passes.length} passes`;
  return reason === "" ? count : `${count}, planning needs its code: ${reason}`;
}

export function withoutPlace({ at, ...rest }: Diagnostic): Diagnostic {
  return at === undefined || at.file === "" ? rest : { ...rest, at };
}
