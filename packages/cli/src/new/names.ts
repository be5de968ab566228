import { definePass, diagnosticOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** What a package is to be called, and what follows from it. */
export interface PackageNames {
  readonly package: string;
  /** The name without its scope: the folder, where none is named. */
  readonly folder: string;
  /** What is left without the words that names of plugins begin with: the framework, or the first pass. */
  readonly short: string;
}

export type NamesResult =
  { readonly ok: true; readonly names: PackageNames } | { readonly ok: false; readonly reasons: readonly string[] };

/** Whether npm takes a name for a new package, by npm's own rules. */
export async function readPackageName(name: string): Promise<NamesResult> {
  const validate = (await import("validate-npm-package-name")).default;
  const { validForNewPackages, errors = [], warnings = [] } = validate(name);
  if (!validForNewPackages) return { ok: false, reasons: [...errors, ...warnings] };
  const folder = name.replace(/^@[^/]*\//, "");
  const short = folder
    .replace(/^passwright-(?:plugin-)?/, "")
    .replaceAll(/[^a-z0-9_.-]+/g, "-")
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
  return { ok: true, names: { package: name, folder, short: short === "" ? "first" : short } };
}

/** What is wrong with the name of a pass, by the core's own rule. */
export function checkPassName(name: string): Diagnostic | undefined {
  try {
    definePass({ name, runOnOperation: () => undefined });
    return undefined;
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return diagnostic;
  }
}

/** `fold-all` as a variable: `foldAllPass`. With the ending it is no word that JavaScript keeps for itself. */
export function variableOf(pass: string): string {
  const camel = pass.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  const name = /^[0-9]/.test(camel) ? `pass${camel}` : camel;
  return /pass$/i.test(name) && name.length > "pass".length ? name : `${name}Pass`;
}
