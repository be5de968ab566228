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
import type { PluggableList } from "unified";
import { loadPlugins } from "./config.ts";
import type { NamedPlugins, NamedPreset, UnifiedConfigSettings } from "./config.ts";
import { conversionOf, fromUnified, nameOf } from "./from-unified.ts";
import type { AnyPlugin } from "./from-unified.ts";
import { hastIr, htmlSyntax, markdownSyntax, mdastIr } from "./trees.ts";
import type { Syntax } from "./trees.ts";

/** Plugin with its settings: the arguments of `use`. */
type Attached = readonly [plugin: AnyPlugin, ...settings: unknown[]];

const since = "0.1";

const points = {
  "markdown.begin": { since, doc: "the Markdown as it was written" },
  "markdown.end": { since, doc: "the plugins of the list that work on Markdown have run" },
  "html.begin": { since, doc: "the HTML as it was converted, or as it was written" },
  "html.end": { since, doc: "the plugins of the list that work on HTML have run" },
} as const;

const shape = { name: "unified", extensionPoints: points } as const;

/** Parsers and printers, which are parts of the IRs. */
const PARSERS: ReadonlySet<string> = new Set(["remark-parse", "rehype-parse"]);
const PRINTERS: ReadonlySet<string> = new Set(["remark-stringify", "rehype-stringify"]);

/** Plugins that bundlers may have renamed. */
const KNOWN: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [rehypeParse, "rehype-parse"],
  [rehypeStringify, "rehype-stringify"],
  [remarkParse, "remark-parse"],
  [remarkRehype, "remark-rehype"],
  [remarkStringify, "remark-stringify"],
]);

/** Returns the package name of a plugin. A project may have a second copy of a known plugin, which is found by its name. */
const packageOf = (plugin: AnyPlugin): string => KNOWN.get(plugin) ?? nameOf(plugin);

/** Expands presets, and drops disabled plugins. */
function attached(list: PluggableList): readonly Attached[] {
  return (unified().use(list) as unknown as { readonly attachers: readonly Attached[] }).attachers.filter(
    ([, first]) => first !== false,
  );
}

/**
 * Makes a framework from a list of plugins or names of plugins, as `unified().use(list)` accepts it. Expands presets and keeps the
 * order. Passes run on Markdown up to `remark-rehype`, and on HTML after it. A list with `rehype-parse` begins with HTML, and
 * `rehype-remark` changes to Markdown. Plugins that only extend the syntax become steps without an effect.
 *
 * @throws UsageError PWV0301 if the list has no parser, or one that is not known here; PWV0302 for a name that cannot be found.
 */
export function unifiedFramework(
  named: NamedPlugins | NamedPreset = [remarkParse, remarkRehype, rehypeStringify],
  settings: UnifiedConfigSettings = {},
): DefinedFramework<MdastNode | HastNode, typeof shape, {}> {
  const list = loadPlugins(named, settings);
  const plugins = attached(list);
  // As in unified, the last parser and the last printer are used.
  const lastOf = (some: ReadonlySet<string>): string | undefined =>
    plugins.map(([plugin]) => packageOf(plugin)).findLast((name) => some.has(name));
  const [parser, printer] = [lastOf(PARSERS), lastOf(PRINTERS)];
  if (parser === undefined)
    refuse("PWV0301", "the list of plugins has no parser", "begin the list with `remark-parse` or `rehype-parse`");
  // Plugins may extend parser and printer, so one processor with all of them does both.
  const all = unified().use(list).freeze() as unknown as Required<Syntax>;
  const syntaxOf = (ownParser: string, ownPrinter: string, other: Required<Syntax>): Syntax => ({
    parse: (file) => (parser === ownParser ? all : other).parse(file),
    stringify: (tree, file) => (printer === ownPrinter ? all : other).stringify(tree, file),
  });
  const irs = {
    markdown: mdastIr(syntaxOf("remark-parse", "remark-stringify", markdownSyntax)),
    html: hastIr(syntaxOf("rehype-parse", "rehype-stringify", htmlSyntax)),
  };
  const first = parser === "remark-parse" ? "markdown" : "html";
  const steps = stepsOf(plugins, first, irs);
  return defineFramework({
    ...shape,
    extensionPoints: Object.fromEntries(
      Object.entries(points).filter(([name]) => steps.includes(name)),
    ) as typeof points,
    ir: irs[first] as never,
    passes: steps.filter((step) => typeof step !== "string") as never,
    pipeline(builder: PassManagerBuilder<MdastNode | HastNode>) {
      for (const step of steps) {
        if (typeof step === "string") builder.addExtensionPoint(step);
        else builder.addPass(step as never);
      }
    },
  }) as never;
}

type Language = "markdown" | "html";

/** Plugins that change the language of the tree. */
const CONVERSIONS: { readonly [name: string]: { readonly from: Language; readonly to: Language } } = {
  "remark-rehype": { from: "markdown", to: "html" },
  "rehype-remark": { from: "html", to: "markdown" },
};

/** Returns passes for the plugins, and names of extension points around the first part in each language. */
function stepsOf(
  plugins: readonly Attached[],
  first: Language,
  irs: { readonly [L in Language]: unknown },
): readonly (string | PassDefinition<never>)[] {
  const steps: (string | PassDefinition<never>)[] = [];
  const unique = passNames();
  let language = first;
  const add = (edge: "begin" | "end"): void => {
    const name = `${language}.${edge}`;
    if (!steps.includes(name)) steps.push(name);
  };
  add("begin");
  for (const [plugin, ...settings] of plugins) {
    const own = packageOf(plugin);
    if (PARSERS.has(own) || PRINTERS.has(own)) continue;
    const conversion = CONVERSIONS[own];
    if (conversion?.from === language) {
      add("end");
      language = conversion.to;
      const [from, to] = [irs[conversion.from], irs[conversion.to]] as never[];
      steps.push(conversionOf(plugin, { from, to, settings } as never) as never);
      add("begin");
      continue;
    }
    steps.push(fromUnified(plugin, { name: unique(own), settings, ir: irs[language] as never }) as never);
  }
  add("end");
  return steps;
}

/** Framework that only converts Markdown to HTML. Configs and plugins insert passes. */
export default unifiedFramework();
