import { checkPassSettings, definePass, passNameOf, passNames, refuse } from "@passwright/sdk";
import type { AdaptedPassSettings, OptionSpecs, PassDefinition, ValuesOf } from "@passwright/sdk";
import postcss from "postcss";
import type { AcceptedPlugin, AnyNode } from "postcss";
import { checkPlugin, nameOf, postcssGroup } from "./group.ts";

/** Settings of {@link fromPostcss}. */
type PostcssPassSettings<O extends OptionSpecs> = Omit<AdaptedPassSettings<O>, "worksOn">;

/** Returns the pass name for a plugin. */
function passNameFor(plugin: AcceptedPlugin): string {
  const [first, second] = postcss([plugin]).plugins;
  const name = nameOf(plugin) ?? (second === undefined ? nameOf(first) : undefined) ?? "";
  const help = 'set the name of the pass: `fromPostcss(plugin, { name: "my-plugin" })`';
  return passNameOf(name) ?? refuse("PWV0201", "the plugin in `fromPostcss` does not have a name", help);
}

/**
 * Makes a pass from a PostCSS plugin. The pass is a member of the group `postcss`, whose members run in one processor.
 * If `settings` contains `options`, `plugin` must be a function that makes a plugin from the values of the options.
 *
 * @throws UsageError PWV0201 for a plugin without a name, unless `settings` has `name`; PWV0202 for a value that is not
 * a plugin; PWC0105 for unknown settings.
 */
export function fromPostcss<const O extends OptionSpecs>(
  plugin: (options: ValuesOf<O>) => AcceptedPlugin,
  settings: PostcssPassSettings<O> & { readonly options: O },
): PassDefinition<AnyNode, O>;
/** Makes a pass from a PostCSS plugin without options. */
export function fromPostcss(plugin: AcceptedPlugin, settings?: PostcssPassSettings<{}>): PassDefinition<AnyNode>;
export function fromPostcss(plugin: unknown, given: PostcssPassSettings<OptionSpecs> = {}): PassDefinition<AnyNode> {
  const { options, ...declaration } = { ...given };
  checkPassSettings("fromPostcss", declaration, [], "call the plugin with its own options");
  const help =
    typeof plugin === "string"
      ? `run \`npm install ${plugin}\`, and pass the plugin that the package exports`
      : "pass the plugin that a package exports";
  if (options === undefined) checkPlugin(plugin, "the plugin in `fromPostcss`", help);
  else if (typeof plugin !== "function")
    refuse(
      "PWV0202",
      "the plugin in `fromPostcss` has `options`, so it must be a function",
      "pass `(options) => plugin`",
    );
  return definePass({
    name: declaration.name ?? passNameFor(plugin as AcceptedPlugin),
    ...declaration,
    anchor: "root",
    ir: "css",
    group: postcssGroup,
    options,
    createMember(values: object) {
      if (options === undefined) return plugin;
      const made = (plugin as (given: object) => unknown)({ ...values });
      checkPlugin(made, "the result of the function in `fromPostcss`", "return a plugin from the function");
      return made;
    },
  } as never) as unknown as PassDefinition<AnyNode>;
}

function functionName(plugin: unknown): string {
  return typeof plugin === "function" ? plugin.name : "";
}

/**
 * Makes a pass from each plugin in a list, including the plugins of presets. A plugin without a name gets the name of
 * its function. If several plugins have the same name, adds numbers to the pass names.
 */
export function openPlugins(plugins: readonly AcceptedPlugin[]): readonly PassDefinition<AnyNode>[] {
  const unique = passNames();
  return (postcss([...plugins]).plugins as readonly AcceptedPlugin[]).map(
    (plugin) =>
      fromPostcss(plugin, { name: unique(nameOf(plugin) ?? functionName(plugin)) }) as PassDefinition<AnyNode>,
  );
}
