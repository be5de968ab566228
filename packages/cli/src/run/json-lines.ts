import { terminalJson } from "../render/diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Version of the format of events. New keys and events do not change the version. */
const VERSION = 1;

/** Events of a run as JSON, one per line: `start`, `input` for each input, and `end`. */
export class JsonLines {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(event: "start" | "input" | "end", data: object): void {
    this.#terminal.out(`${terminalJson({ version: VERSION, event, ...data }, 0)}\n`);
  }
}
