import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const outputLimitBytes = 1 << 30;

/** Finds the reference program. Uses `$PASSWRIGHT_MLIR_OPT`, or searches the PATH for `mlir-opt` and `mlir-opt-22`. */
export function findMlirOpt(): string | undefined {
  return findProgram("PASSWRIGHT_MLIR_OPT", ["mlir-opt", "mlir-opt-22"]);
}

/** Result of a process. `code` is -1 if a signal ended the process. */
export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Finds the program FileCheck in the same way as {@link findMlirOpt}. */
export function findFileCheck(): string | undefined {
  return findProgram("PASSWRIGHT_FILECHECK", ["FileCheck", "FileCheck-22"]);
}

/** Runs mlir-opt with `input` on its standard input. Throws an error if mlir-opt is not installed. */
export function runMlirOpt(args: readonly string[], input: string): ProcessResult {
  const program = getMlirOpt();
  const done = spawnSync(program, args, {
    input,
    encoding: "utf8",
    env: childEnvironment(),
    maxBuffer: outputLimitBytes,
  });
  // mlir-opt does not read the input if it refuses a flag.
  const hasEnded = (done.error as NodeJS.ErrnoException | undefined)?.code === "EPIPE" && done.status !== null;
  if (done.error !== undefined && !hasEnded) throw done.error;
  return { stdout: done.stdout, stderr: done.stderr, code: done.status ?? -1 };
}

/** Runs mlir-opt like `runMlirOpt`, but asynchronously, so that a test can run several processes at the same time. */
export function runMlirOptAsync(
  args: readonly string[],
  input: string,
  options: { readonly cwd?: string } = {},
): Promise<ProcessResult> {
  const program = getMlirOpt();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, env: childEnvironment(), stdio: "pipe" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    // Ignores the broken pipe of a program that refuses its flags and exits without reading. The exit code of the
    // program is more useful.
    child.stdin.on("error", () => undefined);
    child.on("close", (code) =>
      resolve({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), code: code ?? -1 }),
    );
    child.stdin.end(input);
  });
}

/**
 * Returns the environment for processes that tests and benchmarks start. NODE_EXTRA_CA_CERTS adds 30 ms to every start
 * of Node 20 (measured), and tests do not need it. Symbol names in the stack trace are disabled: with them, a crash of
 * mlir-opt takes 700 ms instead of 30 ms.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  return { ...rest, LLVM_DISABLE_SYMBOLIZATION: "1" };
}

function getMlirOpt(): string {
  const found = findMlirOpt();
  if (found === undefined) throw new Error("no mlir-opt on the PATH and PASSWRIGHT_MLIR_OPT is not set");
  return found;
}

export function findProgram(variable: string, names: readonly string[]): string | undefined {
  const chosen = process.env[variable];
  if (chosen !== undefined && chosen !== "") return chosen;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
