import { bool, definePass, int, PassType } from "@passwright/sdk";
import type { XastElement, XastRoot } from "svgo";

/** Erases comments and metadata, at any depth. */
export const removeComments = definePass({
  name: "remove-comments",
  summary: "Erase comments",
  types: [PassType.Cleanup],
  statistics: { erased: "comments erased" },
  runOnOperation(root: XastRoot | XastElement, pass) {
    const erase = (node: XastRoot | XastElement): void => {
      const kept = node.children.filter(({ type }) => type !== "comment");
      pass.statistics.erased.add(node.children.length - kept.length);
      node.children = kept as typeof node.children;
      for (const child of kept) if (child.type === "element") erase(child);
    };
    erase(root);
  },
});

/** Shortens the ids that an image defines, and all references to these ids. */
export const cleanupIds = definePass({
  name: "cleanup-ids",
  summary: "Give ids short names",
  types: [PassType.Normalization],
  options: { prefix: bool(false, "begin each id with `i`") },
  runOnOperation(root: XastRoot, pass) {
    const names = new Map<string, string>();
    const elements = elementsIn(root);
    for (const { attributes } of elements) {
      const { id } = attributes;
      if (id === undefined || names.has(id)) continue;
      names.set(id, `${pass.options.prefix ? "i" : ""}${names.size.toString(36)}`);
    }
    const shorten = (text: string): string =>
      text.replace(/url\(#([^)]+)\)/g, (whole, id: string) => (names.has(id) ? `url(#${names.get(id)})` : whole));
    for (const { attributes } of elements) {
      for (const [key, value] of Object.entries(attributes)) {
        const id = key === "id" ? value : /^(?:xlink:)?href$/.test(key) && value.startsWith("#") ? value.slice(1) : "";
        if (names.has(id)) attributes[key] = key === "id" ? (names.get(id) ?? id) : `#${names.get(id)}`;
        else attributes[key] = shorten(value);
      }
    }
  },
});

/** Rounds the numbers in the data of one path. */
export const roundPaths = definePass({
  name: "round-paths",
  summary: "Round numbers in paths",
  anchor: "path",
  types: [PassType.LateOptimization],
  options: { precision: int(3, "digits after the point", { min: 0, max: 12 }) },
  runOnOperation({ attributes }: XastElement, pass) {
    const { precision } = pass.options;
    const { d } = attributes;
    if (d === undefined) return;
    // The pattern matches only numbers with a decimal point, so flags of arcs are not changed.
    attributes["d"] = d.replace(/\d*\.\d+/g, (number) => String(Number(Number(number).toFixed(precision))));
  },
});

/** Sorts the attributes of every element by name. */
export const sortAttributes = definePass({
  name: "sort-attributes",
  summary: "Sort attributes by name",
  types: [PassType.Normalization],
  runOnOperation(root: XastRoot) {
    for (const element of elementsIn(root)) {
      const sorted = Object.entries(element.attributes).sort(([left], [right]) => (left < right ? -1 : 1));
      element.attributes = Object.fromEntries(sorted);
    }
  },
});

/** Returns all elements below a node in pre-order. */
export function elementsIn(node: XastRoot | XastElement): XastElement[] {
  return node.children.flatMap((child) => (child.type === "element" ? [child, ...elementsIn(child)] : []));
}
