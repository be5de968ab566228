import { defineGroup } from "@passwright/sdk";
import type { GroupContext, GroupDefinition, GroupMember } from "@passwright/sdk";
import postcss from "postcss";
import type { CssNode, Creator, Plugin, Root } from "postcss";

type Member = GroupMember<Plugin | Creator>;

/** PostCSS plugins: one processor runs all of them, and each sees what the others write. */
export const cssPlugins: GroupDefinition<CssNode, Plugin | Creator> = defineGroup<CssNode, Plugin | Creator>({
  name: "postcss",
  splits: "refuse",
  async run(members, root, context) {
    const plugins = members.map((member) => timed(member, context));
    const result = await postcss(plugins).process(root as Root, { from: undefined, map: false });
    for (const { text, plugin } of result.warnings()) {
      const member = members[plugins.findIndex(({ postcssPlugin }) => postcssPlugin === plugin)];
      if (member === undefined) context.emitWarning(text);
      else context.timeMember(member, () => context.emitWarning(text));
    }
  },
});

/** Returns a plugin whose functions are timed, and whose exceptions are attributed to its pass. */
function timed(member: Member, context: GroupContext<CssNode>): Plugin {
  const wrap = (value: unknown): unknown => {
    if (typeof value === "function")
      return (...args: readonly unknown[]): unknown =>
        context.timeMember(member, () => (value as (...all: readonly unknown[]) => unknown)(...args));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, wrap(one)]));
  };
  const plugin = typeof member.member === "function" ? member.member() : member.member;
  const { prepare, ...visitors } = plugin as Plugin & { prepare?(result: object): object };
  const own = wrap(visitors) as Plugin;
  // PostCSS walks what `prepare` returns as well.
  return prepare === undefined ? own : ({ ...own, prepare: (result: object) => wrap(prepare(result)) } as Plugin);
}
