import { readFileSync } from "node:fs";

/* Paths of files of this package. Bundles preserve these paths only for modules directly in dist/. */

export const TEMPLATES: URL = new URL("../templates/", import.meta.url);

/** File that maps error codes to their pages in Markdown. */
const ERROR_PAGES: URL = new URL("../bundle/error-pages.json", import.meta.url);

export function ownVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

export function readErrorPages(): { readonly [code: string]: string } {
  return JSON.parse(readFileSync(ERROR_PAGES, "utf8")) as { readonly [code: string]: string };
}
