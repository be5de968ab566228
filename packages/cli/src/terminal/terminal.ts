import type { LoadOptions } from "@passwright/loader";
import type { NameInFolder } from "../input/patterns.ts";
import type { KeptResults } from "../watch/kept-results.ts";

/** Interface between a command and its environment, except for files. Tests use a different implementation. */
export interface Terminal {
  /** Current folder. */
  readonly cwd: string;
  /** Whether standard output shows colors. */
  readonly outHasColor: boolean;
  /** Whether standard error shows colors. */
  readonly errHasColor: boolean;
  /** Returns the width of standard output in characters, or `undefined` if standard output is not a terminal. */
  columns?(): number | undefined;
  /** Returns the width of standard error in characters, or `undefined` if standard error is not a terminal. */
  errColumns?(): number | undefined;
  /** Writes text or bytes to standard output. */
  out(content: string | Uint8Array): void;
  /** Writes to standard error. */
  err(text: string): void;
  /** Replaces the previous line. An empty text removes the line. Present only on interactive terminals. */
  progress?(text: string): void;
  /** Calls `callback` on Ctrl-C, instead of ending the process. Returns a function that removes the callback. */
  onInterrupt?(callback: () => void): () => void;
  /** Calls `callback` when the reader of standard output has closed the stream. */
  onClosed?(callback: () => void): void;
  /** Records files, folders and patterns on which the result depends. Present only with `--watch`. */
  dependsOn?(dependencies: Dependencies): void;
  /** Records the path of a file before the file is written. Present only with `--watch`. */
  writes?(path: string): void;
  /** Records results that are printed if the command reaches its time limit. Present only in a thread. */
  partial?(text: string, data: object): void;
  /** Whether the command runs in a thread that another command started and watches. */
  readonly isInThread?: boolean;
  /** Results of earlier rounds of `run --watch` in this thread. */
  readonly kept?: KeptResults;
  /** Called before third-party code runs. Throws in a bundled script, and the complete program then starts. */
  beforeCode?(): void;
  /** Called when all code is loaded. `beforeCode` is not called after this call. */
  allLoaded?(): void;
  /** Function that returns the module of a package if the module is already loaded. */
  readonly moduleOf?: LoadOptions["moduleOf"];
  /** Reads all of standard input, which need not be UTF-8. */
  readInput(): Promise<Uint8Array>;
}

/** Files, folders and patterns on which the result of a command depends. */
export interface Dependencies {
  /** Paths of configs, of packages, and of files that passes read according to their declarations. */
  readonly code?: readonly string[];
  /** Paths of inputs. */
  readonly inputs?: readonly string[];
  /** Patterns of inputs, which new files can match. */
  readonly patterns?: readonly NameInFolder[];
  /** Patterns of files that passes read according to their declarations, which new files can match. */
  readonly reads?: readonly NameInFolder[];
}

/** Exit code of a program. 0: success, 1: failure, 2: usage error, 130: interrupted with Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Function that runs one of the two programs and returns its exit code. */
export type Program = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
