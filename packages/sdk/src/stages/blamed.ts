import { ownerText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Manifest } from "../manifest.ts";

/** Returns a contributor as diagnostics name it: with its version, if that is known. */
export function blamed({
  kind = "plugin",
  ...owner
}: {
  readonly kind?: Manifest["kind"];
  readonly name: string;
  readonly version?: string;
}): Pick<Diagnostic, "plugin" | "pluginKind"> {
  return { plugin: ownerText(owner), ...(kind === "plugin" ? {} : { pluginKind: kind }) };
}
