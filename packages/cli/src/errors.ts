import type { LeftOut } from "@passwright/builder";
import { didYouMean, errorDiagnostic as error, locate, messageOf, quoted, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Activity } from "@passwright/loader";

/* Every error of this package. */

/* Arguments: PWR0002 to PWR0022. */

export function unknownCommand(name: string, known: readonly string[]): Diagnostic {
  const begun = known.filter((one) => name !== "" && one.startsWith(name));
  const similar = begun.length === 1 ? begun[0] : suggest(name.toLowerCase(), known);
  const list = name.startsWith("-") ? "write the command before its flags" : "list them with `passwright --help`";
  const help = didYouMean(similar && `passwright ${similar}`, list);
  return error("PWR0002", `there is no command \`${name}\``, help, { notes: [`commands: ${quoted(known)}`] });
}

export function unknownFlag(flag: string, name: string, known: readonly string[]): Diagnostic {
  const longer = flag.startsWith("--") ? known.find((one) => one.endsWith(flag.slice(1))) : undefined;
  const help = didYouMean(longer ?? suggest(flag, known), `passwright ${name} --help`);
  return error("PWR0003", `\`passwright ${name}\` has no flag \`${flag}\``, help);
}

export function flagNeedsValue(flag: string): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` needs a value`, `write ${flag} VALUE, or ${flag}=VALUE`);
}

export function flagTakesNoValue(flag: string): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` takes no value`, `write ${flag} alone`);
}

export function badFlagValue(flag: string, value: string, known: readonly string[]): Diagnostic {
  return error("PWR0006", `flag \`${flag}\` does not accept \`${value}\``, `take one of ${quoted(known)}`);
}

export function noSuchInput(file: string, similar: string | undefined): Diagnostic {
  return error("PWR0007", `there is no \`${file}\``, didYouMean(similar, "name an input, or the folder of a config"));
}

export function noInput(): Diagnostic {
  const help = "name an input file, `-` for standard input, or add `inputs` to the config";
  return error("PWR0008", "there is no input", help);
}

export function noQueue(): Diagnostic {
  return error("PWR0009", "`passwright worker` needs the URL of a queue", "`passwright worker redis://HOST`");
}

export function tooManyOperands(name: string, most: number): Diagnostic {
  return error("PWR0009", `\`passwright ${name}\` takes ${most} operands at most`, `passwright ${name} --help`);
}

export function unknownPass(name: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, "name a pass of the framework, of a plugin of the config, or of its manifest");
  return error("PWR0010", `no framework or plugin provides a pass named \`${name}\``, help);
}

export function unknownStep(name: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, "list the steps with `passwright plan`");
  return error("PWR0011", `no step of the plan has the address or the pass \`${name}\``, help);
}

export function newWhat(what: string | undefined, kinds: readonly string[]): Diagnostic {
  if (what === undefined)
    return error("PWR0012", "`passwright new` needs a kind and a name", `passwright new ${kinds.join("|")} NAME`);
  if (kinds.includes(what))
    return error("PWR0012", `\`passwright new ${what}\` needs a name`, `passwright new ${what} NAME`);
  const help = didYouMean(suggest(what, kinds), `passwright new ${kinds.join("|")} NAME`);
  return error("PWR0012", `\`passwright new\` does not make a \`${what}\``, help);
}

export function completionFor(shell: string | undefined, shells: readonly string[]): Diagnostic {
  const help = `passwright completion ${shells.join("|")}`;
  if (shell === undefined) return error("PWR0029", "`passwright completion` needs a shell", help);
  return error(
    "PWR0029",
    `\`passwright completion\` does not know the shell \`${shell}\``,
    didYouMean(suggest(shell, shells), help),
  );
}

export function newFor(host: string): Diagnostic {
  const message = `\`passwright new framework\` has no template for \`${host}\``;
  return error("PWR0012", message, `use the framework of \`@passwright/${host}\``);
}

export function noMatch(pattern: string): Diagnostic {
  const help =
    "quote the pattern, and check its folder: it is relative to the current folder, or to the config that contains it";
  return error("PWR0013", `no file matches \`${pattern}\``, help);
}

export function badTimeLimit(text: string, most: number): Diagnostic {
  return error("PWR0006", `\`${text}\` is not a time limit`, `give seconds, more than 0 and at most ${most}: 0.5, 10`);
}

