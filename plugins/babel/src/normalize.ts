import { types } from "@babel/core";
import { generate } from "@babel/generator";

type Node = types.Node;

/** Returns whether a node declares names. */
function isBinder(node: Node): boolean {
  return (
    types.isFunction(node) ||
    types.isClass(node) ||
    /^(VariableDeclarator|CatchClause|Import\w*Specifier)$/.test(node.type)
  );
}

/**
 * Removes differences that do not affect behavior, so that files can be compared. Normalizes the order of functions in
 * a block, the order of variables in a declaration if no variable has an initial value, and generated names, which
 * begin with `_`.
 */
export function normalizeJavascript(file: types.File): void {
  sortFunctions(file);
  renameGenerated(file);
  types.traverse(file, (node) => {
    if (
      node.type !== "VariableDeclaration" ||
      node.declarations.some(({ id, init }) => init || !types.isIdentifier(id))
    )
      return;
    const nameOf = ({ id }: (typeof node.declarations)[number]): string => (id as types.Identifier).name;
    node.declarations.sort((left, right) => compare(nameOf(left), nameOf(right)));
  });
}

/** Puts functions first in their blocks, in an order that does not depend on generated names. */
function sortFunctions(file: types.File): void {
  types.traverse(file, (node) => {
    if (node.type !== "Program" && node.type !== "BlockStatement") return;
    const body = node.body as Node[];
    const functions = body.filter(({ type }) => type === "FunctionDeclaration");
    const keys = new Map(functions.map((one) => [one, generate(one).code.replace(/\b_\w*/g, "_")]));
    functions.sort((left, right) => compare(keys.get(left) ?? "", keys.get(right) ?? ""));
    node.body = [...functions, ...body.filter((one) => !keys.has(one))] as never;
  });
}

/** Renames generated names to `_1`, `_2` and so on, in the order of their first uses. */
function renameGenerated(file: types.File): void {
  const declared = new Set<string>();
  const exported = new Set<string>();
  types.traverse(file, (node) => {
    if (isBinder(node)) for (const name of Object.keys(types.getBindingIdentifiers(node))) declared.add(name);
    if (node.type === "ExportNamedDeclaration" && node.declaration)
      for (const name of Object.keys(types.getBindingIdentifiers(node.declaration, false, true))) exported.add(name);
  });
  const uses: types.Identifier[] = [];
  const declarations: types.Identifier[] = [];
  types.traverse(file, (node, ancestors) => {
    const [parent, grandparent] = ancestors.toReversed().map((one) => one.node);
    if (node.type !== "Identifier" || !node.name.startsWith("_")) return;
    if (!declared.has(node.name) || exported.has(node.name)) return;
    if (parent?.type === "VariableDeclarator" && parent.init == null) declarations.push(node);
    else if (parent === undefined || isName(node, parent, grandparent)) uses.push(node);
  });
  const names = new Map<string, string>();
  for (const one of [...uses, ...declarations]) {
    const name = names.get(one.name) ?? `_${names.size + 1}`;
    names.set(one.name, name);
    one.name = name;
  }
}

/** Returns whether an identifier names a variable. Other identifiers name properties. */
function isName(node: Node, parent: Node, grandparent: Node | undefined): boolean {
  return types.isReferenced(node, parent, grandparent) || types.isBinding(node, parent, grandparent);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
