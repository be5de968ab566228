import { join } from "node:path";
import { readText } from "@passwright/loader";
import { readPackageJson } from "../read-json.ts";
import type { NewFile } from "./write-files.ts";

/** Files that are changed to register a new pass, and instructions for changes that the user must make. */
export interface Registration {
  readonly edits: readonly NewFile[];
  readonly next: readonly string[];
}

export interface NewPass {
  readonly name: string;
  readonly variable: string;
  readonly language: "ts" | "js";
  /** Name of the variable that contains the builder, in the `pipeline` function of the framework. */
  readonly builder: string;
}

/** Registers a pass in generated files. Describes the required changes of files that were edited. */
export function registerPass(folder: string, pass: NewPass): Registration {
  const edits: NewFile[] = [];
  const next: string[] = [];
  const index = `src/index.${pass.language}`;
  const edit = (path: string, change: (text: string) => string | undefined, ...otherwise: readonly string[]): void => {
    const read = readText(join(folder, path));
    const changed = read.ok ? change(read.text) : undefined;
    if (changed === undefined) next.push(...otherwise);
    else edits.push({ path, text: changed });
  };
  edit(
    index,
    (text) => inIndex(text, pass),
    `in ${index}, add the import: ${importOf(pass)}`,
    `in ${index}, add to \`passes\`: ${pass.variable}`,
  );
  const call =
    readPackageJson(folder).passwright?.kind === "plugin"
      ? `add to \`insert\`: { pass: ${pass.variable}, after: "…" }`
      : `add to \`pipeline\`: ${pass.builder}.addPass(${pass.variable});`;
  return { edits, next: [...next, `in ${index}, ${call}`] };
}

function importOf({ name, variable, language }: NewPass): string {
  return `import { ${variable} } from ${JSON.stringify(`./passes/${name}.${language}`)};`;
}

/** Adds the pass and its import, or returns `undefined` if the text does not have exactly one list of passes. */
function inIndex(text: string, pass: NewPass): string | undefined {
  const imports = [...text.matchAll(/^import [^;]*;$/gm)];
  const lists = [...text.matchAll(/^( *passes: \[)([\w, ]*)(\],?)$/gm)];
  const [last, [list]] = [imports.at(-1), lists];
  if (last === undefined || list === undefined || lists.length > 1 || last.index > list.index) return undefined;
  const [whole, open = "", names = "", close = ""] = list;
  const all = [...names.split(",").map((name) => name.trim()), pass.variable].filter((name) => name !== "");
  const end = last.index + last[0].length;
  const rest = text.slice(list.index + whole.length);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text.slice(0, end)}${newline}${importOf(pass)}${text.slice(end, list.index)}${open}${all.join(", ")}${close}${rest}`;
}
