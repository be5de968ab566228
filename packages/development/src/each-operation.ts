import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns small valid programs in generic form, at least one for each operation of the dialects in `@passwright/ir`.
 */
export function eachOperation(): readonly string[] {
  const path = fileURLToPath(new URL("../inputs/each-operation.mlir", import.meta.url));
  return readFileSync(path, "utf8").split("// -----\n");
}
