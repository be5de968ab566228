import { definePlugin } from "@passwright/sdk";
import { arithExpand } from "./arith-expand/arith-expand.ts";
import { cse } from "./cse/cse.ts";
import { symbolDce } from "./symbol-dce/symbol-dce.ts";

export { arithExpand, cse, symbolDce };

export default definePlugin({ passes: [arithExpand, cse, symbolDce] });
