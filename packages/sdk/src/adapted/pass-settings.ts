import type { OptionSpecs, PassDeclaration } from "@passwright/core";

/**
 * Declarations that a plugin of another tool does not contain: the name of the pass, pass types, properties and
 * options.
 */
export interface AdaptedPassSettings<O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "options">
> {
  /**
   * Options that configs and other plugins can set. Wrap each option in `optional(…)` so that the plugin's own default
   * applies.
   */
  readonly options?: O;
}
