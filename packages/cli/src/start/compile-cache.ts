import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

export interface LoadedScript {
  readonly exports: unknown;
  /** Writes what V8 compiled, for the next process. Does nothing if this process read such a file. */
  keep(): void;
}

/**
 * Loads a file of CommonJS as `require` does, with what V8 compiled of it in an earlier process. Only Node 20
 * needs it: later versions have a compile cache of their own. The first line of the file is a comment with a hash of its content,
 * since V8 compares only the length of a source.
 */
export function loadScript(path: string, require: NodeJS.Require, folder: string | undefined): LoadedScript {
  const source = readFileSync(path, "latin1");
  const hash = source.slice(3, source.indexOf("\n"));
  const file = folder && join(folder, `${basename(path)}-${hash}-${process.version}-${process.arch}.bin`);
  const cachedData = file === undefined ? undefined : readIfThere(file);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run(module.exports, require, module, path, dirname(path));
  return {
    exports: module.exports,
    keep() {
      if (file !== undefined && script.cachedDataRejected !== false) writeWhole(file, script.createCachedData());
    },
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes a file under another name and renames it: other processes read all of it or nothing. Failures are ignored. */
function writeWhole(file: string, bytes: Buffer): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, file);
  } catch {
    // The folder cannot be written: the next start takes as long as this one.
  }
}

/** Returns the folder of the cache: one of the user's own, since V8 trusts its content. Node's variables apply to it as well. */
export function cacheFolder(env: { readonly [name: string]: string | undefined }): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE: isOff, NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: xdg, HOME: home } = env;
  if (isOff === "1") return undefined;
  if (named) return join(named, "passwright");
  if (xdg?.startsWith("/") === true) return join(xdg, "passwright");
  return home ? join(home, ".cache", "passwright") : undefined;
}
