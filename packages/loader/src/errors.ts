import { extname } from "node:path";
import { didYouMean, errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { blamed, codeError, howToFix, howToFixThrown, shortened } from "@passwright/sdk/loading";
import type { Contributor, Manifest } from "@passwright/sdk/loading";
import { isPath } from "./config/is-path.ts";

/* Errors of this package, PWL0001 to PWL0499. Errors about the contents of data are in data/errors.ts of the SDK. */

const firstLine = (file: string): SourceLocation => ({ file, line: 1, column: 1 });

/* PWL0001 to PWL0025: finding, reading and joining configs. */

export function noSuchConfig(file: string): Diagnostic {
  return error("PWL0001", `config \`${file}\` does not exist`, "pass an existing config file or folder with `-c`");
}

export function noConfigIn(folder: string, places: readonly string[], flaw: string | undefined): Diagnostic {
  const help =
    folder === "."
      ? "create `passwright.config.yaml`, or pass another config with `-c`"
      : `create \`passwright.config.yaml\` in the folder, or pass its files as inputs: \`'${folder}/**/*'\``;
  const broken = flaw === undefined ? [] : [`package.json is ignored, because it ${flaw}`];
  const message = folder === "." ? "the current folder has no config" : `folder \`${folder}\` has no config`;
  return error("PWL0002", message, help, { notes: [`looked for ${places.join(", ")}`, ...broken] });
}

export function unreadableConfig(file: string, reason: string, isTooLarge = false): Diagnostic {
  const help = isTooLarge ? "shorten the config" : "make the file readable, or pass another config with `-c`";
  return error("PWL0003", `config \`${file}\` cannot be read: ${reason}`, help);
}

export function unknownConfigKind(file: string, known: readonly string[]): Diagnostic {
  const message = `\`${file}\` cannot be a config: the extension \`${extname(file)}\` is not supported`;
  return error("PWL0004", message, `use a file with one of the extensions ${known.join(", ")}`);
}

export function configThrew(at: SourceLocation, what: string): Diagnostic {
  const message = `the config threw an exception while it was loaded: ${what}`;
  return error("PWL0005", message, "correct the config, or print the stack with `--debug`", { at });
}

export function configHasNoDefault(file: string): Diagnostic {
  const help = "write `export default { framework: … }`";
  return error("PWL0006", "the config has no default export", help, { at: firstLine(file) });
}

export function noTypeScriptHere(file: string): Diagnostic {
  const help = "use Node 22.18 or later, or install `jiti`";
  return error("PWL0007", "this version of Node cannot run TypeScript, and `jiti` is not installed", help, {
    at: firstLine(file),
  });
}

export function searchWouldRun(file: string): Diagnostic {
  const help = "pass the path of the config with `-c`";
  return error("PWL0008", `the search for a config would run \`${file}\`, which data-only mode does not allow`, help);
}

export function emptyConfig(file: string): Diagnostic {
  const help = "add `framework:` with the name of a framework";
  return error("PWL0009", "the config is empty", help, { at: firstLine(file) });
}

export function noPipeline(at: SourceLocation | undefined): Diagnostic {
  const help = "add `framework`: the package, folder or file of the framework; or `pipeline`: the pipeline itself";
  return error("PWL0012", "`framework` is missing", help, { at });
}

export function extendsCircle(files: readonly string[], at: SourceLocation): Diagnostic {
  const cycle = files.map((file) => `\`${file}\``).join(" -> ");
  return error(
    "PWL0020",
    `configs extend each other in a cycle: ${cycle}`,
    "remove `extends` from one of the configs",
    { at },
  );
}

export function notAConfigToExtend(named: string, reason: string, at: SourceLocation): Diagnostic {
  const help = "set `extends` to a config file, or to a folder or package that contains a config";
  return error("PWL0021", `\`${named}\` cannot be extended: ${reason}`, help, { at });
}

export function leavesPackage(named: string, owner: string, at: SourceLocation): Diagnostic {
  const help = "use a path inside the package, or the name of another package";
  return error("PWL0022", `\`${named}\` is outside package \`${owner}\``, help, { at });
}

export function codeInDataOnlyMode(file: string, at: SourceLocation | undefined): Diagnostic {
  const help = "write the config in YAML or JSON, or turn off data-only mode";
  return error("PWL0023", `\`${file}\` is code, which data-only mode does not run`, help, { at });
}

export function goesWithPipeline(key: string, at: SourceLocation): Diagnostic {
  const help = "remove the key, or replace `framework` with `pipeline`";
  return error("PWL0024", `\`${key}\` is allowed only with \`pipeline\`, but the config sets \`framework\``, help, {
    at,
  });
}

export function twoPipelines(at: SourceLocation): Diagnostic {
  const help = "remove one of the two keys";
  return error("PWL0025", "the config has both `framework` and `pipeline`", help, { at });
}

/* PWL0101 to PWL0199: packages and their manifests, checked before any code runs. */

/** Contributor that a diagnostic is about. Its position is in its package.json or in the config. */
export interface Who {
  readonly name: string;
  /** Kind of the contributor. Default: a plugin. */
  readonly kind?: Manifest["kind"];
  readonly at: SourceLocation;
}

function about(
  code: string,
  message: string,
  who: Who,
  help: string | readonly string[],
  ...notes: readonly string[]
): Diagnostic {
  return error(code, message, help, { ...blamed(who), at: who.at, notes });
}

/** Start of the config line that names a package of this kind. */
const PLACE_OF: { readonly [kind: string]: string } = {
  plugin: "- ",
  framework: "framework: ",
  ir: "ir: ",
  config: "extends: ",
};

/**
 * Reports a missing package. The help does not suggest that the user installs the package, because the name may be
 * misspelled or may belong to a third party.
 */
export function packageNotFound(
  kind: string,
  named: string,
  tried: readonly string[],
  similar: string | undefined,
  at: SourceLocation,
): Diagnostic {
  // A package that is named on the command line does not have a position in a file.
  const isInFile = at.file !== "";
  const ways = [
    `for a folder of your own, use a path: \`${isInFile ? (PLACE_OF[kind] ?? "") : ""}./path/to/${named}\``,
    "for a package of the workspace, run `npm install`",
    `for a published package that you trust, run \`npm install ${named}\``,
  ];
  const help = isPath(named) ? "correct the path, which is relative to the file that contains it" : ways.join("; ");
  const message = `${kind} \`${shortened(named)}\` does not exist`;
  return error("PWL0101", message, [didYouMean(similar), help], { at, notes: tried.map((place) => `tried ${place}`) });
}

/** Reports a plugin that does not exist and whose name is the name of a pass of the framework. */
export function passAsPlugin(name: string, framework: string, at: SourceLocation): Diagnostic {
  return error(
    "PWL0101",
    `plugin \`${name}\` does not exist, but \`${framework}\` has a pass with this name`,
    `to add the pass to the pipeline, use \`insert\`, for example \`insert: [{ pass: ${name}, end: true, reason: … }]\``,
    { at },
  );
}

/**
 * Reports that the default IR of a pipeline in a config is missing. Suggests installing the IR, which is safe because
 * the user did not choose the name of this package.
 */
export function defaultIrNotFound(named: string, tried: readonly string[], at: SourceLocation): Diagnostic {
  const why = "without `ir`, a pipeline in a config runs on MLIR's IR";
  const notes = [why, ...tried.map((place) => `tried ${place}`)];
  return error("PWL0101", `ir \`${named}\` does not exist`, `install the IR: \`npm install ${named}\``, { at, notes });
}

export function badPackageName(kind: string, named: string, at: SourceLocation): Diagnostic {
  const message = `${kind} \`${shortened(named)}\` is neither a package name nor a path`;
  return error("PWL0102", message, "use the name of an npm package, or a path that starts with `./`", { at });
}

export function brokenPackageJson(who: Who, why: string): Diagnostic {
  const message = `the package.json of \`${who.name}\` cannot be read: ${why}`;
  return about("PWL0103", message, who, "correct the package.json, or reinstall the package");
}

export function brokenManifest(who: Who, why: string): Diagnostic {
  return about(
    "PWL0103",
    `the manifest of \`${who.name}\` cannot be read: ${why}`,
    who,
    "in your own package, run `passwright manifest` again; otherwise reinstall the package",
  );
}

export function noManifest(who: Who, kind: string): Diagnostic {
  const help = [
    ...(kind === "plugin" ? [WRAP] : []),
    `in your own package, add \`"passwright": { "kind": "${kind}", "api": "^1.0.0" }\` to package.json`,
  ];
  const note = "its package.json has no field `passwright`";
  return about("PWL0104", `\`${who.name}\` is not ${aKind(kind)} for Passwright`, who, help, note);
}

const WRAP = "to use a plugin of another tool, write a wrapper as described in the README of the framework";

const aKind = (kind: string): string => (kind === "ir" ? "an IR" : `a ${kind}`);

export function wrongKind(who: Who, expected: string, found: string): Diagnostic {
  const place = found === "framework" ? "to `framework`" : found === "ir" ? "to `ir`" : "to `plugins`";
  const help = `move the package ${place} in the config, or use another package`;
  return about("PWL0105", `\`${who.name}\` is ${aKind(found)}, not ${aKind(expected)}`, who, help);
}

export function badApiRange(range: string, version: string, who: Who): Diagnostic {
  const help = `write a version range, for example \`"api": "^${version}"\``;
  const message = `\`api\` must be a version range, not "${range}"`;
  return about("PWL0106", message, who, help, `installed version of the plugin API: ${version}`);
}

export function apiMismatch(range: string, version: string, old: "plugin" | "host" | "neither", who: Who): Diagnostic {
  const { name } = who;
  const [side, help] = {
    plugin: [`\`${name}\` requires an older plugin API`, `install a newer version of \`${name}\``],
    host: ["the installed version of Passwright has an older plugin API", "install a newer version of Passwright"],
    neither: [`the range ${range} does not include ${version}`, `install another version of \`${name}\``],
  }[old] as [string, string];
  const message = `\`${name}\` requires plugin API ${range}, but version ${version} is installed`;
  return about("PWL0107", message, who, help, side, "the code of the package was not run");
}

export function namedTwice(who: Who, first: SourceLocation): Diagnostic {
  const found = about("PWL0108", `plugin \`${who.name}\` is listed twice`, who, "remove one of the two entries");
  return { ...found, notes: [{ message: "first entry", at: first }] };
}

/** Reports a file outside of the package. `key` is the key that names the file. */
export function fileOutside(who: Who, key: "manifest" | "entry", file: string): Diagnostic {
  const help = "use a path inside the package, relative to its package.json";
  return about("PWL0109", `\`${key}\` refers to a file outside the package: \`${file}\``, who, help);
}

export function notCode(kind: string, named: string, known: readonly string[], at: SourceLocation): Diagnostic {
  const help = `use a package, a folder, or a file with one of the extensions ${known.join(", ")}`;
  return error("PWL0111", `${kind} \`${named}\` is not a JavaScript or TypeScript file`, help, { at });
}

export function noManifestFile(who: Who): Diagnostic {
  const help = 'add `"manifest": "./passwright.manifest.json"` to `passwright` in the package.json';
  return about("PWL0112", `the package.json of \`${who.name}\` does not set \`passwright.manifest\``, who, help);
}

export function peerMismatch(who: Who, peer: string, range: string, version: string): Diagnostic {
  const message = `\`${who.name}\` requires \`${peer}\` ${range}, but version ${version} is installed`;
  const help = `install a version of \`${peer}\` that satisfies ${range}, or a version of \`${who.name}\` that supports ${version}`;
  return about("PWL0113", message, who, help, "the code of the package was not run");
}

/* PWL0201 to PWL0299: the code of packages. */

/** Package whose code is loaded. */
interface Found extends Contributor {
  readonly kind: Manifest["kind"];
  readonly at: SourceLocation;
}

const DEFINE = { plugin: "definePlugin", framework: "defineFramework" } as const;

export function noCode(found: Found, reason: string): Diagnostic {
  const help =
    found.isOwn === true
      ? "build the package, or correct the path in package.json"
      : `build or reinstall \`${found.name}\``;
  return codeError("PWL0201", `the code of \`${found.name}\` was not found: ${reason}`, found, help);
}

/** Reports code that exists but cannot be imported. */
export function unreadableCode(found: Found, file: string, reason: string): Diagnostic {
  const help = found.isOwn === true ? "replace it with a file" : "install the package again";
  return codeError("PWL0201", `the code of \`${found.name}\` cannot be read: ${file}: ${reason}`, found, help);
}

/** Reports code that threw while it was loaded. */
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
    ...(found.kind === "plugin" ? [WRAP] : []),
  ];
  return codeError("PWL0203", `the default export of \`${found.name}\` is not ${what}`, found, help);
}

