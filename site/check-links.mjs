import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const base = process.env.SITE_BASE ?? "/";

/** Reads the links of a page, and the ids of elements that are valid targets of URL fragments. */
function readPage(path) {
  const html = readFileSync(path, "utf8").replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf(">") + 1),
  );
  const values = (pattern) => [...html.matchAll(pattern)].map(([, value]) => value.replaceAll("&amp;", "&"));
  return { links: values(/\s(?:href|src)="([^"]+)"/g), ids: new Set(values(/\s(?:id|name)="([^"]+)"/g)) };
}

/** Returns the file that a static server sends for a path. */
function fileFor(path) {
  const candidates = [path, `${path}.html`, join(path, "index.html")];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}

/**
 * Checks that the target of each link, script and style in a built site is a file in the site, and that the fragment of
 * each link is the id of an element in the target. Does not check fragments of the playground, because these fragments
 * contain the playground's state.
 */
export function checkLinks(folder) {
  const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html"));
  const cache = new Map();
  const read = (path) => cache.get(path) ?? cache.set(path, readPage(path)).get(path);
  const isAlive = (page, link) => {
    const [path, fragment = ""] = link.split("#");
    const target = path.startsWith(base) ? join(folder, path.slice(base.length)) : join(folder, dirname(page), path);
    const file = path === "" ? join(folder, page) : fileFor(decodeURI(target.replace(/\?.*$/, "")));
    if (file === undefined) return false;
    if (fragment === "" || !file.endsWith(".html") || file.startsWith(join(folder, "play"))) return true;
    return read(file).ids.has(decodeURIComponent(fragment));
  };
  const dead = pages.flatMap((page) =>
    read(join(folder, page))
      .links.filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link) && !isAlive(page, link))
      .map((link) => `${page}: ${link}`),
  );
  return { count: pages.length, dead };
}
