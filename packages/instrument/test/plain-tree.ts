import type { IrAdapter, OperationName } from "@passwright/core";

/** Operation without a link to its parent. */
export interface Node {
  readonly kind: string;
  text: string;
  children: Node[];
}

export function node(kind: string, text: string, ...children: Node[]): Node {
  return { kind, text, children };
}

export function printNode({ kind, text, children }: Node): string {
  return `${kind} ${text}${children.length === 0 ? "" : `(${children.map(printNode).join(", ")})`}`;
}

function copy({ kind, text, children }: Node): Node {
  return { kind, text, children: children.map(copy) };
}

/** Returns an adapter for plain objects that has only the functions for names, children, text and copies. */
export function makeTree(): IrAdapter<Node> {
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    const name = names.get(text) ?? { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
    names.set(text, name);
    return name;
  };
  return {
    name: "tree",
    intern,
    nameOf: ({ kind }) => intern(kind),
    collectNested: ({ children }, out) => void out.push(...children),
    symbolOf: ({ text }) => text,
    print: printNode,
    clone: copy,
    fingerprint: (op) => BigInt(`0x${Buffer.from(printNode(op)).toString("hex")}`),
  };
}
