import type { Level } from "./levels.ts";

type Condition = (level: Level) => boolean;

/** Consecutive passes of AssemblyScript's pipeline that run under the same condition. */
export interface StepSequence {
  /** Names of the passes, separated by spaces. */
  readonly passes: string;
  /** Levels that include the passes. Default: all levels that optimize. */
  readonly on?: Condition;
  /** Option of the framework that enables the passes. */
  readonly option?: "low-memory-unused" | "multivalue" | "gc" | "strings";
  /** Extension point directly before the passes. */
  readonly point?: string;
}

const orSmall: Condition = ({ optimize, shrink }) => optimize >= 2 || shrink >= 1;
const orSmallest: Condition = ({ optimize, shrink }) => optimize >= 2 || shrink >= 2;
const fast: Condition = ({ optimize }) => optimize >= 2;
const fastest: Condition = ({ optimize }) => optimize >= 3;
const fastestOrSmall: Condition = ({ optimize, shrink }) => optimize >= 3 || shrink >= 1;
const fastestOrSmallest: Condition = ({ optimize, shrink }) => optimize >= 3 || shrink >= 2;
const small: Condition = ({ shrink }) => shrink >= 1;
const smallest: Condition = ({ shrink }) => shrink >= 2;

const not =
  (condition: Condition): Condition =>
  (level) =>
    !condition(level);
const both =
  (one: Condition, other: Condition): Condition =>
  (level) =>
    one(level) && other(level);

/**
 * Pass order of assemblyscript 0.28 (`Module.optimize` in its source). `framework.ts` maps compiler options to
 * features.
 */
export const stepSequences: readonly StepSequence[] = [
  { passes: "duplicate-function-elimination remove-unused-module-elements", point: "module.begin" },
  { passes: "once-reduction", on: fast },
  { passes: "inlining simplify-globals-optimizing generate-global-effects", on: orSmall },
  {
    point: "functions.begin",
    on: fastestOrSmall,
    passes: `
      rse vacuum code-folding ssa-nomerge local-cse remove-unused-brs remove-unused-names merge-blocks
      precompute-propagate simplify-globals-optimizing dae-optimizing`,
  },
  {
    on: fastest,
    passes: `
      simplify-locals-nostructure flatten vacuum simplify-locals-notee-nostructure vacuum local-cse
      licm merge-locals reorder-locals`,
  },
  { passes: "optimize-instructions" },
  { passes: "avoid-reinterprets", on: fast },
  { passes: "dce remove-unused-brs remove-unused-names merge-blocks" },
  { passes: "tuple-optimization", option: "multivalue" },
  { passes: "inlining precompute-propagate simplify-globals-optimizing", on: fastestOrSmallest },
  { passes: "precompute-propagate", on: both(orSmall, not(fastestOrSmallest)) },
  { passes: "precompute", on: not(orSmall) },
  { passes: "pick-load-signs", on: orSmall },
  { passes: "simplify-locals-notee-nostructure vacuum" },
  { passes: "local-cse", on: orSmall },
  {
    passes: "reorder-locals coalesce-locals simplify-locals coalesce-locals reorder-locals vacuum",
  },
  { passes: "rse vacuum", on: orSmall },
  { passes: "merge-locals vacuum", on: small },
  { passes: "simplify-globals-optimizing simplify-globals-optimizing", on: orSmall },
  { passes: "remove-unused-brs remove-unused-names merge-blocks" },
  { passes: "optimize-instructions", on: fastest },
  { passes: "simplify-globals-optimizing dae-optimizing", on: orSmall, point: "program.begin" },
  { passes: "inlining-optimizing", on: orSmallest },
  { passes: "optimize-added-constants-propagate", on: fastestOrSmall, option: "low-memory-unused" },
  { passes: "optimize-added-constants", on: not(fastestOrSmall), option: "low-memory-unused" },
  { passes: "duplicate-import-elimination" },
  { passes: "simplify-globals-optimizing", on: orSmallest },
  { passes: "simplify-globals vacuum", on: not(orSmallest) },
  { passes: "heap2local merge-locals local-subtyping", on: fast, option: "gc" },
  {
    passes: "precompute-propagate simplify-globals-optimizing simplify-globals-optimizing",
    on: orSmall,
  },
  { passes: "precompute", on: not(orSmall) },
  { passes: "directize dae-optimizing" },
  { passes: "gufa-optimizing", on: fastestOrSmall },
  { passes: "inlining-optimizing" },
  { passes: "code-folding ssa-nomerge rse code-pushing", on: orSmall },
  {
    on: fastest,
    passes: `
      simplify-globals vacuum precompute-propagate inlining-optimizing directize dae-optimizing
      local-cse merge-locals coalesce-locals simplify-locals vacuum inlining precompute-propagate rse
      vacuum ssa-nomerge simplify-locals coalesce-locals`,
  },
  {
    passes: "optimize-instructions remove-unused-brs remove-unused-names merge-blocks vacuum",
    on: orSmall,
  },
  { passes: "string-gathering", on: orSmall, option: "strings" },
  {
    passes: "simplify-globals-optimizing remove-unused-brs optimize-instructions vacuum",
    on: orSmall,
  },
  { passes: "reorder-globals reorder-functions", point: "layout.begin" },
  { passes: "duplicate-function-elimination", on: orSmall },
  { passes: "merge-similar-functions", on: smallest },
  { passes: "memory-packing remove-unused-module-elements" },
  { passes: "discard-global-effects", on: orSmall },
];
