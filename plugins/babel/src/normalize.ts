import { types } from "@babel/core";
import { generate } from "@babel/generator";

type Node = types.Node;

/** Nodes that bind names. */
const BINDERS: ReadonlySet<string> = new Set([
  "VariableDeclarator",
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassDeclaration",
  "ClassExpression",
  "CatchClause",
  "ImportSpecifier",
  "ImportDefaultSpecifier",
  "ImportNamespaceSpecifier",
]);

/**
 * Removes differences that change nothing: the order of functions in a block, the order of variables without a value in
 * a declaration, and the names that plugins generate, which begin with `_`. Files that are equal afterwards differed
 * only in these respects.
 */
export function normalizeJavascript(file: types.File): void {
  sortFunctions(file);
  renameGenerated(file);
  walk(file, (node) => {
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
  walk(file, (node) => {
    if (node.type !== "Program" && node.type !== "BlockStatement") return;
    const body = node.body as Node[];
    const functions = body.filter(({ type }) => type === "FunctionDeclaration");
    const keys = new Map(functions.map((one) => [one, generate(one).code.replace(/\b_\w*/g, "_")]));
    functions.sort((left, right) => compare(keys.get(left) ?? "", keys.get(right) ?? ""));
    node.body = [...functions, ...body.filter((one) => !keys.has(one))] as never;
  });
}

/** Numbers generated names by their first use. */
function renameGenerated(file: types.File): void {
  const declared = new Set<string>();
  const exported = new Set<string>();
  walk(file, (node) => {
    if (BINDERS.has(node.type)) for (const name of Object.keys(types.getBindingIdentifiers(node))) declared.add(name);
    if (node.type === "ExportNamedDeclaration" && node.declaration)
      for (const name of Object.keys(types.getBindingIdentifiers(node.declaration, false, true))) exported.add(name);
  });
  const uses: types.Identifier[] = [];
  const declarations: types.Identifier[] = [];
  walk(file, (node, parent, grandparent) => {
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

/** Whether an identifier is the name of a variable, and not of a property. */
function isName(node: Node, parent: Node, grandparent: Node | undefined): boolean {
  return types.isReferenced(node, parent, grandparent) || types.isBinding(node, parent, grandparent);
}

type Visit = (node: Node, parent?: Node, grandparent?: Node) => void;

/** Visits all nodes in the order of the source. */
function walk(top: Node, visit: Visit, parent?: Node, grandparent?: Node): void {
  visit(top, parent, grandparent);
  for (const key of types.VISITOR_KEYS[top.type] ?? []) {
    const child = (top as unknown as { readonly [key: string]: Node | readonly (Node | null)[] | null | undefined })[
      key
    ];
    for (const one of [child ?? []].flat()) if (one !== null) walk(one, visit, top, parent);
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
