import { defineFramework } from "@passwright/sdk";
import type { DefinedFramework, PassManagerBuilder } from "@passwright/sdk";
import type { AcceptedPlugin, AnyNode } from "postcss";
import { cssIr } from "./css.ts";
import type { CssSettings } from "./css.ts";
import { openPlugins } from "./from-postcss.ts";
import { postcssGroup } from "./group.ts";

/** A configuration of PostCSS, as in postcss.config.mjs. */
export interface PostcssConfig extends CssSettings {
  /** A list, or a table of plugins by name, of which only functions and plugins can be used: names are not loaded. */
  readonly plugins?: readonly (AcceptedPlugin | false | null | undefined)[];
}

const since = "0.1";

const shape = {
  name: "postcss",
  extensionPoints: {
    "plugins.begin": { since, doc: "the style sheet as it was written" },
    "plugins.end": { since, doc: "all plugins of the configuration have run" },
  },
} as const;

/**
 * Makes a framework of a configuration of PostCSS: its plugins in their order, presets opened. All of them, and those that are
 * inserted, are run by one processor. Without a configuration the pipeline is empty.
 *
 * @throws UsageError PWV0201 for a plugin without a name.
 */
export function postcssFramework(config: PostcssConfig = {}): DefinedFramework<AnyNode, typeof shape, {}> {
  const { plugins = [], ...settings } = config;
  const passes = openPlugins(plugins.filter((plugin) => plugin !== false && plugin != null));
  return defineFramework({
    ...shape,
    ir: cssIr(settings),
    groups: [postcssGroup],
    passes,
    pipeline(builder: PassManagerBuilder<AnyNode>) {
      builder.addExtensionPoint("plugins.begin");
      for (const pass of passes) builder.addPass(pass);
      builder.addExtensionPoint("plugins.end");
    },
  });
}

/** PostCSS without plugins of its own: configs and plugins insert them. */
export default postcssFramework();
