import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** Program in one file with copies of our packages, which never runs third-party code. */
export type Script = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

export interface LeftToModules {
  readonly argv?: readonly string[];
  /** Content of standard input, which cannot be read twice. */
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

const FOR_MODULES: { readonly [program in "opt" | "commands"]: RegExp } = {
  opt: /^--?(?:debug|threads|load-(?:pass|dialect)-plugin)(?:=|$)/,
  commands: /^--(?:debug|threads|time-limit|watch)/,
};

/** Returns whether arguments need the complete program, for third-party code, threads or readable stacks. */
export function needsModules(program: keyof typeof FOR_MODULES, argv: readonly string[]): boolean {
  return argv.some((arg) => FOR_MODULES[program].test(arg));
}
