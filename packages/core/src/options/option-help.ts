import type { OptionProblem, OptionSpecs } from "./option-spec.ts";

/**
 * Returns help for a problem with an option. For a known option, the help contains the values that the option accepts.
 * For an unknown option, the help contains the names of the known options. `owner` is the pass, pipeline or table that
 * the options belong to.
 */
export function optionHelp(owner: string, specs: OptionSpecs, { option, isUnknown }: OptionProblem): string {
  const spec = !isUnknown && Object.hasOwn(specs, option) ? specs[option] : undefined;
  if (spec !== undefined) return `set \`${option}\` to ${spec.expects}`;
  const names = Object.keys(specs).sort().join(", ");
  return names === "" ? `remove the options, because \`${owner}\` has none` : `use an option of \`${owner}\`: ${names}`;
}
