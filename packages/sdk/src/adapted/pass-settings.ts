import { declarationRequirements } from "@passwright/core";
import type { OptionSpecs, PassDeclaration } from "@passwright/core";
import { checkSettings } from "./check-settings.ts";

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
 * Throws for an unknown setting. `own` contains the settings that `call` accepts in addition to those of a pass. `help`
 * describes the place for settings of the plugin.
 *
 * @throws UsageError PWC0105.
 */
export function checkPassSettings(call: string, settings: object, own: readonly string[], help: string): void {
  const keys = Object.keys(declarationRequirements()).filter((key) => !FIXED.includes(key));
  const known = Object.fromEntries([...keys, ...own].map((key) => [key, () => []]));
  checkSettings("PWC0105", `\`${call}\``, settings, known, help);
}
