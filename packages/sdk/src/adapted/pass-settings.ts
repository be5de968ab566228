import type { OptionSpecs, PassDeclaration } from "@passwright/core";

/** Declarations that a plugin of another tool does not have: name of the pass, pass types, properties, options. */
export interface AdaptedPassSettings<O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "options">
> {
  /**
   * Options that configs and other plugins may set. Wrap these in `optional(…)` so that the defaults of the plugin
   * apply.
   */
  readonly options?: O;
}
