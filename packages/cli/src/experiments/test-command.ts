import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { UsageError } from "@passwright/core";
import { commandNotRun } from "../errors/experiments.ts";

/** Exit codes with which shells report that a command cannot be executed or cannot be found. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** Returns whether a test passes for the content of `file`. `config` is the config of the tested candidate. */
export type FileTest = (
  content: string,
  file: string,
  config?: { readonly beside: string; readonly data: object },
) => Promise<boolean>;

/** Number of config files that this process has written. */
let count = 0;

/**
 * Makes a test from a user-supplied command, in which `{}` represents the tested file, and `{config}` represents the
 * config of a candidate. The test writes the content to a temporary file with the same name, and runs the command on this
 * file. If the command uses a config, the test also writes the config beside the user's config, so that relative paths
 * stay valid. The file passes the test if the command exits with code 0. The test removes the files afterwards. The test
 * throws a `UsageError` (PWR0028) if the shell cannot run the command.
 */
export function testWith(command: string, cwd: string): FileTest {
  return async (content, file, config) => {
    const folder = mkdtempSync(join(tmpdir(), "passwright-test-"));
    const path = join(folder, basename(file));
    const configPath = config && join(dirname(config.beside), `.passwright-${process.pid}-${count++}.json`);
    try {
      writeFileSync(path, content);
      if (configPath !== undefined) writeFileSync(configPath, `${JSON.stringify(config?.data, null, 2)}\n`);
      const filled = command.replaceAll(/\{(config)?\}/g, (_, isConfig?: string) =>
        quoted(isConfig === undefined ? path : (configPath ?? "")),
      );
      const code = await exitCodeOf(filled, cwd);
      if (code === NOT_FOUND || code === NOT_EXECUTABLE) throw new UsageError(commandNotRun(command, code));
      return code === 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      if (configPath !== undefined) rmSync(configPath, { force: true });
    }
  };
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
