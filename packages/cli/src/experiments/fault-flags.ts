import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { suggest, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { hasCode } from "@passwright/loader";
import { faults, runTrial } from "@passwright/runner";
import type { FaultTest, TrialInput } from "@passwright/runner";
import type { Assembly } from "@passwright/sdk/loading";
import type { Arguments } from "../commands/flags.ts";
import * as errors from "../errors/index.ts";
import { failureOf, writeOutput } from "../output/output.ts";
import { readErrorPages } from "../own-folder.ts";

const BUILT_IN: { readonly [flag: string]: (value: string) => FaultTest } = {
  crash: () => faults.crash(),
  invalid: () => faults.invalid(),
  error: (code) => faults.error(code),
  exit: (code) => faults.exit(Number(code)),
};

export type NamedTest =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "differs"; readonly from: string }
  | { readonly kind: "fault"; readonly isBad: FaultTest };

/** Returns the test that the flags of a command select. Throws PWR0024 unless the flags select exactly one test. */
export function testOf(command: string, args: Arguments): NamedTest {
  const tests: NamedTest[] = [];
  const [own, from] = [args.value("test"), args.value("differs-from")];
  if (own !== undefined) tests.push({ kind: "command", command: own });
  if (from !== undefined) tests.push({ kind: "differs", from });
  for (const [flag, make] of Object.entries(BUILT_IN)) {
    const value = args.flags.has(flag) ? "" : args.value(flag);
    if (value !== undefined) tests.push({ kind: "fault", isBad: make(value) });
  }
  const [test, second] = tests;
  if (test === undefined || second !== undefined) throw new UsageError(errors.needsOneTest(command, tests.length));
  if (test.kind === "command" && !test.command.includes("{}"))
    throw new UsageError(errors.testWithoutFile(test.command));
  return test;
}

/** Returns the parse errors of inputs, and an error about the inputs that do not show the fault. */
export async function faultNotFound(
  name: "bisect" | "reduce",
  args: Arguments,
  assembly: Assembly,
  inputs: readonly TrialInput[],
): Promise<readonly Diagnostic[]> {
  const parsed = inputs.map((input) => ({ input, result: assembly.parse(input.content, input) }));
  const valid = parsed.filter(({ result }) => result.ok).map(({ input }) => input);
  const wrong = parsed.flatMap(({ result }) => (result.ok ? [] : result.diagnostics));
  if (valid.length === 0) return wrong;
  const code = args.value("error");
  const known = code === undefined ? [] : Object.keys(readErrorPages());
  // Reports an unknown code only now, because frameworks and plugins can have their own codes.
  if (code !== undefined && !known.includes(code))
    return [...wrong, errors.unknownCode(code, suggest(code.toUpperCase(), known))];
  let reported: Diagnostic | undefined;
  for (const input of valid)
    reported ??= (await runTrial(assembly, input)).diagnostics.find(({ severity }) => severity === "error");
  const files = valid.map(({ file }) => file);
  return [...wrong, errors.noFault(name, args.value("test") !== undefined, files, reported?.code)];
}

/** Exit codes with which shells report that a command cannot be executed or cannot be found. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** Returns whether a test passes for the content of `file`. `config` is the config of the tested candidate. */
export type FileTest = (
  content: string,
  file: string,
  config?: { readonly beside: string; dataFor(path: string): object },
) => Promise<boolean>;

let count = 0;

/** Makes a test from a command for `{}` (tested file) and `{config}`. The test throws PWR0028 if it cannot run. */
export function testWith(command: string, cwd: string): FileTest {
  return async (content, file, config) => {
    const folder = makeTemporaryFolder();
    const path = join(folder, basename(file));
    // The config is beside the user's config, so that its relative paths stay valid.
    const configPath = config && join(dirname(config.beside), `.passwright-${process.pid}-${count++}.json`);
    try {
      writeTemporary(path, content);
      if (configPath !== undefined) {
        const data = config?.dataFor(configPath);
        if (hasCode(data)) throw new UsageError(errors.configWithFunctions("{config}"));
        writeTemporary(configPath, `${JSON.stringify(data, null, 2)}\n`);
      }
      const filled = command.replaceAll(/\{(config)?\}/g, (_, isConfig?: string) =>
        quoted(isConfig === undefined ? path : (configPath ?? "")),
      );
      const code = await exitCodeOf(filled, cwd);
      if (code === NOT_FOUND || code === NOT_EXECUTABLE) throw new UsageError(errors.commandNotRun(command, code));
      return code === 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      if (configPath !== undefined) rmSync(configPath, { force: true });
    }
  };
}

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "passwright-test-"));
  } catch (thrown) {
    const help = "set the environment variable `TMPDIR` to a writable folder";
    throw new UsageError(errors.unwritableOutput(tmpdir(), { ...failureOf(thrown), isFolderMissing: false }, help));
  }
}

function writeTemporary(path: string, content: string): void {
  const written = writeOutput(path, content, dirname(path));
  const help = "free space on the disk, or make the folder writable";
  if (!written.ok) throw new UsageError(errors.unwritableOutput(path, written, help));
}

function exitCodeOf(command: string, cwd: string): Promise<number | null> {
  return new Promise((done) => {
    const child = spawn(command, { shell: true, cwd, stdio: "ignore" });
    child.once("error", () => done(null));
    child.once("close", done);
  });
}

function quoted(path: string): string {
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
