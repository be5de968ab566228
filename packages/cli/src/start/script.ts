import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** A program in one file, with copies of our packages. It never runs code of others: that is left to the modules. */
export type Script = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** What the modules need besides the command line: input that was read already and cannot be read twice. */
export interface LeftToModules {
  readonly argv?: readonly string[];
  /** Standard input. */
  readonly input?: Uint8Array;
}

/** Thrown by a script that cannot do what is asked, before it wrote anything. */
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

/** Whether arguments ask for something that only the modules do: code of others, threads, readable stacks. */
export function needsModules(program: keyof typeof FOR_MODULES, argv: readonly string[]): boolean {
  return argv.some((arg) => FOR_MODULES[program].test(arg));
}
