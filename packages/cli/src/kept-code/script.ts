import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/* What the scripts with kept code have in common. */

/** What such a file has. */
export interface Script {
  /** Runs its program. `isNew` says of names of parts that ran whether they are to be kept. */
  run(argv: readonly string[], terminal: Terminal, isNew: IsNew): Promise<Outcome>;
}

export type IsNew = (parts: readonly string[]) => boolean;

/** How it ended; `newParts` are what ran and is to be kept. Or nothing was said or written, and it is left to the modules. */
export type Outcome =
  | { readonly code: ExitCode; readonly newParts?: readonly string[]; readonly left?: undefined }
  | { readonly left: LeftToModules };

/** What the whole program is to go on with: what was read already and may not be there twice. */
export interface LeftToModules {
  /** The arguments, those that stand in files among them. */
  readonly argv?: readonly string[];
  /** Standard input. */
  readonly input?: Uint8Array;
}

/** Thrown where it shows that what is to be done takes modules: somebody's code, and threads. */
export class Leave extends Error {
  readonly left: LeftToModules;

  constructor(left: LeftToModules = {}) {
    super();
    this.left = left;
  }
}

/** A script of a program that may throw {@link Leave}. */
export function scriptOf(run: Script["run"]): Script {
  return {
    run: (argv, terminal, isNew) =>
      run(argv, terminal, isNew).catch((thrown: unknown): Outcome => {
        if (thrown instanceof Leave) return thrown;
        throw thrown;
      }),
  };
}