export function unknownSection(name: string, known: readonly string[]): Diagnostic {
  const help = didYouMean(suggest(name, known), "name one of them, or none for all");
  const notes = [`sections: ${quoted(known)}`];
  return error("PWR0015", `\`passwright list\` has no section \`${name}\``, help, { notes });
}

export function badThreadCount(text: string): Diagnostic {
  return error("PWR0006", `\`${text}\` is not a number of threads`, "give a whole number, 0 for none, or `auto`");
}

export function staleWithoutFolder(): Diagnostic {
  return error(
    "PWR0021",
    "flag `--remove-stale` has no effect without a folder",
    "write results into a folder: -o out/",
  );
}

export function traceOfSlice(): Diagnostic {
  const message = "a slice of a graph runs in one pipeline, and `--trace` shows the pipelines of a whole run";
  return error("PWR0020", message, "remove `--trace`, or `--from` and `--until`");
}

export function flagNeedsOther(flag: string, other: string): Diagnostic {
  return error("PWR0021", `flag \`--${flag}\` has no effect without another flag`, `add \`--${other}\``);
}

/** PWR0022: the watch for idle steps sees every pass, so nothing runs in threads. */
export function threadsNotUsed(passes: readonly string[]): Diagnostic {
  const [first = ""] = passes;
  const others = passes.length === 1 ? "" : ` and ${passes.length - 1} more`;
  const message = `threads are not used: \`${first}\`${others} declares \`worksOn\`, and idle steps can be found only in a single thread`;
  return error("PWR0022", message, "turn off threads, or remove `worksOn` from the pass", { severity: "remark" });
}

export function valuesInOneThread(passes: readonly string[]): Diagnostic {
  const [first = ""] = passes;
  const others = passes.length === 1 ? "" : ` and ${passes.length - 1} more`;
  return error(
    "PWR0022",
    `no threads are used for nested pipelines with \`${first}\`${others}: values stay in one thread`,
    "nest passes without values apart from those, or remove `threads`",
    { severity: "remark" },
  );
}

export function noConfigFile(name: string, file: string): Diagnostic {
  const help =
    "name a folder, or a file with the extension of a config (.yaml, .json, .js, .ts …); `passwright run` reads inputs";
  return error("PWR0018", `\`${file}\` is not a config, and \`passwright ${name}\` does not read inputs`, help);
}

export function secondConfig(name: string, first: string, second: string): Diagnostic {
  const message = `\`passwright ${name}\` takes one config, but got \`${first}\` and \`${second}\``;
  return error("PWR0018", message, "remove one of the two; `passwright diff` compares two");
}

export function unknownCode(code: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, "copy the code from a message: `error[PWB0201]`");
  return error("PWR0019", `no message has the code \`${code}\``, help);
}

export function noGraph(framework: string): Diagnostic {
  return error("PWR0802", `\`${framework}\` has one pipeline, not a graph`, "`passwright plan` shows its steps");
}

/* Experiments: PWR0024 to PWR0026, PWR0701. */

const TESTS = ["`--test 'COMMAND {}'`", "`--crash`", "`--invalid`", "`--differs-from`", "`--error CODE`"];

export function needsOneTest(name: string, count: number): Diagnostic {
  const message = `\`passwright ${name}\` needs ${count === 0 ? "a test" : "one test"} that shows the fault`;
  return error("PWR0024", message, count === 0 ? `add ${TESTS.join(", ")}` : `keep one of ${TESTS.join(", ")}`);
}

export function testWithoutFile(command: string): Diagnostic {
  const message = `the command \`${command}\` does not contain \`{}\`, so it tests the same thing each time`;
  return error("PWR0025", message, "write `{}` where the command takes the file to test");
}

export function badCount(flag: string, text: string): Diagnostic {
  return error("PWR0026", `\`--${flag}\` does not accept \`${text}\``, "give a whole number above 0");
}

export function flagsExclude(first: string, second: string): Diagnostic {
  return error("PWR0027", `flags \`--${first}\` and \`--${second}\` exclude each other`, "remove one of the two");
}

export function noFault(files: readonly string[]): Diagnostic {
  const what = files.length === 1 ? `\`${files[0]}\` does not show` : `none of ${files.length} inputs shows`;
  return error("PWR0701", `${what} the fault`, "run the test by hand on the whole input, and correct the test");
}

