import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { blamed, codeError, DEFINE, howToFix, howToFixThrown } from "@passwright/sdk/loading";
import type { Contributor, Located, Manifest } from "@passwright/sdk/loading";
import { isPath } from "../config/is-path.ts";
import { ADAPT, WRAP } from "./packages.ts";

/* PWL0201 to PWL0299: the code of packages. */

export { badShape } from "@passwright/sdk/loading";

interface Found extends Contributor {
  readonly kind: Manifest["kind"];
  readonly at: SourceLocation;
}

export function noCode(found: Found, reason: string): Diagnostic {
  const help =
    found.isOwn === true
      ? "build the package, or correct the path in package.json; a plugin without code declares `setup: false` and `passes: []` in `passwright` of package.json, without the key `manifest`"
      : `build or reinstall \`${found.name}\``;
  return codeError("PWL0201", `the code of \`${found.name}\` was not found: ${reason}`, found, help);
}

export function unreadableCode(found: Found, file: string, reason: string): Diagnostic {
  const help = found.isOwn === true ? "replace the path with a readable file" : "reinstall the package";
  return codeError("PWL0201", `the code of \`${found.name}\` cannot be read: ${file}: ${reason}`, found, help);
}

export function threwOnLoad(
  found: Found,
  what: string,
  at: SourceLocation | undefined,
  help: string = found.isOwn === true ? howToFixThrown(found) : `${howToFixThrown(found)}, or remove the package`,
): Diagnostic {
  return codeError("PWL0202", `\`${found.name}\` threw an exception while it was loaded: ${what}`, found, help, at);
}

/** Reports that an API refused a value while a module was loaded. `refusal` is the diagnostic of the API. */
export function refusedOnLoad(
  found: Found,
  refusal: Diagnostic,
  at: SourceLocation = found.named?.at ?? found.at,
): Diagnostic {
  const help = found.isOwn === true ? [] : [`${howToFix(found)}, or remove the package`];
  return { ...refusal, ...blamed(found), at, help: [...(refusal.help ?? []), ...help] };
}

export function noDefaultExport(found: Found): Diagnostic {
  const made = found.kind === "ir" ? "adapter" : `${DEFINE[found.kind]}({ … })`;
  const what = found.kind === "ir" ? "an IR adapter" : `a ${found.kind}`;
  const help = [
    `write \`export default ${made}\` in the entry module of \`${found.name}\``,
    ...(found.kind === "plugin" ? [WRAP] : found.kind === "framework" ? [ADAPT] : []),
  ];
  return codeError("PWL0203", `the default export of \`${found.name}\` is not ${what}`, found, help);
}

export function staleManifest(found: Found, notes: readonly string[]): Diagnostic {
  const generate = "run `passwright manifest` in the folder of the package";
  const report = `in your own package, run \`passwright manifest\`; otherwise report the problem to the author of \`${found.name}\``;
  const message = `the manifest of \`${found.name}\` does not match the code`;
  return codeError("PWL0205", message, found, found.isOwn === true ? generate : report, found.at, notes);
}

/* PWL0406 to PWL0413: missing requirements of a session. */

export function pluginNeedsCode(name: string, reason: string, at: Diagnostic["at"]): Diagnostic {
  const message = `plugin \`${name}\` cannot be planned in data-only mode: ${reason}`;
  const help = `exclude the plugin with \`--without ${name}\`, or turn off data-only mode`;
  return error("PWL0406", message, help, { plugin: name, at });
}

export function frameworkNeedsCode(name: string, at: Diagnostic["at"]): Diagnostic {
  const message = `framework \`${name}\` cannot be planned in data-only mode, because the framework builds its pipeline with code`;
  const help =
    "replace `framework` in the config with `pipeline` and declare the pipeline there, or turn off data-only mode";
  return error("PWL0407", message, help, { plugin: name, pluginKind: "framework", at });
}

/** `nesting` of an IR is not in a manifest. */
export function irNeedsCode({ text, at }: Located): Diagnostic {
  const message = `IR \`${text}\` cannot be planned in data-only mode, because only its code declares how its passes are nested`;
  return error("PWL0407", message, "turn off data-only mode", { plugin: text, pluginKind: "ir", at });
}

export function dataOnlyCannotRun(): Diagnostic {
  const message = "a session in data-only mode cannot run passes, because the session does not load their code";
  const help = "turn off data-only mode, or print the pipeline for mlir-opt with `passwright plan --format mlir`";
  return error("PWL0408", message, help);
}

/** Adds to the error for an unknown pass that only code declares named pipelines. */
export function inDataOnlyMode(one: Diagnostic): Diagnostic {
  const help = "if the name is a named pipeline, turn off data-only mode, because only code declares named pipelines";
  return one.code === "PWL0402" ? { ...one, help: [...(one.help ?? []), help] } : one;
}

export function irNotLoaded(): Diagnostic {
  const message = "the IR of the session is used before its code is loaded";
  return error("PWL0409", message, "call `await session.makeManager()` before you use the IR");
}

/** Adds to the error for an unknown position that the position is next to a step of a plugin in `absent`. */
export function nextToAbsent(one: Diagnostic, absent: readonly string[]): Diagnostic {
  const name = absent.find((plugin) => one.unknown?.startsWith(`${plugin}::`));
  if (one.code !== "PWB0101" || one.severity !== "error" || name === undefined) return one;
  const notes = [...(one.notes ?? []), { message: `optional plugin \`${name}\` is not installed` }];
  return { ...one, notes, help: [`install \`${name}\`, or add \`onMissing: skip\` to the insertion`] };
}

export function optionalPluginMissing(name: string, at: Diagnostic["at"]): Diagnostic {
  const help = isPath(name) ? `create \`${name}\`, or correct the path` : `install the plugin: \`npm install ${name}\``;
  return error("PWL0413", `optional plugin \`${name}\` is not installed`, help, { severity: "remark", at });
}
