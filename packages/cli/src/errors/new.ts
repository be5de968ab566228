import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors of `passwright new`: PWR0601 to PWR0604. */

export function badNpmName(name: string, reasons: readonly string[]): Diagnostic {
  const help = "use a name such as `passwright-plugin-fold` or `@you/passwright-plugin-fold`";
  return error("PWR0601", `\`${name}\` is not a valid npm package name`, help, { notes: reasons });
}

export function wouldOverwrite(folder: string, files: readonly string[], isPass: boolean): Diagnostic {
  const help = isPass
    ? "use another name for the pass"
    : "pass a different folder after the package name, or move the existing files";
  const message = `no file was written, because \`${folder}\` already contains some of the new files`;
  return error("PWR0602", message, help, { notes: files });
}

export function cannotMake(folder: string, reason: string): Diagnostic {
  const message = `\`${folder}\` cannot be written: ${reason}`;
  return error("PWR0603", message, "pass a writable folder after the package name");
}

export function noPackageForPass(folder: string): Diagnostic {
  const help = "change to the folder of such a package, or create one with `passwright new plugin NAME`";
  return error("PWR0604", `folder \`${folder}\` is not inside the package of a plugin or framework`, help);
}
