import { defineFramework, passNames, refuse } from "@passwright/sdk";
import type { DefinedFramework, PassDefinition, PassManagerBuilder } from "@passwright/sdk";
import type { Nodes as HastNode } from "hast";
import type { Nodes as MdastNode } from "mdast";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { loadPlugins } from "./config.ts";
import type { NamedPlugins, NamedPreset, UnifiedConfigSettings } from "./config.ts";
import { conversionOf, fromUnified, nameOf } from "./from-unified.ts";
import type { AnyPlugin } from "./from-unified.ts";
import { hastIr, htmlSyntax, markdownSyntax, mdastIr } from "./trees.ts";
import type { Syntax } from "./trees.ts";

const since = "0.1";

const points = {
  "markdown.begin": { since, doc: "the Markdown as it was written" },
  "markdown.end": { since, doc: "the plugins of the list that work on Markdown have run" },
  "html.begin": { since, doc: "the HTML as it was converted, or as it was written" },
  "html.end": { since, doc: "the plugins of the list that work on HTML have run" },
} as const;

const shape = { name: "unified", extensionPoints: points } as const;

/** Plugins whose functions bundlers can rename. Other copies of these plugins are recognized by name. */
const KNOWN = Object.entries({
  "rehype-parse": rehypeParse,
  "rehype-stringify": rehypeStringify,
  "remark-parse": remarkParse,
  "remark-rehype": remarkRehype,
  "remark-stringify": remarkStringify,
});

/** For each language: its title, its tool, the plugin that converts to the other language, and that language. */
const LANGUAGES = {
  markdown: { title: "Markdown", tool: "remark", conversion: "remark-rehype", other: "html" },
  html: { title: "HTML", tool: "rehype", conversion: "rehype-remark", other: "markdown" },
} as const;

/**
 * Makes a framework from a list of plugins or names of plugins, as `unified().use(list)` accepts it. Expands presets
 * and keeps the order. Passes run on Markdown up to `remark-rehype`, and on HTML after it. A list with `rehype-parse`
 * begins with HTML, and `rehype-remark` changes to Markdown. Plugins that only extend the syntax become steps without
 * an effect.
 *
 * @throws UsageError PWV0301 if the list does not contain a known parser; PWV0302 for a name that cannot be found;
 * PWV0304 if the printer does not match the last language.
 */
export function unifiedFramework(
  named: NamedPlugins | NamedPreset = [remarkParse, remarkRehype, rehypeStringify],
  settings: UnifiedConfigSettings = {},
): DefinedFramework<MdastNode | HastNode, typeof shape, {}> {
  // Plugins can extend the parser and the printer, so one processor with all plugins parses and prints.
  const all = unified().use(loadPlugins(named, settings)).freeze();
  const plugins = (all as unknown as { attachers: [AnyPlugin, ...unknown[]][] }).attachers
    .filter(([, first]) => first !== false)
    .map(([plugin, ...rest]) => {
      const name = KNOWN.find(([, known]) => known === plugin)?.[0] ?? nameOf(plugin);
      return { plugin, settings: rest, name, tool: /^(remark|rehype)-(?:parse|stringify)$/.exec(name)?.[1] };
    });
  // As in unified, the last parser and the last printer are used.
  const toolOf = (end: string) => plugins.findLast(({ tool, name }) => name === `${tool}${end}`)?.tool;
  const [parser, printer] = [toolOf("-parse"), toolOf("-stringify")];
  if (parser === undefined)
    refuse("PWV0301", "the list of plugins has no parser", "start the list with `remark-parse` or `rehype-parse`");
  const syntaxOf = (tool: string, other: Syntax): Syntax => ({
    parse: (file) => (parser === tool ? all : other).parse(file),
    stringify: (tree, file) => (printer === tool ? all : other).stringify(tree, file),
  });
  const irs = { markdown: mdastIr(syntaxOf("remark", markdownSyntax)), html: hastIr(syntaxOf("rehype", htmlSyntax)) };
  const first = parser === "remark" ? "markdown" : "html";
  let language: keyof typeof irs = first;
  const steps = new Set<string | PassDefinition<never>>([`${language}.begin`]);
  const unique = passNames();
  for (const { plugin, settings: own, name, tool } of plugins) {
    if (tool !== undefined) continue;
    const { conversion, other } = LANGUAGES[language];
    const ir = irs[language] as never;
    if (name !== conversion) {
      steps.add(fromUnified(plugin, { name: unique(name), settings: own, ir }));
      continue;
    }
    steps.add(`${language}.end`);
    steps.add(conversionOf(plugin, { from: ir, to: irs[other] as never, settings: own }));
    steps.add(`${other}.begin`);
    language = other;
  }
  steps.add(`${language}.end`);
  const { title, tool, conversion, other } = LANGUAGES[language];
  if (printer === LANGUAGES[other].tool)
    refuse(
      "PWV0304",
      `the result of the plugins is ${title}, which \`${printer}-stringify\` cannot print`,
      `add \`${conversion}\` to the list, or use \`${tool}-stringify\``,
    );
  return defineFramework({
    ...shape,
    extensionPoints: Object.fromEntries(Object.entries(points).filter(([name]) => steps.has(name))) as typeof points,
    ir: irs[first] as never,
    passes: [...steps].filter((step) => typeof step !== "string") as never,
    pipeline(builder: PassManagerBuilder<MdastNode | HastNode>) {
      for (const step of steps) {
        if (typeof step === "string") builder.addExtensionPoint(step);
        else builder.addPass(step as never);
      }
    },
  }) as never;
}

/** Framework that only converts Markdown to HTML. Configs and plugins insert passes. */
export default unifiedFramework();
