import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({ name: "fold-constants", anchor: "func.func", runOnOperation() {} });
// Wrong: a process may call `setup` several times, and every call must have the same effect.
let isDone = false;

export default definePlugin({
  passes: [pass],
  setup(builder) {
    if (!isDone) builder.addBeforeType(PassType.Lowering, pass);
    isDone = true;
  },
});
