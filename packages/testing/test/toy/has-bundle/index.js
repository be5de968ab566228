import { definePass, definePlugin } from "@passwright/sdk";

const mark = definePass({ name: "mark", anchor: "unit", runOnOperation: (unit) => void (unit.note = "#marked") });

export default definePlugin({ bundles: { marks: [mark] } });
