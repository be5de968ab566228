import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { UsageError } from "@passwright/core";
import { commandNotRun } from "../errors/experiments.ts";

/** Exit codes with which shells report that a command cannot be executed or cannot be found. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** User-supplied command that tests files. The command exits with code 0 if a file passes the test. */
export class TestCommand {
  readonly #command: string;
  readonly #cwd: string;
  #count = 0;

  /**
   * Creates a test. In `command`, `{}` represents the tested file, and `{config}` represents the config of a candidate.
   */
  constructor(command: string, cwd: string) {
    this.#command = command;
    this.#cwd = cwd;
  }

  get hasConfig(): boolean {
    return this.#command.includes("{config}");
  }

  /**
   * Writes `content` to a temporary file that has the same name as `file`, and runs the command on the temporary file.
   * If the command uses the config of a candidate, also writes this config beside the user's config, so that relative
   * paths in the config stay valid. Removes the files afterwards.
   *
   * @throws UsageError PWR0028 if the shell cannot run the command.
   */
  async passes(
    content: string,
    file: string,
    config?: { readonly beside: string; readonly data: object },
  ): Promise<boolean> {
    const folder = mkdtempSync(join(tmpdir(), "passwright-test-"));
    const path = join(folder, basename(file));
    const name = `.passwright-${process.pid}-${this.#count++}.json`;
    const configPath = config && join(dirname(config.beside), name);
    try {
      writeFileSync(path, content);
      if (configPath !== undefined) writeFileSync(configPath, `${JSON.stringify(config?.data, null, 2)}\n`);
      const code = await this.#exitCode(path, configPath);
      if (code === NOT_FOUND || code === NOT_EXECUTABLE) throw new UsageError(commandNotRun(this.#command, code));
      return code === 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      if (configPath !== undefined) rmSync(configPath, { force: true });
    }
  }

  #exitCode(path: string, config = ""): Promise<number | null> {
    const command = this.#command.replaceAll(/\{(config)?\}/g, (_, isConfig?: string) =>
      quoted(isConfig === undefined ? path : config),
    );
    return new Promise((done) => {
      const child = spawn(command, { shell: true, cwd: this.#cwd, stdio: "ignore" });
      child.once("error", () => done(null));
      child.once("close", done);
    });
  }
}

function quoted(path: string): string {
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
