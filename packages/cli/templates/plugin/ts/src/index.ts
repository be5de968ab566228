import { definePlugin, PassType } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.ts";

export default definePlugin({
  passes: [templatePass],
  setup(builder) {
    const placed = builder.addBefore("arith-expand", templatePass, { reason: "what is gone need not be expanded" });
    // What must hold, whoever else is there: builder.rule(templatePass).strong.after("cse", { reason: "…" });
    if (!placed.ok) builder.addBeforeType(PassType.Lowering, templatePass);
  },
});
