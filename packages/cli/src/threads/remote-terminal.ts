import type { MessagePort, Worker } from "node:worker_threads";
import { ownMessage } from "@passwright/runner/inputs";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { makeActivityMemory } from "./watched-thread.ts";
import type { ThreadMemory } from "./watched-thread.ts";

export const INTERRUPT = "interrupt";

/** Functions of a terminal without results, whose calls a thread sends to the main thread. */
const SENT = ["out", "err", "progress", "dependsOn", "writes", "partial"] as const;

type Sent = (typeof SENT)[number];

export type TerminalEvent =
  { readonly kind: "call"; readonly name: Sent; readonly args: readonly never[] } | { readonly kind: "readInput" };

export type ProgramEvent = TerminalEvent | { readonly kind: "done"; readonly code: ExitCode };

export interface ProgramData extends ThreadMemory, Pick<Terminal, "cwd" | "outHasColor" | "errHasColor"> {
  readonly argv: readonly string[];
  /** Whether the thread keeps results for the next round of `run --watch`. */
  readonly keepsResults: boolean;
  readonly hasProgress: boolean;
  readonly columns: number | undefined;
  readonly errColumns: number | undefined;
}

export function programData(argv: readonly string[], terminal: Terminal, keepsResults = false): ProgramData {
  const { cwd, outHasColor, errHasColor, progress } = terminal;
  return {
    argv,
    keepsResults,
    cwd,
    outHasColor,
    errHasColor,
    hasProgress: progress !== undefined,
    columns: terminal.columns?.(),
    errColumns: terminal.errColumns?.(),
    memory: makeActivityMemory(),
  };
}

/** Makes the terminal of a program in a thread. This terminal sends all calls to the main thread. */
export function remoteTerminal(
  { cwd, outHasColor, errHasColor, hasProgress, columns, errColumns }: ProgramData,
  port: MessagePort,
): Terminal {
  const send = (event: TerminalEvent): void => port.postMessage(ownMessage(event));
  const calls = SENT.filter((name) => name !== "progress" || hasProgress).map((name) => {
    const call = (...args: readonly never[]): void => send({ kind: "call", name, args });
    return [name, call] as const;
  });
  return {
    cwd,
    isInThread: true,
    outHasColor,
    errHasColor,
    columns: () => columns,
    errColumns: () => errColumns,
    ...(Object.fromEntries(calls) as Pick<Terminal, Sent>),
    onInterrupt(callback) {
      const listener = (message: unknown): void => {
        if (message === INTERRUPT) callback();
      };
      port.on("message", listener).unref();
      return () => void port.off("message", listener);
    },
    readInput: () =>
      new Promise((resolve) => {
        port.once("message", resolve);
        send({ kind: "readInput" });
      }),
  };
}

/** Repeats on `terminal` the call that `event` describes. A program in another thread made the call. */
export function replay(event: TerminalEvent, terminal: Terminal, worker: Worker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  if (event.kind === "readInput") void terminal.readInput().then((bytes) => worker.postMessage(bytes));
  else (terminal as { readonly [name in Sent]?: (...args: readonly never[]) => void })[event.name]?.(...event.args);
}
