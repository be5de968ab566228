import { readFileSync } from "node:fs";

/* Paths of files of this package. Bundles preserve these paths only for modules directly in dist/. */

export const TEMPLATES: URL = new URL("../templates/", import.meta.url);

export function ownVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Returns the pages of error codes in Markdown. */
export function readErrorPages(): { readonly [code: string]: string } {
  const pages = readFileSync(new URL("../bundle/error-pages.json", import.meta.url), "utf8");
  return JSON.parse(pages) as { readonly [code: string]: string };
}
