/* What the programs in bin/ begin with: small, since nothing of it was compiled before. */

export { optimizeLateForAll } from "./optimize-late.ts";
export { runOptScript } from "./start-opt.ts";
export { runRunScript } from "./start-run.ts";
export { planFromData } from "./start-plan.ts";
