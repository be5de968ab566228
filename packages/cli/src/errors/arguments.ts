import { didYouMean, errorDiagnostic as error, quoted, suggest } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { helpOnBackslashes } from "@passwright/loader";

/* Errors about arguments: PWR0002 to PWR0022. */

export function unknownCommand(name: string, known: readonly string[]): Diagnostic {
  const begun = known.filter((one) => name !== "" && one.startsWith(name));
  const similar = begun.length === 1 ? begun[0] : suggest(name.toLowerCase(), known);
  const list = name.startsWith("-")
    ? "write the command before its flags"
    : "run `passwright --help` for a list of commands";
  const help = didYouMean(similar && `passwright ${similar}`, list);
  return error("PWR0002", `unknown command \`${name}\``, help, { notes: [`commands: ${quoted(known)}`] });
}

export function unknownFlag(flag: string, name: string, known: readonly string[]): Diagnostic {
  const longer = flag.startsWith("--") ? known.find((one) => one.endsWith(flag.slice(1))) : undefined;
  const help = didYouMean(longer ?? suggest(flag, known), `run \`passwright ${name} --help\` for a list of flags`);
  return error("PWR0003", `\`passwright ${name}\` has no flag \`${flag}\``, help);
}

export function flagNeedsValue(flag: string): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` needs a value`, `write \`${flag} VALUE\``);
}

export function flagRepeated(flag: string, one: string, other: string): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` has two values: \`${one}\` and \`${other}\``, `pass \`${flag}\` once`);
}

export function emptyOperand(name: string): Diagnostic {
  const help = `pass a value, or run \`passwright ${name} --help\` for the usage`;
  return error("PWR0009", `an argument of \`passwright ${name}\` is empty`, help);
}

export function flagTakesNoValue(flag: string): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` does not take a value`, `write \`${flag}\` without a value`);
}

export function badFlagValue(flag: string, value: string, known: readonly string[]): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` does not accept \`${value}\``, `use one of ${quoted(known)}`);
}

/** Reports `-` as an output. `isOptional` is whether the command writes to standard output without the flag. */
export function standardOutputAsFile(flag: string, isOptional: boolean): Diagnostic {
  const file = "write `./-` for a file with this name";
  const help = isOptional ? `leave out the flag to write to standard output, or ${file}` : `pass a file, or ${file}`;
  return error("PWR0006", `flag \`--${flag}\` does not accept \`-\``, help);
}

export function noSuchInput(file: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, helpOnBackslashes(file) ?? "correct the path of the input file or config folder");
  return error("PWR0007", `\`${file}\` does not exist`, help);
}

export function noInput(): Diagnostic {
  const help = "pass an input file or `-` for standard input, or add `inputs` to the config";
  return error("PWR0008", "the command needs an input file", help);
}

/** Reports that `xray` did not find an input. `omitted` describes the files that it did not use. */
export function noInputFor(extensions: readonly string[], omitted: readonly string[]): Diagnostic {
  const names = extensions.map((extension) => `\`${extension}\``).join(" or ");
  const help = `pass a file with the extension ${names}, or a folder that contains such a file`;
  const notes = omitted.map((files) => `not tried: ${files}`);
  return error("PWR0008", "the command needs an input file", help, { notes });
}

export function noQueue(): Diagnostic {
  return error("PWR0009", "`passwright worker` needs the URL of a queue", "run `passwright worker redis://HOST`");
}

export function tooManyOperands(name: string, most: number, what = "argument"): Diagnostic {
  const help = `run \`passwright ${name} --help\` for the usage`;
  return error("PWR0009", `\`passwright ${name}\` takes at most ${most} ${what}${most === 1 ? "" : "s"}`, help);
}

/** Reports an unknown pass. With `hasSeveral`, the name refers to a bundle or a pipeline, which contains passes. */
export function unknownPass(name: string, similar: string | undefined, hasSeveral = false): Diagnostic {
  const help = hasSeveral
    ? `\`${name}\` is a bundle or a pipeline, so use the name of one of its passes`
    : didYouMean(similar, "use a pass of the framework or of a plugin in the config");
  return error("PWR0010", `no framework or plugin provides a pass named \`${name}\``, help);
}

