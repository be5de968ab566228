import type { Choice } from "@passwright/builder";
import { errorDiagnostic, UsageError } from "@passwright/core";
import type { OptionSpec } from "@passwright/core";

/**
 * Returns the value that the user set for an option of the framework. Returns `undefined` if the option is not set. For
 * an invalid value, throws an error, to which planning adds the position of the option in the config.
 *
 * @throws UsageError PWL0410 for a value that the option does not accept.
 */
export function optionOfChoice<T>({ option }: Choice, name: string, spec: OptionSpec<T>): T | undefined {
  const given: unknown = option?.[name];
  if (given === undefined) return undefined;
  const taken = spec.take(given);
  if (taken.ok) return taken.value;
  const help = `change the value of option \`${name}\``;
  throw new UsageError({ ...errorDiagnostic("PWL0410", `option \`${name}\` ${taken.message}`, help), option: name });
}
