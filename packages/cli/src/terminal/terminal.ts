import type { LoadOptions } from "@passwright/loader";

/** All that a command may do with the world besides files: where tests stand in for the process. */
export interface Terminal {
  readonly cwd: string;
  /** Whether standard output shows colours to a person. */
  readonly outHasColor: boolean;
  readonly errHasColor: boolean;
  out(text: string): void;
  /** As `out`, for what is bytes already and would only be copied; not everywhere. */
  outBytes?(bytes: Uint8Array): void;
  err(text: string): void;
  /** Shows a line that the next one replaces, and an empty one removes; only where a person looks on. */
  progress?(text: string): void;
  /**
   * Calls back when the person asks to stop, in place of ending the process at once; answers how to be told no longer. Only
   * where there is somebody to ask.
   */
  onInterrupt?(callback: () => void): () => void;
  /** Calls back when the reader of standard output is gone, if it can tell. */
  onClosed?(callback: () => void): void;
  /** Told of files and folders that the outcome depends on; only where somebody watches them. */
  dependsOn?(paths: readonly string[]): void;
  /** Told of a file before it is written; only where somebody watches. */
  writes?(path: string): void;
  /** Called before code of a config, framework or plugin runs; only where that is somebody else's to do: it throws. */
  beforeCode?(): void;
  /** Called when all code is loaded that is to run: `beforeCode` will not be called any more. */
  allLoaded?(): void;
  /** Packages whose modules are there already; only where they are. */
  readonly moduleOf?: LoadOptions["moduleOf"];
  /** Standard input, to its end: bytes, which need not be UTF-8. */
  readInput(): Promise<Uint8Array>;
}

/** 0: success, 1: failure, 2: usage error, 130: interrupted with Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130;

/** A command, as the two programs are: arguments in, exit code out. */
export type Program = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
