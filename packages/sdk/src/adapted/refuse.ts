import { errorDiagnostic, UsageError } from "@passwright/core";

/** Throws an error about the configuration of another tool. @throws UsageError with this code, message and help. */
export function refuse(code: string, message: string, help: string): never {
  throw new UsageError(errorDiagnostic(code, message, help));
}
