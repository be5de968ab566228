import { spawnSync } from "node:child_process";

/** Result of a process. */
export interface Ended {
  readonly stdout: Uint8Array;
  readonly stderr: string;
  /** Exit code. Absent if the process did not start, or if a signal ended it. */
  readonly code?: number;
  readonly signal?: string;
  /** Reason why the process did not start. */
  readonly unstartable?: string;
}

/**
 * Runs a program with `input` on its standard input and returns its output. The sizes of input and output are not
 * limited. The time limit is in milliseconds. By default, the time is not limited.
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
  // If the program did not start, both outputs are null (undefined on Node 24).
  const ended = {
    stdout: stdout ?? new Uint8Array(),
    stderr: said(stderr ?? Buffer.of()),
    ...(status === null ? {} : { code: status }),
    ...(signal === null ? {} : { signal }),
  };
  // Ignores the error if the program ran, because Node also reports an error (broken pipe) if a successful program does
  // not read its input.
  const isOver = status !== null || signal !== null;
  return error === undefined || isOver ? ended : { ...ended, unstartable: error.message };
}

/** Maximum number of bytes of standard error that are converted to a string, because strings have a maximum length. */
const MOST_SAID = 1 << 28;

/** Converts standard error to text. If the output is too long, keeps only its start and its end. */
function said(bytes: Buffer): string {
  if (bytes.length <= MOST_SAID) return bytes.toString();
  const half = MOST_SAID / 2;
  return `${bytes.toString("utf8", 0, half)}\n…\n${bytes.toString("utf8", bytes.length - half)}`;
}

/**
 * Signals that are caused by an error in the program that receives them. Other signals come from outside the program.
 */
const CRASHES = new Set(["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"]);

/**
 * Returns the signal that ended a process, and whether an error in the program caused the signal. Returns `undefined`
 * if the process ended without a signal.
 */
export function unnaturalEnd({
  signal,
  code,
}: Ended): { readonly signal: string; readonly isCrash: boolean } | undefined {
  if (signal !== undefined) return { signal, isCrash: CRASHES.has(signal) };
  // If a shell starts the program, the exit code is 128 plus the number of the signal.
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
