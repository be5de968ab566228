import { definePass } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import type { XastNode, XastRoot } from "svgo";
import { parseSvg, printSvg, rounds, svg } from "./svg.ts";
import type { PrintSettings } from "./svg.ts";

/** Maximum number of rounds of SVGO's `multipass`. */
export const MAX_ROUNDS = 10;

/**
 * Returns the pass that ends a round of `multipass`. If the image became smaller, the pass starts the next round on the
 * printed text, as SVGO does.
 */
export function nextRound({ js2svg }: PrintSettings): PassDefinition<XastNode> {
  return definePass({
    name: "next-round",
    summary: "start the next round if this one made the image smaller",
    anchor: "#root",
    ir: svg,
    runOnOperation(node: XastNode, pass) {
      const root = node as XastRoot;
      const text = printSvg(root, js2svg && { js2svg });
      const { ended, length } = rounds.get(root) ?? { ended: 0, length: Infinity };
      rounds.delete(root);
      if (text.length >= length || ended + 1 === MAX_ROUNDS) return;
      rounds.set(root, { ended: ended + 1, length: text.length });
      try {
        root.children = parseSvg(text, pass.input ?? "").children;
      } catch (thrown) {
        // SVGO also prints trees whose text is not an image, for example attributes without values.
        const { reason, line, column } = thrown as { readonly [key: string]: unknown };
        const message = `SVGO cannot read the result of round ${ended + 1}: ${reason} (line ${line}, column ${column})`;
        const help = ["correct the plugin that makes this result, or disable `multipass`"];
        pass.emitAt(undefined, "error", message, { help });
        return pass.signalPassFailure();
      }
      pass.requestJump("optimize", `${text.length} characters after round ${ended + 1}`);
    },
  });
}
