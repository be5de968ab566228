import {
  BugError,
  describeThrown,
  diagnosticOf,
  errorDiagnostic,
  isPromise,
  isThrown,
  messageOf,
  UsageError,
} from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { keepCause } from "../cause.ts";
import { kindOf } from "./tree-links.ts";
import { positionIn, positionOf } from "./position.ts";

/**
 * Converts an exception of a parser to a diagnostic. Parsers store positions in `line` and `column` (PostCSS, SVGO,
 * VFile), in `lineNumber` and `columnNumber` (JSON5), in `loc` (Babel, Acorn: columns from 0), or in a range.
 */
export function parseFailure(ir: string, file: string, text: string, thrown: unknown): Diagnostic {
  const at = locationOf(thrown, file, text);
  const { message, lines } = messageOf(`the ${ir} parser refused the input: ${textOf(thrown, file, at !== undefined)}`);
  // A bug in the parser can cause an exception without a position, so the help also mentions the parser.
  const help =
    at === undefined
      ? "correct the input, or report the stack from `--debug` to the author of the parser"
      : "correct the input";
  return keepCause(
    errorDiagnostic("PWS0101", message, help, { lines, at: at ?? { file, line: 0, column: 0 } }),
    at === undefined ? thrown : undefined,
  );
}

export function notATree(ir: string, file: string, value: unknown): Diagnostic {
  const help = isPromise(value)
    ? "make `parse` synchronous, and await asynchronous work in `load`"
    : "return the root from `parse`";
  return errorDiagnostic("PWS0102", `\`parse\` of IR \`${ir}\` returned ${kindOf(value)} instead of an object`, help, {
    at: { file, line: 0, column: 0 },
  });
}

/** Functions of an IR whose exceptions and invalid results are reported as errors of the IR. */
interface Called {
  verify(op: object, report: (message: string, at?: object) => void): boolean;
  fingerprint(op: object): bigint | string;
  clone(op: object): object;
}

const isText = (value: unknown): boolean => typeof value === "string";

export function isOperation(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isPromise(value);
}

/** For each function of an IR: the expected result, and a check of the result. */
const RESULTS: {
  readonly [key in keyof Called | "print"]: readonly [string, (result: unknown, op: object) => boolean];
} = {
  print: ["a string", isText],
  verify: ["true or false", (result) => typeof result === "boolean"],
  fingerprint: ["a bigint or a string", (result) => typeof result === "bigint" || isText(result)],
  clone: ["a detached copy", (result, op) => result !== op && isOperation(result)],
};

export function notAResult(ir: string, key: keyof typeof RESULTS, value: unknown): Diagnostic {
  const [expected] = RESULTS[key];
  const message = `\`${key}\` of IR \`${ir}\` returned ${kindOf(value)} instead of ${expected}`;
  return errorDiagnostic("PWS0103", message, `return ${expected} from \`${key}\``);
}

export function notAMessage(ir: string, value: unknown): Diagnostic {
  const message = `\`verify\` of IR \`${ir}\` reported ${kindOf(value)} instead of a string`;
  return errorDiagnostic("PWS0103", message, 'write `report("text", operation)`', { plugin: ir, pluginKind: "ir" });
}

export function threw(ir: string, key: string, thrown: unknown): string {
  return `\`${key}\` of IR \`${ir}\` threw an exception: ${describeThrown(thrown)}`;
}

/** Returns the error to throw for an exception in a function of an IR. The error names the IR and the function. */
function thrownBy(ir: string, key: string, thrown: unknown, help: string | readonly string[]): unknown {
  if (diagnosticOf(thrown) !== undefined || isThrown(thrown, BugError)) return thrown;
  const diagnostic = errorDiagnostic("PWS0103", threw(ir, key, thrown), help, { plugin: ir, pluginKind: "ir" });
  return new UsageError(keepCause(diagnostic, thrown), { cause: thrown });
}

/** Returns the error to throw for an exception in a function that reads the tree. A pass can have broken the tree. */
export function thrownInTree(ir: CheckedIr, key: string, thrown: unknown): unknown {
  return thrownBy(ir.name, key, thrown, helpOf(ir, `correct the pass that changed the tree, or \`${key}\``));
}

/** Calls a function of an IR. For an exception or an invalid result, throws an error that names the IR. */
export function resultOf<K extends keyof Called>(
  ir: { readonly name: string } & Partial<Called>,
  key: K,
  op: object,
  report?: Parameters<Called["verify"]>[1],
): ReturnType<Called[K]> {
  const { name } = ir;
  try {
    const result: unknown = (ir as Called)[key](op, report as never);
    if (RESULTS[key][1](result, op)) return result as ReturnType<Called[K]>;
    throw new UsageError(notAResult(name, key, result));
  } catch (thrown) {
    const help = `correct \`${key}\`, or report the problem to the author of the IR, with the stack from \`--debug\``;
    throw thrownBy(name, key, thrown, help);
  }
}

export function notChildren(ir: CheckedIr, op: string, returned: string, at: SourceLocation | undefined): Diagnostic {
  const message = `\`childrenOf\` of IR \`${ir.name}\` returned ${returned} for operation '${op}'`;
  return errorDiagnostic("PWS0105", message, helpOf(ir, "correct the pass that changed the tree, or `childrenOf`"), {
    at,
  });
}

export function notAName(ir: CheckedIr, name: unknown): Diagnostic {
  const message = `\`nameOf\` of IR \`${ir.name}\` returned ${kindOf(name)} instead of a string`;
  const help = "return a string from `nameOf` for every operation, and pass only operations of this IR";
  return errorDiagnostic("PWS0106", message, helpOf(ir, help));
}

/** Name of an IR, and whether the run checks the tree after each pass. */
interface CheckedIr {
  readonly name: string;
  readonly isChecked: boolean;
}

/** Without a verifier, the pass that the run names is not always the pass that changed the tree. */
function helpOf({ isChecked }: CheckedIr, help: string): string[] {
  return isChecked ? [help] : [help, "to find the pass, set `operations` or `verify` in `defineIr`"];
}

/** Line of a code frame, such as `> 2 | let x` or `    |     ^`. */
const FRAME = /^[\s>]*\d*\s*\|/;

/**
 * Returns a parser's message, without the file and position that some parsers add. If the position is known (`isPlaced`),
 * also omits code frames, because the diagnostic shows the source line.
 */
function textOf(thrown: unknown, file: string, isPlaced: boolean): string {
  const { reason, message } = (thrown ?? {}) as { reason?: unknown; message?: unknown };
  const text = typeof reason === "string" ? reason : typeof message === "string" ? message : describeThrown(thrown);
  const [first = "", ...rest] = text.split(/\r?\n/);
  const start = (first.split(`${file}: `).at(-1) as string).replace(/ \(\d+:\d+\):?$/, "").trim();
  return [start, ...rest.filter((line) => line.trim() !== "" && !(isPlaced && FRAME.test(line)))].join("\n");
}

function locationOf(thrown: unknown, file: string, text: string): SourceLocation | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const found = positionOf(thrown as {}) ?? positionIn(thrown, 1);
  if (found === undefined) return undefined;
  const lineText = text.split(/\r\n|\n|\r/)[found.line - 1];
  return { file, ...found, ...(lineText === undefined ? {} : { lineText }) };
}
