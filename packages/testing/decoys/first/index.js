import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({ name: "aaa-decoy-pass", anchor: "func.func", runOnOperation() {} });

// Goes where plugins often go, so that others have a neighbour.
export default definePlugin({
  passes: [pass],
  setup(builder) {
    builder.addBeforeType(PassType.Lowering, pass);
    builder.addPass(pass);
  },
});
