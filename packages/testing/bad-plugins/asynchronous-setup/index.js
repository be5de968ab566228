import { definePlugin } from "@passwright/sdk";

export default definePlugin({
  passes: [],
  // Wrong: planning does not wait for an asynchronous `setup`.
  async setup(builder) {
    await Promise.resolve();
    builder.addPass("cse");
  },
});
