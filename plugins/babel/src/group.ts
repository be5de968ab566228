import type { PluginItem } from "@babel/core";
import { defineGroup } from "@passwright/sdk";
import type { GroupContext, GroupMember } from "@passwright/sdk";
import { originOf, recorder, runPlugins } from "./javascript.ts";
import type { File, Node } from "./javascript.ts";

/** Maps lists of members to lists of their plugins, because Babel prepares a list of plugins once. */
const pluginsOf = new WeakMap<readonly GroupMember<PluginItem>[], PluginItem[]>();

/**
 * Group of Babel's plugins: one traversal with all visitors merged, as in Babel. Two traversals may give a different
 * result, so a plan that splits the group reports it.
 */
export const babelGroup = defineGroup<Node, PluginItem>({
  name: "babel",
  splits: "report",
  run(members, root, context) {
    const plugins = pluginsOf.get(members) ?? [...members.map(({ member }) => member), recorder];
    pluginsOf.set(members, plugins);
    try {
      runPlugins(root as File, plugins);
    } catch (thrown) {
      report(thrown, originOf.get(root)?.filename, context);
    }
  },
});

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Reports an error that a plugin made with `buildCodeFrameError`, with its position. Rethrows other errors. */
function report(thrown: unknown, file: string | undefined, context: GroupContext<Node>): void {
  const {
    message = "",
    loc,
    code,
  } = thrown as { readonly message?: string; readonly loc?: Place; readonly code?: string };
  // Errors of `buildCodeFrameError` have an excerpt of the source after the first line.
  const [first = "", ...excerpt] = message.split("\n");
  const place = loc ?? placeIn(excerpt);
  if (code !== "BABEL_TRANSFORM_ERROR" || place === undefined) throw thrown;
  const at = { file: file ?? "<script>", line: place.line, column: place.column + 1 };
  context.emitAt(at, "error", first.split(`${file ?? "unknown file"}: `).at(-1) as string);
  context.signalPassFailure();
}

function placeIn(excerpt: readonly string[]): Place | undefined {
  const index = excerpt.findIndex((line) => line.startsWith(">"));
  const line = /^> *(\d+) \|/.exec(excerpt[index] ?? "");
  const caret = /^ +\| ( *)\^/.exec(excerpt[index + 1] ?? "");
  return line === null ? undefined : { line: Number(line[1]), column: caret?.[1]?.length ?? 0 };
}
