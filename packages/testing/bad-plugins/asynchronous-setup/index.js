import { definePlugin } from "@passwright/sdk";

export default definePlugin({
  passes: [],
  // Wrong: the plan is made before what is waited for is there.
  async setup(builder) {
    await Promise.resolve();
    builder.addPass("cse");
  },
});
