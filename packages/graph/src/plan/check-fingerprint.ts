import type { Diagnostic, IrAdapter } from "@passwright/core";
import * as errors from "../errors.ts";
import type { PipelineNode, Structure } from "./structure.ts";

/** Checks that an IR has the function `fingerprint`, which jumps with `onNoProgress: "converged"` need. */
export function checkFingerprint<Op extends object>(
  { nodes }: Structure<Op>,
  adapter: Pick<IrAdapter<Op>, "fingerprint" | "name">,
): Diagnostic[] {
  return nodes.flatMap(({ path, origin, jumps, content, ends = [{ anchor: "" }] }: PipelineNode<Op>) => {
    const lacking = ends
      .map(({ from, adapter: other }) => (from === undefined ? adapter : other))
      .find((one) => one !== undefined && one.fingerprint === undefined);
    const converging = [...jumps.values()].filter(({ onNoProgress }) => onNoProgress === "converged");
    return [
      ...(content.kind === "graph" ? checkFingerprint(content.graph, adapter) : []),
      ...(lacking === undefined
        ? []
        : converging.map(({ to }) => errors.noFingerprint(path, to, lacking.name, origin))),
    ];
  });
}
