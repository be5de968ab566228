import type { Instrumentation, PrintOptions } from "@passwright/core";
import { ActionProfile, logActions } from "@passwright/instrument";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { checkOutput, writeOutput } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { valueOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";

const HOOKS = ["beforePass", "afterPass", "afterPassFailed", "beforeAction", "afterAction"] as const;

/** Calls `first` before `second`, like MLIR's observers, both before and after a pass. */
function observers(first: Instrumentation<Operation>, second: Instrumentation<Operation>): Instrumentation<Operation> {
  const hooks = HOOKS.map((hook) => {
    const both = (...args: readonly unknown[]): void => {
      for (const one of [first, second]) (one[hook] as ((...args: readonly unknown[]) => void) | undefined)?.(...args);
    };
    return [hook, both] as const;
  });
  return { name: "actions", ...Object.fromEntries(hooks) };
}

export interface Actions {
  instrumentations(adapter: MlirAdapter, print: PrintOptions): Instrumentation<Operation>[];
  finish(): void;
}

/** Implements `--log-actions-to` and `--profile-actions-to` for one input. */
export function makeActions(uses: readonly FlagUse[], terminal: Terminal): Actions {
  let hasFailed = false;
  let announcement = "ExecutionContext registered on the context";
  // Like mlir-opt, stops at the first file that cannot be opened.
  const opened = (flag: string): string | undefined => {
    const file = valueOf(uses, flag);
    if (file === "" || hasFailed) return undefined;
    if (file === undefined || file === "-") return file;
    const writable = checkOutput(file, terminal.cwd);
    if (writable.ok) return file;
    hasFailed = true;
    announcement += `error: Opening file for --${flag} failed: cannot open output file '${file}': ${writable.reason}\n`;
    return undefined;
  };
  const [logTo, profileTo] = [opened("log-actions-to"), opened("profile-actions-to")];
  // Like mlir-opt, prints this text before the errors, and ends the line afterwards.
  if ((logTo ?? profileTo) !== undefined || hasFailed) terminal.err(`${announcement}\n`);
  const filter = valueOf(uses, "log-mlir-actions-filter");
  let logged = "";
  let profile: ActionProfile<Operation> | undefined;
  const write = (flag: string, file: string, text: string): void => {
    const written = writeOutput(file, text, terminal.cwd);
    if (!written.ok) terminal.err(`error: Writing file for --${flag} failed: ${written.reason}\n`);
  };
  return {
    instrumentations(adapter, print) {
      const found: Instrumentation<Operation>[] = [];
      if (logTo !== undefined) {
        const out = logTo === "-" ? terminal.out : (text: string): void => void (logged += text);
        const isWanted = filter === undefined ? undefined : locationFilter(filter, adapter);
        const log = { write: out, thread: "passwright-opt", describeOp: (op: Operation) => headText(op, print) };
        found.push(logActions(adapter, isWanted === undefined ? log : { ...log, isWanted }));
      }
      if (profileTo !== undefined) {
        const out = profileTo === "-" ? { write: terminal.out } : {};
        profile = new ActionProfile(adapter, () => performance.now(), out);
        found.push(profile);
      }
      const [first, second] = found;
      return first === undefined || second === undefined ? found : [observers(first, second)];
    },
    finish() {
      if (logTo !== undefined && logTo !== "-") write("log-actions-to", logTo, logged);
      if (profileTo === "-") terminal.out(profile === undefined ? "[]" : "]");
      else if (profileTo !== undefined) write("profile-actions-to", profileTo, profile?.text ?? "[]");
    },
  };
}

interface Place {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Returns the filter for `FILE[:LINE[:COLUMN]],…`. Like mlir-opt, rejects all operations for an invalid text. */
export function locationFilter(text: string, adapter: MlirAdapter): (op: Operation) => boolean {
  const places = text.split(",").map(placeOf);
  if (places.includes(undefined)) return () => false;
  return (op) => {
    const at = adapter.locationOf(op);
    if (at === undefined) return false;
    return (places as Place[]).some(
      ({ file, line, column }) =>
        file === at.file && (line === undefined || line === at.line) && (column === undefined || column === at.column),
    );
  };
}

function placeOf(text: string): Place | undefined {
  const match = /^((?:[A-Za-z]:(?=[\\/]))?[^:]+)(?::(\d+)(?::(\d+))?)?$/.exec(text);
  if (match === null) return undefined;
  const [, file = "", line, column] = match;
  const numberOf = (digits: string | undefined): number | undefined =>
    digits === undefined ? undefined : Number(digits);
  return { file, line: numberOf(line), column: numberOf(column) };
}

/** Returns one line without regions, in the format of MLIR's `skipRegions`: `func.func @foo() {...}`. */
function headText(op: Operation, print: PrintOptions): string {
  const own = op
    .print({ ...print, localScope: true })
    .trimEnd()
    .split("\n")
    .filter((line) => !/^[ ^]/.test(line));
  return own.reduce((head, line) => `${head}...${line}`);
}
