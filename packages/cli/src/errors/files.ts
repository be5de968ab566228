import { errorDiagnostic as error, locate } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { helpOnBackslashes } from "@passwright/loader";

/* Errors about inputs, adapters and outputs: PWR0101 to PWR0113. */

export function unreadableInput(file: string, reason: string): Diagnostic {
  const wrongName = file.includes("\ufffd") ? "rename the file, because its name is not valid UTF-8" : undefined;
  const help = wrongName ?? helpOnBackslashes(file) ?? "check the path and the permissions of the file";
  return error("PWR0101", `\`${file}\` cannot be read: ${reason}`, help);
}

export function folderAsInput(folder: string): Diagnostic {
  const help = `pass the files in the folder: \`'${folder.replace(/[/\\]$/, "")}/**/*'\``;
  return error("PWR0101", `input \`${folder}\` is a folder`, help);
}

export function emptyInput(file: string): Diagnostic {
  return error("PWR0102", "the input is empty", "pass a file that contains the IR in binary form", {
    at: { file, line: 1, column: 1 },
  });
}

export function badRecording(file: string, why: string): Diagnostic {
  return error("PWR0110", `\`${file}\` ${why}`, "create a recording with `passwright run --record FILE`");
}

export function badOrders(file: string, why: string): Diagnostic {
  return error("PWR0110", `\`${file}\` ${why}`, "create a report with `passwright check --orders --json`");
}

/** Reports a file that cannot be written. `other` is the help that does not depend on the reason. */
export function unwritableOutput(
  file: string,
  { reason, isFolderMissing }: { readonly reason: string; readonly isFolderMissing: boolean },
  other = "pass another file or folder with -o",
): Diagnostic {
  const folder = isFolderMissing ? /^(.*[^/\\])[/\\]+[^/\\]+$/.exec(file)?.[1] : undefined;
  const help = folder === undefined ? other : `create folder \`${folder}\`, or ${other}`;
  return error("PWR0103", `\`${file}\` cannot be written: ${reason}`, help);
}

export function configWithFunctions(file: string): Diagnostic {
  const message = `\`${file}\` cannot be written: it would contain functions, which are not JSON`;
  return error("PWR0103", message, "move the functions into a plugin, and list the plugin in `plugins`");
}

export function unwritableStream(reason: string): Diagnostic {
  const help = "redirect the output to a writable file, or pass a file with -o";
  return error("PWR0103", `standard output cannot be written: ${reason}`, help);
}

const ofFramework = (name: string): Partial<Diagnostic> => ({ plugin: name, pluginKind: "framework" });

export function adapterLacks(part: "parse" | "print", ir: string, framework: string): Diagnostic {
  const message = `the adapter of IR \`${ir}\` cannot ${part === "parse" ? "parse text" : "print text"}`;
  const help = `add \`${part}\` to the adapter, or run the pipeline from TypeScript`;
  return error("PWR0104", message, help, ofFramework(framework));
}

/** Reports a function of an adapter that threw (`hasThrown`) or returned an invalid result. */
export function adapterIsWrong(
  ir: string,
  framework: string,
  part: "parse" | "print" | "verify" | "dependenciesOf",
  what: string,
  hasThrown = false,
): Diagnostic {
  const debug = hasThrown ? ", with the stack from `--debug`" : "";
  const help = `correct \`${part}\` in the adapter, or report the problem to the author of the framework${debug}`;
  return error("PWR0108", `\`${part}\` of IR \`${ir}\` ${what}`, help, ofFramework(framework));
}

/** Reports an exception of the adapter. The core reports exceptions of passes, hooks and the verifier. */
export function adapterThrewInRun(ir: string, framework: string, what: string): Diagnostic {
  const message = `the adapter of IR \`${ir}\` threw an exception while the pipeline ran: ${what}`;
  const help =
    "correct the adapter, or report the problem to the author of the framework, with the stack from `--debug`";
  return error("PWR0108", message, help, ofFramework(framework));
}

/** Reports an input that is not UTF-8. `offset` is the position of the first invalid bytes in the decoded `text`. */
export function notUtf8(ir: string, file: string, text: string, offset: number): Diagnostic {
  const message = `the input is not UTF-8, but IR \`${ir}\` accepts only UTF-8`;
  return error("PWR0109", message, "convert the file to UTF-8", { at: locate(file, text, offset) });
}

/** Reports a result that would overwrite an input. The two paths can differ, for example by a link or letter case. */
export function outputIsInput(file: string, output: string, input: string): Diagnostic {
  const message = `the result of \`${file}\` would overwrite the input \`${input}\``;
  return error("PWR0106", message, "pass another folder with -o", { notes: notesOn(output, input) });
}

/** Reports an output that is also the file `what` that the command uses. `by` is the flag of the output. */
export function outputIsRead(output: string, file: string, what: string, by: string, kind = "file"): Diagnostic {
  const message =
    output === file
      ? `output file \`${output}\` is ${what}`
      : `output file \`${output}\` would overwrite \`${file}\`, which is ${what}`;
  return error("PWR0106", message, `pass another ${kind} with ${by}`);
}

export function sameOutput(first: string, second: string, output: string, other: string = output): Diagnostic {
  if (first === second) return error("PWR0106", `input \`${first}\` is passed twice`, "pass each input once");
  const message = `the results of \`${first}\` and \`${second}\` would be the same file, \`${output}\``;
  return error("PWR0106", message, "rename one of the two inputs, or run the inputs separately", {
    notes: notesOn(output, other),
  });
}

function notesOn(path: string, other: string): string[] {
  if (path === other) return [];
  return [
    `\`${other}\` is the same file, because of a link, or on systems that ignore case and encoding of file names`,
  ];
}

export function inputOfOtherIr(
  file: string,
  input: string,
  start: { readonly ir: string; readonly step: string | undefined; readonly extensions: readonly string[] },
): Diagnostic {
  const { ir, step, extensions } = start;
  const needs = step === undefined ? `the pipeline starts with IR \`${ir}\`` : `step \`${step}\` needs IR \`${ir}\``;
  const other = step === undefined ? `use \`--from\` with a step that needs IR \`${input}\`` : "remove `--from`";
  const help = `pass a file of IR \`${ir}\` (${extensions.join(", ")}), or ${other}`;
  return error("PWR0112", `\`${file}\` is a file of IR \`${input}\`, but ${needs}`, help);
}

export function unreadableList(file: string): Diagnostic {
  const message = `\`${file}\` was replaced, because it was not a list of results`;
  const help = "delete the results of removed inputs, because runs do not remove results of the replaced list";
  return error("PWR0113", message, help, { severity: "warning" });
}

/** Reports source maps that cannot be written. `input` is the first of `count` inputs. */
export function lostMap(input: string, count: number, kind: "standard" | "file" | "folder"): Diagnostic {
  const which =
    count === 1
      ? `the source map of \`${input}\``
      : `the source maps of \`${input}\` and ${count - 1} other input${count === 2 ? "" : "s"}`;
  const why =
    kind === "standard"
      ? "because standard output cannot contain a source map"
      : "because one file contains all results";
  const message = `${which} ${count === 1 ? "was" : "were"} not written, ${why}`;
  return { ...error("PWR0111", message, "write the results to a folder: `-o out/`"), severity: "warning" };
}
