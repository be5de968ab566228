import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Executor, InputJob, InputResult } from "@passwright/runner";

/** Settings of a simple executor. */
export interface SimpleSettings {
  /** File that gets a line for each input that runs. */
  readonly log: string;
  readonly ms: number;
  /** Version that represents the code. */
  readonly version: string;
}

/** Executor that waits, and then returns the hash of an input. An input that contains `crash` ends the process. */
export class SimpleExecutor implements Executor {
  readonly width = 16;
  readonly #settings: SimpleSettings;

  constructor(settings: SimpleSettings) {
    this.#settings = settings;
  }

  async run({ name, content }: InputJob): Promise<InputResult> {
    await wait(this.#settings.ms);
    if (String(content).includes("crash")) process.kill(process.pid, "SIGKILL");
    appendFileSync(this.#settings.log, `${name}\n`);
    return { name, ok: true, output: hashed(name, String(content)), diagnostics: [], statistics: [], from: "run" };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export function hashed(name: string, content: string): string {
  return createHash("sha256").update(`${name} ${content}`).digest("hex");
}
