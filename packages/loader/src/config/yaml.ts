import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Document, Node } from "yaml";
import { DataBudget, DataTooLarge } from "@passwright/sdk/loading";
import type { DataEntry, DataNode } from "@passwright/sdk/loading";
import type { TextResult } from "./json.ts";

const HELP: readonly (readonly [message: RegExp, help: string])[] = [
  [/^implicit map keys need/, "write a colon and a space between a key and its value: `key: value`"],
  [
    /^(?:nested mappings|a block sequence may not)/,
    "start the keys of a map in the same column, and quote strings that contain a colon",
  ],
  [/^tabs are not/, "indent with spaces"],
  [/^plain value cannot start with/, 'put the value into quotes: `"@scope/name"`'],
];

/**
 * Parses YAML 1.2 to nodes with positions, without resolving tags. Duplicate keys are checked after parsing, because
 * the library's check takes quadratic time. Returns only the first error, because the first error causes most of the
 * later errors.
 */
export function readYaml(text: string): TextResult {
  const document = parseDocument(text, {
    lineCounter: new LineCounter(),
    prettyErrors: false,
    schema: "core",
    uniqueKeys: false,
  });
  const problems = [...document.errors, ...document.warnings];
  // The library is recursive, and reports a stack overflow as a syntax error.
  if (problems.some(({ message }) => /maximum call stack/i.test(message)))
    throw new DataTooLarge("nested too deeply", 0);
  if (problems.length > 0) {
    return {
      ok: false,
      errors: problems.slice(0, 1).map(({ code, message: words, pos }) => {
        const message = code === "MULTIPLE_DOCS" ? "the file contains several YAML documents" : lowerFirst(words);
        const help = HELP.find(([pattern]) => pattern.test(message))?.[1];
        return { message, offset: pos[0], ...(help === undefined ? {} : { help }) };
      }),
    };
  }
  try {
    return { ok: true, root: convert(document.contents, document, new DataBudget(), 0) };
  } catch (thrown) {
    if (!(thrown instanceof UnknownAlias)) throw thrown;
    const help = "define the anchor before the alias, or correct the name of the alias";
    return { ok: false, errors: [{ message: thrown.message, offset: thrown.offset, help }] };
  }
}

class UnknownAlias extends Error {
  readonly offset: number;
  constructor(name: string, offset: number) {
    super(`no anchor \`&${name}\` is defined before the alias \`*${name}\``);
    this.offset = offset;
  }
}

/** Converts a node. The position of a missing value is `missingAt`. */
function convert(
  node: Node | null,
  document: Document,
  budget: DataBudget,
  depth: number,
  missingAt?: number,
): DataNode {
  const offset = node === null ? missingAt : node.range?.[0];
  budget.spend(depth, offset);
  const place = offset === undefined ? {} : { offset };
  if (node === null) return { kind: "scalar", value: null, ...place };
  if (isAlias(node)) {
    const target = node.resolve(document);
    if (target === undefined) throw new UnknownAlias(node.source, offset ?? 0);
    return { ...convert(target, document, budget, depth + 1), ...place };
  }
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
        value: convert(value, document, budget, depth + 1, keyOffset),
      };
    });
    return { kind: "map", entries, ...place };
  }
  return { kind: "scalar", value: isScalar(node) ? node.value : undefined, ...place };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
