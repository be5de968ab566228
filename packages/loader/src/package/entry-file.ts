import { existsSync, realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath } from "../config/display-path.ts";
import { importProblem } from "../config/import-problem.ts";
import { statsOf } from "../config/read-text.ts";
import * as codeErrors from "./code-errors.ts";
import * as errors from "./errors.ts";
import type { PluginPackage } from "./read-package.ts";

/** The file with the default export of a package: its manifest's `entry`, else what importing the package by name gives. */
export async function findEntryFile(found: PluginPackage): Promise<EntryFile> {
  const entry = await locateEntry(found);
  const problem = entry.ok ? importProblem(entry.path) : undefined;
  if (!entry.ok || problem === undefined) return entry;
  return { ok: false, diagnostic: codeErrors.unreadableCode(found, displayPath(entry.path, found.folder), problem) };
}

type EntryFile = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

async function locateEntry(found: PluginPackage): Promise<EntryFile> {
  const { folder, entry, file, kind, name, at } = found;
  if (file !== undefined) return { ok: true, path: file };
  if (entry !== undefined) {
    const path = resolve(folder, entry);
    if (!path.startsWith(folder + sep))
      return { ok: false, diagnostic: errors.entryOutside({ kind, name, at }, entry) };
    if (!existsSync(path)) return { ok: false, diagnostic: codeErrors.noCode(found, `there is no ${entry}`) };
    const real = realpathSync(path);
    if (real.startsWith(folder + sep)) return { ok: true, path: real };
    return { ok: false, diagnostic: errors.entryOutside({ kind, name, at }, entry) };
  }
  try {
    const path = found.exports !== undefined ? await ownExport(found) : legacyMain(found);
    if (existsSync(path)) return { ok: true, path };
    return { ok: false, diagnostic: codeErrors.noCode(found, `there is no ${displayPath(path, folder)}`) };
  } catch (error) {
    // Absolute paths in Node's words would differ from machine to machine.
    const reason = (error as Error).message.replaceAll(`${folder}${sep}`, "").split("\n", 1)[0] ?? "";
    return { ok: false, diagnostic: codeErrors.noCode(found, reason) };
  }
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

/** What everybody gets who imports the package by its name. */
async function ownExport({ name, folder, exports }: PluginPackage): Promise<string> {
  const { exports: resolveExports } = await import("resolve.exports");
  const targets = resolveExports({ name, exports } as { name: string }, ".") ?? [];
  const path = resolve(folder, targets[0] ?? "");
  if (!path.startsWith(folder + sep)) throw new Error(`\`exports\` leads out of the package: ${targets[0]}`);
  return existsSync(path) ? realpathSync(path) : path;
}

/** `main`, with the endings that Node tries, else index.js. */
function legacyMain({ folder, main }: PluginPackage): string {
  const candidates = main === undefined ? [] : [main, `${main}.js`, join(main, "index.js")];
  const found = [...candidates, "index.js"].map((name) => join(folder, name)).find((path) => isFile(path));
  if (found === undefined) throw new Error(`there is no ${main ?? "index.js"}, and no \`exports\``);
  const real = realpathSync(found);
  if (!real.startsWith(folder + sep)) throw new Error(`\`main\` leads out of the package: ${main}`);
  return real;
}
