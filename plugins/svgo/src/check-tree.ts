import type { XastElement, XastNode } from "svgo";

/** Keys of the texts in each type of node without children. */
const TEXTS: { readonly [type: string]: readonly string[] | undefined } = {
  comment: ["value"],
  cdata: ["value"],
  text: ["value"],
  instruction: ["name", "value"],
};

/** Types of attribute values that SVGO cannot print. SVGO's own plugins also write numbers, booleans and `undefined`. */
const UNPRINTABLE = new Set(["object", "function", "symbol"]);

/** Returns the problem of a node that SVGO cannot process, or `undefined`. Does not check the children. */
function problemOf(node: XastNode): string | undefined {
  const { type } = node;
  if (type === "element") return problemOfElement(node);
  if (type === "root") return Array.isArray(node.children) ? undefined : "`children` of the root must be a list";
  if (type === "doctype")
    return typeof Object(node.data).doctype === "string" ? undefined : "`data.doctype` of a doctype must be a string";
  const texts = TEXTS[type];
  if (texts === undefined) return `\`${String(type)}\` is not a type of node of SVGO`;
  const wrong = texts.find((key) => typeof (node as unknown as { readonly [key: string]: unknown })[key] !== "string");
  return wrong === undefined ? undefined : `\`${wrong}\` of a node of type \`${type}\` must be a string`;
}

function problemOfElement({ name, attributes, children }: XastElement): string | undefined {
  if (typeof name !== "string") return "`name` of an element must be a string";
  if (!Array.isArray(children)) return `\`children\` of element '${name}' must be a list`;
  if (typeof attributes !== "object" || (attributes as object | null) === null)
    return `\`attributes\` of element '${name}' must be an object`;
  const wrong = Object.entries(attributes as object).find(
    ([, value]) => value === null || UNPRINTABLE.has(typeof value),
  );
  return wrong === undefined ? undefined : `attribute \`${wrong[0]}\` of element '${name}' must be a string`;
}

/** Returns the children of a node that are objects. */
function childrenOf(node: XastNode): readonly XastNode[] {
  const { children } = node as { readonly children?: readonly XastNode[] };
  return Array.isArray(children) ? children.filter((child) => typeof child === "object" && child !== null) : [];
}

/** Returns a node and all nodes inside it, each of them once. */
function nodesIn(top: XastNode): ReadonlySet<XastNode> {
  const nodes = new Set([top]);
  // The loop also visits the nodes that it adds.
  for (const node of nodes) for (const child of childrenOf(node)) nodes.add(child);
  return nodes;
}

/** Reports the first node that SVGO cannot process. Returns true if SVGO can process all nodes. */
export function checkTree(top: XastNode, report: (message: string, at: XastNode) => void): boolean {
  for (const node of nodesIn(top)) {
    const problem = problemOf(node);
    if (problem === undefined) continue;
    report(problem, node);
    return false;
  }
  return true;
}

/**
 * Describes the first attribute whose value is not a string. SVGO prints numbers, but most of SVGO's plugins throw an
 * exception if they process such an attribute.
 */
export function attributeWithoutText(top: XastNode): string | undefined {
  for (const node of nodesIn(top)) {
    if (node.type !== "element") continue;
    const wrong = Object.entries(Object(node.attributes) as object).find(([, value]) => typeof value !== "string");
    if (wrong !== undefined) return `attribute \`${wrong[0]}\` of element '${node.name}' is ${describe(wrong[1])}`;
  }
  return undefined;
}

/** Formats the type of a value that is not a string. */
function describe(value: unknown): string {
  return value === undefined ? "`undefined`" : `a ${typeof value}`;
}
