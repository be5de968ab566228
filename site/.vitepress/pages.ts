import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";

/** Root of the repository. The site shows Markdown files at their paths in the repository. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

/** Markdown files that are not pages of the site. */
export const LEFT_OUT: readonly string[] = [
  "**/{dist,dist-test,bundle,coverage,node_modules,sandbox,templates,test}/**",
  "**/*.api.md",
  "packages/development/**",
  "plugins/mlir-test-passes/**",
  "examples/*/*/**",
  "examples/*/handbook.md",
  "site/**",
];

/** Returns the path of the Markdown file for the page that VitePress renders, relative to the repository. */
export function sourceOf(env: unknown): string {
  const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
  return relative(ROOT, realPath ?? path);
}

/** Returns the path on the site for a Markdown file of the repository. */
export function pageOf(file: string): string {
  if (file === "docs/README.md") return "documentation.md";
  if (!file.includes("/") && file !== "README.md") return file.toLowerCase();
  return file
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .replace(/DESIGN\.md$/, "design.md");
}

interface Manifest {
  readonly repository?: string | { readonly url: string };
}

const { repository = "https://github.com/passwright/passwright" } = JSON.parse(
  readFileSync(join(ROOT, "packages/sdk/package.json"), "utf8"),
) as Manifest;

/** Address of the repository on GitHub. */
export const REPOSITORY: string = (typeof repository === "string" ? repository : repository.url)
  .replace(/^git\+/, "")
  .replace(/\.git$/, "");

/** Pages that {@link LEFT_OUT} does not exclude. */
const PAGE =
  /^(?:[A-Z]+|docs\/.+|(?:packages|plugins)\/(?!development\/|mlir-test-passes\/)[^/]+\/(?:README|DESIGN)|examples\/[^/]+\/README)\.md$/;

/** Returns whether the site shows a file. */
export const isPage = (file: string): boolean => PAGE.test(file) && existsSync(join(ROOT, file));

/**
 * Returns the target that a relative link in a Markdown file has on the site: a page of the site, or a file or folder
 * on GitHub. Returns a link to a missing file unchanged, because VitePress reports the missing file.
 */
export function targetOf(link: string, from: string): string {
  const [path = "", heading] = link.split("#");
  const suffix = heading === undefined ? "" : `#${heading}`;
  const file = normalize(join(dirname(from), decodeURI(path))).replace(/\/$/, "");
  if (isPage(file)) return `/${pageOf(file)}${suffix}`;
  const readme = join(file, "README.md");
  if (isPage(readme)) return `/${pageOf(readme)}${suffix}`;
  const absolute = join(ROOT, file);
  if (!existsSync(absolute)) return link;
  return `${REPOSITORY}/${statSync(absolute).isDirectory() ? "tree" : "blob"}/main/${file}${suffix}`;
}

/**
 * Returns the fragment of a heading. Uses GitHub's algorithm, because links in the Markdown files use GitHub's
 * fragments.
 */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}
