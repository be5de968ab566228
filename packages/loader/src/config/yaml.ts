import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type TextResult } from "./json.ts";
import { DataBudget, type DataEntry, type DataNode } from "./node.ts";

/** Reads YAML 1.2, with the place of everything. Tags are not resolved: a config is plain data. */
export function readYaml(text: string): TextResult {
  const document = parseDocument(text, { lineCounter: new LineCounter(), prettyErrors: false, schema: "core" });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    return {
      ok: false,
      errors: problems.map(({ message, pos }) => ({ message: lowerFirst(message), offset: pos[0] })),
    };
  }
  return { ok: true, root: convert(document.contents, document, new DataBudget(), 0) };
}

function convert(node: Node | null, document: Document, budget: DataBudget, depth: number): DataNode {
  const offset = node?.range?.[0];
  budget.spend(depth, offset);
  const place = offset === undefined ? {} : { offset };
  if (node === null) return { kind: "scalar", value: null };
  if (isAlias(node)) return { ...convert(node.resolve(document) ?? null, document, budget, depth + 1), ...place };
  if (isSeq<Node>(node)) {
    const items = node.items.map((item) => convert(item, document, budget, depth + 1));
    return { kind: "list", items, ...place };
  }
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.map(({ key, value }): DataEntry => {
      const keyOffset = key.range?.[0];
      return {
        key: isScalar(key) ? String(key.value) : String(key),
        ...(keyOffset === undefined ? {} : { keyOffset }),
        value: convert(value, document, budget, depth + 1),
      };
    });
    return { kind: "map", entries, ...place };
  }
  return { kind: "scalar", value: isScalar(node) ? node.value : undefined, ...place };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
