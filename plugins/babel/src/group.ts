import type { PluginItem } from "@babel/core";
import { defineGroup } from "@passwright/sdk";
import type { GroupContext, GroupMember } from "@passwright/sdk";
import { optionsFor, originOf, recorder, runPlugins } from "./javascript.ts";
import type { File, Node } from "./javascript.ts";
import { createConfigItemSync, loadOptionsSync } from "./loading.ts";
import type { LoadedPlugin } from "./loading.ts";

type Members = readonly GroupMember<PluginItem>[];

/**
 * Maps each list of members to a list of their plugins. The lists of plugins are reused, because Babel would prepare
 * the plugins of a new list again.
 */
const pluginsOf = new WeakMap<Members, PluginItem[]>();

/** Plugin whose visitor threw an exception, and the node that the plugin visited. */
interface Failure {
  /** Babel's name of the plugin. */
  readonly key: string;
  readonly node: Node | undefined;
}

/**
 * Group of Babel's plugins: one traversal with all visitors merged, as in Babel. The result of two traversals can
 * differ, so the builder reports a warning if a plan splits the group.
 */
export const babelGroup = defineGroup<Node, PluginItem>({
  name: "babel",
  splits: "report",
  run(members, root, context) {
    const plugins = pluginsOf.get(members) ?? [...members.map(distinct), recorder];
    pluginsOf.set(members, plugins);
    let failure: Failure | undefined;
    try {
      runPlugins(root as File, plugins, {}, (key, _type, visit) => {
        return function (this: unknown, path, state) {
          try {
            return visit.call(this, path, state);
          } catch (thrown) {
            failure ??= { key, node: path.node as Node | undefined };
            throw thrown;
          }
        };
      });
    } catch (thrown) {
      if (failure !== undefined) blame(failure, members, root as File, plugins, context);
      else blameOther(members, root as File, plugins, context);
      report(thrown, root as File, context);
    }
  },
});

/**
 * Makes an item of Babel's plugin list from a plugin. The name of the item is its index, because Babel refuses two
 * unnamed plugins with the same function.
 */
function distinct({ member }: GroupMember<PluginItem>, index: number): PluginItem {
  const { value, options } = createConfigItemSync(member, { type: "plugin" });
  return [value, options, String(index)] as PluginItem;
}

/**
 * Makes the plugin that threw an exception responsible for the following diagnostics, and sets their position to the
 * node that this plugin visited.
 */
function blame({ key, node }: Failure, members: Members, file: File, plugins: PluginItem[], context: Context): void {
  const loaded = loadOptionsSync(optionsFor(file, plugins))?.plugins ?? [];
  const member = members[loaded.findIndex((plugin) => plugin.key === key)];
  const place = node?.loc?.start;
  if (member === undefined) return;
  context.blame(member, place && placeOf(file, place));
}

/**
 * Finds the plugin that caused an exception before or after the traversal: the first plugin that Babel cannot load, or
 * otherwise the only plugin with a `pre` or `post` function. Makes this plugin responsible for the following
 * diagnostics.
 */
function blameOther(members: Members, file: File, plugins: PluginItem[], context: Context): void {
  const broken = members.find(({ member }) => loadPlugins(file, [member]) === undefined);
  const loaded = broken === undefined ? (loadPlugins(file, plugins) ?? []) : [];
  const others = members.filter((_, index) => Boolean(loaded[index]?.pre ?? loaded[index]?.post));
  const found = broken ?? (others.length === 1 ? others[0] : undefined);
  if (found !== undefined) context.blame(found);
}

/** Loads plugins with Babel. Returns `undefined` if Babel throws an exception. */
function loadPlugins(file: File, plugins: PluginItem[]): readonly LoadedPlugin[] | undefined {
  try {
    return loadOptionsSync(optionsFor(file, plugins))?.plugins ?? [];
  } catch {
    return undefined;
  }
}

function placeOf(file: File, { line, column }: Place) {
  return { file: originOf.get(file)?.filename ?? "<script>", line, column: column + 1 };
}

type Context = GroupContext<Node>;

interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Reports an error that a plugin created with `buildCodeFrameError`, with the error's position. Rethrows other errors.
 */
function report(thrown: unknown, file: File, context: Context): void {
  const error = thrown as { message?: string; readonly loc?: Place; readonly code?: string };
  // In the message of a `buildCodeFrameError`, an excerpt of the source follows the first line.
  const [first = "", ...excerpt] = (error.message ?? "").split("\n");
  const name = originOf.get(file)?.filename;
  // Removes the file name that Babel prepends and the plugin name that Babel appends. The position already contains the
  // file name.
  const message = (first.split(`${name ?? "unknown file"}: `).at(-1) ?? first).replace(
    / \(While processing: .*\)$/,
    "",
  );
  const place = error.loc ?? placeIn(excerpt);
  if (error.code !== "BABEL_TRANSFORM_ERROR" || place === undefined) {
    if (thrown instanceof Error && message !== first) thrown.message = [message, ...excerpt].join("\n");
    throw thrown;
  }
  context.emitAt(placeOf(file, place), "error", message);
  context.signalPassFailure();
}

function placeIn(excerpt: readonly string[]): Place | undefined {
  const index = excerpt.findIndex((line) => line.startsWith(">"));
  const line = /^> *(\d+) \|/.exec(excerpt[index] ?? "");
  const caret = /^ +\| ( *)\^/.exec(excerpt[index + 1] ?? "");
  return line === null ? undefined : { line: Number(line[1]), column: caret?.[1]?.length ?? 0 };
}
