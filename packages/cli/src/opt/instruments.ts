import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic, Instrumentation, PassManager, PassRegistry, PrintOptions, Result } from "@passwright/core";
import {
  collectStatistics,
  printIr,
  renderStatistics,
  Timing,
  verifyIsolation,
  verifyOrder,
  verifyPreservation,
  verifyWorksOn,
  writeReproducers,
  ActionProfile,
  logActions,
} from "@passwright/instrument";
import type { ReproducerStream } from "@passwright/instrument";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { systemErrorText } from "@passwright/loader";
import { printIrOf } from "../commands/instrument-flags.ts";
import { localWithThreads, moduleScopeWithThreads } from "../errors/opt.ts";
import { checkOutput, writeOutput } from "../output/output.ts";
import { headsIn } from "../run/operation-head.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { isOn, listOf, valueOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";

interface HowToRun {
  readonly disableThreading: boolean;
  readonly print: PrintOptions;
  readonly registry: PassRegistry<Operation>;
}

type Wanted = Result<
  { readonly instrumentations: readonly Instrumentation<Operation>[] },
  { readonly diagnostic: Diagnostic }
>;

/** Reports for one input. As in mlir-opt, the times do not include the work for reproducers and dumps. */
export class Instruments {
  readonly #uses: readonly FlagUse[];
  readonly #terminal: Terminal;
  readonly #actions: Actions;
  readonly #timing: Timing | undefined;

  constructor(uses: readonly FlagUse[], terminal: Terminal) {
    this.#uses = uses;
    this.#terminal = terminal;
    this.#actions = makeActions(uses, terminal);
    this.#timing = isOn(uses, "mlir-timing") ? new Timing(() => performance.now()) : undefined;
  }

  /** Runs a task outside of passes. With `--mlir-timing`, records the time under the given name. */
  scope<T>(name: string, work: () => T): T {
    return this.#timing === undefined ? work() : this.#timing.scope(name, work);
  }

  forRun(adapter: MlirAdapter, how: HowToRun): Wanted {
    const { disableThreading, print, registry } = how;
    if (isOn(this.#uses, "mlir-print-ir-module-scope") && !disableThreading)
      return { ok: false, diagnostic: moduleScopeWithThreads() };
    const file = valueOf(this.#uses, "mlir-pass-pipeline-crash-reproducer");
    const local = isOn(this.#uses, "mlir-pass-pipeline-local-reproducer");
    if (file !== undefined && local && !disableThreading) return { ok: false, diagnostic: localWithThreads() };
    const open = (): ReproducerStream => openFile(file ?? "", this.#terminal);
    const reproducers =
      file === undefined ? undefined : writeReproducers(adapter, { open, local, disableThreading, print });
    const isolation = isOn(this.#uses, "verify-isolation")
      ? [
          verifyIsolation(adapter, { headOf: headsIn(adapter) }),
          verifyPreservation(adapter, { find: (name) => registry.findAnalysis(name) }),
          verifyOrder(adapter),
          verifyWorksOn(adapter),
        ]
      : [];
    const dumps = dumpsFor(adapter, this.#uses, print, this.#terminal);
    const actions = this.#actions.instrumentations(adapter, print);
    const all = [reproducers, dumps, ...isolation, ...actions, this.#timing];
    return { ok: true, instrumentations: all.filter((one) => one !== undefined) };
  }

  afterRun(manager: PassManager<Operation>, adapter: MlirAdapter): void {
    if (!isOn(this.#uses, "mlir-pass-statistics")) return;
    const display = valueOf(this.#uses, "mlir-pass-statistics-display") === "list" ? "list" : "pipeline";
    this.#terminal.err(renderStatistics(collectStatistics(manager, adapter), { display }));
  }

  finish(): void {
    this.#actions.finish();
    if (this.#timing === undefined) return;
    const display = valueOf(this.#uses, "mlir-timing-display") === "list" ? "list" : "tree";
    const format = valueOf(this.#uses, "mlir-output-format") === "json" ? "json" : "text";
    this.#terminal.err(this.#timing.report({ display, format }));
  }
}

function dumpsFor(
  adapter: MlirAdapter,
  uses: readonly FlagUse[],
  print: PrintOptions,
  terminal: Terminal,
): Instrumentation<Operation> | undefined {
  const printing = printIrOf({
    isOn: (name) => isOn(uses, name),
    value: (name) => valueOf(uses, name),
    list: (name) => listOf(uses, name),
  });
  if (printing === undefined) return undefined;
  const { tree, ...options } = printing;
  const writeFile = (path: string, text: string): void => writeInTree(tree ?? "", path, text, terminal);
  return printIr(adapter, { ...options, print, ...(tree === undefined ? { write: terminal.err } : { writeFile }) });
}

/** Writes a file and creates its folders. As in mlir-opt, the folder of the tree must already exist. */
function writeInTree(tree: string, path: string, text: string, terminal: Terminal): void {
  const folders = dirname(path).split("/");
  for (let depth = 0; depth <= folders.length; depth++) {
    const folder = [tree, ...folders.slice(0, depth)].join("/");
    try {
      mkdirSync(resolve(terminal.cwd, folder));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "EEXIST") continue;
      terminal.err(`Error while creating directory ${folder}: ${systemErrorText(thrown)}\n`);
      return;
    }
  }
  const file = join(tree, path);
  try {
    writeFileSync(resolve(terminal.cwd, file), text);
  } catch (thrown) {
    terminal.err(`Error while opening file ${file}: ${systemErrorText(thrown)}\n`);
  }
}

/** Opens the file of a reproducer. `-` is standard output. */
export function openFile(file: string, terminal: Terminal): ReproducerStream {
  const { out } = terminal;
  if (file === "-") return { ok: true, description: file, write: out, writeBytes: out };
  const writable = checkOutput(file, terminal.cwd);
  if (!writable.ok) {
    const error = `Failed to create reproducer stream: cannot open output file '${file}': ${writable.reason}`;
    return { ok: false, error };
  }
  const write = (content: string | Uint8Array): void => {
    const written = writeOutput(file, content, terminal.cwd);
    if (!written.ok) terminal.err(`cannot open output file '${file}': ${written.reason}\n`);
  };
  return { ok: true, description: file, write, writeBytes: write };
}

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

interface Actions {
  instrumentations(adapter: MlirAdapter, print: PrintOptions): Instrumentation<Operation>[];
  finish(): void;
}

/** Implements `--log-actions-to` and `--profile-actions-to` for one input. */
function makeActions(uses: readonly FlagUse[], terminal: Terminal): Actions {
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
