import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** Program in one file with copies of our packages, which never runs third-party code. */
export type Script = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

export interface LeftToModules {
  readonly input?: Uint8Array;
}

/** Exception that a script throws before any output. The complete program then runs the command. */
export class Leave extends Error {
  readonly left: LeftToModules;

  constructor(left: LeftToModules = {}) {
    super();
    this.left = left;
  }
}
