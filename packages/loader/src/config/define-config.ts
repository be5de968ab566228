import type { BundleInsertionData, InsertionData, LevelOf, PointOf, TargetOf } from "@passwright/sdk";
import type { Config } from "./config.ts";

/** Config for a framework. Accepts only the targets, levels and extension points of the framework. */
export type ConfigFor<F> = Omit<Config, "target" | "level" | "insert"> & {
  readonly target?: TargetOf<F>;
  readonly level?: LevelOf<F>;
  readonly insert?: readonly ((InsertionData | BundleInsertionData) & { readonly at?: PointOf<F> })[];
};

/**
 * Returns the config, which is the default export of a module: `export default defineConfig({ … })`. With
 * `defineConfig<typeof framework>({ … })`, the compiler reports targets, levels and extension points that the framework
 * does not have.
 */
export function defineConfig<F = unknown>(config: ConfigFor<F>): Config {
  return config as Config;
}