export function notInstalled(lock: string, plugin: string, version = "without a version"): Diagnostic {
  const message = `\`${lock}\` has \`${plugin}\` ${version}, which is not installed beside it`;
  return error("PWR0702", message, "install the packages of that project, or run `passwright lock` there");
}

export function noOtherVersions(lock: string): Diagnostic {
  const message = `the project of \`${lock}\` has the same versions of all plugins`;
  return error("PWR0703", message, "name the lock file of a project with other versions, or leave out `--before`");
}

/* Inputs, adapters and outputs: PWR0101 to PWR0109. */

export function unreadableInput(file: string, reason: string): Diagnostic {
  return error("PWR0101", `\`${file}\` cannot be read: ${reason}`, "fix the cause, or use another input");
}

export function emptyInput(file: string): Diagnostic {
  return error("PWR0102", "the input is empty", "name a file that contains a module", {
    at: { file, line: 1, column: 1 },
  });
}

export function badRecording(file: string, why: string): Diagnostic {
  return error("PWR0110", `\`${file}\` ${why}`, "write a recording with `passwright run --record FILE`");
}

export function badOrders(file: string, why: string): Diagnostic {
  return error("PWR0110", `\`${file}\` ${why}`, "write orders with `passwright check --orders --json`");
}

export function unwritableOutput(file: string, reason: string): Diagnostic {
  return error("PWR0103", `\`${file}\` cannot be written: ${reason}`, "name another file or folder with -o");
}

/** Standard output cannot be written. */
export function unwritableStream(reason: string): Diagnostic {
  const help = "redirect it to a writable file, or name one with -o";
  return error("PWR0103", `standard output cannot be written: ${reason}`, help);
}

const ofFramework = (name: string): Partial<Diagnostic> => ({ plugin: name, pluginKind: "framework" });

export function adapterLacks(part: "parse" | "print", ir: string, framework: string): Diagnostic {
  const message = `IR \`${ir}\` cannot be ${part === "parse" ? "read from text" : "printed"}`;
  const help = `ask the author of the framework for \`${part}\` in its adapter, or run the pipeline from TypeScript`;
  return error("PWR0104", message, help, ofFramework(framework));
}

/** A function of an adapter breaks its contract. `hasThrown`: whether there is a stack. */
export function adapterIsWrong(
  ir: string,
  framework: string,
  part: "parse" | "print" | "verify",
  what: string,
  hasThrown = false,
): Diagnostic {
  const debug = hasThrown ? "; `--debug` shows the stack" : "";
  const help = `fix \`${part}\` in the adapter, or report this to the author of the framework${debug}`;
  return error("PWR0108", `\`${part}\` of IR \`${ir}\` ${what}`, help, ofFramework(framework));
}

/** The core reports exceptions of passes, hooks and the verifier; all others come from the adapter. */
export function adapterThrewInRun(ir: string, framework: string, what: string): Diagnostic {
  const message = `the adapter of IR \`${ir}\` threw while the pipeline ran: ${what}`;
  const help = "fix the adapter, or report this to the author of the framework; `--debug` shows the stack";
  return error("PWR0108", message, help, ofFramework(framework));
}

/** `text`: the decoded input; `offset`: position of the first invalid bytes. */
export function notUtf8(ir: string, file: string, text: string, offset: number): Diagnostic {
  const message = `the input is not UTF-8, and IR \`${ir}\` reads text only`;
  return error("PWR0109", message, "convert the file to UTF-8", { at: locate(file, text, offset) });
}

export function outputIsInput(file: string, output: string): Diagnostic {
  const message = `the result of \`${file}\` would be written over the input \`${output}\``;
  return error("PWR0106", message, "name another folder with -o");
}

export function sameOutput(first: string, second: string, output: string): Diagnostic {
  const message = `the results of \`${first}\` and \`${second}\` would both be \`${output}\``;
  return error("PWR0106", message, "name each input once");
}

/* Locks and checks: PWR0201 to PWR0304. */

export function badLock(file: string, why: string): Diagnostic {
  return error("PWR0201", `\`${file}\` ${why}`, "write it with `passwright lock`");
}

export function lockDiffers(file: string, differences: readonly string[]): Diagnostic {
  const help = "accept the new plan with `passwright lock`";
  return error("PWR0203", `the plan differs from the lock in \`${file}\``, help, { notes: differences });
}

