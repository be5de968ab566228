// Checks the built site: every link, script and style of a page leads to a file of the site, and every fragment to an element.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("dist", import.meta.url));
const base = process.env.SITE_BASE ?? "/";

const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html"));
const cache = new Map();
/** Reads a page once: its links, and the elements that fragments may name. */
function read(path) {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const html = readFileSync(path, "utf8").replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf(">") + 1),
  );
  const values = (pattern) => [...html.matchAll(pattern)].map(([, value]) => value.replaceAll("&amp;", "&"));
  const page = { links: values(/\s(?:href|src)="([^"]+)"/g), ids: new Set(values(/\s(?:id|name)="([^"]+)"/g)) };
  cache.set(path, page);
  return page;
}

/** Returns the file that a static server sends for a path. */
function fileFor(path) {
  const candidates = [path, `${path}.html`, join(path, "index.html")];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}

const dead = pages.flatMap((page) =>
  read(join(folder, page)).links.flatMap((link) => {
    if (/^(?:[a-z]+:|\/\/)/.test(link)) return [];
    const [path, fragment = ""] = link.split("#");
    const target = path.startsWith(base) ? join(folder, path.slice(base.length)) : join(folder, dirname(page), path);
    const file = path === "" ? join(folder, page) : fileFor(decodeURI(target.replace(/\?.*$/, "")));
    if (file === undefined) return [`${page}: ${link}`];
    const isThere = fragment === "" || !file.endsWith(".html") || read(file).ids.has(decodeURIComponent(fragment));
    return isThere ? [] : [`${page}: ${link}`];
  }),
);

const count = pages.length;
if (dead.length > 0) {
  process.stderr.write(
    `${dead.length} dead links in ${relative(process.cwd(), folder)}\n${dead.slice(0, 50).join("\n")}\n`,
  );
  process.exitCode = 1;
} else process.stdout.write(`${count} pages without dead links\n`);
