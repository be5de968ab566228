import { type Diagnostic, ownerText } from "@passwright/core";
import { type Manifest } from "@passwright/sdk";

/** What a package is. */
export type PackageKind = Manifest["kind"];

/** A package, a plugin's if nothing else is said, as a diagnostic names it: with its version, where that is known. */
export function blamed({
  kind = "plugin",
  ...owner
}: {
  readonly kind?: PackageKind;
  readonly name: string;
  readonly version?: string;
}): Pick<Diagnostic, "plugin" | "pluginKind"> {
  return { plugin: ownerText(owner), ...(kind === "plugin" ? {} : { pluginKind: kind }) };
}
