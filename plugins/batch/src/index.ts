import { definePluginFor, int } from "@passwright/sdk";
import type kiln from "passwright-example-kiln";

/** Sets the number of images in a batch. The framework `kiln` compiles kernels for this number of images. */
export default definePluginFor<typeof kiln>()({
  passes: [],
  options: { size: int(1, "images in a batch", { min: 1 }) },
  taps: ({ size }) => ({ dimension: ({ index }) => (index === 0 ? size : undefined) }),
});
