import { openGraph } from "@passwright/sdk/loading";
import type { Host } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import type { PluginPackage } from "../package/read-package.ts";
import { findPackageWithPass } from "../package/similar-package.ts";
import { makeSourceOf } from "../package/source-of.ts";
import { placeOfThrown } from "../package/thrown-place.ts";

const folderOf = (contributor: unknown): string => (contributor as PluginPackage).folder;

/** What is known of packages because they were loaded from files. Every contributor is a package. */
export const packageHost: Pick<Required<Host>, "sourceOf" | "placeOfThrown" | "openGraph"> = {
  openGraph,
  sourceOf: (contributor) => makeSourceOf(folderOf(contributor)),
  placeOfThrown: (thrown, contributor) => placeOfThrown(thrown, folderOf(contributor)),
};

/** The same for the packages of a config. */
export function hostOf(config: CheckedConfig): Host {
  return {
    ...packageHost,
    packageWith: (pass) => findPackageWithPass(pass, config.path),
    showPlaces: (diagnostics) => withShownPlaces(diagnostics, config),
  };
}
