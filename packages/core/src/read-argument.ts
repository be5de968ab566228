import { diagnosticOf, errorDiagnostic, UsageError } from "./diagnostic.ts";
import { describeThrown } from "./thrown.ts";

/**
 * Calls `read`, which reads the arguments of the function `call`.
 *
 * @throws {@link UsageError} PWC0105 if a getter in the arguments throws.
 */
export function readArgument<T>(call: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (diagnosticOf(thrown) !== undefined) throw thrown;
    const message = `\`${call}\`: cannot read the argument: ${describeThrown(thrown)}`;
    throw new UsageError(errorDiagnostic("PWC0105", message, "correct the argument"), {
      cause: thrown,
    });
  }
}
