import type { OptionProblem, OptionSpecs } from "./option-spec.ts";

/**
 * Returns help for a problem with an option of `owner`, which is a pass, pipeline or table: the values that a known
 * option accepts, or the names of the known options.
 */
export function optionHelp(owner: string, specs: OptionSpecs, { option, isUnknown }: OptionProblem): string {
  const spec = !isUnknown && Object.hasOwn(specs, option) ? specs[option] : undefined;
  if (spec !== undefined) return `set \`${option}\` to ${spec.expects}`;
  const names = Object.keys(specs).sort().join(", ");
  return names === "" ? `remove the options, because \`${owner}\` has none` : `use an option of \`${owner}\`: ${names}`;
}
