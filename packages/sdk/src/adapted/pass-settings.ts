import { declarationRequirements } from "@passwright/core";
import type { OptionSpecs, PassDeclaration } from "@passwright/core";
import { checkNames } from "./check-settings.ts";

/** Declarations for a pass that is made from a plugin of another tool, which does not contain them. */
export interface AdaptedPassSettings<O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "options" | "to" | "toAnchor">
> {
  /** Options that configs and plugins can set. Write `optional(…)` so that the plugin's own defaults apply. */
  readonly options?: O;
}

/** Keys of a declaration that the adapter sets itself. */
const FIXED = ["anchor", "group", "ir", "to", "toAnchor"];

/**
 * Throws for an unknown setting. `own` contains the settings that `call` accepts in addition to those of a pass.
 * `otherwise` is the help for a setting that is not similar to any known setting.
 *
 * @throws UsageError PWC0105.
 */
export function checkPassSettings(call: string, settings: object, own: readonly string[], otherwise: string): void {
  const help = (unknown: string): string => `remove \`${unknown}\`; ${otherwise}`;
  const keys = Object.keys(declarationRequirements()).filter((key) => !FIXED.includes(key));
  checkNames("PWC0105", `\`${call}\``, settings, [...keys, ...own], help);
}
