import { type Diagnostic, type ParseOptions, type ParseResult, type PrintOptions } from "@passwright/core";
import { type MlirAdapter, type Operation } from "@passwright/ir";
import { type Program } from "./program.ts";
import { runProcess } from "./run/process.ts";
import { readFindings } from "./run/tool-diagnostics.ts";
import { parseAllowing, PIPE, textToSend } from "./scope/sent-text.ts";

const GENERIC = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/** The embedded IR, with a program that reads and prints what is in the custom form of dialects that only it knows. */
export function makeToolAdapter(
  base: MlirAdapter,
  find: () => Program | undefined,
  args: readonly string[],
): MlirAdapter {
  return {
    ...base,
    parse(text: string, options: ParseOptions): ParseResult<Operation> {
      const parsed = base.parse(text, options);
      const program = parsed.ok ? undefined : find();
      if (program === undefined) return parsed;
      const flags = options.allowUnregistered === true ? ["--allow-unregistered-dialect"] : [];
      const ended = runProcess(program.path, [...args, ...flags, ...GENERIC], text);
      if (ended.code === 0 && ended.stdout.length > 0)
        return parseAllowing(base.context, nameFile(ended.stdout, options.file), options.file);
      const diagnostics = findingsIn(ended.stderr, options.file, text);
      return diagnostics.length === 0 ? parsed : { ok: false, diagnostics };
    },
    print(op: Operation, options: PrintOptions): string {
      const isPlain = options.generic !== true && options.debugInfo !== true && options.localScope !== true;
      const program = isPlain && op.parentOp === undefined && hasForeign(op) ? find() : undefined;
      if (program === undefined) return base.print(op, options);
      const ended = runProcess(program.path, args, textToSend(op));
      // It ends what it writes with an empty line.
      return ended.code === 0 && ended.stdout.length > 0
        ? Buffer.from(ended.stdout).toString().replace(/\n\n$/, "\n")
        : base.print(op, options);
    },
  };
}

/** Whether there is an operation in it whose custom form nobody here knows. */
function hasForeign(op: Operation): boolean {
  let isFound = false;
  op.walk((inner) => {
    isFound ||= !inner.operationName.isRegistered;
  });
  return isFound;
}

/** The program read a pipe; its locations are to be those of the file that came through it. */
function nameFile(text: Uint8Array, file: string): string {
  const name = JSON.stringify(file);
  return Buffer.from(text)
    .toString()
    .replaceAll(/"<stdin>"(?=:\d+:\d+)/g, () => name);
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
