import { transformFromAstSync, types } from "@babel/core";
import type { transformSync } from "@babel/core";
import { generate } from "@babel/generator";
import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import { readInputMap } from "./input-map.ts";
import { normalizeJavascript } from "./normalize.ts";
import { Parser } from "./parser.ts";

/** Babel configuration. Its type has different names in versions 7 and 8. */
export type BabelOptions = NonNullable<Parameters<typeof transformSync>[1]>;

/** Node of Babel's syntax tree. */
export type Node = types.Node;

/** Root of Babel's syntax tree. */
export type File = types.File;

/** Data of a tree in addition to its nodes. */
export interface Origin {
  /** Source text. */
  readonly code: string;
  readonly filename: string;
  /** Source map of an earlier tool, for `sourceMaps`. */
  readonly inputSourceMap?: object;
  /** Options of the generator, which plugins may have changed. */
  readonly generatorOpts?: object;
}

/** Maps roots of trees to their sources. Trees that were not parsed by this IR do not have an entry. */
export const originOf = new WeakMap<object, Origin>();

/** Code with its source map, if `sourceMaps` is set. */
export interface GeneratedCode {
  readonly code: string;
  readonly map?: object | null;
}

/** Options that prevent a search for configuration files, and color in error messages. */
export const ALONE = { configFile: false, babelrc: false, highlightCode: false } as const;

/** Returns a message of Babel without the path at its start. */
export function withoutPath(message: string, file: string): string {
  const path = `${file}: `;
  const begin = message.indexOf(path);
  return begin < 0 ? message : message.slice(begin + path.length);
}

/** Throws the error of the parser without the source excerpt and the name of the file, because diagnostics show both. */
function rethrow(thrown: unknown, file: string): never {
  const { message = "", loc } = thrown as {
    readonly message?: string;
    readonly loc?: { readonly line: number; readonly column: number };
  };
  if (loc === undefined) throw thrown;
  const [first = ""] = message.split("\n");
  const text = withoutPath(first, file).replace(/ \(\d+:\d+\)$/, "");
  throw Object.assign(new SyntaxError(text), { line: loc.line, column: loc.column + 1 });
}

function leftOut(): TypeError {
  return new TypeError("the configuration of Babel leaves this file out");
}

function parse(code: string, filename: string, parser: Parser, options: BabelOptions): File {
  let file: Node | null = null;
  try {
    file = parser.parse(code, filename) as Node | null;
  } catch (thrown) {
    rethrow(thrown, filename);
  }
  if (file?.type !== "File") throw leftOut();
  const { inputSourceMap, sourceMaps } = options;
  const map =
    typeof inputSourceMap === "object"
      ? inputSourceMap
      : sourceMaps && inputSourceMap !== false && readInputMap(file, filename);
  originOf.set(file, { code, filename, ...(map && { inputSourceMap: map }) });
  return file;
}

/** Returns the options of the generator for a tree that no group has run on. */
function generatorOptions(file: File, options: BabelOptions, { code, filename }: Partial<Origin>): object {
  const { plugins: _plugins, presets: _presets, ...settings } = options;
  const named = filename === undefined ? {} : { filename };
  const alone = { ...settings, ...ALONE, ...named, ast: true, code: false, cloneInputAst: false };
  const result = transformFromAstSync(file, code ?? "", alone) as {
    readonly options?: { readonly generatorOpts?: object };
  };
  return result.options?.generatorOpts ?? {};
}

/** Generates the code of a tree with the options of a configuration, and a source map if `sourceMaps` is set. */
export function generateCode(file: File, options: BabelOptions = {}): GeneratedCode {
  const origin = originOf.get(file) ?? {};
  const {
    code = "",
    inputSourceMap,
    generatorOpts = generatorOptions(file, options, origin),
  } = origin as Partial<Origin>;
  const { sourceMaps } = options;
  const asked = {
    ...(sourceMaps !== undefined && { sourceMaps: sourceMaps !== false }),
    ...(inputSourceMap && { inputSourceMap }),
  };
  const generated = generate(file, { ...generatorOpts, ...asked } as never, code);
  const map = generated.map === null ? null : { ...generated.map };
  if (map === null || (sourceMaps !== "inline" && sourceMaps !== "both")) return { code: generated.code, map };
  const bytes = Buffer.from(JSON.stringify(map)).toString("base64");
  const comment = `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${bytes}`;
  return { code: `${generated.code}\n${comment}`, map: sourceMaps === "inline" ? null : map };
}

/**
 * Makes the IR: Babel's nodes, whose names are their types (`File`, `FunctionDeclaration`). The options and plugins of a configuration
 * determine the accepted syntax. Refuses files that `takes` rejects.
 */
export function javascriptIr(
  options: BabelOptions = {},
  takes: (file: string) => boolean = () => true,
): Ir<Node, File> {
  const parser = new Parser({ ...options, ...ALONE });
  return defineIr({
    name: "javascript",
    extensions: [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"],
    root: "File",
    parse(code: string, { file }: { readonly file: string }): File {
      if (!takes(file)) throw leftOut();
      return parse(code, file, parser, options);
    },
    nameOf: (node: Node) => node.type,
    childrenOf: (node: Node) =>
      (types.VISITOR_KEYS[node.type] ?? []).flatMap((key) => {
        const child = (
          node as unknown as { readonly [key: string]: Node | readonly (Node | null)[] | null | undefined }
        )[key];
        return [child ?? []].flat().filter((one): one is Node => one !== null);
      }),
    positionOf: (node: Node) =>
      node.loc ? { line: node.loc.start.line, column: node.loc.start.column + 1 } : undefined,
    clone: (node: Node) => types.cloneNode(node),
    normalize: (node: Node) => normalizeJavascript(node as File),
    print: (file: File) => generateCode(file, options).code,
    printWithMap(file: File) {
      const { code, map } = generateCode(file, { ...options, sourceMaps: options.sourceMaps ?? true });
      return map == null ? { text: code } : { text: code, map };
    },
  }) as unknown as Ir<Node, File>;
}
