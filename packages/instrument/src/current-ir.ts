import { mustBeTable, UsageError } from "@passwright/core";
import type { InstrumentedRun, IrAdapter } from "@passwright/core";
import { checkArgument } from "./check-argument.ts";
import { missingPart } from "./errors.ts";

/** Returns `adapter`. @throws UsageError PWN0102 if the adapter does not have one of the functions `parts`. */
export function requireParts<Op extends object, Part extends keyof IrAdapter<Op>>(
  adapter: IrAdapter<Op>,
  feature: string,
  ...parts: readonly Part[]
): IrAdapter<Op> & Required<Pick<IrAdapter<Op>, Part>> {
  checkArgument(feature, mustBeTable, adapter, "adapter");
  const missing = parts.find((part) => adapter[part] === undefined);
  if (missing !== undefined) throw new UsageError(missingPart(missing, adapter.name, feature));
  return adapter as IrAdapter<Op> & Required<Pick<IrAdapter<Op>, Part>>;
}

/**
 * Returns the adapter of the run's current IR: `given`, or the adapter of the IR that a conversion produced.
 *
 * @throws UsageError PWN0102 if this adapter does not have one of the functions `parts`.
 */
export function currentIr<Op extends object, A extends IrAdapter<Op>>(
  given: A,
  run: InstrumentedRun<Op> | undefined,
  feature: string,
  ...parts: readonly (keyof IrAdapter<Op>)[]
): A {
  const { adapter = given } = run ?? {};
  return adapter.name === given.name ? given : (requireParts(adapter, feature, ...parts) as A);
}
