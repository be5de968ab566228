import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import type { DefaultTheme } from "vitepress";
import { isPage, pageOf, ROOT, targetOf } from "./pages.ts";

type Item = DefaultTheme.SidebarItem;

const linkTo = (file: string): string => `/${pageOf(file)}`.replace(/(?:index)?\.md$/, "");

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the sections of a Markdown file, each with its links to pages. Keeps the order and the names in the file. */
function sectionsOf(file: string): Item[] {
  const [, ...sections] = readFileSync(join(ROOT, file), "utf8").split(/^## /m);
  return sections.map((section) => {
    const [title = ""] = section.split("\n");
    const links = [...section.matchAll(/\[([^\]]+)\]\(([^)\s]+\.md)(?:#[^)]*)?\)(?: ([^\n]*))?/g)];
    const items = links.map(([, name = "", path = "", rest = ""]): Item => {
      const target = targetOf(path, file);
      // In the index of errors, each page title follows its error code.
      const text = /^PW[A-Z]\d+$/.test(name) ? `${name} ${rest}` : capitalized(name.replaceAll("`", ""));
      return { text, link: target.replace(/(?:index)?\.md$/, "") };
    });
    const unique = items.filter(({ link }, index) => index === items.findIndex((item) => item.link === link));
    return { text: title.replaceAll("`", ""), items: unique };
  });
}

/** Returns links to the READMEs of the packages in a folder, and to those design pages that exist. */
function packagesIn(group: string, title: string): Item {
  const items = readdirSync(join(ROOT, group)).flatMap((name) =>
    [
      { text: name, file: `${group}/${name}/README.md` },
      { text: `${name}: design`, file: `${group}/${name}/DESIGN.md` },
    ]
      .filter(({ file }) => isPage(file))
      .map(({ text, file }): Item => ({ text, link: linkTo(file) })),
  );
  return { text: title, items };
}

const errors = sectionsOf("docs/errors/README.md");
const allCodes: Item = { text: "All codes", link: "/errors/" };

// The groups are not collapsible, because VitePress would nest their buttons in other buttons, and screen readers do
// not announce nested buttons.

/**
 * Maps the start of a page's address to the sidebar of the page. The sidebar of an error page lists only the codes of
 * one package, which begin with the same letters.
 */
export const sidebar: DefaultTheme.SidebarMulti = {
  ...Object.fromEntries(
    errors.map((section): [string, Item[]] => [section.items?.[0]?.link?.slice(0, -4) ?? "", [allCodes, section]]),
  ),
  "/errors/": [allCodes],
  "/": [
    ...sectionsOf("docs/README.md"),
    packagesIn("packages", "Packages"),
    packagesIn("plugins", "Plugins"),
    packagesIn("examples", "Examples"),
    {
      text: "Project",
      items: ["ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG"].map((name) => ({
        text: capitalized(name.toLowerCase()),
        link: `/${name.toLowerCase()}`,
      })),
    },
  ],
};
