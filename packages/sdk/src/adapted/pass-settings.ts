import { declarationRequirements } from "@passwright/core";
import type { OptionSpecs, PassDeclaration } from "@passwright/core";
import { checkNames } from "./check-settings.ts";

/**
 * Declarations for a pass that is made from a plugin of another tool: the name of the pass, pass types, properties and
 * options. The plugin itself does not contain these declarations.
 */
export interface AdaptedPassSettings<O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "options" | "to" | "toAnchor">
> {
  /**
   * Options that configs and other plugins can set. Wrap each option in `optional(…)` so that the plugin's own default
   * applies.
   */
  readonly options?: O;
}

/** Keys of a declaration that the adapter sets itself. */
const FIXED = ["anchor", "group", "ir", "to", "toAnchor"];

/**
 * Throws for an unknown setting, because programs in JavaScript are not checked by the compiler. `own` contains the
 * settings that the function `call` accepts in addition to the usual settings of a pass. `otherwise` is the help text
 * for an unknown setting that is not similar to any known setting.
 *
 * @throws UsageError PWC0105.
 */
export function checkPassSettings(call: string, settings: object, own: readonly string[], otherwise: string): void {
  const help = (unknown: string): string => `remove \`${unknown}\`; ${otherwise}`;
  const keys = Object.keys(declarationRequirements()).filter((key) => !FIXED.includes(key));
  checkNames("PWC0105", `\`${call}\``, settings, [...keys, ...own], help);
}
