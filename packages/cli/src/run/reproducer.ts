import { basename, extname, resolve } from "node:path";
import { join as shellWords } from "shlex";
import { type Reproducer } from "@passwright/instrument";
import { type Input } from "../input/read-input.ts";
import { type Terminal } from "../terminal/terminal.ts";
import { writeOutput } from "../output/write-output.ts";
import { type RunRecord } from "./job.ts";

type Watched = Pick<Terminal, "cwd" | "writes">;

type Render = (ir: string, reproducer: Reproducer) => string;

/** Keeps inputs that could not be finished, beside where the command was called, with the pipeline where the IR has room for it. */
export class ReproducerFiles {
  readonly #cwd: string;
  readonly #writes: Terminal["writes"];
  readonly #render: Render;
  readonly #taken = new Set<string>();

  private constructor({ cwd, writes }: Watched, render: Render) {
    this.#cwd = cwd;
    this.#writes = writes;
    this.#render = render;
  }

  static async make(terminal: Watched): Promise<ReproducerFiles> {
    return new ReproducerFiles(terminal, (await import("@passwright/instrument")).renderReproducer);
  }

  /** The text of a reproducer. */
  get render(): Render {
    return this.#render;
  }

  /** Answers the file, or why there is none, in words. */
  keep({ file }: Input, { content, pipeline, isMlir, verifyEach, packages }: RunRecord, what = "reproducer"): string {
    const name = this.#nameFor(file, isMlir, what);
    const options = { pipeline, disableThreading: false, verifyEach };
    this.#writes?.(resolve(this.#cwd, name));
    const written = writeOutput(
      name,
      isMlir && typeof content === "string" ? this.#render(content, options) : content,
      this.#cwd,
    );
    if (!written.ok) return `could not be kept as ${name}: ${written.reason}`;
    if (!isMlir || packages === undefined) return `kept as ${name}`;
    const plugins = packages.map((one) => `--load-pass-plugin=${one}`);
    return `kept as ${name}; to run it again: ${shellWords(["passwright-opt", "--run-reproducer", ...plugins, name])}`;
  }

  #nameFor(file: string, isMlir: boolean, what: string): string {
    const ending = file === "-" ? (isMlir ? ".mlir" : ".txt") : extname(file);
    const stem = file === "-" ? "stdin" : basename(file, ending);
    for (let count = 1; ; count++) {
      const name = `${stem}.${what}${count === 1 ? "" : `-${count}`}${ending}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}
