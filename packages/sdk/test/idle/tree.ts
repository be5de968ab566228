import { defineIr, definePass } from "@passwright/sdk";

/** Operation of a tree, in text `module(func(x))`. */
export interface Node {
  readonly name: string;
  children: Node[];
}

export function parseTree(text: string): Node {
  let rest = text.replaceAll(/\s/g, "");
  const read = (): Node => {
    const [name = ""] = /^[a-z]+/.exec(rest) ?? [];
    rest = rest.slice(name.length);
    const node: Node = { name, children: [] };
    if (!rest.startsWith("(")) return node;
    rest = rest.slice(1);
    while (!rest.startsWith(")")) {
      node.children.push(read());
      if (rest.startsWith(",")) rest = rest.slice(1);
    }
    rest = rest.slice(1);
    return node;
  };
  return read();
}

export function printTree({ name, children }: Node): string {
  return children.length === 0 ? name : `${name}(${children.map(printTree).join(",")})`;
}

export const tree = defineIr<Node>({
  name: "tree",
  root: "module",
  nesting: "direct",
  nameOf: ({ name }) => name,
  childrenOf: "children",
  parse: (text) => parseTree(text),
  print: printTree,
});

/** Makes a pass that removes or adds operations with a given name inside the operation that the pass runs on. */
export function edit(name: string, how: "remove" | "add" | "keep", what: string, more: object = {}) {
  return definePass({
    name,
    ...more,
    runOnOperation(op: Node, pass) {
      if (how === "add") op.children.push({ name: what, children: [] });
      else if (how === "remove") removeAll(op, what);
      else pass.markAllAnalysesPreserved();
    },
  });
}

export function removeAll(op: Node, what: string): void {
  op.children = op.children.filter(({ name }) => name !== what);
  for (const child of op.children) removeAll(child, what);
}
