import type { Diagnostic } from "@passwright/core";
import type { PairReport } from "@passwright/runner";
import type { Sighting } from "./errors.ts";
import type { PublishedNeeds } from "./published.ts";

/** Input for the passes of the tested plugin. */
export interface Input {
  /** Name in messages. */
  readonly name: string;
  /** IR as text. */
  readonly text: string;
}

/** Task for a worker, as plain data. */
export interface Assignment {
  /**
   * Round of checks. `first` runs all checks. `second` runs only checks whose results are compared with the results of
   * the first round.
   */
  readonly round: "first" | "second";
  readonly plugin: string;
  /** Folder for temporary files. The supervisor removes the folder at the end, even if the worker is killed. */
  readonly folder: string;
  readonly options: { readonly [name: string]: unknown };
  /** Paths of other plugins that the tested plugin needs. */
  readonly others: readonly string[];
  /** Frameworks, each with its name and the path of its package or module. */
  readonly frameworks: readonly { readonly name: string; readonly path: string }[];
  readonly inputs: readonly Input[];
  /** Inputs from the plugin's own tests. Unreadable and invalid inputs are ignored. */
  readonly testInputs: readonly Input[];
  /** Path of a module that exports `analyses`, `checks` and `window`. */
  readonly support?: string;
}

/** Result that must be the same in two worker threads. */
export interface Observation {
  readonly key: string;
  readonly text: string;
  /** Subject of the result: the setup with a framework, or the run of a pass on an operation of an input. */
  readonly of:
    { readonly kind: "setup"; readonly framework: string } | { readonly kind: "pass"; readonly at: Sighting };
}

/** Message from a worker. */
export type Report =
  | { readonly kind: "doing"; readonly what: string }
  | { readonly kind: "plugin"; readonly label: string }
  | { readonly kind: "needs"; readonly needs: PublishedNeeds }
  | { readonly kind: "finding"; readonly diagnostic: Diagnostic }
  | { readonly kind: "observed"; readonly observation: Observation }
  | { readonly kind: "orders"; readonly pairs: readonly PairReport[] }
  /** Last message: the number of passes that ran, and whether the plugin was loaded. */
  | { readonly kind: "done"; readonly passesRun: number; readonly loaded: boolean };

/** Functions with which checks report to the supervisor. */
export interface Reporter {
  /** Reports the current activity, as a noun phrase: `pass \`p\` on input \`i\``. */
  doing(what: string): void;
  find(diagnostic: Diagnostic): void;
  observe(observation: Observation): void;
}
