import { CODE } from "./code.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { isElementName } from "./element-name.ts";
import { openValues } from "./run/run-values.ts";
import { describeThrown } from "./thrown.ts";
import type { Value, ValueDefinition } from "./value.ts";

/**
 * Defines a value that one pass sets and later passes read. The pass that sets the value lists it under `provides`.
 * Passes that read the value list it under `requires`. The value is dropped after a pass that does not preserve it.
 * Values are identified by name and version.
 *
 * @throws {@link UsageError} PWC0440 for a name that is not in kebab-case, or a version that is not a positive integer.
 */
export function defineValue<T>(definition: ValueDefinition): Value<T> {
  const { name, version, per } = (definition as ValueDefinition | null) ?? ({} as Partial<ValueDefinition>);
  const isValid =
    isElementName(name) &&
    Number.isInteger(version) &&
    (version as number) > 0 &&
    (per === "input" || per === "operation");
  if (isValid) return Object.freeze({ ...definition, property: `${name}@${version}`, [CODE]: openValues });
  const help = 'define the value as `defineValue<T>({ name: "symbol-map", version: 1, per: "input" })`';
  throw new UsageError(
    errorDiagnostic("PWC0440", `the definition of value \`${describeThrown(name)}\` is not valid`, help, {
      notes: ['a value has a kebab-case `name`, a positive integer as `version`, and `per: "input"` or `"operation"`'],
    }),
  );
}
