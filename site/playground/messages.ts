import type { Diagnostic } from "@passwright/core";
import type { Recording } from "@passwright/viewer";
import type { PlaygroundState } from "./state.ts";

/**
 * Message from the page to the sandboxed frame. The first message contains the code of the worker, and each later
 * message contains a state to run.
 */
export type ToFrame = { readonly engine: string } | (PlaygroundState & { readonly id: number; readonly limit: number });

/** Message from the frame to the page. */
export interface FromFrame {
  readonly id: number;
  /** JSON of a {@link RunResult}. Absent if the worker was terminated. */
  readonly result?: string;
  /** Error that terminated the worker. Absent if the time limit was reached. */
  readonly error?: string;
}

/** Result of a run in the worker. */
export interface RunResult {
  /** Plan and runs of the config. Absent if the config cannot be loaded, or if the state contains a program instead. */
  readonly recording?: Recording;
  /** Text that a program printed, or errors as text. */
  readonly output?: string;
  readonly ok: boolean;
  /** All diagnostics. The editors show each diagnostic at its line. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns whether a file is the config. */
export const isConfig = (name: string): boolean => /^passwright\.config\.(?:ya?ml|json)$/.test(name);

/** Returns whether a file is a module. */
export const isModule = (name: string): boolean => /\.m?js$/.test(name);
