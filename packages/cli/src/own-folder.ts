import { readFileSync } from "node:fs";

/* What lies beside the code of this package. Bundled files lie flat in one folder, so only a file of this folder may say where. */

export const TEMPLATES: URL = new URL("../templates/", import.meta.url);

/** The pages of error codes: Markdown, by code. */
export const ERROR_PAGES: URL = new URL("../bundle/error-pages.json", import.meta.url);

export function ownVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
