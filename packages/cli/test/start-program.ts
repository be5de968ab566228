import { spawn } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";

/** How a process ended. */
export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

interface StartOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly stdio?: StdioOptions;
  /** How the output is decoded; "latin1" keeps every byte as a character. */
  readonly encoding?: "utf8" | "latin1";
  /** Of the environment. */
  readonly variables?: NodeJS.ProcessEnv;
}

/** A hanging program is a failure, and not the end of the tests. */
const PATIENCE_MS = 60_000;

/** Starts `passwright` or `passwright-opt` as a user does, and waits for it. */
export function startProgram(
  name: "passwright" | "passwright-opt",
  args: readonly string[],
  options: StartOptions,
): Promise<Ended> {
  const program = fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url));
  return startProcess(process.execPath, [program, ...args], options);
}

/** Runs a line of a shell; `passwright` and `passwright-opt` in it are the programs. */
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
  // Colours are for terminals, and what asks for them is for the tests' own.
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
    // A program may end without reading.
    child.stdin?.on("error", () => undefined);
    child.on("close", (code, signal) =>
      resolve({ code: code ?? signal, out: Buffer.concat(out).toString(encoding), err: Buffer.concat(err).toString() }),
    );
    child.stdin?.end(input);
  });
}
