import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { deflateRawSync } from "node:zlib";
import type { MarkdownOptions } from "vitepress";
import { parse } from "yaml";
import { BADGE, INPUT } from "../playground/page/examples.ts";
import { PACKAGES } from "../playground/packages.ts";
import { fragmentOfBytes } from "../playground/state.ts";
import { ROOT, sourceOf } from "./pages.ts";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];
type Token = ReturnType<Markdown["parse"]>[number];

/** Texts by file name. */
type Files = ReadonlyMap<string, string>;

const CONFIG = "passwright.config.yaml";

/** Adds a playground link to each example that can run in the playground. */
export function linkToPlayground(markdown: Markdown, base: string): void {
  markdown.core.ruler.push("playground", ({ tokens, env }) => {
    // Skips error pages, because they show only parts of configs.
    if (sourceOf(env).startsWith("docs/errors/")) return;
    const page = new Map<string, string>();
    const blocks = tokens.filter(({ type }) => type === "fence");
    for (const token of blocks) {
      const [, name] = token.info.trim().split(/\s+/);
      if (name !== undefined) page.set(name, token.content);
    }
    blocks.forEach((token, index) => {
      const files = filesOf(token, page, blocks[index + 1]?.info === "text");
      if (files !== undefined) token.meta = { ...(token.meta as object | null), playground: hrefOf(files, base) };
    });
  });
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (...settings) => {
    const [tokens, index] = settings;
    const html = fence?.(...settings) ?? "";
    const href = (tokens[index]?.meta as { readonly playground?: string } | null)?.playground;
    return href === undefined
      ? html
      : `${html}<p class="playground-link"><a href="${href}" target="_self">Open in the playground</a></p>`;
  };
}

function hrefOf(files: Files, base: string): string {
  return `${base}play/${fragmentOfBytes(deflateRawSync(JSON.stringify([...files]), { level: 9 }))}`;
}

/** Returns the files of the playground for a block, or `undefined` if the block cannot run in the playground. */
function filesOf({ info, content }: Token, page: Files, hasOutput: boolean): Files | undefined {
  const [language, name] = info.trim().split(/\s+/);
  if (language === "js" && hasOutput) return filesOfProgram(name ?? "example.js", content, page);
  if (language === "yaml" && (name === undefined || name === CONFIG)) return filesOfConfig(content, page);
  return undefined;
}

/**
 * Returns the files of a program. A program runs in the playground if all its imports, and the imports of the page's
 * files, are available there.
 */
function filesOfProgram(name: string, content: string, page: Files): Files | undefined {
  if (/\bimport\.meta\b|\bprocess\./.test(content)) return undefined;
  const files = new Map<string, string>();
  for (const [, target = ""] of content.matchAll(/\bfrom "([^"]+)"|^import "([^"]+)"/gm)) {
    if (isPackage(target)) continue;
    const file = target.replace(/^\.\//, "");
    const text = page.get(file);
    const own = text === undefined ? undefined : filesOfProgram(file, text, page);
    if (own === undefined) return undefined;
    for (const [path, one] of own) files.set(path, one);
  }
  return files.set(name, content);
}

/**
 * Returns the files of a config. A config runs in the playground if its framework, plugins and inputs are available
 * there.
 */
function filesOfConfig(content: string, page: Files): Files | undefined {
  const config = parseConfig(content);
  if (config === undefined) return undefined;
  const folder = folderOf(content);
  const named = [config.framework ?? [], config.ir ?? [], config.plugins ?? [], config.extends ?? []].flat();
  const files = new Map<string, string>([[CONFIG, content]]);
  const isFound = named.map(nameOf).every((name) => {
    if (isPackage(name)) return true;
    const file = name.replace(/^\.\//, "");
    const text = textOf(file, page, folder);
    const own = text !== undefined && file.endsWith(".js") ? filesOfProgram(file, text, page) : undefined;
    if (own !== undefined) for (const [path, one] of own) files.set(path, one);
    else if (text !== undefined && file.endsWith(".yaml")) files.set(file, text);
    else return false;
    return true;
  });
  if (!isFound || (config.framework ?? config.pipeline ?? config.graph) === undefined) return undefined;
  for (const input of config.inputs ?? []) {
    const text = textOf(input, page, folder);
    if (text === undefined) return undefined;
    files.set(input, text);
  }
  if (config.inputs === undefined && !String(config.framework ?? "").startsWith("./")) {
    const isSvg = /svg/.test(config.framework ?? "");
    files.set(isSvg ? "badge.svg" : "input.mlir", isSvg ? BADGE : INPUT);
  }
  return files;
}

interface Config {
  readonly framework?: string;
  readonly ir?: string;
  readonly pipeline?: unknown;
  readonly graph?: unknown;
  readonly plugins?: readonly unknown[];
  readonly extends?: string | readonly string[];
  readonly inputs?: readonly string[];
}

function parseConfig(content: string): Config | undefined {
  try {
    const config: unknown = parse(content);
    return typeof config === "object" && config !== null ? (config as Config) : undefined;
  } catch {
    return undefined;
  }
}

const isPackage = (name: string): boolean => (PACKAGES as readonly string[]).includes(name);

/** Returns the name of a plugin in a config. `entry` can be the name alone, or the name with options. */
function nameOf(entry: unknown): string {
  if (Array.isArray(entry)) return String(entry[0]);
  return String(typeof entry === "object" && entry !== null ? (entry as { readonly plugin?: unknown }).plugin : entry);
}

/** Returns the folder of the example whose config the page quotes. */
function folderOf(content: string): string | undefined {
  const examples = ["yaml", "first", "svg"].map((name) => join(ROOT, "examples", name));
  return examples.find((folder) => readFileSync(join(folder, CONFIG), "utf8").trim() === content.trim());
}

/** Returns the text of a file of the page, or of the example that the page quotes. */
function textOf(file: string, page: Files, folder: string | undefined): string | undefined {
  const quoted = folder === undefined ? undefined : join(folder, file);
  return page.get(file) ?? (quoted !== undefined && isInside(quoted) ? readFileSync(quoted, "utf8") : undefined);
}

const isInside = (path: string): boolean => existsSync(path) && !relative(ROOT, dirname(path)).startsWith("..");
