import type { IrAdapter, OperationName } from "@passwright/core";

/** Operation without a link to its parent. */
export interface Leaf {
  readonly kind: string;
  text: string;
  children: Leaf[];
}

/** Makes a tree of objects, such as `list a(item b, item c)`. */
export function leaf(head: string, ...children: Leaf[]): Leaf {
  const [kind = "", text = ""] = head.split(" ");
  return { kind, text, children };
}

export function printLeaf({ kind, text, children }: Leaf): string {
  const head = text === "" ? kind : `${kind} ${text}`;
  return children.length === 0 ? head : `${head}(${children.map(printLeaf).join(", ")})`;
}

function copyLeaf({ kind, text, children }: Leaf): Leaf {
  return { kind, text, children: children.map(copyLeaf) };
}

function findParent(op: Leaf, root: Leaf): Leaf | undefined {
  if (root.children.includes(op)) return root;
  for (const child of root.children) {
    const found = findParent(op, child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Implementations of `parentOf` by description. Each function makes an implementation for the tree `root`. */
export const PARENTS: { readonly [what: string]: (root: Leaf) => { parentOf?(op: Leaf): Leaf | undefined } } = {
  "has no `parentOf`": () => ({}),
  "knows every parent": (root) => ({ parentOf: (op) => findParent(op, root) }),
  "returns undefined for every parent": () => ({ parentOf: () => undefined }),
  "throws for every parent": () => ({
    parentOf: () => {
      throw new Error("no parents");
    },
  }),
  "returns the operation itself as its parent": () => ({ parentOf: (op) => op }),
  "returns other objects as parents": () => ({
    parentOf: ({ kind }) => (kind === "wrapper" ? undefined : leaf("wrapper")),
  }),
};

/** Makes an adapter that does not share interned names with other adapters. */
export function makeTree(parents: { parentOf?(op: Leaf): Leaf | undefined } = {}): IrAdapter<Leaf> {
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    let name = names.get(text);
    if (name === undefined) {
      name = { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
      names.set(text, name);
    }
    return name;
  };
  return {
    name: "tree",
    intern,
    nameOf: ({ kind }) => intern(kind),
    collectNested: ({ children }, out) => void out.push(...children),
    print: printLeaf,
    clone: copyLeaf,
    fingerprint: (op) => BigInt(`0x${Buffer.from(printLeaf(op)).toString("hex")}`),
    ...parents,
  };
}
