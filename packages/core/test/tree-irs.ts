import { defineConversion, definePass } from "@passwright/core";
import type { IrAdapter, OperationName, PassContext, PassDefinition } from "@passwright/core";

/** Operation of the IRs that these tests use. */
export interface Tree {
  readonly kind: string;
  readonly of: string;
  readonly children: Tree[];
}

export type TreeIr = IrAdapter<Tree> & { readonly root: string };

/**
 * Makes an IR of trees whose text is `name(inner inner)`. Operations of the kind `bad`, and operations of a different
 * IR, are not valid.
 */
export function treeIr(name: string, root: string): TreeIr {
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    let found = names.get(text);
    if (found === undefined) {
      found = { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
      names.set(text, found);
    }
    return found;
  };
  const print = (op: Tree): string =>
    op.children.length === 0 ? op.kind : `${op.kind}(${op.children.map((one) => print(one)).join(" ")})`;
  return {
    name,
    root,
    intern,
    nameOf(op) {
      if (op.of !== name) throw new Error(`${op.kind} of ${op.of} came to ${name}`);
      return intern(op.kind);
    },
    collectNested: (op, out) => void out.push(...op.children),
    print: (op) => `${name}: ${print(op)}\n`,
    verify(op, _options, report) {
      if (!print(op).includes("bad")) return true;
      report({ code: "TREE", severity: "error", message: `${name} has a bad operation` });
      return false;
    },
  };
}

export function tree(of: string, kind: string, ...children: readonly Tree[]): Tree {
  return { of, kind, children: [...children] };
}

/**
 * Returns a copy of a tree whose operations belong to another IR. `kinds` maps old names of operations to new names.
 */
export function translate(op: Tree, to: string, kinds: { readonly [kind: string]: string } = {}): Tree {
  return tree(to, kinds[op.kind] ?? op.kind, ...op.children.map((one) => translate(one, to, kinds)));
}

/** Makes a conversion between two of the IRs, which renames the root. */
export function conversion(
  from: TreeIr,
  to: TreeIr,
  convert?: (op: Tree) => Tree | Promise<Tree>,
): PassDefinition<Tree> {
  const whole = (op: Tree): Tree => translate(op, to.name, { [from.root]: to.root });
  return defineConversion({
    name: `${from.name}-to-${to.name}`,
    from,
    to,
    convert: convert ?? whole,
  }) as PassDefinition<Tree>;
}

/** Makes a pass that adds an operation to each operation that it runs on. */
export function adding(name: string, ir: TreeIr | undefined, anchor?: string): PassDefinition<Tree> {
  return definePass({
    name,
    ...(ir === undefined ? {} : { ir }),
    ...(anchor === undefined ? {} : { anchor }),
    runOnOperation: (op: Tree, _pass: PassContext<Tree>) => void op.children.push(tree(op.of, name)),
  }) as PassDefinition<Tree>;
}
