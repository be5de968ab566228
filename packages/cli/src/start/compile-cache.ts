import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

export interface LoadedScript {
  readonly exports: unknown;
  /** Writes the compiled code for the next process, unless this process has read it. */
  keep(): void;
}

/**
 * Loads a CommonJS file like `require`, with compiled code from an earlier process. For Node 20, which has no compile cache. The
 * first line of the file is a comment with a hash of its content, because V8 compares only the length.
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

/** Writes a file and renames it, so that other processes never read a part of it. Failures are ignored. */
function writeWhole(file: string, bytes: Buffer): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, file);
  } catch {
    // The folder is not writable: the next start is not faster.
  }
}

/** Returns the folder of the cache, which must be the user's, because V8 trusts its content. Respects Node's variables. */
export function cacheFolder(env: { readonly [name: string]: string | undefined }): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE: isOff, NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: xdg, HOME: home } = env;
  if (isOff === "1") return undefined;
  if (named) return join(named, "passwright");
  if (xdg?.startsWith("/") === true) return join(xdg, "passwright");
  return home ? join(home, ".cache", "passwright") : undefined;
}
