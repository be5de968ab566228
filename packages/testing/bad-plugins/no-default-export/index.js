import { definePass } from "@passwright/sdk";

// Wrong: the plugin itself is what has to be exported.
export const pass = definePass({ name: "tidy", runOnOperation() {} });
