import type { CheckedBundleInConfig } from "../contributions/checked.ts";
import type { AssemblyInput } from "./input.ts";

/** Bundles by name. */
export type Bundles = ReadonlyMap<string, CheckedBundleInConfig>;

/** Returns the bundles that can be inserted by name: those of the config, and those that plugins publish. */
export function bundlesOf({ owner }: Pick<AssemblyInput, "owner" | "plugins">): Bundles {
  return owner.bundles;
}
