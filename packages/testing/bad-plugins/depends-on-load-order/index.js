import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({ name: "hoist-constants", anchor: "func.func", runOnOperation() {} });

export default definePlugin({
  passes: [pass],
  setup(builder) {
    // Wrong: the number of earlier contributions depends on the load order.
    const others = builder.input().contributions.length;
    if (others === 0) builder.addBeforeType(PassType.Lowering, pass);
    else builder.addPass(pass);
  },
});
