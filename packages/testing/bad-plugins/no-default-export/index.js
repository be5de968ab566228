import { definePass } from "@passwright/sdk";

// Wrong: the default export of the module must be a plugin.
export const pass = definePass({ name: "tidy", runOnOperation() {} });
