import { basename, dirname, relative } from "node:path";
import { transformFromAstSync, types } from "@babel/core";
import type { PluginItem, transformSync } from "@babel/core";
import { generate } from "@babel/generator";
import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import { normalizeJavascript } from "./normalize.ts";
import { parserOf } from "./parser.ts";

/** Babel configuration. Babel's own type has different names in versions 7 and 8. */
export type BabelOptions = NonNullable<Parameters<typeof transformSync>[1]>;

/** Node of Babel's syntax tree. */
export type Node = types.Node;

/** Root of Babel's syntax tree. */
export type File = types.File;

/** Data about a tree that the nodes of the tree do not contain. */
export interface Origin {
  /** Source text. */
  readonly code?: string;
  /** Name of the file. */
  readonly filename?: string;
  /** Babel options that plugins can read while they run. */
  readonly settings?: BabelOptions;
  /** Source map of an earlier tool. Used if `sourceMaps` is set. Absent until plugins have run. */
  readonly inputSourceMap?: object | undefined;
  /** Options of the generator, including changes that plugins made. Absent until plugins have run. */
  readonly generatorOpts?: object;
  /** Generators of plugins, which replace Babel's generator. Absent until plugins have run. */
  readonly generators?: ReadonlySet<GeneratorOverride>;
}

/** Generator of a plugin. Returns `undefined` if the plugin leaves the tree to another generator. */
type GeneratorOverride = (
  file: File,
  options: object,
  code: string,
  generate: unknown,
) => { readonly code: string; readonly map?: object | null } | undefined;

/** Maps roots of trees to their sources. Contains only trees that this IR parsed. */
export const originOf = new WeakMap<object, Origin>();

/** Generated code, with its source map if `sourceMaps` is set. */
export interface GeneratedCode {
  /** Printed code. */
  readonly code: string;
  /** Source map. Absent if `sourceMaps` is not set. */
  readonly map?: object | null;
}

/** Babel options that disable the search for configuration files and the colors of error messages. */
export const ALONE = { configFile: false, babelrc: false, highlightCode: false } as const;

/** Plugin that records data that the generator needs, because Babel does not return this data. */
export const recorder = {
  post({ ast, opts, inputMap }: RunningFile): void {
    const origin = originOf.get(ast);
    // Babel removes the source map comment from the tree, so later runs of plugins use the map that the first run
    // recorded.
    const inputSourceMap = inputMap?.toObject() ?? origin?.inputSourceMap;
    const own = opts.plugins.flatMap(({ generatorOverride }) => generatorOverride ?? []);
    const generators = new Set([...(origin?.generators ?? []), ...own]);
    originOf.set(ast, { ...origin, inputSourceMap, generatorOpts: opts.generatorOpts, generators });
  },
} as PluginItem;

/** Maps roots of trees to the files that plugins declared with `api.addExternalDependency`. */
const externalOf = new WeakMap<object, readonly string[]>();

interface RunningFile {
  readonly ast: File;
  readonly opts: {
    readonly generatorOpts: object;
    readonly plugins: readonly { readonly generatorOverride?: GeneratorOverride }[];
  };
  readonly inputMap?: { toObject(): object };
}

type WrapVisitor = NonNullable<BabelOptions["wrapPluginVisitorMethod"]>;

/**
 * Runs plugins on a tree. The list must contain {@link recorder}. `wrap` receives each visitor function in the form
 * that the configuration's wrapper returns.
 */
export function runPlugins(file: File, plugins: PluginItem[], defaults: BabelOptions = {}, wrap?: WrapVisitor): void {
  const { code = "" } = originOf.get(file) ?? {};
  const options = optionsFor(file, plugins, defaults);
  const own = options.wrapPluginVisitorMethod ?? ((_key, _type, visit) => visit);
  const result = transformFromAstSync(file, code, {
    ...options,
    ast: true,
    code: false,
    cloneInputAst: false,
    ...(wrap && { wrapPluginVisitorMethod: (key, type, visit) => wrap(key, type, own(key, type, visit)) }),
  });
  // The type declarations of Babel 7 do not contain this property.
  const { externalDependencies = [] } = result as { readonly externalDependencies?: Iterable<string> };
  externalOf.set(file, [...(externalOf.get(file) ?? []), ...externalDependencies]);
}

/** Returns the options with which Babel loads plugins for a tree. */
export function optionsFor(file: File, plugins: PluginItem[], defaults: BabelOptions = {}): BabelOptions {
  const { filename, settings = defaults } = originOf.get(file) ?? {};
  return { ...settings, ...ALONE, ...(filename !== undefined && { filename }), plugins, presets: [] };
}

