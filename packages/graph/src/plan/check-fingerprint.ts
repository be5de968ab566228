import type { Diagnostic, IrAdapter } from "@passwright/core";
import * as errors from "../errors.ts";
import type { Structure } from "./structure.ts";

/** Checks that an IR has what a loop to a fixed point compares. */
export function checkFingerprint<Op extends object>(
  { nodes }: Structure<Op>,
  adapter: Pick<IrAdapter<Op>, "fingerprint" | "name">,
): Diagnostic[] {
  if (adapter.fingerprint !== undefined) return [];
  return nodes.flatMap(({ path, origin, jumps, content }) => [
    ...(content.kind === "graph" ? checkFingerprint(content.graph, adapter) : []),
    ...[...jumps.values()]
      .filter(({ onNoProgress }) => onNoProgress === "converged")
      .map(({ to }) => errors.noFingerprint(path, to, adapter.name, origin)),
  ]);
}
