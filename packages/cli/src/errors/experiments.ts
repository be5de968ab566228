import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors about experiments: PWR0024 to PWR0028, PWR0701 to PWR0705. */

const TESTS = ["`--test 'COMMAND {}'`", "`--crash`", "`--invalid`", "`--differs-from`", "`--error CODE`"];

/** Reports that a command needs one test. Of the commands, only `bisect` has the flag `--exit`. */
export function needsOneTest(name: string, count: number): Diagnostic {
  const message = `\`passwright ${name}\` needs ${count === 0 ? "a test" : "exactly one test"} that detects the fault`;
  const tests = name === "bisect" ? [...TESTS, "`--exit CODE`"] : TESTS;
  return error("PWR0024", message, `${count === 0 ? "add" : "keep only"} one of ${tests.join(", ")}`);
}

export function testWithoutFile(command: string): Diagnostic {
  const message = `the command \`${command}\` does not contain \`{}\`, so every run tests the same file`;
  return error("PWR0025", message, `replace the file name with \`{}\`, for example \`${command} {}\``);
}

export function badCount(flag: string, text: string, most: number): Diagnostic {
  const isTooLarge = /^\d+$/.test(text) && Number(text) > most;
  const help = isTooLarge ? `use a number that is at most ${most}` : "use a positive integer";
  return error("PWR0026", `flag \`--${flag}\` does not accept \`${text}\``, help);
}

export function commandNotRun(command: string, code: number): Diagnostic {
  const message = `the shell cannot run the command \`${command}\`: it exited with code ${code}`;
  return error("PWR0028", message, "correct the name or path of the program, or install the program");
}

export function flagsExclude(first: string, second: string): Diagnostic {
  return error("PWR0027", `flags \`--${first}\` and \`--${second}\` cannot be combined`, "remove one of the two flags");
}

export function flagExcludesArgument(flag: string, argument: string): Diagnostic {
  const message = `flag \`--${flag}\` and argument \`${argument}\` cannot be combined`;
  return error("PWR0027", message, "remove the argument or the flag");
}

/**
 * Reports that the test, which is a command of the user if `hasCommand` is true, does not detect the fault. `reported`
 * is the code of an error that a run reports.
 */
export function noFault(
  name: "bisect" | "reduce",
  hasCommand: boolean,
  files: readonly string[],
  reported?: string,
): Diagnostic {
  const where = files.length === 1 ? `\`${files[0]}\`` : `any of the ${files.length} inputs`;
  const help = !hasCommand
    ? reported === undefined
      ? "pass an input that shows the fault, or use another test"
      : `use \`--error ${reported}\` to search for the error that the run reports`
    : name === "bisect"
      ? "change the command in `--test` so that it fails for the result of `passwright run`"
      : "change the command in `--test` so that it succeeds for the unchanged input";
  return error("PWR0701", `the test does not detect the fault in ${where}`, help);
}

export function faultWithoutSteps(file: string, hasCommand: boolean): Diagnostic {
  const message = `the test also detects the fault in \`${file}\` without any step, so no step is the cause`;
  const help = hasCommand
    ? "change the command in `--test` so that it succeeds for a correct result"
    : "correct the input, or change the test so that it accepts a correct result";
  return error("PWR0704", message, help);
}

export function budgetEnded(budget: number): Diagnostic {
  const message = `\`--budget ${budget}\` ended the search before the smallest cause was found`;
  return error("PWR0705", message, "increase the number in `--budget`, or remove `--budget`");
}

export function notInstalled(lock: string, plugin: string, version = "without a version"): Diagnostic {
  const message = `\`${lock}\` contains \`${plugin}\` ${version}, which is not installed in the project of this lock file`;
  return error("PWR0702", message, "run `npm install` or `passwright lock` in the project of this lock file");
}

export function noOtherVersions(lock: string): Diagnostic {
  const message = `\`${lock}\` contains the same plugin versions as the current project`;
  return error("PWR0703", message, "pass a lock file with other versions, or remove `--before`");
}
