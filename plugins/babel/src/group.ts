import { transformFromAstSync } from "@babel/core";
import type { PluginItem } from "@babel/core";
import { defineGroup } from "@passwright/sdk";
import type { GroupContext, GroupMember } from "@passwright/sdk";
import { ALONE, originOf, withoutPath } from "./javascript.ts";
import type { BabelOptions, File, Node } from "./javascript.ts";

/**
 * Group of Babel's plugins: one traversal with all visitors merged, as in Babel. Two traversals may give a different
 * result, so a plan that splits the group reports it.
 */
export const babelGroup = defineGroup<Node, PluginItem>({
  name: "babel",
  splits: "report",
  run: (members, root, context) => traverse(members, root as File, context),
});

const NONE: never[] = [];

/** Maps roots of trees to options of the configuration that plugins read while they run. */
export const settingsOf: WeakMap<object, BabelOptions> = new WeakMap();

/** Maps lists of members to lists of their plugins, because Babel prepares a list of plugins once. */
const pluginsOf = new WeakMap<readonly GroupMember<PluginItem>[], PluginItem[]>();

function traverse(members: readonly GroupMember<PluginItem>[], file: File, context: GroupContext<Node>): void {
  const origin = originOf.get(file);
  const plugins = pluginsOf.get(members) ?? members.map(({ member }) => member);
  pluginsOf.set(members, plugins);
  const options: BabelOptions = {
    ...settingsOf.get(file),
    ...ALONE,
    ...(origin?.filename !== undefined && { filename: origin.filename }),
    plugins,
    presets: NONE,
    ast: true,
    code: false,
    cloneInputAst: false,
  };
  try {
    const result = transformFromAstSync(file, origin?.code ?? "", options);
    const { generatorOpts } =
      (result as { readonly options?: { readonly generatorOpts?: object } } | null)?.options ?? {};
    if (origin !== undefined && generatorOpts !== undefined) originOf.set(file, { ...origin, generatorOpts });
  } catch (thrown) {
    report(thrown, origin?.filename, context);
  }
}

/** Reports an error that a plugin made with `buildCodeFrameError`, with its position. Rethrows others. */
function report(thrown: unknown, file: string | undefined, context: GroupContext<Node>): void {
  const {
    message = "",
    loc,
    code,
  } = thrown as {
    readonly message?: string;
    readonly loc?: { readonly line: number; readonly column: number };
    readonly code?: string;
  };
  // Errors of `buildCodeFrameError` have an excerpt of the source after the first line.
  const [first = "", ...excerpt] = message.split("\n");
  const place = loc ?? placeIn(excerpt);
  if (code !== "BABEL_TRANSFORM_ERROR" || place === undefined) throw thrown;
  const at = { file: file ?? "<script>", line: place.line, column: place.column + 1 };
  context.emitAt(at, "error", withoutPath(first, file ?? "unknown file"));
  context.signalPassFailure();
}

function placeIn(excerpt: readonly string[]): { readonly line: number; readonly column: number } | undefined {
  const index = excerpt.findIndex((line) => line.startsWith(">"));
  const line = /^> *(\d+) \|/.exec(excerpt[index] ?? "");
  const caret = /^ +\| ( *)\^/.exec(excerpt[index + 1] ?? "");
  if (line === null) return undefined;
  return { line: Number(line[1]), column: caret === null ? 0 : Math.max(0, (caret[1] ?? "").length) };
}
