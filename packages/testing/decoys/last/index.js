import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({ name: "zzz-decoy-pass", anchor: "func.func", runOnOperation() {} });

// Inserts a pass at positions that plugins often use, so that a tested plugin has a neighbor there.
export default definePlugin({
  passes: [pass],
  setup(builder) {
    builder.addBeforeType(PassType.Lowering, pass);
    builder.addPass(pass);
  },
});
