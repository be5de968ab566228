import { defineFramework } from "@passwright/sdk";
import type { DefinedFramework, PassManagerBuilder } from "@passwright/sdk";
import type { AnyNode } from "postcss";
import { loadConfig } from "./config.ts";
import type { PostcssConfig, PostcssConfigSettings } from "./config.ts";
import { cssIr } from "./css.ts";
import { openPlugins } from "./from-postcss.ts";
import { postcssGroup } from "./group.ts";

const since = "0.1";

const shape = {
  name: "postcss",
  extensionPoints: {
    "plugins.begin": { since, doc: "the style sheet as it was written" },
    "plugins.end": { since, doc: "all plugins of the configuration have run" },
  },
} as const;

/**
 * Makes a framework from a PostCSS configuration, which is an object or a function that returns an object. Keeps the
 * order of plugins, and replaces presets by their plugins. One processor runs all plugins, including plugins that a
 * Passwright config inserts. Without a configuration, the pipeline is empty.
 *
 * @throws UsageError PWV0202 for an invalid configuration or a module that cannot be loaded.
 */
export function postcssFramework(
  config: PostcssConfig = {},
  settings: PostcssConfigSettings = {},
): DefinedFramework<AnyNode, typeof shape, {}> {
  const { plugins, ...css } = loadConfig(config, settings);
  const passes = openPlugins(plugins);
  return defineFramework({
    ...shape,
    ir: cssIr(css),
    groups: [postcssGroup],
    passes,
    pipeline(builder: PassManagerBuilder<AnyNode>) {
      builder.addExtensionPoint("plugins.begin");
      for (const pass of passes) builder.addPass(pass);
      builder.addExtensionPoint("plugins.end");
    },
  });
}

/** Framework with an empty pipeline on PostCSS's trees. Configs and plugins can insert passes into the pipeline. */
export default postcssFramework();
