import type { LeftOut } from "@passwright/builder";
import { errorDiagnostic, locate, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Activity } from "@passwright/loader";
import type { EarlyEnd } from "./terminal/process-guard.ts";

/* Every code of this package. */

function command(code: string, message: string, help: readonly string[]): Diagnostic {
  return { code, severity: "error", message, help };
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** What code does at the moment, as places of a diagnostic. */
function whereOf(activity: Activity | undefined): Pick<Diagnostic, "at" | "plugin" | "pluginKind" | "step"> {
  const { plugin, pluginKind, step, at } = activity ?? {};
  return {
    ...(plugin === undefined ? {} : { plugin }),
    ...(pluginKind === undefined ? {} : { pluginKind }),
    ...(step === undefined ? {} : { step }),
    // What a command line names is in no file.
    ...(at === undefined || at.file === "" ? {} : { at }),
  };
}

const whileText = (activity: Activity | undefined): string => (activity === undefined ? "" : ` while ${activity.what}`);

function authorOf({ plugin, pluginKind, step }: Partial<Activity> = {}): string {
  if (step !== undefined) return `the author of pass \`${step}\``;
  return plugin === undefined
    ? "the author of the code that ran then"
    : `the author of ${pluginKind ?? "plugin"} \`${plugin}\``;
}

/** `from`: where it was thrown, as `file:line:column`, if that is code of others. */
export function unexpected(what: string, activity: Activity | undefined, from: string | undefined): Diagnostic {
  const notes = from === undefined ? [] : [`it was thrown at ${from}`];
  const help = "run it again with --debug to see the stack, and report this to the author of the code that threw it";
  return errorDiagnostic("PWR0001", `unexpected error${whileText(activity)}: ${what}`, whereOf(activity), notes, [
    help,
  ]);
}

/** A process or a thread ended before its work was done. */
export function unfinished({ ending, activity }: EarlyEnd, kept?: string): Diagnostic {
  const author = authorOf(activity);
  if (ending.kind === "unsettled") {
    const help = `settle every promise that is awaited there, or report this to ${author}`;
    const message = `a promise never settled${whileText(activity)}`;
    return errorDiagnostic("PWR0504", message, whereOf(activity), keptNotes(kept), [help]);
  }
  const { call, from } = ending;
  const notes = [...(from === undefined ? [] : [`it was called at ${from}`]), ...keptNotes(kept)];
  const help = `throw an error instead of ending the process, or report this to ${author}`;
  return errorDiagnostic("PWR0505", `\`${call}\` was called${whileText(activity)}`, whereOf(activity), notes, [help]);
}

export function unknownCommand(name: string, known: readonly string[]): Diagnostic {
  const similar = suggest(name, known);
  return {
    ...command("PWR0002", `there is no command \`${name}\``, [
      similar === undefined ? "passwright --help" : `did you mean \`passwright ${similar}\`?`,
    ]),
    notes: [{ message: `commands: ${quoted(known)}` }],
  };
}

export function unknownFlag(flag: string, name: string, known: readonly string[]): Diagnostic {
  const similar = suggest(flag, known);
  return command("PWR0003", `\`passwright ${name}\` has no flag \`${flag}\``, [
    similar === undefined ? `passwright ${name} --help` : `did you mean \`${similar}\`?`,
  ]);
}

export function flagNeedsValue(flag: string): Diagnostic {
  return command("PWR0004", `flag \`${flag}\` needs a value`, [`write ${flag} VALUE, or ${flag}=VALUE`]);
}

export function flagTakesNoValue(flag: string): Diagnostic {
  return command("PWR0005", `flag \`${flag}\` takes no value`, [`write ${flag} alone`]);
}

export function badFlagValue(flag: string, value: string, known: readonly string[]): Diagnostic {
  return command("PWR0006", `flag \`${flag}\` does not know \`${value}\``, [`take one of ${quoted(known)}`]);
}

export function noSuchInput(file: string, similar: string | undefined): Diagnostic {
  return command("PWR0007", `there is no \`${file}\``, [
    similar === undefined ? "name an input, or the folder of a config" : `did you mean \`${similar}\`?`,
  ]);
}

export function noInput(): Diagnostic {
  return command("PWR0008", "there is nothing to run on", [
    "name an input file, `-` for standard input, or write `inputs:` into the config",
  ]);
}

export function tooManyOperands(name: string, most: number): Diagnostic {
  return command("PWR0009", `\`passwright ${name}\` takes ${most} operands at most`, [`passwright ${name} --help`]);
}

export function unknownPass(name: string, similar: string | undefined): Diagnostic {
  return command("PWR0010", `nobody declares a pass \`${name}\``, [
    similar === undefined
      ? "name a pass of the framework, of a plugin of the config, or of its manifest"
      : `did you mean \`${similar}\`?`,
  ]);
}

export function unknownStep(name: string, similar: string | undefined): Diagnostic {
  return command("PWR0011", `no step of the plan has the address or the pass \`${name}\``, [
    similar === undefined ? "`passwright plan` names the steps" : `did you mean \`${similar}\`?`,
  ]);
}

export function newWhat(what: string | undefined, kinds: readonly string[]): Diagnostic {
  const isKind = what !== undefined && kinds.includes(what);
  const similar = what === undefined || isKind ? undefined : suggest(what, kinds);
  return command(
    "PWR0012",
    isKind
      ? `\`passwright new ${what}\` needs a name`
      : what === undefined
        ? "`passwright new` needs to know what to make"
        : `\`passwright new\` does not make a \`${what}\``,
    [similar === undefined ? `passwright new ${isKind ? what : kinds.join("|")} NAME` : `did you mean \`${similar}\`?`],
  );
}

export function noMatch(pattern: string): Diagnostic {
  return command("PWR0013", `no file matches \`${pattern}\``, [
    "quote a pattern so that the shell leaves it alone, and look where it is relative to: here, or the config that has it",
  ]);
}

export function badTimeLimit(text: string, most: number): Diagnostic {
  return command("PWR0014", `\`${text}\` is no time limit`, [`give seconds, more than 0 and at most ${most}: 0.5, 10`]);
}

export function unknownSection(name: string, known: readonly string[]): Diagnostic {
  const similar = suggest(name, known);
  return {
    ...command("PWR0015", `\`passwright list\` has no section \`${name}\``, [
      similar === undefined ? "take one of them, or none for all" : `did you mean \`${similar}\`?`,
    ]),
    notes: [{ message: `sections: ${quoted(known)}` }],
  };
}

export function badThreadCount(text: string): Diagnostic {
  return command("PWR0017", `\`${text}\` is no number of threads`, ["give a whole number, 0 for none, or `auto`"]);
}

export function noConfigFile(name: string, file: string): Diagnostic {
  return command("PWR0018", `\`${file}\` is no config, and \`passwright ${name}\` reads no inputs`, [
    "name a folder, or a file that ends as configs do (.yaml, .json, .js, .ts …); `passwright run` reads inputs",
  ]);
}

export function secondConfig(name: string, first: string, second: string): Diagnostic {
  return command("PWR0018", `\`passwright ${name}\` takes one config, and there are \`${first}\` and \`${second}\``, [
    "leave one of the two out; `passwright diff` compares two",
  ]);
}

export function noGraph(framework: string): Diagnostic {
  return command("PWR0802", `\`${framework}\` has one pipeline, and no graph of them`, [
    "`passwright plan` shows its steps",
  ]);
}

export function unreadableInput(file: string, reason: string): Diagnostic {
  return command("PWR0101", `\`${file}\` cannot be read: ${reason}`, ["mend that, or name another input"]);
}

export function emptyInput(file: string): Diagnostic {
  return {
    ...command("PWR0102", "the input is empty", ["name a file with a module in it"]),
    at: { file, line: 1, column: 1 },
  };
}

export function unwritableOutput(file: string, reason: string): Diagnostic {
  return command("PWR0103", `\`${file}\` cannot be written: ${reason}`, ["name a place with -o that can be written"]);
}

/** Standard output as the place of results. */
export function unwritableStream(reason: string): Diagnostic {
  return command("PWR0103", `standard output cannot be written: ${reason}`, [
    "redirect it to a place that can be written, or name one with -o",
  ]);
}

export function cannotParse(ir: string, framework: string): Diagnostic {
  return {
    ...command("PWR0104", `IR \`${ir}\` cannot be read from text`, [
      "ask the author of the framework for `parse` in its adapter, or run the pipeline from TypeScript",
    ]),
    plugin: framework,
    pluginKind: "framework",
  };
}

export function cannotPrint(ir: string, framework: string): Diagnostic {
  return {
    ...command("PWR0105", `IR \`${ir}\` cannot be printed`, [
      "ask the author of the framework for `print` in its adapter, or run the pipeline from TypeScript",
    ]),
    plugin: framework,
    pluginKind: "framework",
  };
}

/** An adapter does not do what `IrAdapter` says. */
export function adapterIsWrong(
  ir: string,
  framework: string,
  part: "parse" | "print" | "verify",
  what: string,
): Diagnostic {
  return {
    ...command("PWR0108", `\`${part}\` of IR \`${ir}\` ${what}`, [
      `mend \`${part}\` in the adapter, or report this to the author of the framework${what.startsWith("threw") ? "; `--debug` shows the stack" : ""}`,
    ]),
    plugin: framework,
    pluginKind: "framework",
  };
}

/** Passes, hooks and the verifier are reported by the core as theirs: what is left is the adapter's. */
export function adapterThrewInRun(ir: string, framework: string, what: string): Diagnostic {
  return {
    ...command("PWR0108", `the adapter of IR \`${ir}\` threw while the pipeline ran: ${what}`, [
      "fix the adapter, or report this to the author of the framework; `--debug` shows the stack",
    ]),
    plugin: framework,
    pluginKind: "framework",
  };
}

/** `text` is the input as far as it can be read, with the first mark for what cannot at `offset`. */
export function notUtf8(ir: string, file: string, text: string, offset: number): Diagnostic {
  return {
    ...command("PWR0109", `the input is not UTF-8, and IR \`${ir}\` reads text only`, ["convert the file to UTF-8"]),
    at: locate(file, text, offset),
  };
}

export function outputIsInput(file: string, output: string): Diagnostic {
  return command("PWR0106", `the result of \`${file}\` would be written over the input \`${output}\``, [
    "name another folder with -o",
  ]);
}

export function sameOutput(first: string, second: string, output: string): Diagnostic {
  return command("PWR0107", `the results of \`${first}\` and \`${second}\` would both be \`${output}\``, [
    "name each input once",
  ]);
}

export function unreadableLock(file: string, reason: string): Diagnostic {
  return command("PWR0201", `\`${file}\` cannot be read: ${reason}`, ["`passwright lock` writes it"]);
}

export function notALock(file: string): Diagnostic {
  return command("PWR0202", `\`${file}\` is no lock file that this version can read`, [
    "`passwright lock` writes it anew",
  ]);
}

export function lockDiffers(file: string, differences: readonly string[]): Diagnostic {
  return {
    ...command("PWR0203", `the plan is not as it is locked in \`${file}\``, [
      "`passwright lock` locks the plan as it is now",
    ]),
    notes: differences.map((message) => ({ message })),
  };
}

/** What differs between two loadings, and who asks for other things in the second. */
export interface LoadDifference {
  readonly blamed: readonly string[];
  readonly differences: readonly string[];
}

function loadDifference(
  code: string,
  message: string,
  { blamed, differences }: LoadDifference,
  orders: readonly string[],
  what: string,
): Diagnostic {
  const help =
    blamed.length === 0
      ? `every plugin asks for the same: look for ${what} in the framework's \`pipeline\``
      : `look for ${what} in ${quoted(blamed)}`;
  return {
    ...command(code, message, [help]),
    ...(blamed.length === 0 ? {} : { plugin: blamed.join(", ") }),
    notes: [...orders, ...blamed.map((name) => `\`${name}\` asks for other things then`), ...differences].map(
      (note) => ({
        message: note,
      }),
    ),
  };
}

export function dependsOnLoadOrder(
  difference: LoadDifference & { readonly first: readonly string[]; readonly other: readonly string[] },
): Diagnostic {
  const { first, other } = difference;
  return loadDifference(
    "PWR0301",
    "the plan depends on the order in which plugins are loaded",
    difference,
    [`loaded in this order: ${first.join(", ")}`, `and in this one: ${other.join(", ")}`],
    "something kept outside of `setup` (a module's variables are shared by all who import it)",
  );
}

export function differsEveryTime(difference: LoadDifference): Diagnostic {
  return loadDifference(
    "PWR0304",
    "the plan is not the same twice, with the plugins loaded in the same order",
    difference,
    [],
    "a clock, a random number, or something else outside of the program",
  );
}

export function duplicatesMatter(file: string, dropped: readonly LeftOut[]): Diagnostic {
  return {
    ...command("PWR0302", `dropping duplicate cleanups changes what comes out of \`${file}\``, [
      "a cleanup of the framework is not idempotent, or a pass preserves less than it declares: `passwright check --properties`",
      `\`passwright plan --no-dedup\` shows the plan with them; \`overrides: [{ pin: "${dropped[0]?.address}" }]\` keeps one`,
    ]),
    notes: dropped.map(({ address, because }) => ({ message: `\`${address}\` is ${because}` })),
  };
}

export function nothingToCheckWith(framework: string): Diagnostic {
  return {
    ...command("PWR0303", `framework \`${framework}\` has no \`checks\`, so nothing could be looked at`, [
      "give `defineFramework` a function for each property: `checks: { sorted: (op) => … }`",
    ]),
    severity: "warning",
  };
}

export function badNpmName(name: string, reasons: readonly string[]): Diagnostic {
  return {
    ...command("PWR0601", `npm has no packages called \`${name}\``, [
      "name it like `passwright-plugin-fold` or `@you/passwright-plugin-fold`",
    ]),
    notes: reasons.map((message) => ({ message })),
  };
}

export function wouldOverwrite(folder: string, files: readonly string[], isPass: boolean): Diagnostic {
  return {
    ...command("PWR0602", `\`${folder}\` has some of the files already, and nothing was written`, [
      isPass ? "give the pass another name" : "name another folder after the name, or move these away",
    ]),
    notes: files.map((message) => ({ message })),
  };
}

export function cannotMake(folder: string, reason: string): Diagnostic {
  return command("PWR0603", `nothing could be written to \`${folder}\`: ${reason}`, [
    "mend that, or name another folder after the name",
  ]);
}

export function noPackageForPass(folder: string): Diagnostic {
  return command("PWR0604", `\`${folder}\` is in no package with a \`passwright\` field`, [
    "go to the package of a plugin or framework, or make one: passwright new plugin NAME",
  ]);
}

const keptNotes = (kept: string | undefined): string[] => (kept === undefined ? [] : [kept]);

const secondsText = (seconds: number): string => `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

export function outOfTime(
  file: string | undefined,
  seconds: number,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const { plugin, step } = activity ?? {};
  const more = "raise --time-limit";
  const help =
    step !== undefined
      ? `${more}, or report this to the author of \`${step}\``
      : file === undefined && plugin !== undefined
        ? `${more}, or leave \`${plugin}\` out with --without`
        : more;
  const message = `the time limit of ${secondsText(seconds)} for ${fileText(file)} was reached${whileText(activity)}`;
  return errorDiagnostic("PWR0501", message, whereOf(activity), keptNotes(kept), [help]);
}

export function interrupted(
  file: string | undefined,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const help = "what was finished before is written; run it again for the rest";
  const message = `${fileText(file)} was stopped${whileText(activity)}`;
  return errorDiagnostic("PWR0502", message, whereOf(activity), keptNotes(kept), [help]);
}

export function threadDied(
  file: string | undefined,
  reason: string,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const message = `the thread of ${fileText(file)} ended${whileText(activity)}: ${reason}`;
  const help = `report this to ${authorOf(activity)}`;
  return errorDiagnostic("PWR0503", message, whereOf(activity), keptNotes(kept), [help]);
}

const fileText = (file: string | undefined): string => (file === undefined ? "loading" : `\`${file}\``);

export function unknownCode(code: string, similar: string | undefined): Diagnostic {
  return command("PWR0019", `no message has the code \`${code}\``, [
    similar === undefined
      ? "copy the code from the brackets of a message: `error[PWB0201]`"
      : `did you mean \`${similar}\`?`,
  ]);
}
