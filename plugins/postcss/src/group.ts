import { defineGroup } from "@passwright/sdk";
import type { GroupContext, GroupMember } from "@passwright/sdk";
import postcss, { CssSyntaxError } from "postcss";
import type { AcceptedPlugin, AnyNode, LazyResult, Message, Result, Root } from "postcss";

/** Messages of plugins about a tree, in order: for example the files that it depends on. */
export const messagesOf = new WeakMap<object, readonly Message[]>();

/** Returns the position of a node or an error for a diagnostic. */
function placeOf(
  file: string | undefined,
  at: { readonly line?: number | undefined; readonly column?: number | undefined },
) {
  return { file: file ?? "<css>", line: at.line ?? 0, column: at.column ?? 0 };
}

/** Reports the warnings of a processor as diagnostics. Keeps other messages for {@link messagesOf}. */
function report({ messages, root }: Result<Root>, members: Members, context: GroupContext<AnyNode>): void {
  messagesOf.set(root, [...(messagesOf.get(root) ?? []), ...messages]);
  for (const { type, plugin, text, node } of messages) {
    if (type !== "warning") continue;
    const member = members.named(plugin);
    if (member !== undefined) context.blame(member);
    const start = (node as AnyNode | undefined)?.source?.start;
    const at = start === undefined ? undefined : placeOf((node as AnyNode).source?.input.file, start);
    context.emitAt(at, "warning", String(text));
  }
}

/** Members of a group by the names that PostCSS gives their plugins. */
class Members {
  readonly #all: readonly GroupMember<AcceptedPlugin>[];

  constructor(all: readonly GroupMember<AcceptedPlugin>[]) {
    this.#all = all;
  }

  named(plugin: string | undefined): GroupMember | undefined {
    return this.#all.find(
      ({ name, member }) => name === plugin || postcss([member]).plugins.some((one) => nameOf(one) === plugin),
    );
  }
}

function nameOf(plugin: unknown): string | undefined {
  return (plugin as { readonly postcssPlugin?: string }).postcssPlugin;
}

function fail(thrown: unknown, members: Members, context: GroupContext<AnyNode>): void {
  const { plugin } = thrown as { readonly plugin?: string };
  const member = members.named(plugin);
  if (member !== undefined) context.blame(member);
  if (!(thrown instanceof CssSyntaxError)) throw thrown;
  context.emitAt(placeOf(thrown.file, thrown), "error", thrown.reason);
  context.signalPassFailure();
}

/**
 * Returns the plugin that returned a promise to `sync`, which failed. PostCSS rethrows errors of plugins, but not this
 * one.
 */
function pluginThatWaits(result: LazyResult): string | undefined {
  try {
    return nameOf(result.sync().lastPlugin);
  } catch {
    return undefined;
  }
}

/**
 * Group of PostCSS's plugins: one processor runs all of them, as in `postcss([…])`. Two consecutive processors may give
 * a different result from one, so a pass between two members is refused.
 */
export const postcssGroup = defineGroup<AnyNode, AcceptedPlugin>({
  name: "postcss",
  splits: "refuse",
  run(members, root, context) {
    const from = (root as Root).source?.input.file;
    const named = new Members(members);
    const end = (result: Result): void => report(result as Result<Root>, named, context);
    const failed = (thrown: unknown): void => fail(thrown, named, context);
    const options = {
      from,
      map: false,
      // PostCSS prints when all plugins have run. The IR prints later.
      get stringifier(): (() => void) | undefined {
        return (result as unknown as { readonly stringified?: boolean }).stringified === true ? () => {} : undefined;
      },
    } as const;
    const result: LazyResult = postcss(members.map(({ member }) => member)).process(root as Root, options as never);
    if (context.mayWait) return result.then(end).catch(failed);
    let done: Result;
    try {
      done = result.sync();
    } catch (thrown) {
      const waiting = named.named(pluginThatWaits(result));
      if (waiting === undefined) return failed(thrown);
      context.blame(waiting);
      // The run refuses the promise.
      return Promise.resolve();
    }
    return end(done);
  },
});
