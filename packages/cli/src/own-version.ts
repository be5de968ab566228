import { createRequire } from "node:module";

/** The version of this package, as its package.json has it. */
export function ownVersion(): string {
  const manifest = createRequire(import.meta.url)("../package.json") as { readonly version: string };
  return manifest.version;
}
