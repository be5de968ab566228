import { spawn } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";

/** Result of a process. */
export interface Ended {
  /** Exit code, or the signal that ended the process. */
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

interface StartOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly stdio?: StdioOptions;
  /** Encoding of the output. "latin1" converts every byte to one character. */
  readonly encoding?: "utf8" | "latin1";
  /** Environment variables to set. */
  readonly variables?: NodeJS.ProcessEnv;
}

/** Time in milliseconds after which a program that hangs is killed. */
const PATIENCE_MS = 60_000;

/** Starts `passwright` or `passwright-opt` as a user does, and waits until the process ends. */
export function startProgram(
  name: "passwright" | "passwright-opt",
  args: readonly string[],
  options: StartOptions,
): Promise<Ended> {
  const program = fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url));
  return startProcess(process.execPath, [program, ...args], options);
}

/** Runs a command line in a shell. Replaces `passwright` and `passwright-opt` with the programs of this package. */
export function startShell(line: string, options: StartOptions): Promise<Ended> {
  const bin = fileURLToPath(new URL("../bin/", import.meta.url));
  const text = line.replaceAll(/\bpasswright(?:-opt)?(?= )/g, (name) => `"${process.execPath}" "${bin}${name}.js"`);
  return startProcess("bash", ["-c", text], options);
}

function startProcess(
  program: string,
  args: readonly string[],
  { cwd, input = "", stdio = "pipe", encoding = "utf8", variables = {} }: StartOptions,
): Promise<Ended> {
  // Removes variables that request colors, because the variables apply only to the output of the test runner.
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = childEnvironment();
  const env = { ...rest, ...variables };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio,
      timeout: PATIENCE_MS,
      killSignal: "SIGKILL",
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    // Ignores errors of standard input, because a program may end without reading it.
    child.stdin?.on("error", () => undefined);
    child.on("close", (code, signal) =>
      resolve({ code: code ?? signal, out: Buffer.concat(out).toString(encoding), err: Buffer.concat(err).toString() }),
    );
    child.stdin?.end(input);
  });
}
