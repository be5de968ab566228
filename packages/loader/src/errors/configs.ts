import { extname } from "node:path";
import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { helpOnBackslashes, helpOnPathWithBackslashes } from "../config/is-path.ts";

const firstLine = (file: string): SourceLocation => ({ file, line: 1, column: 1 });

/* PWL0001 to PWL0025: finding, reading and joining configs. */

export function noSuchConfig(file: string): Diagnostic {
  const help = helpOnBackslashes(file) ?? "correct the path of the config";
  return error("PWL0001", `config \`${file}\` does not exist`, help);
}

/**
 * Reports a folder without a config. `searched` describes the names of configs, and the searched folders. `above` is
 * the path of a folder with a config above the searched folders.
 */
export function noConfigIn(folder: string, searched: string, flaw: string | undefined, above?: string): Diagnostic {
  const help =
    above !== undefined
      ? `pass the config outside this package with \`-c ${above}\``
      : folder === "."
        ? "create `passwright.config.yaml`, or pass another config with `-c`"
        : `create \`passwright.config.yaml\` in the folder, or pass its files to \`passwright run\`: \`'${folder}/**/*'\``;
  const broken = flaw === undefined ? [] : [`package.json is ignored, because it ${flaw}`];
  const message = folder === "." ? "the current folder has no config" : `folder \`${folder}\` has no config`;
  return error("PWL0002", message, help, { notes: [`looked for ${searched}`, ...broken] });
}

export function unreadableConfig(file: string, reason: string, isTooLarge = false): Diagnostic {
  const help = isTooLarge
    ? "shorten the config, or move a part of it to another config with `extends`"
    : "make the file readable, or pass another config with `-c`";
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
  return error(
    "PWL0008",
    `the search for a config would run \`${file}\`, but Passwright runs only code that a config names`,
    help,
  );
}

export function emptyConfig(file: string): Diagnostic {
  const help = "add `framework:` with the name of a framework";
  return error("PWL0009", "the config is empty", help, { at: firstLine(file) });
}

export function noPipeline(at: SourceLocation | undefined): Diagnostic {
  const help = "add `framework` with a package, folder or file, or add `pipeline` with the text of a pipeline";
  return error("PWL0012", "`framework` is missing", help, { at });
}

export function extendsCircle(files: readonly string[], at: SourceLocation): Diagnostic {
  const cycle = files.map((file) => `\`${file}\``).join(" -> ");
  const help = "remove `extends` from one of the configs";
  return error("PWL0020", `configs extend each other in a cycle: ${cycle}`, help, { at });
}

export function notAConfigToExtend(named: string, reason: string, at: SourceLocation): Diagnostic {
  const help =
    helpOnPathWithBackslashes(named) ??
    "set `extends` to a config file, or to a folder or package that contains a config";
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

export function otherAnchor(anchor: string, written: string, at: SourceLocation | undefined): Diagnostic {
  const message = `\`anchor\` is \`${anchor}\`, but the text of \`pipeline\` runs on \`${written}\``;
  return error("PWL0024", message, "remove `anchor`, or change the text of `pipeline`", { at });
}

export function twoPipelines(other: "framework" | "graph", at: SourceLocation): Diagnostic {
  const help =
    other === "graph"
      ? "remove one of the two keys, or add the pipeline to `graph.pipelines`"
      : "remove one of the two keys";
  return error("PWL0025", `the config has both \`${other}\` and \`pipeline\``, help, { at });
}
