import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readThrown } from "@passwright/core";
import type { PluginPackage } from "../package/read-package.ts";
import { needsJiti } from "./import-module.ts";

/**
 * Returns help for errors that beginners often see: TypeScript on an old version of Node, missing packages, and modules
 * in CommonJS.
 */
export function helpAgainst(thrown: unknown, path: string, found: PluginPackage): string | undefined {
  if (needsJiti(path) && readThrown(thrown, "code") === "ERR_UNKNOWN_FILE_EXTENSION")
    return "to run TypeScript, use Node 22.18 or later or install `jiti`; or compile the file and use the .js file";
  const missing = missingPackage(thrown);
  if (missing !== undefined) return helpToInstall(missing, found);
  if (thrown instanceof SyntaxError && path.endsWith(".js") && isCommonJs(dirname(path)))
    return 'if the file has `import` or `export`, set `"type": "module"` in its package.json, or name the file `.mjs`';
  return undefined;
}

/** Matches the name of a package (not a path) in messages such as `Cannot find package 'svgo' imported from …`. */
const CANNOT_FIND = /^Cannot find (?:package|module) '((?:@[\w-][\w.-]*\/)?\w[\w.-]*)(?=['/])/;

function missingPackage(thrown: unknown): string | undefined {
  const code = readThrown(thrown, "code");
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return undefined;
  return CANNOT_FIND.exec(String(readThrown(thrown, "message")))?.[1];
}

/**
 * Returns help for a missing package that the user can install: a peer dependency, or a package that the user's own
 * code imports. Returns `undefined` for other packages, which only the author of the importing code can add as
 * dependencies.
 */
function helpToInstall(missing: string, { isOwn, peers, kind }: PluginPackage): string | undefined {
  if (isOwn !== true && missing in peers) return `install it with \`npm install ${missing}\``;
  const owner = kind === "ir" ? "IR" : kind;
  const isForUser = isOwn === true || missing.startsWith("@passwright/");
  return isForUser ? `install it with \`npm install ${missing}\` in the folder of the ${owner}` : undefined;
}

/**
 * Returns whether the package.json of a folder declares `.js` files as CommonJS, as a package.json from `npm init`
 * does.
 */
function isCommonJs(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return dirname(folder) !== folder && isCommonJs(dirname(folder));
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { type?: unknown }).type === "commonjs";
  } catch {
    return false;
  }
}
