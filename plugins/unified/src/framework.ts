import { defineFramework, UsageError } from "@passwright/sdk";
import type { DefinedFramework, PassDefinition, PassManagerBuilder } from "@passwright/sdk";
import type { Nodes as HastNode } from "hast";
import type { Nodes as MdastNode } from "mdast";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import type { PluggableList } from "unified";
import { conversionOf, fromUnified, nameOf } from "./from-unified.ts";
import type { AnyPlugin } from "./from-unified.ts";
import { hastIr, htmlSyntax, markdownSyntax, mdastIr } from "./trees.ts";
import type { Syntax } from "./trees.ts";

/** A plugin with its settings, as `use` got it. */
type Attached = readonly [plugin: AnyPlugin, ...settings: unknown[]];

const since = "0.1";

const points = {
  "markdown.begin": { since, doc: "the Markdown as it was written" },
  "markdown.end": { since, doc: "the plugins of the list that work on Markdown have run" },
  "html.begin": { since, doc: "the HTML as it was converted, or as it was written" },
  "html.end": { since, doc: "the plugins of the list that work on HTML have run" },
} as const;

const shape = { name: "unified", extensionPoints: points } as const;

/** Parsers and printers: the IRs have them. */
const SYNTAX: ReadonlySet<unknown> = new Set([remarkParse, remarkStringify, rehypeParse, rehypeStringify]);

/** Opens presets, and drops plugins that are switched off. */
function attached(list: PluggableList): readonly Attached[] {
  return (unified().use(list) as unknown as { readonly attachers: readonly Attached[] }).attachers.filter(
    ([, first]) => first !== false,
  );
}

/**
 * Makes a framework of a list of plugins, as `unified().use(list)` takes it: presets are opened, the order is kept. Up to `remark-rehype` the
 * passes run on Markdown, after it on HTML; a list with `rehype-parse` begins with HTML. Plugins that only extend the syntax do so, and
 * are steps without an effect.
 *
 * @throws UsageError PWV0301 if the list has no parser, or one that is not known here.
 */
export function unifiedFramework(
  list: PluggableList = [remarkParse, remarkRehype, rehypeStringify],
): DefinedFramework<MdastNode | HastNode, typeof shape, {}> {
  const plugins = attached(list);
  const has = (one: unknown): boolean => plugins.some(([plugin]) => plugin === one);
  const isMarkdown = has(remarkParse);
  if (!isMarkdown && !has(rehypeParse)) {
    throw new UsageError({
      code: "PWV0301",
      severity: "error",
      message: "the list of plugins has no parser",
      help: ["begin the list with `remark-parse` or `rehype-parse`"],
    });
  }
  // Plugins may extend parser and printer, so one processor with all of them does both.
  const all = unified().use(list).freeze() as unknown as Required<Syntax>;
  const syntaxOf = (parser: unknown, printer: unknown, other: Required<Syntax>): Syntax => ({
    parse: (file) => (has(parser) ? all : other).parse(file),
    stringify: (tree, file) => (has(printer) ? all : other).stringify(tree, file),
  });
  const mdast = mdastIr(syntaxOf(remarkParse, remarkStringify, markdownSyntax));
  const hast = hastIr(syntaxOf(rehypeParse, rehypeStringify, htmlSyntax));
  const split = isMarkdown ? plugins.findIndex(([plugin]) => plugin === (remarkRehype as unknown)) : -1;
  const names = new Map<string, number>();
  const passOf = ([plugin, ...settings]: Attached, isHtml: boolean): PassDefinition<MdastNode | HastNode>[] => {
    if (SYNTAX.has(plugin)) return [];
    const count = (names.get(nameOf(plugin)) ?? 0) + 1;
    names.set(nameOf(plugin), count);
    const name =
      nameOf(plugin) === "" ? `plugin.${count}` : count === 1 ? nameOf(plugin) : `${nameOf(plugin)}.${count}`;
    return [fromUnified(plugin, { name, settings, ir: (isHtml ? hast : mdast) as never }) as never];
  };
  const end = split < 0 ? (isMarkdown ? plugins.length : 0) : split;
  const markdown = plugins.slice(0, end).flatMap((one) => passOf(one, false));
  const html = plugins.slice(split < 0 ? end : split + 1).flatMap((one) => passOf(one, true));
  const [, ...settings] = plugins[split] ?? [remarkRehype];
  const conversion = split < 0 ? [] : [conversionOf(remarkRehype as never, { from: mdast, to: hast, settings })];
  const hasHtml = !isMarkdown || split >= 0;
  const kept = Object.entries(points).filter(([name]) => (name.startsWith("markdown") ? isMarkdown : hasHtml));
  return defineFramework({
    ...shape,
    extensionPoints: Object.fromEntries(kept) as typeof points,
    ir: (isMarkdown ? mdast : hast) as never,
    passes: [...markdown, ...conversion, ...html] as never,
    pipeline(builder: PassManagerBuilder<MdastNode | HastNode>) {
      const add = (name: string, passes: readonly PassDefinition<MdastNode | HastNode>[]): void => {
        builder.addExtensionPoint(`${name}.begin`);
        for (const pass of passes) builder.addPass(pass);
        builder.addExtensionPoint(`${name}.end`);
      };
      if (isMarkdown) add("markdown", markdown);
      for (const pass of conversion) builder.addPass(pass as never);
      if (hasHtml) add("html", html);
    },
  }) as never;
}

/** Markdown to HTML, without plugins of its own: configs and plugins insert them. */
export default unifiedFramework();
