/**
 * What a pass says of itself, as data that can be written as JSON: the first link of the chain Declaration →
 * Contribution → Plan → OpPassManager. It also stands in manifests, so that a pipeline can be planned without code.
 */
export interface PassDeclaration {
  /** The name in pipelines, kebab-case: `loop-invariant-code-motion`. MLIR calls it the argument. */
  readonly name: string;
  /** One line for lists and help. */
  readonly summary?: string;
  /** Longer text for the documentation, Markdown. */
  readonly description?: string;
  /** The name that timing and IR dumps show, MLIR's `getName()`: `CSE`. The name itself if there is none. */
  readonly displayName?: string;
  /** The operation it runs on. Without one the pass is op-agnostic. */
  readonly anchor?: string;
  /** Run only on operations that implement this interface (MLIR's `InterfacePass`). */
  readonly interface?: string;
  /**
   * Trait that operations must have, where the pass itself fails on those without it (`SymbolTable`, for MLIR's `inline`).
   * Planning refuses other operations; runs do not look at it.
   */
  readonly trait?: string;
  /** Dialects whose operations the pass may create; they are loaded before anything runs. */
  readonly dependentDialects?: readonly string[];
  /** Its pass types; `Unknown` if there are none. */
  readonly types?: readonly string[];
  /** Properties that must hold before it. */
  readonly requires?: readonly string[];
  /** Properties that must not hold before it. */
  readonly forbids?: readonly string[];
  /** Properties that hold after it. */
  readonly provides?: readonly string[];
  /** Properties that no longer hold after it. */
  readonly invalidates?: readonly string[];
  /** Properties and analyses, by name, that are as true after it as before. */
  readonly preserves?: readonly string[];
  /** Running it twice in a row is running it once. */
  readonly idempotent?: boolean;
  /** Inserting before or after it by name is rarely what is meant (clean-ups): a warning says so. */
  readonly poorTarget?: boolean;
}
