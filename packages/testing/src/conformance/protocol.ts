import type { Diagnostic } from "@passwright/core";
import type { Sighting } from "./errors.ts";

/** A text to try passes on. */
export interface Input {
  readonly name: string;
  readonly text: string;
}

/** What a worker is to try: data only. */
export interface Assignment {
  /** `first` makes all trials; `second` only those whose results are compared with the first one's. */
  readonly round: "first" | "second";
  readonly plugin: string;
  /** For what it writes; gone when it is over, however it ends. */
  readonly folder: string;
  readonly options: { readonly [name: string]: unknown };
  /** Paths of framework packages or modules, with what to call them. */
  readonly frameworks: readonly { readonly name: string; readonly path: string }[];
  readonly inputs: readonly Input[];
  /** Of the plugin's own tests: those that can be read and are valid. */
  readonly testInputs: readonly Input[];
  /** A module with `analyses`, `checks` and `window`. */
  readonly support?: string;
}

/** Something that has to be the same in two processes. */
export interface Observation {
  readonly key: string;
  readonly text: string;
  /** The framework, for a setup; the place of a pass's run. */
  readonly of:
    { readonly kind: "setup"; readonly framework: string } | { readonly kind: "pass"; readonly at: Sighting };
}

/** What a worker tells. */
export type Report =
  | { readonly kind: "doing"; readonly what: string }
  | { readonly kind: "plugin"; readonly label: string }
  | { readonly kind: "finding"; readonly diagnostic: Diagnostic }
  | { readonly kind: "observed"; readonly observation: Observation }
  /** The passes that were run, and whether setups were tried. */
  | { readonly kind: "done"; readonly passesRun: number; readonly loaded: boolean };

/** How a trial speaks to whoever started it. */
export interface Reporter {
  doing(what: string): void;
  find(diagnostic: Diagnostic): void;
  observe(observation: Observation): void;
}