/**
 * Generates the code of a tree with the options of a configuration. If `sourceMaps` is set, also generates a source
 * map.
 */
export function generateCode(file: File, options: BabelOptions = {}): GeneratedCode {
  if (originOf.get(file)?.generatorOpts === undefined) runPlugins(file, [recorder], options);
  const { code = "", inputSourceMap, generatorOpts, generators = new Set() } = originOf.get(file) as Origin;
  const { sourceMaps } = options;
  const asked = {
    ...(sourceMaps !== undefined && { sourceMaps: sourceMaps !== false }),
    ...(inputSourceMap && { inputSourceMap }),
  };
  const given = { ...generatorOpts, ...asked } as never;
  const [own, ...others] = [...generators].flatMap((override) => override(file, given, code, generate) ?? []);
  if (others.length > 0) throw new Error("More than one plugin attempted to override codegen.");
  const generated = own ?? generate(file, given, code);
  const map = generated.map == null ? null : { ...generated.map };
  if (map === null || (sourceMaps !== "inline" && sourceMaps !== "both")) return { code: generated.code, map };
  const bytes = Buffer.from(JSON.stringify(map)).toString("base64");
  const comment = `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${bytes}`;
  return { code: `${generated.code}\n${comment}`, map: sourceMaps === "inline" ? null : map };
}

/**
 * Returns a source map in which the path of the source is relative to the output file. Returns the map unchanged if the
 * configuration names the source, or if an input source map exists.
 */
function mapFor(tree: File, output: string, map: { readonly sources?: readonly unknown[] }): object {
  const { filename = "", settings, inputSourceMap } = originOf.get(tree) as Origin;
  if (settings?.sourceFileName !== undefined || inputSourceMap !== undefined || filename === "-") return map;
  const source = relative(dirname(output), filename).replaceAll("\\", "/");
  return { ...map, sources: map.sources?.map((name) => (name === basename(filename) ? source : name)) };
}

/**
 * Sets the comment properties that Babel sets before it runs plugins, so that a plugin without an effect does not
 * appear to change the tree.
 */
function setComments(node: { -readonly [key in `${"leading" | "inner" | "trailing"}Comments`]?: unknown }): void {
  node.leadingComments ??= undefined;
  node.innerComments ??= undefined;
  node.trailingComments ??= undefined;
}

/**
 * Makes an IR whose operations are Babel's nodes. The name of an operation is the node's type, such as
 * `FunctionDeclaration`. The options and plugins of a configuration determine the accepted syntax.
 */
export function javascriptIr(options: BabelOptions = {}): Ir<Node, File> {
  const parse = parserOf({ ...options, ...ALONE });
  const { plugins: _plugins, presets: _presets, ...settings } = options;
  // Omits the verifier, because it would visit all nodes after each pass.
  const { verify: _verify, ...ir } = defineIr({
    name: "javascript",
    operations: Object.keys(types.VISITOR_KEYS),
    extensions: [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"],
    root: "File",
    parse(code: string, { file: filename }: { readonly file: string }): File {
      const file = parse(code, filename);
      if (file?.type !== "File") throw new TypeError("the configuration of Babel leaves this file out");
      types.traverseFast(file, setComments);
      originOf.set(file, { code, filename, settings });
      return file;
    },
    nameOf: (node: Node) => node.type,
    childrenOf: (node: Node) =>
      (types.VISITOR_KEYS[node.type] ?? [])
        .flatMap((key) => (node as unknown as { readonly [key: string]: Node | null | (Node | null)[] })[key] ?? [])
        .filter((one) => one !== null),
    clone: (node: Node) => types.cloneNode(node),
    normalize: (node: Node) => normalizeJavascript(node as File),
    print: (file: File) => generateCode(file, options).code,
    dependenciesOf: (file: File) => externalOf.get(file) ?? [],
    printWithMap(file: File, target?: { readonly file: string }) {
      const sourceMaps = options.sourceMaps ?? target === undefined;
      const { code, map } = generateCode(file, { ...options, sourceMaps });
      if (map == null) return { text: code };
      if (target === undefined || target.file === "") return { text: code, map };
      const comment = sourceMaps === "both" ? "" : `\n//# sourceMappingURL=${basename(target.file)}.map`;
      return { text: `${code}${comment}`, map: mapFor(file, target.file, map) };
    },
  });
  return ir as unknown as Ir<Node, File>;
}
