import type { IrAdapter, OperationName } from "@passwright/core";

/**
 * Returns the path of an operation from the root. Each part of the path is the name of an operation, with its symbol or
 * with its position among siblings of the same name.
 */
export function pathOf<Op extends object>(ir: IrAdapter<Op>, root: Op, op: Op): string {
  const parts: string[] = [];
  let at = op;
  while (at !== root) {
    const parent = ir.parentOf?.(at);
    if (parent === undefined) return searchDown(ir, root, op).join("/");
    parts.unshift(partOf(ir, parent, at));
    at = parent;
  }
  return [ir.nameOf(root).text, ...parts].join("/");
}

/** Searches for an operation from the root down. Used for IRs that cannot return the parent of an operation. */
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
  return partsIn(ir, parent).get(op) ?? ir.nameOf(op).text;
}

/** Returns the last part of the path for each direct child of an operation. */
function partsIn<Op extends object>(ir: IrAdapter<Op>, parent: Op): ReadonlyMap<Op, string> {
  const inner: Op[] = [];
  ir.collectNested(parent, inner);
  const alike = new Map<OperationName, Op[]>();
  const parts = new Map<Op, string>();
  for (const op of inner) {
    const name = ir.nameOf(op);
    const symbol = ir.symbolOf?.(op);
    parts.set(op, symbol === undefined ? name.text : `${name.text}@${symbol}`);
    if (symbol === undefined) alike.set(name, [...(alike.get(name) ?? []), op]);
  }
  for (const [{ text }, ops] of alike) if (ops.length > 1) ops.forEach((op, at) => parts.set(op, `${text}[${at}]`));
  return parts;
}

/** Returns the paths of an operation and of all operations inside it. `path` is the path of the operation itself. */
export function pathsIn<Op extends object>(ir: IrAdapter<Op>, top: Op, path: string): ReadonlyMap<Op, string> {
  const paths = new Map([[top, path]]);
  // The loop also visits operations that are added while it runs.
  for (const [op, outer] of paths) for (const [inner, part] of partsIn(ir, op)) paths.set(inner, `${outer}/${part}`);
  return paths;
}

/** Returns a hash of a path as eight hexadecimal digits: FNV-1a with 32 bits. */
export function hashOf(path: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Returns the root around an operation, or the operation itself if the adapter does not know parents. */
export function topOf(ir: IrAdapter<object>, op: object): object {
  let top = op;
  for (let parent = ir.parentOf?.(top); parent !== undefined; parent = ir.parentOf?.(top)) top = parent;
  return top;
}
