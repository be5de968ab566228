import type { IrAdapter } from "@passwright/core";

/**
 * Returns the path of an operation from the root: the name of each operation, with its symbol or its position among
 * siblings of the same name.
 */
export function pathOf<Op extends object>(ir: IrAdapter<Op>, root: Op, op: Op): string {
  const found = findPath(ir, root, op);
  return found.join("/");
}

function findPath<Op extends object>(ir: IrAdapter<Op>, root: Op, op: Op): readonly string[] {
  const parts: string[] = [];
  let at = op;
  while (at !== root) {
    const parent = ir.parentOf?.(at);
    if (parent === undefined) return searchDown(ir, root, op);
    parts.unshift(partOf(ir, parent, at));
    at = parent;
  }
  return [ir.nameOf(root).text, ...parts];
}

/** Searches the path from the root, for IRs without links to parents. */
function searchDown<Op extends object>(ir: IrAdapter<Op>, root: Op, op: Op): readonly string[] {
  const open: { readonly at: Op; readonly path: readonly string[] }[] = [{ at: root, path: [ir.nameOf(root).text] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, path } = next;
    if (at === op) return path;
    const inner: Op[] = [];
    ir.collectNested(at, inner);
    for (const child of inner) open.push({ at: child, path: [...path, partOf(ir, at, child)] });
  }
  return [ir.nameOf(op).text];
}

function partOf<Op extends object>(ir: IrAdapter<Op>, parent: Op, op: Op): string {
  const name = ir.nameOf(op);
  const symbol = ir.symbolOf?.(op);
  if (symbol !== undefined) return `${name.text}@${symbol}`;
  const siblings: Op[] = [];
  ir.collectNested(parent, siblings);
  const alike = siblings.filter((sibling) => ir.nameOf(sibling) === name && ir.symbolOf?.(sibling) === undefined);
  return alike.length < 2 ? name.text : `${name.text}[${alike.indexOf(op)}]`;
}

/** Returns a hash of a path as eight hexadecimal digits: FNV-1a with 32 bits. */
export function hashOf(path: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
