import { spawnSync } from "node:child_process";

/** How a process ended. */
export interface Ended {
  readonly stdout: Uint8Array;
  readonly stderr: string;
  /** The exit code; absent when a signal ended it, or it never began. */
  readonly code?: number;
  readonly signal?: string;
  /** Why it could not be started. */
  readonly unstartable?: string;
}

/**
 * Runs a program to its end, with `input` on its standard input. The input may be as long as it likes, and so may the output;
 * the program may take as long as it likes, unless there is a limit, in milliseconds.
 */
export function runProcess(
  path: string,
  args: readonly string[],
  input: string | Uint8Array,
  timeLimitMs?: number,
): Ended {
  const { stdout, stderr, status, signal, error } = spawnSync(path, args, {
    input,
    maxBuffer: Infinity,
    windowsHide: true,
    ...(timeLimitMs === undefined ? {} : { timeout: timeLimitMs, killSignal: "SIGKILL" }),
  });
  // Both are null, or on Node 24 undefined, where the program could not be started.
  const ended = {
    stdout: stdout ?? new Uint8Array(),
    stderr: said(stderr ?? Buffer.of()),
    ...(status === null ? {} : { code: status }),
    ...(signal === null ? {} : { signal }),
  };
  // A program that leaves without reading its input breaks the pipe: its exit code says the rest.
  const isOver = status !== null || signal !== null;
  return error === undefined || isOver ? ended : { ...ended, unstartable: error.message };
}

/** As many bytes of what a program says become text; a string cannot have any number. */
const MOST_SAID = 1 << 28;

/** What a program said: its beginning and its end, if it said too much for one string. */
function said(bytes: Buffer): string {
  if (bytes.length <= MOST_SAID) return bytes.toString();
  const half = MOST_SAID / 2;
  return `${bytes.toString("utf8", 0, half)}\n…\n${bytes.toString("utf8", bytes.length - half)}`;
}

/** Signals that a program gets from its own mistakes; the others come from outside. */
const CRASHES = new Set(["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"]);

/** What ended a process before it was done: its own mistake, or somebody else. */
export function unnaturalEnd({
  signal,
  code,
}: Ended): { readonly signal: string; readonly isCrash: boolean } | undefined {
  if (signal !== undefined) return { signal, isCrash: CRASHES.has(signal) };
  // A shell in between answers 128 and the signal's number.
  const name = code === undefined ? undefined : SHELL_CODES.get(code);
  return name === undefined ? undefined : { signal: name, isCrash: CRASHES.has(name) };
}

const SHELL_CODES = new Map([
  [132, "SIGILL"],
  [133, "SIGTRAP"],
  [134, "SIGABRT"],
  [135, "SIGBUS"],
  [136, "SIGFPE"],
  [137, "SIGKILL"],
  [139, "SIGSEGV"],
  [143, "SIGTERM"],
]);
