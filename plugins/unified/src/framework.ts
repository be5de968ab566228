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
import type { PluggableList, Processor } from "unified";
import { attach, isProcessor } from "./attach.ts";
import type { AnyPlugin, AnyProcessor } from "./attach.ts";
import { loadPlugins } from "./config.ts";
import type { NamedPlugins, NamedPreset, UnifiedConfigSettings } from "./config.ts";
import { conversionOf, fromUnified, nameOf } from "./from-unified.ts";
import { kindOf } from "./kind-of.ts";
import { expectedControl, isMessageControl } from "./messages.ts";
import type { MessageControl } from "./messages.ts";
import { hastIr, mdastIr } from "./trees.ts";
import type { Syntax } from "./trees.ts";

const since = "0.1";

const points = {
  "markdown.begin": { since, doc: "the Markdown as it was written" },
  "markdown.end": { since, doc: "the plugins of the list that work on Markdown have run" },
  "html.begin": { since, doc: "the HTML as it was converted, or as it was written" },
  "html.end": { since, doc: "the plugins of the list that work on HTML have run" },
} as const;

const shape = { name: "unified", extensionPoints: points } as const;

/**
 * Known plugins by name. A list can contain these functions, or copies of these functions, which are recognized by
 * their names.
 */
const KNOWN = Object.entries({
  "rehype-parse": rehypeParse,
  "rehype-stringify": rehypeStringify,
  "remark-parse": remarkParse,
  "remark-rehype": remarkRehype,
  "remark-stringify": remarkStringify,
});

/** Facts about each language. `conversion` is the plugin that converts the language to the language `other`. */
const LANGUAGES = {
  markdown: { title: "Markdown", tool: "remark", conversion: "remark-rehype", other: "html" },
  html: { title: "HTML", tool: "rehype", conversion: "rehype-remark", other: "markdown" },
} as const;

type Language = keyof typeof LANGUAGES;

/** Matches HTML that is a whole document. */
const DOCUMENT = /^\s*<(?:!doctype|html|head|body)\b/i;

/**
 * Parses HTML from the middle of a pipeline. `remark-rehype` creates fragments of documents, and `rehype-parse` would add
 * the elements `html`, `head` and `body` to a fragment.
 */
function parseDocumentOrFragment(this: Processor): void {
  const data = this.data();
  this.parser = (text, file) =>
    unified()
      .data(data)
      .use(rehypeParse, DOCUMENT.test(text) ? {} : { fragment: true })
      .parse(file);
}

/** Returns the name of a plugin in a list. */
function listedName(plugin: AnyPlugin): string {
  return KNOWN.find(([, known]) => known === plugin)?.[0] ?? nameOf(plugin);
}

/**
 * Returns whether a name is the name of a parser or printer of remark or rehype. Parsers and printers are not steps.
 */
function isEnd(name: string): boolean {
  return /^(?:remark|rehype)-(?:parse|stringify)$/.test(name);
}

/**
 * Returns the language of the input. As in unified, the last parser in the list determines the language. If the list
 * does not contain a known parser, the first conversion determines the language. If the list does not contain a
 * conversion either, the printer determines the language.
 */
function firstLanguage(names: readonly string[]): Language {
  const name =
    names.findLast((one) => /^(?:remark|rehype)-parse$/.test(one)) ??
    names.find((one) => one === "remark-rehype" || one === "rehype-remark") ??
    names.findLast(isEnd);
  return name?.startsWith("rehype-") === true ? "html" : "markdown";
}

/** Refuses a printer that cannot print the last language. */
function checkPrinter(printer: string, last: Language): void {
  const { title, tool, conversion, other } = LANGUAGES[last];
  if (printer !== `${LANGUAGES[other].tool}-stringify`) return;
  refuse(
    "PWV0304",
    `the result of the plugins is ${title}, which \`${printer}\` cannot print`,
    `add \`${conversion}\` to the list, or use \`${tool}-stringify\``,
  );
}

/** Refuses an invalid argument, such as a single plugin, because callers in JavaScript do not have type checks. */
function checkList(named: unknown): void {
  if (isProcessor(named) || (typeof named === "object" && named !== null)) return;
  refuse(
    "PWV0309",
    `the first argument of \`unifiedFramework\` is ${kindOf(named)}, not a list of plugins`,
    "write the plugins as a list: `unifiedFramework([remarkParse, remarkRehype, rehypeStringify])`",
  );
}

