import type { Visitor, XastNode, XastParent } from "svgo";

type Callbacks = {
  enter?(node: XastNode, parent: XastParent | null): unknown;
  exit?(node: XastNode, parent: XastParent | null): void;
};

/**
 * Walks a tree in the order that SVGO documents for its visitors: `enter`, the children, `exit`. If `enter` returns a
 * symbol (SVGO's `visitSkip`), skips the children and `exit` of the node. If `enter` detaches an element from its
 * parent, skips its children.
 */
export function visit(node: XastNode, visitor: Visitor, parent: XastParent | null = null): void {
  const callbacks = visitor[node.type] as Callbacks | undefined;
  if (typeof callbacks?.enter?.(node, parent) === "symbol") return;
  // Plugins replace the list of children when they remove one, so the walk continues on the list that it began with.
  const isParent = node.type === "root" || (node.type === "element" && node.children.length > 0);
  if (isParent && (parent === null || parent.children.includes(node as never))) {
    for (const child of node.children) visit(child, visitor, node);
  }
  callbacks?.exit?.(node, parent);
}