export function badShape(found: Found, what: string): Diagnostic {
  const made = found.kind === "ir" ? "the adapter" : `the argument of \`${DEFINE[found.kind]}\``;
  const message = `${found.kind} \`${found.name}\`: ${what}`;
  const help = found.isOwn === true ? `correct ${made}` : howToFix(found);
  return codeError("PWL0204", message, found, help);
}

export function staleManifest(found: Found, notes: readonly string[]): Diagnostic {
  const generate = "run `passwright manifest` in the folder of the package";
  const report = `in your own package, run \`passwright manifest\`; otherwise report the problem to the author of \`${found.name}\``;
  const message = `the manifest of \`${found.name}\` does not match the code`;
  return codeError("PWL0205", message, found, found.isOwn === true ? generate : report, found.at, notes);
}

export function staleBuild(found: Found, source: string, built: string): Diagnostic {
  const help = "run `npm run build` in the folder of the package";
  const message = `\`${source}\` of \`${found.name}\` is newer than ${built}`;
  return { ...codeError("PWL0216", message, found, help), severity: "warning" };
}

/* PWL0406 to PWL0413: missing requirements of a session. */

export function pluginNeedsCode(name: string, reason: string, at: Diagnostic["at"]): Diagnostic {
  const message = `plugin \`${name}\` cannot be planned in data-only mode: ${reason}`;
  const help = `exclude the plugin with \`--without ${name}\`, or turn off data-only mode`;
  return error("PWL0406", message, help, { plugin: name, at });
}

export function frameworkNeedsCode(name: string, at: Diagnostic["at"]): Diagnostic {
  const message = `framework \`${name}\` cannot be planned in data-only mode, because it builds its pipeline with code`;
  const help =
    "replace `framework` in the config with `pipeline`, which declares the pipeline, or turn off data-only mode";
  return error("PWL0407", message, help, { plugin: name, pluginKind: "framework", at });
}

export function dataOnlyCannotRun(): Diagnostic {
  const message = "a session in data-only mode cannot run passes, because it does not load their code";
  const help = "turn off data-only mode, or print the pipeline for mlir-opt with `passwright plan --format mlir`";
  return error("PWL0408", message, help);
}

export function irNotLoaded(): Diagnostic {
  const message = "the IR of the session is used before its code is loaded";
  return error("PWL0409", message, "call `await session.makeManager()` before you use the IR");
}

export function optionalPluginMissing(name: string, at: Diagnostic["at"]): Diagnostic {
  const help = isPath(name) ? `create \`${name}\`, or correct the path` : `install the plugin: \`npm install ${name}\``;
  return error("PWL0413", `optional plugin \`${name}\` is not installed`, help, { severity: "remark", at });
}