/**
 * Makes a framework from a unified processor, or from a list of plugins as for `unified().use(list)`, which can also
 * contain names of plugins. Expands presets and keeps the order of the plugins. Passes run on Markdown up to
 * `remark-rehype`, and on HTML after this plugin. If the list contains `rehype-parse`, the passes start on HTML, and
 * run on Markdown after `rehype-remark`. Plugins that only extend the syntax become steps without an effect. The
 * compiler in the list prints the result. Without a compiler, `remark-stringify` or `rehype-stringify` prints the
 * result.
 *
 * @throws UsageError PWV0301 if the list does not contain a parser; PWV0302 for a name that cannot be found; PWV0304 if
 * the printer does not match the last language; PWV0305 for a value that is not a plugin; PWV0309 for an argument that
 * is not a list.
 */
export function unifiedFramework(
  named: NamedPlugins | NamedPreset | AnyProcessor = [remarkParse, remarkRehype, rehypeStringify],
  settings: UnifiedConfigSettings = {},
): DefinedFramework<MdastNode | HastNode, typeof shape, {}> {
  checkList(named);
  // Plugins can extend the parser and the printer, so the same processor with all plugins parses and prints.
  const list = attach(isProcessor(named) ? (named as Processor) : loadPlugins(named, settings));
  const { processor, compilerPlugin } = list;
  if (!list.hasParser)
    refuse(
      "PWV0301",
      "the list of plugins for `unifiedFramework` does not contain a parser",
      "start the list with `remark-parse`, `rehype-parse`, or a plugin that sets `this.parser`",
    );
  const plugins = list.plugins.map((one) => ({ ...one, name: listedName(one.plugin) }));
  const first = firstLanguage(plugins.map(({ name }) => name));
  const lastControl = plugins.findLastIndex(({ name }) => isMessageControl(name));
  let conversions = 0;
  const last = plugins.reduce((language, { name, isBridge }, index) => {
    if (isBridge || name !== LANGUAGES[language].conversion) return language;
    if (index < lastControl) conversions++;
    return LANGUAGES[language].other;
  }, first);
  const compiler = compilerPlugin === undefined ? "" : listedName(compilerPlugin);
  checkPrinter(compiler, last);
  const controls = plugins.flatMap(({ name, transformer }) =>
    isMessageControl(name) && typeof transformer === "function" ? (transformer as MessageControl) : [],
  );
  const syntaxOf = (language: Language, own: PluggableList): Syntax => {
    // Uses the syntax extensions of the plugins in the list, because trees in the middle of the pipeline can contain
    // extended syntax.
    const other = unified().data(processor.data()).use(own).freeze() as Syntax;
    return {
      parse: (file) => (language === first ? (processor as Syntax) : other).parse(file),
      stringify: (tree, file) =>
        (language === last && list.hasCompiler ? (processor as Syntax) : other).stringify(tree, file),
      hasBytes: language === last && list.hasCompiler && !isEnd(compiler),
      controls,
      conversions,
    };
  };
  const irs = {
    markdown: mdastIr(syntaxOf("markdown", [remarkParse, remarkStringify])),
    html: hastIr(syntaxOf("html", [parseDocumentOrFragment, rehypeStringify])),
  };
  let language = first;
  const steps = new Set<string | PassDefinition<never>>([`${language}.begin`]);
  const unique = passNames();
  for (const { transformer, name, isBridge } of plugins) {
    if (isEnd(name)) continue;
    const { conversion, other } = LANGUAGES[language];
    const ir = irs[language] as never;
    const isControl = controls.includes(transformer as MessageControl);
    const attached = (() => (isControl ? expectedControl(transformer as MessageControl) : transformer)) as AnyPlugin;
    if (isBridge || name !== conversion) {
      steps.add(fromUnified(attached, { name: unique(name), ir }));
      continue;
    }
    steps.add(`${language}.end`);
    steps.add(conversionOf(attached, { name: unique(name), from: ir, to: irs[other] as never }));
    steps.add(`${other}.begin`);
    language = other;
  }
  steps.add(`${language}.end`);
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

/** Framework that only converts Markdown to HTML. Configs and plugins can insert passes into the pipeline. */
export default unifiedFramework();
