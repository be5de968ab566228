import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { ROOT } from "@passwright/development/documentation";

const MADE = new Set(["node_modules", "dist", "dist-test", "bundle", "templates", "sandbox"]);
/** Sources of the error pages. The generated pages contain the same links. */
const SOURCES = "packages/development/errors/";

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return MADE.has(entry.name) || entry.name.startsWith(".") ? [] : pagesIn(path);
    return path.endsWith(".md") && !path.startsWith(SOURCES) && !path.endsWith(".api.md") ? [path] : [];
  });
}

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, "");

/** Returns the possible targets of links in a page: its headings, in the form used in addresses. */
function headingsOf(page: string): Set<string> {
  const headings = withoutCode(readFileSync(join(ROOT, page), "utf8")).matchAll(/^#+ (.*)$/gm);
  const plain = [...headings].map(([, text = ""]) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase());
  return new Set(plain.map((text) => text.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));
}

/** Returns the local links of a page: their text, and the file that they lead to. */
function linksOf(page: string): { readonly link: string; readonly file: string; readonly heading: string }[] {
  const text = withoutCode(readFileSync(join(ROOT, page), "utf8")).replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^https?:/.test(link))
    .map((link) => {
      const [path = "", heading = ""] = link.split("#");
      return { link, file: path === "" ? page : normalize(join(dirname(page), path)), heading };
    });
}

const pages = pagesIn("");

describe("links of the documentation", () => {
  it("lead to files and headings that are there", () => {
    expect(pages).to.include.members(["README.md", "docs/README.md", "packages/core/README.md"]);
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ file, heading }) => {
          if (!existsSync(join(ROOT, file))) return true;
          return heading !== "" && file.endsWith(".md") && !headingsOf(file).has(heading);
        })
        .map(({ link }) => `${page}: ${link}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it("and paths in ARCHITECTURE.md lead to files that are there", () => {
    const text = withoutCode(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8"));
    const paths = [...text.matchAll(/`((?:packages\/|examples\/)?[a-z-]+\/[\w./-]+)`/g)].map(([, path = ""]) => path);
    const sources = paths.filter((path) => path.includes("/src") || path.startsWith("examples/"));
    expect(sources).to.include("core/src/pass-declaration.ts");
    const missing = sources.filter((path) => [path, `packages/${path}`].every((one) => !existsSync(join(ROOT, one))));
    expect(missing).to.deep.equal([]);
  });

  it("lead from the index to every page", () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const { file } of linksOf(page)) if (file.endsWith(".md") && file.startsWith("docs/")) visit(file);
    };
    visit("docs/README.md");
    expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).to.deep.equal([]);
  });

  it("of a package stay in the package, which is all that is installed of them", () => {
    const published = pages.filter((page) => {
      const [group = "", name = ""] = page.split("/");
      const manifest = join(ROOT, group, name, "package.json");
      if (!["packages", "plugins", "examples"].includes(group) || !existsSync(manifest)) return false;
      return (JSON.parse(readFileSync(manifest, "utf8")) as { private?: boolean }).private !== true;
    });
    expect(published).to.include("plugins/binaryen/README.md");
    const outside = published.flatMap((page) => {
      const folder = `${page.split("/", 2).join("/")}/`;
      return linksOf(page)
        .filter(({ file }) => !file.startsWith(folder))
        .map(({ link }) => `${page}: ${link}`);
    });
    expect(outside).to.deep.equal([]);
  });
});
