import type { PluginItem } from "@babel/core";
import { checkPassSettings, definePass, refuse } from "@passwright/sdk";
import type { AdaptedPassSettings, OptionSpecs, PassDefinition } from "@passwright/sdk";
import { babelGroup } from "./group.ts";
import { ALONE } from "./javascript.ts";
import type { Node } from "./javascript.ts";
import { createConfigItemSync, loading, loadOptionsSync } from "./loading.ts";

/**
 * Makes a pass from a Babel plugin: a function, a module name, or a pair of a function or module name and plugin
 * options. The pass is a member of the group `babel`, whose members run in one traversal. Options of the pass override
 * the options of the plugin.
 *
 * @throws UsageError PWC0101 for a name that passes cannot have, PWC0105 for unknown settings, PWV0401 for a plugin
 * that Babel cannot load, whose options are false, or that replaces the parser.
 */
export function fromBabel<const O extends OptionSpecs = {}>(
  plugin: PluginItem,
  settings: Omit<AdaptedPassSettings<O>, "worksOn"> & { readonly name: string },
): PassDefinition<Node, O> {
  const { options, ...declaration } = { ...settings };
  checkPassSettings("fromBabel", declaration, [], "pass options of the plugin as `[plugin, options]`");
  const { value, options: own } = loading(`the plugin of \`fromBabel\``, () =>
    createConfigItemSync(plugin, { type: "plugin" }),
  );
  if (own === false)
    return refuse("PWV0401", "the options of the plugin of `fromBabel` are false", "pass the plugin without `false`");
  const memberOf = (values: object): PluginItem => {
    const member = [value, options === undefined ? own : { ...own, ...values }] as PluginItem;
    const what = `the plugin of pass \`${declaration.name}\``;
    const loaded = loading(what, () => loadOptionsSync({ ...ALONE, plugins: [member] }));
    if (loaded?.plugins?.some(({ parserOverride }) => parserOverride !== undefined))
      refuse(
        "PWV0401",
        `${what} replaces the parser, but passes run after parsing`,
        "add the plugin to `plugins` of the Babel configuration",
      );
    return member;
  };
  return definePass({
    ...declaration,
    anchor: "File",
    ir: "javascript",
    group: babelGroup,
    options,
    createMember: memberOf,
  } as never) as unknown as PassDefinition<Node, O>;
}