/** Differences between two loads, and the plugins whose calls differ. */
interface LoadDifference {
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
  const asking = blamed.map((name) => `\`${name}\` makes different calls in the two loads`);
  const notes = [...orders, ...asking, ...differences];
  if (blamed.length > 0)
    return error(code, message, `look for ${what} in ${quoted(blamed)}`, { plugin: blamed.join(", "), notes });
  const help = `all plugins make the same calls: look for ${what} in the framework's \`pipeline\``;
  return error(code, message, help, { notes });
}

export function dependsOnLoadOrder(
  difference: LoadDifference & { readonly first: readonly string[]; readonly other: readonly string[] },
): Diagnostic {
  const { first, other } = difference;
  const orders = [`loaded in this order: ${first.join(", ")}`, `and in this one: ${other.join(", ")}`];
  const what = "something kept outside of `setup` (a module's variables are shared by all who import it)";
  return loadDifference(
    "PWR0301",
    "the plan depends on the order in which plugins are loaded",
    difference,
    orders,
    what,
  );
}

export function differsEveryTime(difference: LoadDifference): Diagnostic {
  const message = "two plans differ, although the plugins were loaded in the same order";
  const what = "a clock, a random number, or something else outside of the program";
  return loadDifference("PWR0304", message, difference, [], what);
}

export function duplicatesMatter(file: string, dropped: readonly LeftOut[]): Diagnostic {
  const help = [
    "a cleanup of the framework is not idempotent, or a pass preserves less than it declares: `passwright check --properties`",
    `\`passwright plan --no-dedup\` shows the plan with them; \`overrides: [{ pin: "${dropped[0]?.address}" }]\` keeps one`,
  ];
  const notes = dropped.map(({ address, because }) => `\`${address}\` is ${because}`);
  return error("PWR0302", `dropping duplicate cleanups changes the result of \`${file}\``, help, { notes });
}

export function nothingToCheckWith(framework: string): Diagnostic {
  const message = `framework \`${framework}\` has no \`checks\`, so nothing was checked`;
  const help = "pass `defineFramework` a function for each property: `checks: { sorted: (op) => … }`";
  return error("PWR0303", message, help, { severity: "warning" });
}

/* passwright-opt, with mlir-opt's messages: PWR0401 to PWR0405. */

export function pipelineAndPasses(): Diagnostic {
  const message = "'-pass-pipeline' option can't be used with individual pass options";
  return error("PWR0401", message, "write the passes in the pipeline");
}

export function localWithThreads(): Diagnostic {
  const message = "Local crash reproduction may not be used without disabling mutli-threading first.";
  return error("PWR0402", message, "add --mlir-disable-threading");
}

export function moduleScopeWithThreads(): Diagnostic {
  const text = "IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.\n";
  return errorOfText("PWR0403", text, "add --mlir-disable-threading");
}

export function dialectTwice(name: string, first: string | undefined, second: string): Diagnostic {
  return error("PWR0404", `dialect \`${name}\` is registered twice`, "leave one of the two plugins out", {
    plugin: second,
    notes: [`first by ${first ?? "@passwright/ir"}`, `then by ${second}`],
  });
}

export function notReadAgain(op: string): Diagnostic {
  return roundTripFailed(`'${op}' op failed to parse textual content back, cannot verify round-trip.\n`);
}

export function readDifferently(op: string, wanted: string, found: string): Diagnostic {
  return roundTripFailed(
    `'${op}' op textual roundTrip testing roundtripped module differs from reference:\n` +
      `<<<<<<Reference\n${wanted}\n=====\n${found}\n>>>>>roundtripped\n`,
  );
}

function roundTripFailed(text: string): Diagnostic {
  return errorOfText("PWR0405", text, "report this, with the input, to the author of the dialect");
}

/** MLIR's text, which ends with a line break. */
function errorOfText(code: string, text: string, help: string): Diagnostic {
  const { message, lines } = messageOf(text);
  return error(code, message, help, { lines });
}

/* Unexpected ends: PWR0001, PWR0501 to PWR0505. `kept`: a note about the saved input. */