/** Warns about an unknown pass in a flag such as `--mlir-print-ir-after`, or in the key `printIr` of a config. */
export function unknownPrintedPass(name: string, similar: string | undefined, at: Diagnostic["at"]): Diagnostic {
  const message = `the IR is not printed before or after pass \`${name}\`, because no framework or plugin provides this pass`;
  const help = didYouMean(similar, "run `passwright list passes` for a list of passes");
  return error("PWR0010", message, help, { severity: "warning", at });
}

export function unknownException(name: string, anchors: readonly string[], at: Diagnostic["at"]): Diagnostic {
  const message = `\`threads.except\` contains \`${name}\`, but the plan has no nested pipeline with this anchor`;
  const known = anchors.length === 0 ? "remove the name" : `use one of ${quoted(anchors)}, or remove the name`;
  return error("PWR0030", message, didYouMean(suggest(name, anchors), known), { severity: "warning", at });
}

/** Reports a step that does not exist. `isConfig` is whether the name has the extension of a config. */
export function unknownStep(name: string, similar: string | undefined, isConfig: boolean): Diagnostic {
  const otherwise = isConfig ? `pass the config with \`-c ${name}\`` : "run `passwright plan` for a list of steps";
  const help = didYouMean(similar, otherwise);
  return error("PWR0011", `the plan has no step with the address or pass name \`${name}\``, help);
}

export function newWhat(what: string | undefined, kinds: readonly string[]): Diagnostic {
  const usage = `run \`passwright new ${kinds.join("|")} NAME\``;
  if (what === undefined) return error("PWR0012", "`passwright new` needs a kind and a name", usage);
  if (kinds.includes(what))
    return error("PWR0012", `\`passwright new ${what}\` needs a name`, `run \`passwright new ${what} NAME\``);
  const help = didYouMean(suggest(what, kinds), usage);
  return error("PWR0012", `\`passwright new\` does not support kind \`${what}\``, help);
}

export function completionFor(shell: string | undefined, shells: readonly string[]): Diagnostic {
  const usage = `run \`passwright completion ${shells.join("|")}\``;
  if (shell === undefined) return error("PWR0029", "`passwright completion` needs the name of a shell", usage);
  const help = didYouMean(suggest(shell, shells), usage);
  return error("PWR0029", `\`passwright completion\` does not support shell \`${shell}\``, help);
}

const noTemplate = (kind: string, host: string, help: string | readonly string[]): Diagnostic =>
  error("PWR0012", `\`passwright new ${kind}\` has no template for \`${host}\``, help);

export function newFrameworkFor(host: string, isTool: boolean): Diagnostic {
  const withTool = `export \`${host}Framework(…)\` of \`@passwright/${host}\` from a module, and set \`framework\` in the config to this module`;
  const help = "use `--for tree` to create a framework with its own IR";
  return noTemplate("framework", host, isTool ? [withTool, help] : help);
}

export function newPassFor(host: string, hosts: readonly string[]): Diagnostic {
  return noTemplate("pass", host, `use one of ${quoted(hosts)}, or leave out \`--for\``);
}

export function newPluginFor(host: string, hosts: readonly string[]): Diagnostic {
  return noTemplate("plugin", host, [
    `use one of ${quoted(hosts)}, or leave out \`--for\``,
    "to create a framework and plugins for it, run `passwright new framework NAME --for tree` and follow its README",
  ]);
}

/** Reports a pattern without matches. `at` is its position in a config. */
export function noMatch(pattern: string, at?: SourceLocation): Diagnostic {
  const base = at === undefined ? "the current folder" : "the folder of the config";
  const help = helpOnBackslashes(pattern) ?? `correct the pattern, which is relative to ${base}`;
  return error("PWR0013", `no file matches \`${pattern}\``, help, { at });
}

