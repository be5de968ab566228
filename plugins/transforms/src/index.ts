import { definePlugin } from "@passwright/sdk";
import { arithExpand } from "./arith-expand/arith-expand.ts";
import { canonicalize } from "./canonicalize.ts";
import { cse } from "./cse/cse.ts";
import { symbolDce } from "./symbol-dce/symbol-dce.ts";

export { arithExpand, canonicalize, cse, symbolDce };

export default definePlugin({ passes: [arithExpand, canonicalize, cse, symbolDce] });
