import { errorDiagnostic } from "@passwright/core";
import { defineIr, refuse } from "@passwright/sdk";
import type { Ir, IrInput } from "@passwright/sdk";
import type { Nodes as HastNode, Root as HastRoot } from "hast";
import type { Nodes as MdastNode, Root as MdastRoot } from "mdast";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { VFile } from "vfile";
import { kindOf } from "./kind-of.ts";
import { expectControls, noteConversion } from "./messages.ts";
import type { MessageControl } from "./messages.ts";

/** unified processor that parses and prints, with the plugins that extend the syntax. */
export interface Syntax {
  /** Parses the text of a file. */
  parse(file: VFile): unknown;
  /** Prints a tree as text. */
  stringify(tree: never, file: VFile): unknown;
  /** Whether `stringify` may return bytes. */
  readonly hasBytes?: boolean;
  /** Functions of plugins in the list that remove messages. */
  readonly controls?: readonly MessageControl[];
  /** Number of conversions before the last of these functions. */
  readonly conversions?: number;
}

/** Parser and printer of remark. */
export const markdownSyntax: Syntax = unified().use(remarkParse).use(remarkStringify).freeze();

/** Parser and printer of rehype. */
export const htmlSyntax: Syntax = unified().use(rehypeParse).use(rehypeStringify).freeze();

/** Global class that exists in Node and in browsers. */
const { TextEncoder } = globalThis as unknown as {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
};

const files = new WeakMap<object, VFile>();

/**
 * Returns the file that belongs to a tree. Plugins write messages and data to the file. A tree that this package did
 * not parse gets an empty file.
 */
export function fileOf(root: object): VFile {
  const found = files.get(root) ?? new VFile();
  files.set(root, found);
  return found;
}

/** Assigns the file of the tree `from` to the root `to`, which a conversion made. */
export function keepFile(from: object, to: object): void {
  files.set(to, fileOf(from));
  noteConversion(fileOf(from));
}

/** Prints a tree with the compiler, which can return text or bytes. */
function compiled(syntax: Syntax, root: object): string | Uint8Array {
  const result = syntax.stringify(root as never, fileOf(root));
  if (typeof result === "string" || result instanceof Uint8Array) return result;
  return refuse(
    "PWV0307",
    `the compiler in the list of plugins returned ${kindOf(result)} instead of text or bytes`,
    "return a string or a `Uint8Array` from the compiler",
  );
}

/** Makes an IR from the members in `own`, and from the members that the IRs of Markdown and HTML share. */
function irOf(syntax: Syntax, own: Omit<IrInput<object, never, object>, "childrenOf">): Ir<object> {
  const unchecked = defineIr({
    ...own,
    childrenOf: (node: object) => (node as { readonly children?: never[] }).children,
    parse(text: string, { file: path }: { readonly file: string }): object {
      const file = new VFile({ path, value: text });
      expectControls(file, syntax.controls ?? [], syntax.conversions ?? 0);
      const root = syntax.parse(file) as object;
      files.set(root, file);
      return root;
    },
    // Decodes bytes as UTF-8, as unified does.
    print: (root: object): string => String(new VFile(compiled(syntax, root))),
    // Prints only roots if the compiler comes from the list of plugins, because this compiler can require a root.
    prints: syntax.hasBytes === true ? "roots" : "operations",
    verify: checkTypes,
  } as never) as Ir<object> & Required<Pick<Ir<object>, "parse">>;
  const parse: typeof unchecked.parse = (text, source = { file: "input" }) => {
    const parsed = unchecked.parse(text, source);
    const type = parsed.ok ? (parsed.op as { readonly type?: unknown }).type : undefined;
    if (typeof type !== "string" || type === "root") return parsed;
    const message = `the parser in the list of plugins returned a node \`${type}\` instead of a tree of remark or rehype`;
    const facts = { at: { file: source.file, line: 0, column: 0 } };
    return {
      ok: false,
      diagnostics: [errorDiagnostic("PWV0301", message, "run this list of plugins with unified", facts)],
    };
  };
  const ir = { ...unchecked, parse };
  if (syntax.hasBytes !== true) return ir;
  const bytesOf = (result: string | Uint8Array): Uint8Array =>
    typeof result === "string" ? new TextEncoder().encode(result) : result;
  return { ...ir, bytes: { print: (root) => bytesOf(compiled(syntax, root)) } };
}

/** Reports the first node in a tree whose `type` is not a string. Returns true if all types are strings. */
function checkTypes(root: object, report: (message: string, at: object) => void): boolean {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, children = [] } = node as { readonly type?: unknown; readonly children?: readonly object[] };
    if (typeof type !== "string") {
      report(`\`type\` of a node is ${kindOf(type)}, not a string`, node);
      return false;
    }
    for (const child of children) waiting.push(child);
  }
  return true;
}

/**
 * Makes the IR of Markdown, whose operations are the nodes of remark's tree. The name of an operation is the node's
 * type, such as `root`, `heading` or `link`.
 */
export function mdastIr(syntax: Syntax = markdownSyntax): Ir<MdastNode, MdastRoot> {
  return irOf(syntax, {
    name: "mdast",
    extensions: [".md", ".markdown"],
    root: "root",
    nameOf: (node) => (node as MdastNode).type,
  }) as never;
}

/**
 * Makes the IR of HTML, whose operations are the nodes of rehype's tree. The name of an operation is the element's name
 * (`img`), `#root` for the root, or `#text` for a text node, because SVG has an element named `text`.
 */
export function hastIr(syntax: Syntax = htmlSyntax): Ir<HastNode, HastRoot> {
  return irOf(syntax, {
    name: "hast",
    extensions: [".html", ".htm"],
    root: "#root",
    nameOf(given) {
      const node = given as HastNode;
      return node.type === "element" ? node.tagName : `#${node.type}`;
    },
    normalize: (node) => sortProperties(node as HastNode),
  }) as never;
}

/** Sorts the properties of all elements, because the order of properties is not significant. */
function sortProperties(node: HastNode): void {
  if (node.type === "element") node.properties = Object.fromEntries(Object.entries(node.properties).sort());
  if ("children" in node) node.children.forEach(sortProperties);
}

/** IR of Markdown with remark's syntax, without extensions. */
export const mdast = mdastIr();

/** IR of HTML with rehype's syntax, without extensions. */
export const hast = hastIr();
