import { definePluginFor, int } from "@passwright/sdk";
import type kiln from "passwright-example-kiln";

/** Tells the framework kiln how many images there are in a batch, so that it can compile for just that many. */
export default definePluginFor<typeof kiln>()({
  passes: [],
  options: { size: int(1, "images in a batch", { min: 1 }) },
  taps: ({ size }) => ({ dimension: ({ index }) => (index === 0 ? size : undefined) }),
});
