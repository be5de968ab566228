/* What the programs in bin/ begin with: small, since nothing of it was compiled before. */

export { runOptScript } from "./start-opt.ts";
export { runRunScript } from "./start-run.ts";
export { planFromData } from "./start-plan.ts";
