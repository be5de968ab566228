import { definePass, passNameOf, passNames, refuse } from "@passwright/sdk";
import type { OptionSpecs, PassDeclaration, PassDefinition, ValuesOf } from "@passwright/sdk";
import postcss from "postcss";
import type { AcceptedPlugin, AnyNode } from "postcss";
import { postcssGroup } from "./group.ts";

/** Declarations that a PostCSS plugin does not have: pass types, properties, options. */
export interface PostcssPassSettings<O extends OptionSpecs> extends Partial<
  Omit<PassDeclaration, "anchor" | "group" | "ir" | "worksOn">
> {
  /** Options that configs and other plugins may set. If given, `plugin` is a function of their values. */
  readonly options?: O;
}

/** Plugin, or a function of its options that makes it. */
type PluginOf<O extends OptionSpecs> = AcceptedPlugin | ((options: Partial<ValuesOf<O>>) => AcceptedPlugin);

/** Returns the name of a plugin as the name of a pass. */
function nameOf(plugin: AcceptedPlugin): string {
  const [first, second] = postcss([plugin]).plugins;
  const own = (plugin as { readonly postcssPlugin?: string }).postcssPlugin;
  const only =
    second === undefined ? (first as { readonly postcssPlugin?: string } | undefined)?.postcssPlugin : undefined;
  const name = passNameOf(own ?? only ?? "");
  return (
    name ?? refuse("PWV0201", "a plugin of PostCSS has no name", "name the pass: `fromPostcss(plugin, { name: … })`")
  );
}

/**
 * Makes a pass from a PostCSS plugin. The pass is a member of the group `postcss`, whose members run in one processor.
 *
 * @throws UsageError PWV0201 for a plugin without a name, unless `settings` has `name`.
 */
export function fromPostcss<const O extends OptionSpecs = {}>(
  plugin: PluginOf<O>,
  settings: PostcssPassSettings<O> = {},
): PassDefinition<AnyNode, O> {
  const { options, ...declaration } = settings;
  const make = (values: ValuesOf<O>): AcceptedPlugin =>
    (plugin as (given: Partial<ValuesOf<O>>) => AcceptedPlugin)({ ...values });
  return definePass({
    name: declaration.name ?? nameOf(plugin as AcceptedPlugin),
    ...declaration,
    anchor: "root",
    group: postcssGroup,
    ...(options === undefined ? { member: plugin as AcceptedPlugin } : { options, createMember: make }),
  } as never) as unknown as PassDefinition<AnyNode, O>;
}

/** Makes a pass from each plugin in a list, including those of presets. Adds numbers to equal names. */
export function openPlugins(plugins: readonly AcceptedPlugin[]): readonly PassDefinition<AnyNode>[] {
  const unique = passNames();
  return (postcss([...plugins]).plugins as readonly AcceptedPlugin[]).map(
    (plugin) => fromPostcss(plugin, { name: unique(nameOf(plugin)) }) as PassDefinition<AnyNode>,
  );
}
