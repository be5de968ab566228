import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({ name: "go-first", anchor: "func.func", runOnOperation() {} });

export default definePlugin({
  passes: [pass],
  setup(builder) {
    // Wrong: whether others were here already is only a matter of when this plugin is loaded.
    const others = builder.input().contributions.length;
    if (others === 0) builder.addBeforeType(PassType.Lowering, pass);
    else builder.addPass(pass);
  },
});
