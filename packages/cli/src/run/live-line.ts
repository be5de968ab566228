import { escapeControlCharacters } from "@passwright/core";
import type { InputResult } from "@passwright/runner";
import { counted } from "../render/plan.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Minimum time between two updates on a terminal, and minimum time between two plain lines, in milliseconds. */
const [LIVE_MS, PLAIN_MS] = [80, 10_000];

/** Number of inputs that a long run lists at the end, and its minimum duration in milliseconds. */
const [SLOWEST, LONG_MS] = [3, 2000];

/** Shows the progress of a run: on a terminal in a single line, and otherwise in a line every ten seconds. */
export class LiveLine {
  readonly #terminal: Terminal;
  readonly #isQuiet: boolean;
  readonly #begun: number = performance.now();
  #shownAt = 0;
  #plainAt: number = performance.now();
  #total = 0;
  #done = 0;
  #failed = 0;
  #cached = 0;
  #current = "";
  readonly #slowest: { readonly name: string; readonly ms: number }[] = [];

  /** Creates the line. With `isQuiet`, shows nothing, because the output is for programs. */
  constructor(terminal: Terminal, isQuiet: boolean) {
    this.#terminal = terminal;
    this.#isQuiet = isQuiet;
  }

  open(total: number): void {
    this.#total = total;
  }

  started(name: string): void {
    this.#current = name;
    this.#show();
  }

  phase(what: string): void {
    if (this.#total > 1 || this.#terminal.progress === undefined || !this.#isDue(LIVE_MS)) return;
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1);
    this.#terminal.progress(`${this.#current}: ${what}, ${seconds} s`);
  }

  counted({ name, ok, from, timing }: InputResult): void {
    this.#done++;
    if (!ok) this.#failed++;
    if (from === "cache") this.#cached++;
    if (timing !== undefined && from !== "cache")
      this.#rank(name, timing.read + timing.parse + timing.passes + timing.print);
    this.#show();
  }

  clear(): void {
    this.#terminal.progress?.("");
    this.#shownAt = 0;
  }

  slowest(): string | undefined {
    if (this.#terminal.progress === undefined || this.#total < 2 * SLOWEST) return undefined;
    if (performance.now() - this.#begun < LONG_MS) return undefined;
    const rows = this.#slowest.map(({ name, ms }) => `  ${(ms / 1000).toFixed(2)} s  ${escapeControlCharacters(name)}`);
    return ["slowest inputs", ...rows].join("\n");
  }

  #show(): void {
    if (this.#isQuiet || this.#total < 2) return;
    if (this.#terminal.progress !== undefined) {
      if (this.#isDue(LIVE_MS)) this.#terminal.progress(`${this.#text()}: ${this.#current}`);
    } else if (performance.now() - this.#plainAt > PLAIN_MS) {
      this.#plainAt = performance.now();
      this.#terminal.err(`${this.#text()}\n`);
    }
  }

  #isDue(ms: number): boolean {
    const now = performance.now();
    if (this.#shownAt > 0 && now - this.#shownAt < ms) return false;
    this.#shownAt = now;
    return true;
  }

  #text(): string {
    const seconds = (performance.now() - this.#begun) / 1000;
    const rate = this.#done / seconds;
    const parts = [`${this.#done} of ${counted(this.#total, "input")}`];
    if (this.#failed > 0) parts.push(`${this.#failed} failed`);
    if (this.#cached > 0) parts.push(`${this.#cached} from cache`);
    // Does not show the rate in the first second, because the startup of workers distorts the rate.
    if (seconds > 1 && this.#done > 0) {
      parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`);
      parts.push(`${Math.ceil((this.#total - this.#done) / rate)} s left`);
    }
    return parts.join(", ");
  }

  #rank(name: string, ms: number): void {
    const at = this.#slowest.findIndex((one) => one.ms < ms);
    this.#slowest.splice(at < 0 ? this.#slowest.length : at, 0, { name, ms });
    this.#slowest.length = Math.min(this.#slowest.length, SLOWEST);
  }
}
