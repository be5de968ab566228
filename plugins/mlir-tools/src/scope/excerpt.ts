import { createModule, OpBuilder } from "@passwright/ir";
import type { Attribute, Block, Operation } from "@passwright/ir";
import { textOf } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Copy of an operation, nested in copies of its surrounding operations, so that the copy is valid IR. The copies of the
 * surrounding operations contain only the copied operation and the symbols to which it refers.
 */
export interface Excerpt {
  readonly top: Operation;
  /**
   * Surrounding operations, outermost first. `region` is the index of the region that contains the next operation of
   * the path, which is always the first operation in this region.
   */
  readonly path: readonly { readonly anchor: string; readonly region: number }[];
}

const SYMBOL = /@(?:"((?:[^"\\]|\\.)*)"|([\w$.-]+))/g;

/** Returns the excerpt of an operation. */
export function excerptOf(op: Operation): Excerpt {
  const around: Operation[] = [];
  for (let parent = op.parentOp; parent !== undefined; parent = parent.parentOp) around.unshift(parent);
  if (around.length === 0) return { top: op, path: [] };
  const { context } = op;
  const before = context.allowUnregistered;
  context.allowUnregistered = true;
  try {
    return build(op, around);
  } finally {
    context.allowUnregistered = before;
  }
}

function build(op: Operation, around: readonly Operation[]): Excerpt {
  const { store } = createModule(op.context);
  const path: { anchor: string; region: number }[] = [];
  const named = symbolsIn(op);
  let block: Block | undefined;
  let top: Operation | undefined;
  around.forEach((parent, index) => {
    const child = around[index + 1] ?? op;
    // Replaces a surrounding operation that has operands by a module, because the operands are not part of the excerpt.
    const isPlain = parent.numOperands === 0 && parent.numResults === 0;
    const shell = isPlain ? shellOf(parent, store) : new OpBuilder(store).create("builtin.module", { regions: 1 });
    const region = isPlain ? regionIndexOf(child) : 0;
    const inside = shell.getRegion(region).addBlock();
    block?.push(shell);
    top ??= shell;
    if (block !== undefined) declareSymbols(block, around[index] as Operation, named);
    block = inside;
    path.push({ anchor: shell.name, region });
  });
  block?.push(op.clone({ into: store }));
  if (block !== undefined) declareSymbols(block, op, named);
  return { top: top as Operation, path };
}

function regionIndexOf(op: Operation): number {
  return Math.max(0, op.parentOp?.regions.indexOf(op.parentRegion as never) ?? 0);
}

/** Copies an operation without its contents. */
function shellOf(op: Operation, store: Store): Operation {
  return new OpBuilder(store).create(op.name, {
    attributes: entriesOf(op.discardableAttrs),
    properties: entriesOf(op.properties),
    regions: op.regions.length,
    location: op.location,
  });
}

function entriesOf(dictionary: Attribute | undefined): Record<string, Attribute> {
  const { data } = dictionary ?? {};
  if (data?.kind !== "dictionary") return {};
  return Object.fromEntries(data.entries.map(({ name, value }) => [textOf(name), value]));
}

function symbolsIn(op: Operation): Set<string> {
  const found = new Set<string>();
  for (const [, quoted, plain] of op.print({ generic: true, localScope: true }).matchAll(SYMBOL)) {
    found.add(quoted === undefined ? (plain as string) : quoted);
  }
  return found;
}

/**
 * Copies the siblings of `op` whose symbols are in `named`, and adds the copies to `block`. Copies functions only as
 * declarations, and copies other operations completely.
 */
function declareSymbols(block: Block, op: Operation, named: Set<string>): void {
  const siblings = (op.block?.operations ?? []).filter((one) => one !== op && one.symbolName !== undefined);
  const taken = new Set<Operation>();
  // Copied operations can refer to further symbols.
  for (let before = -1; before !== taken.size;) {
    before = taken.size;
    for (const sibling of siblings) {
      if (taken.has(sibling) || !named.has(sibling.symbolName as string)) continue;
      taken.add(sibling);
      if (sibling.name !== "func.func") symbolsIn(sibling).forEach((name) => named.add(name));
    }
  }
  for (const sibling of siblings) {
    if (!taken.has(sibling)) continue;
    if (sibling.name !== "func.func") block.push(sibling.clone({ into: block.store }));
    else {
      const declaration = shellOf(sibling, block.store);
      declaration.setAttr("sym_visibility", new OpBuilder(block.store).getStringAttr("private"));
      block.push(declaration);
    }
  }
}

/** Finds the copied operation in `top`, which is a parsed excerpt. */
export function findIn(top: Operation, { path }: Excerpt): Operation | undefined {
  let at: Operation | undefined = top;
  for (const { region } of path) at = at?.regions[region]?.front?.front;
  return at;
}
