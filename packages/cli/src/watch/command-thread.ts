import type { ExitCode } from "../terminal/terminal.ts";
import type { ThreadMemory } from "../threads/watched-thread.ts";

/** What a thread that runs a command is given. */
export interface CommandWorkerData extends ThreadMemory {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly outHasColor: boolean;
  readonly errHasColor: boolean;
  readonly hasProgress: boolean;
  readonly input: Uint8Array;
}

/** What it tells. */
export type CommandEvent =
  | { readonly kind: "out" | "err" | "progress"; readonly text: string }
  | { readonly kind: "dependsOn"; readonly paths: readonly string[] }
  | { readonly kind: "writes"; readonly path: string }
  | { readonly kind: "done"; readonly code: ExitCode };
