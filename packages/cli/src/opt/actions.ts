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

/** Implements `--log-actions-to` and `--profile-actions-to` for one input. */
export class Actions {
  readonly #terminal: Terminal;
  readonly #logTo: string | undefined;
  readonly #profileTo: string | undefined;
  readonly #filter: string | undefined;
  #log = "";
  #profile: ActionProfile<Operation> | undefined = undefined;

  constructor(uses: readonly FlagUse[], terminal: Terminal) {
    this.#terminal = terminal;
    this.#filter = valueOf(uses, "log-mlir-actions-filter");
    const [logTo, profileTo] = ["log-actions-to", "profile-actions-to"].map((flag) => valueOf(uses, flag));
    if ((logTo ?? "") === "" && (profileTo ?? "") === "") return;
    // Like mlir-opt, prints this text before opening the files, and ends the line afterwards. Stops at the first file
    // that cannot be opened.
    let announcement = "ExecutionContext registered on the context";
    let hasFailed = false;
    const opened = (flag: string, file: string | undefined): string | undefined => {
      if (file === "" || hasFailed) return undefined;
      if (file === undefined || file === "-") return file;
      const writable = checkOutput(file, terminal.cwd);
      if (writable.ok) return file;
      hasFailed = true;
      announcement += `error: Opening file for --${flag} failed: cannot open output file '${file}': ${writable.reason}\n`;
      return undefined;
    };
    this.#logTo = opened("log-actions-to", logTo);
    this.#profileTo = opened("profile-actions-to", profileTo);
    terminal.err(`${announcement}\n`);
  }

  instrumentations(adapter: MlirAdapter, print: PrintOptions): Instrumentation<Operation>[] {
    const found: Instrumentation<Operation>[] = [];
    if (this.#logTo !== undefined) {
      const write = this.#logTo === "-" ? this.#terminal.out : (text: string): void => void (this.#log += text);
      const isWanted = this.#filter === undefined ? undefined : locationFilter(this.#filter, adapter);
      const log = { write, thread: "passwright-opt", describeOp: (op: Operation) => headText(op, print) };
      found.push(logActions(adapter, isWanted === undefined ? log : { ...log, isWanted }));
    }
    if (this.#profileTo !== undefined) {
      const write = this.#profileTo === "-" ? { write: this.#terminal.out } : {};
      this.#profile = new ActionProfile(adapter, () => performance.now(), write);
      found.push(this.#profile);
    }
    const [first, second] = found;
    return first === undefined || second === undefined ? found : [observers(first, second)];
  }

  finish(): void {
    if (this.#logTo !== undefined && this.#logTo !== "-") this.#write("log-actions-to", this.#logTo, this.#log);
    const profile = this.#profile?.text ?? "[]";
    if (this.#profileTo === "-") this.#terminal.out(this.#profile === undefined ? profile : "]");
    else if (this.#profileTo !== undefined) this.#write("profile-actions-to", this.#profileTo, profile);
  }

  #write(flag: string, file: string, text: string): void {
    const written = writeOutput(file, text, this.#terminal.cwd);
    if (!written.ok) this.#terminal.err(`error: Writing file for --${flag} failed: ${written.reason}\n`);
  }
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
