import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { blamed, shortened } from "@passwright/sdk/loading";
import type { Manifest } from "@passwright/sdk/loading";

/* PWL0101 to PWL0199: packages and their manifests, before any code. */

/** Who a diagnostic is about, and where in its package.json or in the config. */
export interface Who {
  readonly name: string;
  /** A plugin, unless it says otherwise. */
  readonly kind?: Manifest["kind"];
  readonly at: SourceLocation;
}

function about(code: string, message: string, who: Who, notes: readonly string[], help: readonly string[]): Diagnostic {
  return errorDiagnostic(code, message, { ...blamed(who), at: who.at }, notes, help);
}

/** What stands before the name of a package in a config. */
const PLACE_OF: { readonly [kind: string]: string } = {
  plugin: "- ",
  framework: "framework: ",
  ir: "ir: ",
  config: "extends: ",
};

/** Nobody is told to install a package that is only a name so far: it may be a stranger's, or a misspelling of one. */
export function packageNotFound(
  kind: string,
  named: string,
  tried: readonly string[],
  similar: string | undefined,
  at: SourceLocation,
): Diagnostic {
  const isPath = /^[./]|^file:/.test(named);
  // Else it was named on a command line.
  const isInFile = at.file !== "";
  const ways = [
    `if it is a folder of yours, name it with ./: \`${isInFile ? (PLACE_OF[kind] ?? "") : ""}./path/to/${named}\``,
    "in a workspace run `npm install` once, which links it",
    `else, if you trust the package that has this name: \`npm install ${named}\``,
  ];
  return {
    code: "PWL0101",
    severity: "error",
    message: `${kind} \`${shortened(named)}\` is not there`,
    at,
    notes: tried.map((place) => ({ message: `tried ${place}` })),
    help: [
      ...(similar === undefined ? [] : [`did you mean \`${similar}\`?`]),
      isPath ? "mend the path: it is relative to the file that names it" : ways.join("; "),
    ],
  };
}

/** The IR that a pipeline in a config is on, where the config names none: ours, so that it can be told to be installed. */
export function defaultIrNotFound(named: string, tried: readonly string[], at: SourceLocation): Diagnostic {
  return {
    code: "PWL0101",
    severity: "error",
    message: `ir \`${named}\` is not there`,
    at,
    notes: [
      { message: "a pipeline in a config is on MLIR's IR, unless `ir` names another" },
      ...tried.map((place) => ({ message: `tried ${place}` })),
    ],
    help: [`npm install ${named}`],
  };
}

export function badPackageName(kind: string, named: string, at: SourceLocation): Diagnostic {
  return {
    code: "PWL0102",
    severity: "error",
    message: `${kind} \`${shortened(named)}\` is neither the name of a package nor a path`,
    at,
    help: ["name an npm package, or a folder or file with `./` in front"],
  };
}

export function brokenPackageJson(who: Who, why: string): Diagnostic {
  return about(
    "PWL0103",
    `its package.json cannot be read: ${why}`,
    who,
    [],
    ["mend its package.json, or install it anew"],
  );
}

export function noManifest(who: Who, kind: string): Diagnostic {
  return about(
    "PWL0104",
    `\`${who.name}\` is no ${kind} for Passwright`,
    who,
    ["its package.json has no field `passwright`"],
    [`name another package; or, if it is yours, add "passwright": { "kind": "${kind}", "api": "^1.0.0" }`],
  );
}

const aKind = (kind: string): string => (kind === "ir" ? "an IR" : `a ${kind}`);

export function wrongKind(who: Who, expected: string, found: string): Diagnostic {
  const place = found === "framework" ? "as `framework`" : found === "ir" ? "as `ir`" : "under `plugins`";
  return about(
    "PWL0105",
    `\`${who.name}\` is ${aKind(found)}, not ${aKind(expected)}`,
    who,
    [],
    [`name it ${place} in the config, or take another package here`],
  );
}

export function badApiRange(range: string, version: string, who: Who): Diagnostic {
  return about(
    "PWL0106",
    `\`api\` is no range of versions: "${range}"`,
    who,
    [`the API here has version ${version}`],
    [`write a range as npm knows it: "api": "^${version}"`],
  );
}

export function apiMismatch(range: string, version: string, old: "plugin" | "host" | "neither", who: Who): Diagnostic {
  const side = {
    plugin: `\`${who.name}\` is the old side: it was made for an earlier API`,
    host: "Passwright is the old side: the API here is earlier than what is asked for",
    neither: "neither side is simply old: the range leaves this version out",
  };
  const help = {
    plugin: `install a newer version of \`${who.name}\`, or one of Passwright whose API is in ${range}`,
    host: `install a newer Passwright, or an older version of \`${who.name}\``,
    neither: `install another version of \`${who.name}\``,
  };
  return about(
    "PWL0107",
    `\`${who.name}\` works with API ${range}, and the API here is ${version}`,
    who,
    [side[old], "none of its code was run"],
    [help[old]],
  );
}

export function peerMismatch(who: Who, peer: string, range: string, version: string): Diagnostic {
  const message = `\`${who.name}\` works with \`${peer}\` ${range}, and ${version} is installed`;
  const help = `install a version of \`${peer}\` in ${range}, or a version of \`${who.name}\` that works with ${version}`;
  return about("PWL0113", message, who, ["its code was not run"], [help]);
}

export function notCode(kind: string, named: string, known: readonly string[], at: SourceLocation): Diagnostic {
  return {
    code: "PWL0111",
    severity: "error",
    message: `${kind} \`${named}\` is a file that is no code`,
    at,
    help: [`name a package, a folder, or a file that ends in ${known.join(", ")}`],
  };
}

export function namedTwice(who: Who, first: SourceLocation): Diagnostic {
  return {
    ...about("PWL0108", `plugin \`${who.name}\` is named twice`, who, [], ["keep one of the two"]),
    notes: [{ message: "first named here", at: first }],
  };
}

export function manifestOutside(who: Who, manifest: string): Diagnostic {
  const message = `\`manifest\` leads out of the package: ${manifest}`;
  return about("PWL0109", message, who, [], ["name a file inside of the package, relative to its package.json"]);
}

export function noManifestFile(who: Who): Diagnostic {
  const help = 'add `"manifest": "./passwright.manifest.json"` to the key `passwright` of its package.json';
  return about("PWL0112", `the package.json of \`${who.name}\` does not name a file for the manifest`, who, [], [help]);
}

export function brokenManifest(who: Who, why: string): Diagnostic {
  const help = "generate it again: `passwright manifest`";
  return about("PWL0103", `its manifest cannot be read: ${why}`, who, [], [help]);
}

export function entryOutside(who: Who, entry: string): Diagnostic {
  return about(
    "PWL0109",
    `\`entry\` leads out of the package: ${entry}`,
    who,
    [],
    ["name a file inside of the package, relative to its package.json"],
  );
}
