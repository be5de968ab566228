import type { MessagePort, Worker } from "node:worker_threads";
import type { Dependencies, ExitCode, Terminal } from "../terminal/terminal.ts";
import { makeActivityMemory } from "./watched-thread.ts";
import type { ThreadMemory } from "./watched-thread.ts";

/** Message with which the main thread reports Ctrl-C. */
export const INTERRUPT = "interrupt";

export interface PartialResult {
  readonly kind: "partial";
  readonly text: string;
  readonly data: object;
}

export type TerminalEvent =
  | { readonly kind: "out" | "err" | "progress"; readonly text: string }
  | { readonly kind: "outBytes"; readonly bytes: Uint8Array }
  | { readonly kind: "dependsOn"; readonly dependencies: Dependencies }
  | { readonly kind: "writes"; readonly path: string }
  | PartialResult
  /** The thread waits for a message with the bytes of standard input. */
  | { readonly kind: "readInput" };

export type ProgramEvent = TerminalEvent | { readonly kind: "done"; readonly code: ExitCode };

export interface ProgramData extends ThreadMemory, Pick<Terminal, "cwd" | "outHasColor" | "errHasColor"> {
  readonly argv: readonly string[];
  readonly hasProgress: boolean;
  readonly columns: number | undefined;
  readonly errColumns: number | undefined;
}

export function programData(argv: readonly string[], terminal: Terminal): ProgramData {
  const { cwd, outHasColor, errHasColor, progress } = terminal;
  return {
    argv,
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
  const send = (event: TerminalEvent): void => port.postMessage(event);
  return {
    cwd,
    isInThread: true,
    outHasColor,
    errHasColor,
    columns: () => columns,
    errColumns: () => errColumns,
    out: (text) => send({ kind: "out", text }),
    outBytes: (bytes) => send({ kind: "outBytes", bytes }),
    err: (text) => send({ kind: "err", text }),
    ...(hasProgress && { progress: (text: string) => send({ kind: "progress", text }) }),
    dependsOn: (dependencies) => send({ kind: "dependsOn", dependencies }),
    writes: (path) => send({ kind: "writes", path }),
    partial: (text, data) => send({ kind: "partial", text, data }),
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
  if (event.kind === "outBytes") {
    if (terminal.outBytes === undefined) terminal.out(Buffer.from(event.bytes).toString());
    else terminal.outBytes(event.bytes);
  } else if (event.kind === "dependsOn") terminal.dependsOn?.(event.dependencies);
  else if (event.kind === "writes") terminal.writes?.(event.path);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  else if (event.kind === "readInput") void terminal.readInput().then((bytes) => worker.postMessage(bytes));
  else if (event.kind === "partial") terminal.partial?.(event.text, event.data);
  else terminal[event.kind]?.(event.text);
}
