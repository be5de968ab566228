import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../repository.ts";

/** The explanation of a code: a section of `errors/PACKAGE.md`. */
export interface Explanation {
  readonly code: string;
  readonly title: string;
  /** Name of the package that reports the code, without the scope. */
  readonly package: string;
  /** Meaning of the code, in Markdown. */
  readonly meaning: string;
  /** Fenced example that causes the diagnostic, in Markdown. */
  readonly example: string;
  /** Advice to the user, in Markdown. */
  readonly advice: string;
}

const FOLDER = join(ROOT, "packages/development/errors");

/**
 * Parses sections `## CODE Title`, each with one or two paragraphs, an example in a fence, and a last paragraph that
 * begins with `Do:`. Throws an error for an invalid section.
 */
export function parseExplanations(name: string, text: string): readonly Explanation[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const parts = /^(PW[A-Z]\d{4}) ([^\n]+)\n([\s\S]+?)(^```[\s\S]+?^```\n)\s*^Do: ([\s\S]+)$/m.exec(section);
      if (parts === null)
        throw new Error(
          `${name}.md: section "${section.split("\n", 1)[0]}" needs a meaning, an example in a fence, and "Do:"`,
        );
      const [, code = "", title = "", meaning = "", example = "", advice = ""] = parts;
      return {
        code,
        title,
        package: name,
        meaning: meaning.trim(),
        example: example.trim(),
        advice: advice.trim(),
      };
    });
}

/** Returns all sections of all files, sorted by code. */
export function readExplanations(): readonly Explanation[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => parseExplanations(file.slice(0, -3), readFileSync(join(FOLDER, file), "utf8")))
    .sort((left, right) => (left.code < right.code ? -1 : 1));
}
