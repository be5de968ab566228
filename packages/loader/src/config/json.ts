import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import type { Result } from "@passwright/core";
import { DataBudget, DataTooLarge } from "@passwright/sdk/loading";
import type { DataNode } from "@passwright/sdk/loading";

export type TextResult = Result<
  { readonly root: DataNode },
  { readonly errors: readonly { readonly message: string; readonly offset: number; readonly help?: string }[] }
>;

export function readJson(text: string): TextResult {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  if (tree === undefined || errors.length > 0) {
    const found = errors.length > 0 ? errors : [{ error: 4, offset: 0, length: 0 }];
    return { ok: false, errors: found.map(({ error, offset }) => ({ message: errorText(error), offset })) };
  }
  return { ok: true, root: convert(tree, new DataBudget(), 0) };
}

function convert(node: Node, budget: DataBudget, depth: number): DataNode {
  const { offset } = node;
  budget.spend(depth, offset);
  if (node.type === "array")
    return { kind: "list", offset, items: (node.children ?? []).map((item) => convert(item, budget, depth + 1)) };
  if (node.type !== "object") return { kind: "scalar", offset, value: node.value as unknown };
  const entries = (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    if (key === undefined || value === undefined) return [];
    return [{ key: String(key.value), keyOffset: key.offset, value: convert(value, budget, depth + 1) }];
  });
  return { kind: "map", offset, entries };
}

/** Reason why a text is not JSON, with its position. The reason does not depend on the version of Node. */
export interface JsonFlaw {
  readonly why: string;
  readonly offset: number;
}

/** Returns the first reason why a text is not JSON. `name` is the name of the file. */
export function findJsonFlaw(text: string, name: string): JsonFlaw {
  let read: TextResult;
  try {
    read = readJson(text);
  } catch (thrown) {
    if (!(thrown instanceof DataTooLarge) && !(thrown instanceof RangeError)) throw thrown;
    return { why: "it is nested too deeply", offset: 0 };
  }
  const first = read.ok ? undefined : read.errors[0];
  if (first !== undefined) return { why: `it is not valid JSON (${first.message})`, offset: first.offset };
  return { why: `comments and trailing commas are not allowed in ${name}`, offset: 0 };
}

/** Formats an error code: `ValueExpected` becomes `value expected`. */
function errorText(code: ParseError["error"]): string {
  return printParseErrorCode(code)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}
