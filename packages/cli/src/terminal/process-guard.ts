import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describeThrown, renderDiagnostic, stackOf } from "@passwright/core";
import { currentActivity, displayPath } from "@passwright/loader";
import { unexpected } from "../errors.ts";
import type { Ending } from "../errors.ts";
import { stackText } from "../render/diagnostics.ts";

const OWN = dirname(dirname(fileURLToPath(import.meta.url)));

const FRAME = /(?:^|[\s(])((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s()]*?):(\d+):(\d+)\)?$/;

/** Returns the first place of a stack in code that is neither Node's nor this program's, as `file:line:column`. */
export function callerIn(stack: string | undefined): string | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file === undefined) continue;
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    if (!path.startsWith(OWN + sep)) return `${displayPath(path, process.cwd())}:${row}:${column}`;
  }
  return undefined;
}

/** Signals that do not end a process by default. */
const HARMLESS: ReadonlySet<string | number> = new Set([
  0,
  "SIGCHLD",
  "SIGCONT",
  "SIGURG",
  "SIGWINCH",
  "SIGSTOP",
  "SIGTSTP",
  "SIGTTIN",
  "SIGTTOU",
]);

interface Internals {
  reallyExit(code: number): never;
}

/**
 * Decides the exit code of this process, or of this thread: that of its work when that is done, and else 1, whatever code of
 * others does. `process.exit(0)` in a plugin, and a promise that never settles, look like success otherwise.
 */
export class ProcessGuard {
  readonly #onEarlyEnd: (ending: Ending) => void;
  #code: number | undefined = undefined;
  #isDrained = false;

  /** `onEarlyEnd` is called once if the end comes before {@link finish}. It has to work synchronously. */
  constructor(onEarlyEnd: (ending: Ending) => void) {
    this.#onEarlyEnd = onEarlyEnd;
  }

  install(): this {
    process.exitCode = 1;
    process.on("beforeExit", () => {
      this.#isDrained = true;
      // Others that listen may start new work.
      setImmediate(() => (this.#isDrained = false)).unref();
    });
    process.on("exit", () => {
      process.exitCode = this.#settle(this.#isDrained ? { kind: "unsettled" } : ended("process.exit"));
    });
    const { reallyExit } = process as unknown as Internals;
    const leave = (call: string): never => reallyExit.call(process, this.#settle(ended(call)));
    const { kill } = process;
    Object.assign(process, {
      // Called by `process.exit`, too, after its listeners.
      reallyExit: () => leave("process.reallyExit"),
      abort: () => leave("process.abort"),
      kill: (pid: number, signal: string | number = "SIGTERM") =>
        isOwn(pid) && isDeadly(signal) ? leave("process.kill") : kill.call(process, pid, signal),
    });
    return this;
  }

  /** The work is done: from now on the process ends with this code. */
  finish(code: number): void {
    this.#code ??= code;
  }

  get isFinished(): boolean {
    return this.#code !== undefined;
  }

  #settle(ending: Ending): number {
    if (this.#code !== undefined) return this.#code;
    this.#code = 1;
    this.#onEarlyEnd(ending);
    return 1;
  }
}

function ended(call: string): Ending {
  const from = callerIn(new Error().stack);
  return { kind: "ended", call, ...(from === undefined ? {} : { from }) };
}

/** 0 and -1 are all processes of the group, and all that there are. */
function isOwn(pid: number): boolean {
  return [process.pid, -process.pid, 0, -1].includes(Number(pid));
}

function isDeadly(signal: string | number): boolean {
  return !HARMLESS.has(signal) && process.listenerCount(String(signal)) === 0;
}

/** Describes what ended a program and that no part of it expected: its own fault, or that of code of others, in a timer for instance. */
export function unexpectedText(thrown: unknown, isDebug: boolean): string {
  const stack = stackOf(thrown);
  const text = renderDiagnostic(unexpected(describeThrown(thrown), currentActivity(), callerIn(stack)));
  return isDebug && stack !== undefined ? `${text}\n${stackText(stack)}` : text;
}
