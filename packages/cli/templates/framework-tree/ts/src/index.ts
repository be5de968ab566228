import { defineFramework } from "@passwright/sdk";
import { language } from "./language.ts";
import { foldConstants } from "./passes/fold-constants.ts";
import { orderOperands } from "./passes/order-operands.ts";
import { removeUnused } from "./passes/remove-unused.ts";

// Authors of plugins need the types of nodes, and can parse and print with `language`.
export * from "./language.ts";

export default defineFramework({
  name: "template-framework",
  ir: language,
  extensionPoints: {
    "fold.start": { since: "0.1", doc: "the program is as its author wrote it" },
    "order.end": { since: "0.1", doc: "constants are folded; numbers are right operands of `+` and `*`" },
  },
  levels: ["O1", "O0"],
  passes: [foldConstants, orderOperands, removeUnused],
  pipeline(builder) {
    builder.addExtensionPoint("fold.start");
    builder.addPass(foldConstants, { when: { level: "O1" }, reason: "later passes see numbers instead of names" });
    builder.addPass(orderOperands, { reason: "later passes look for numbers only on the right" });
    builder.addExtensionPoint("order.end");
    builder.addPass(removeUnused, { when: { level: "O1" }, reason: "folding leaves names that are not used" });
  },
});
