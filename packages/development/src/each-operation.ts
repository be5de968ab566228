import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Small valid programs in generic form: one or more for each operation of the dialects that `@passwright/ir` has. */
export function eachOperation(): readonly string[] {
  const path = fileURLToPath(new URL("../inputs/each-operation.mlir", import.meta.url));
  return readFileSync(path, "utf8").split("// -----\n");
}
