import { join } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { placeIn } from "@passwright/sdk/loading";
import type { DataNode } from "@passwright/sdk/loading";
import { readText } from "../config/read-text.ts";
import type { PluginPackage } from "./read-package.ts";

/** A way into a manifest: keys of tables and numbers of items. */
export type ManifestPath = readonly (string | number)[];

/** Something that manifest and code say differently. */
export interface Difference {
  readonly text: string;
  /** Where it stands in the manifest; what is not there is meant as far as there is something. */
  readonly path: ManifestPath;
}

/** An error about a manifest whose line is not looked for yet: that takes a second, slower reading. */
export interface Disagreement {
  readonly diagnostic: Diagnostic;
  readonly path: ManifestPath;
}

/** Points errors at the values in package.json that they are about. */
export async function withPlaces(
  { folder, at }: PluginPackage,
  disagreements: readonly Disagreement[],
): Promise<readonly Diagnostic[]> {
  const [first] = disagreements;
  if (first === undefined) return [];
  const { readJson } = await import("../config/json.ts");
  const manifest = readText(join(folder, "package.json"));
  const text = manifest.ok ? manifest.text : "";
  const read = readJson(text);
  return disagreements.map(({ diagnostic, path }) =>
    // The file has changed since it was read.
    !read.ok
      ? diagnostic
      : { ...diagnostic, at: placeIn({ file: at.file, text, root: read.root }, offsetOf(read.root, path)) },
  );
}

/** Where the value stands that a path leads to; of what is missing, where the key stands in which it should be. */
function offsetOf(root: DataNode, path: ManifestPath): number | undefined {
  let [node, offset] = [root, root.offset];
  for (const key of ["passwright", ...path]) {
    const entry = node.kind === "map" ? node.entries.findLast((one) => one.key === key) : undefined;
    const next = entry?.value ?? (node.kind === "list" ? node.items[key as number] : undefined);
    if (next === undefined) return offset;
    offset = next.kind === "scalar" || entry === undefined ? next.offset : entry.keyOffset;
    node = next;
  }
  return offset;
}
