import type { Diagnostic, ParseOptions, ParseResult, PrintOptions } from "@passwright/core";
import type { MlirAdapter, Operation } from "@passwright/ir";
import type { Program } from "./program.ts";
import { bufferOf, withoutEmptyLine } from "./run/printed.ts";
import { runProcess } from "./run/process.ts";
import { readFindings } from "./run/tool-diagnostics.ts";
import { parseAllowing, PIPE, textToSend } from "./scope/sent-text.ts";

const GENERIC = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/**
 * Makes an adapter that extends the adapter `base`. If a text contains dialects that `base` does not know, the adapter
 * runs a program such as mlir-opt to parse and print the custom form of this text.
 */
export function makeToolAdapter(
  base: MlirAdapter,
  find: () => Program | undefined,
  args: readonly string[],
): MlirAdapter {
  const read = (text: string | Uint8Array, options: ParseOptions): ParseResult<Operation> => {
    const parsed = typeof text === "string" ? base.parse(text, options) : base.bytes.parse(text, options);
    const program = parsed.ok ? undefined : find();
    if (program === undefined) return parsed;
    const flags = options.allowUnregistered === true ? ["--allow-unregistered-dialect"] : [];
    const ended = runProcess(program.path, [...args, ...flags, ...GENERIC], text);
    if (ended.code === 0 && ended.stdout.length > 0)
      return parseAllowing(base.context, nameFile(ended.stdout, options.file), options.file);
    const diagnostics = findingsIn(ended.stderr, options.file, Buffer.from(text).toString());
    return diagnostics.length === 0 ? parsed : { ok: false, diagnostics };
  };
  const write = (op: Operation, options: PrintOptions): Uint8Array => {
    const isPlain = options.generic !== true && options.debugInfo !== true && options.localScope !== true;
    const program = isPlain && op.parentOp === undefined && hasForeign(op) ? find() : undefined;
    if (program === undefined) return base.bytes.print(op, options);
    const { code, stdout } = runProcess(program.path, args, textToSend(op));
    return code === 0 && stdout.length > 0 ? withoutEmptyLine(stdout) : base.bytes.print(op, options);
  };
  const print = (op: Operation, options: PrintOptions): string => bufferOf(write(op, options)).toString();
  const text = { parse: read, print };
  return { ...base, ...text, bytes: { replaces: text, parse: read, print: write } };
}

/** Returns whether an operation, or an operation nested in it, is not registered in the embedded IR. */
function hasForeign(op: Operation): boolean {
  let isFound = false;
  op.walk((inner) => {
    isFound ||= !inner.operationName.isRegistered;
  });
  return isFound;
}

/** Replaces the name of standard input in locations by the name of the file. */
function nameFile(text: Uint8Array, file: string): Uint8Array {
  // Decodes the text as Latin-1, which preserves every byte, because the text is not always valid UTF-8.
  const name = Buffer.from(JSON.stringify(file)).toString("latin1");
  const named = Buffer.from(text)
    .toString("latin1")
    .replaceAll(/"<stdin>"(?=:\d+:\d+)/g, () => name);
  return Buffer.from(named, "latin1");
}

function findingsIn(stderr: string, file: string, text: string): Diagnostic[] {
  const lines = text.split("\n");
  return readFindings(stderr).findings.map(({ at, ...finding }) => {
    if (at === undefined) return { code: "PWM0201", ...finding };
    const lineText = at.file === PIPE ? lines[at.line - 1] : undefined;
    const place = { ...at, file: at.file === PIPE ? file : at.file, ...(lineText === undefined ? {} : { lineText }) };
    return { code: "PWM0201", ...finding, at: place };
  });
}