export function badTimeLimit(text: string, most: number): Diagnostic {
  const help = `use a number of seconds above 0 and at most ${most}, for example 0.5`;
  return error("PWR0006", `\`${text}\` is not a time limit`, help);
}

export function unknownSection(name: string, known: readonly string[]): Diagnostic {
  const help = didYouMean(
    suggest(name, known),
    "use one of these sections, or leave out the section to list everything",
  );
  const notes = [`sections: ${quoted(known)}`];
  return error("PWR0015", `\`passwright list\` has no section \`${name}\``, help, { notes });
}

export function badThreadCount(text: string): Diagnostic {
  const help = "use `auto`, 0 for no threads, or another whole number";
  return error("PWR0006", `\`${text}\` is not a number of threads`, help);
}

export function staleWithoutFolder(): Diagnostic {
  const help = "write results to a folder with `-o out/`";
  return error("PWR0021", "flag `--remove-stale` has no effect without a folder", help);
}

export function traceOfSlice(): Diagnostic {
  const message =
    "`--trace` cannot be combined with `--from` or `--until`, because these flags select a part of one pipeline";
  return error("PWR0020", message, "remove `--trace`, or remove `--from` and `--until`");
}

export function flagNeedsOther(flag: string, other: string): Diagnostic {
  return error("PWR0021", `flag \`--${flag}\` has no effect without \`--${other}\``, `add \`--${other}\``);
}

export function argumentNeedsFlag(argument: string, flag: string): Diagnostic {
  return error("PWR0021", `argument \`${argument}\` has no effect without \`--${flag}\``, `add \`--${flag}\``);
}

/** Reports that a run does not use threads, because `worksOn` can be checked only in a single thread. */
export function threadsNotUsed(passes: readonly string[]): Diagnostic {
  const message = `threads are not used, because \`worksOn\` of ${firstAndOthers(passes)} works only in single-threaded runs`;
  const help = `remove \`threads\`, or remove \`worksOn\` from the ${passes.length === 1 ? "pass" : "passes"}`;
  return error("PWR0022", message, help, { severity: "remark" });
}

/** Reports that a run does not use threads, because the adapter of the IR does not have the member `part`. */
export function irInOneThread(ir: string, part: "parentOf" | "transfer"): Diagnostic {
  const message = `threads are not used, because the adapter of IR \`${ir}\` does not have \`${part}\``;
  return error("PWR0022", message, `add \`${part}\` to the adapter, or remove \`threads\``, { severity: "remark" });
}

export function valuesInOneThread(passes: readonly string[]): Diagnostic {
  const message = `threads are not used for nested pipelines with ${firstAndOthers(passes)}, because threads cannot exchange values`;
  const help = "move passes without values to separate nested pipelines, or remove `threads`";
  return error("PWR0022", message, help, { severity: "remark" });
}

function firstAndOthers([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return `\`${first}\``;
  return `\`${first}\` and ${others.length} other ${others.length === 1 ? "pass" : "passes"}`;
}

/** Reports an operand that is not a config. `isPossible` is whether the file has the extension of a config. */
export function noConfigFile(name: string, file: string, isPossible: boolean): Diagnostic {
  const help = isPossible
    ? `if the file is a config, pass it with \`-c ${file}\``
    : "pass the folder of a config, or use `passwright run` to read inputs";
  return error("PWR0018", `\`${file}\` is an input, but \`passwright ${name}\` reads only configs`, help);
}

export function secondConfig(name: string, first: string, second: string): Diagnostic {
  const message = `\`passwright ${name}\` takes one config, but got \`${first}\` and \`${second}\``;
  return error("PWR0018", message, "remove one of the configs, or compare them with `passwright diff`");
}

export function unknownCode(code: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, "use a code from a message, for example `PWB0201` from `error[PWB0201]`");
  return error("PWR0019", `unknown code \`${code}\``, help);
}

export function noGraph(framework: string): Diagnostic {
  const help = "run `passwright plan` to see the steps of the pipeline";
  return error("PWR0802", `framework \`${framework}\` has a single pipeline, not a graph`, help);
}
