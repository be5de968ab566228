import { didYouMean, errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { blamed, shortened } from "@passwright/sdk/loading";
import type { Manifest } from "@passwright/sdk/loading";
import { helpOnPathWithBackslashes, isPath } from "../config/is-path.ts";

/* PWL0101 to PWL0199: packages and their manifests, checked before any code runs. */

/** Contributor of a diagnostic. `at` is a position in the contributor's package.json or in the config. */
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

/** Maps each kind of package to the text before the name of such a package in a line of a config. */
const PLACE_OF: { readonly [kind: string]: string } = {
  plugin: "- ",
  framework: "framework: ",
  ir: "ir: ",
  config: "extends: ",
};

/** Reports a missing package. Does not suggest an unknown package, because its name may be misspelled. */
export function packageNotFound(
  kind: string,
  named: string,
  tried: readonly string[],
  similar: string | undefined,
  at: SourceLocation,
): Diagnostic {
  const message = `${kind} \`${shortened(named)}\` does not exist`;
  // The text is the path of an existing file or folder without `./`, so that the searched paths do not matter.
  if (similar === `./${named}`) return error("PWL0101", message, [didYouMean(similar)], { at });
  // A package that is named on the command line does not have a position in a file.
  const isInFile = at.file !== "";
  const ways = [
    `for a folder of your own, use a path: \`${isInFile ? (PLACE_OF[kind] ?? "") : ""}./path/to/${named}\``,
    "for a package in your workspace, run `npm install`",
    `for a published package that you trust, run \`npm install ${named}\``,
  ];
  const folder = isInFile ? "folder of the file that contains the path" : "current folder";
  const help = isPath(named)
    ? (helpOnPathWithBackslashes(named) ?? `correct the path; a path is relative to the ${folder}`)
    : ways.join("; ");
  return error("PWL0101", message, [didYouMean(similar), help], { at, notes: tried.map((place) => `tried ${place}`) });
}

/** Reports that the config lists `name` as a plugin, although `name` is a pass of the framework. */
export function passAsPlugin(name: string, framework: string, at: SourceLocation): Diagnostic {
  const message = `plugin \`${name}\` does not exist, but \`${framework}\` has a pass with this name`;
  const help = `to add the pass to the pipeline, use \`insert\`, for example \`insert: [{ pass: ${name}, end: true, reason: … }]\``;
  return error("PWL0101", message, help, { at });
}

/** Reports that the default IR is missing. Installing it is safe, because the name does not come from the user. */
export function defaultIrNotFound(named: string, tried: readonly string[], at: SourceLocation): Diagnostic {
  const why = "without `ir`, a pipeline in a config runs on MLIR's IR";
  const notes = [why, ...tried.map((place) => `tried ${place}`)];
  return error("PWL0101", `ir \`${named}\` does not exist`, `install the IR: \`npm install ${named}\``, { at, notes });
}

export function badPackageName(kind: string, named: string, at: SourceLocation): Diagnostic {
  const message = `${kind} \`${shortened(named)}\` is neither a package name nor a path`;
  const help = helpOnPathWithBackslashes(named) ?? "use the name of an npm package, or a path that starts with `./`";
  return error("PWL0102", message, help, { at });
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

/** Reports a package without a manifest. `adapter` is Passwright's package for the tool in the package. */
export function noManifest(who: Who, kind: string, adapter?: string): Diagnostic {
  const own = `in your own package, add \`"passwright": { "kind": "${kind}", "api": "^1.0.0" }\` to package.json`;
  const help = [...(adapter === undefined && kind === "plugin" ? [WRAP] : []), didYouMean(adapter, own)];
  return about("PWL0104", `\`${who.name}\` is not ${aKind(kind)} for Passwright`, who, help, NO_FIELD);
}

const NO_FIELD = "the package.json does not have the field `passwright`";

/** Reports a package without a manifest to its author. */
export function ownWithoutManifest(who: Who): Diagnostic {
  const help =
    'add `"passwright": { "kind": "plugin", "api": "^1.0.0" }` to package.json, with the kind `plugin` or `framework`';
  const message = `\`${who.name}\` is neither a plugin nor a framework for Passwright`;
  return about("PWL0104", message, who, help, NO_FIELD);
}

export const WRAP = "to use a plugin of another tool, write a wrapper as described in the README of the framework";

export const ADAPT =
  "to use a configuration of another tool, pass it to the function of an adapter, such as `svgoFramework` of `@passwright/svgo`";

const aKind = (kind: string): string => (kind === "ir" ? "an IR" : `a ${kind}`);

export function wrongKind(who: Required<Who>, expected: string): Diagnostic {
  const found = who.kind;
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
    neither: [`version ${version} is not in the range ${range}`, `install another version of \`${name}\``],
  }[old] as [string, string];
  const message = `\`${name}\` requires plugin API ${range}, but version ${version} is installed`;
  return about("PWL0107", message, who, help, side, "the code of the package was not run");
}

export function namedTwice(who: Who, first: SourceLocation): Diagnostic {
  const found = about("PWL0108", `plugin \`${who.name}\` is listed twice`, who, "remove one of the two entries");
  return { ...found, notes: [{ message: "first entry", at: first }] };
}

/** Reports a file outside of the package. `key` is the key of the manifest that contains the path of the file. */
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