/** How a process or thread ended before its work was done. */
export type Ending =
  /** The work waits for a promise that nothing can settle any more. */
  | { readonly kind: "unsettled" }
  /** Code called a function that ends the process. `from`: position of the call, as `file:line:column`. */
  | { readonly kind: "ended"; readonly call: string; readonly from?: string };

/** An early end, and the activity at that time. */
export interface EarlyEnd {
  readonly ending: Ending;
  readonly activity: Activity | undefined;
}

/** Returns an error about the end of an activity. */
function endError(
  code: string,
  what: string,
  activity: Activity | undefined,
  notes: readonly (string | undefined)[],
  help: string,
  more = "",
): Diagnostic {
  const { plugin, pluginKind, step, at } = activity ?? {};
  const during = activity === undefined ? "" : ` while ${activity.what}`;
  const known = at?.file === "" ? undefined : at;
  return error(code, `${what}${during}${more}`, help, { plugin, pluginKind, step, at: known, notes });
}

function authorOf({ plugin, pluginKind, step }: Partial<Activity> = {}): string {
  if (step !== undefined) return `the author of pass \`${step}\``;
  return plugin === undefined
    ? "the author of the code that ran then"
    : `the author of ${pluginKind ?? "plugin"} \`${plugin}\``;
}

const fileText = (file: string | undefined): string => (file === undefined ? "loading" : `\`${file}\``);

/** `from`: position of the exception in third-party code, as `file:line:column`. */
export function unexpected(what: string, activity: Activity | undefined, from: string | undefined): Diagnostic {
  const help = "run it again with --debug to see the stack, and report this to the author of the code that threw it";
  return endError("PWR0001", "unexpected error", activity, [from && `it was thrown at ${from}`], help, `: ${what}`);
}

/** A process or a thread ended before its work was done. */
export function unfinished({ ending, activity }: EarlyEnd, kept?: string): Diagnostic {
  const orReport = `or report this to ${authorOf(activity)}`;
  if (ending.kind === "unsettled") {
    const help = `settle every promise that is awaited there, ${orReport}`;
    return endError("PWR0504", "a promise never settled", activity, [kept], help);
  }
  const { call, from } = ending;
  const help = `throw an error instead of ending the process, ${orReport}`;
  return endError("PWR0505", `\`${call}\` was called`, activity, [from && `it was called at ${from}`, kept], help);
}

export function outOfTime(
  file: string | undefined,
  seconds: number,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const { plugin, step } = activity ?? {};
  const orElse =
    step !== undefined
      ? `, or report this to the author of \`${step}\``
      : file === undefined && plugin !== undefined
        ? `, or leave \`${plugin}\` out with --without`
        : "";
  const limit = `the time limit of ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const message = `${limit} for ${fileText(file)} was reached`;
  return endError("PWR0501", message, activity, [kept], `raise --time-limit${orElse}`);
}

export function interrupted(
  file: string | undefined,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const help = "run the command again for the other inputs: finished results are written";
  return endError("PWR0502", `${fileText(file)} was stopped`, activity, [kept], help);
}

export function threadDied(
  file: string | undefined,
  reason: string,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const help = `report this to ${authorOf(activity)}`;
  return endError("PWR0503", `the thread of ${fileText(file)} ended`, activity, [kept], help, `: ${reason}`);
}

/* `passwright new`: PWR0601 to PWR0604. */

export function badNpmName(name: string, reasons: readonly string[]): Diagnostic {
  const help = "name it like `passwright-plugin-fold` or `@you/passwright-plugin-fold`";
  return error("PWR0601", `npm has no packages called \`${name}\``, help, { notes: reasons });
}

export function wouldOverwrite(folder: string, files: readonly string[], isPass: boolean): Diagnostic {
  const help = isPass
    ? "give the pass another name"
    : "name a different folder after the package name, or move these files";
  const message = `\`${folder}\` already contains some of these files, so no file was written`;
  return error("PWR0602", message, help, { notes: files });
}

export function cannotMake(folder: string, reason: string): Diagnostic {
  const message = `nothing could be written to \`${folder}\`: ${reason}`;
  return error("PWR0603", message, "fix the cause, or use another folder after the name");
}

export function noPackageForPass(folder: string): Diagnostic {
  const help = "go to the package of a plugin or framework, or make one: passwright new plugin NAME";
  return error("PWR0604", `\`${folder}\` is not in a package with a \`passwright\` field`, help);
}
