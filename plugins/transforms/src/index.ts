import { definePlugin } from "@passwright/sdk";
import * as passes from "./passes.ts";

export * from "./passes.ts";

/** Plugin with MLIR's general passes, such as canonicalize and cse. */
export default definePlugin({ passes: Object.values(passes) });
