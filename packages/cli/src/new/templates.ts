import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TEMPLATES } from "../own-folder.ts";
import type { NewFile } from "./write-files.ts";

/** What the words of a template stand for. */
export interface TemplateWords {
  readonly package: string;
  readonly framework: string;
  readonly pass: string;
  readonly variable: string;
}

export type Language = "ts" | "js";

/** The files of a template: those of every language and those of one, with names in place of the template's words. */
export function filesOfTemplate(template: string, language: Language, words: TemplateWords): NewFile[] {
  return ["any", language].flatMap((part) => {
    const folder = fileURLToPath(new URL(`${template}/${part}/`, TEMPLATES));
    return pathsIn(folder).map((path) => ({
      path: fill(renamed(path), words),
      text: fill(inLanguage(readFileSync(join(folder, path), "utf8"), path, language), words),
    }));
  });
}

function pathsIn(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? pathsIn(folder, path) : [path];
    })
    .sort();
}

/** npm leaves `.gitignore` out of packages, so the template has it without the dot. */
function renamed(path: string): string {
  return path === "gitignore" ? ".gitignore" : path;
}

/** The texts for people speak of TypeScript. */
function inLanguage(text: string, path: string, language: Language): string {
  if (language === "ts" || !path.endsWith(".md")) return text;
  return text.replaceAll("src/index.ts", "src/index.js").replace("# builds, and ", "# ");
}

function fill(text: string, words: TemplateWords): string {
  // In one go: a name may contain a word of the template.
  return text.replaceAll(/template-(package|framework|pass)|templatePass/g, (_, key: string | undefined) =>
    key === undefined ? words.variable : words[key as "package" | "framework" | "pass"],
  ) as string;
}
