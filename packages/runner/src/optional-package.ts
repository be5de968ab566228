import { UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Loads optional packages. Throws `missing` as an error if at least one package is not installed. */
export async function loadOptional<T>(
  load: () => Promise<T>,
  packages: readonly string[],
  missing: () => Diagnostic,
): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
    const isMissing = packages.some((name) => String(message).includes(`'${name}'`));
    if (code === "ERR_MODULE_NOT_FOUND" && isMissing) throw new UsageError(missing());
    throw thrown;
  }
}
