import type { PluginItem } from "@babel/core";
import { checkPassSettings, definePass } from "@passwright/sdk";
import type { AdaptedPassSettings, OptionSpecs, PassDefinition } from "@passwright/sdk";
import { babelGroup } from "./group.ts";
import type { Node } from "./javascript.ts";

/**
 * Makes a pass from a Babel plugin: a function, or a pair of a function and its options. The pass is a member of the
 * group `babel`, whose members run in one traversal. Options of the pass override the options of the plugin.
 *
 * @throws UsageError PWC0101 for a name that passes cannot have, PWC0105 for unknown settings.
 */
export function fromBabel<const O extends OptionSpecs = {}>(
  plugin: PluginItem,
  settings: Omit<AdaptedPassSettings<O>, "worksOn"> & { readonly name: string },
): PassDefinition<Node, O> {
  const { options, ...declaration } = { ...settings };
  checkPassSettings("fromBabel", declaration, [], "pass options of the plugin as `[plugin, options]`");
  const [target, own] = (Array.isArray(plugin) ? plugin : [plugin]) as [never, object?];
  return definePass({
    ...declaration,
    anchor: "File",
    group: babelGroup,
    options,
    createMember: (values: object) => (options === undefined ? plugin : [target, { ...own, ...values }]),
  } as never) as unknown as PassDefinition<Node, O>;
}
