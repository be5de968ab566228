import type { Reproducer } from "@passwright/instrument";

/** What the thread that runs passwright-opt is given. */
export interface OptWorkerData {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly memory: SharedArrayBuffer;
}

/** What would be needed to run again what runs now. */
export interface RunContext extends Reproducer {
  /** The IR as text; only the size of the input, in bytes, if it is too large to be copied. */
  readonly ir: string | { readonly size: number };
  /** The input that it came from, as it was named. */
  readonly input: string;
  /** The file that flags name for reproducers, if they name one. */
  readonly to?: string;
}

/** What that thread tells. */
export type OptEvent =
  | { readonly kind: "out" | "err"; readonly text: string }
  | { readonly kind: "outBytes"; readonly bytes: Uint8Array }
  /** Answered with the bytes of standard input. */
  | { readonly kind: "readInput" }
  /** Plugins are loaded: from now on only passes are watched. */
  | { readonly kind: "loaded" }
  | { readonly kind: "context"; readonly context: RunContext }
  | { readonly kind: "done"; readonly code: 0 | 1 | 2 | 130 };
