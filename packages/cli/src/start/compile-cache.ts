import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Size in bytes of the end of the file, which contains the combined {@link wordsOf} of all runs. */
const SIZE = 4;

/** Durations of runs that replace the file, in microseconds. In longer runs, V8 drops unused parts. */
const SHORTEST = 40_000;
const LONGEST = 1_000_000;

export interface LoadedScript {
  readonly exports: unknown;
  /** Writes the compiled code, unless the file already contains the code of runs with these arguments. */
  keep(argv: readonly string[]): void;
}

/**
 * Loads a script of bundle/ like `require`, with compiled code from earlier processes. Node's own cache (since Node 22)
 * leaves out functions that V8 compiles on their first call. Caching these functions reduces the time of a run by a
 * tenth for an empty module, and by a quarter for 0.1 MB. The script starts with a comment that contains a hash of
 * the content, because V8 compares only the content's length.
 */
export function loadScript(path: string, require: NodeJS.Require, folder: string | undefined): LoadedScript {
  const source = readFileSync(path, "latin1");
  const hash = source.slice(3, source.indexOf("\n"));
  const file = folder && join(folder, `${basename(path)}-${hash}-${process.version}-${process.arch}.bin`);
  const start = process.cpuUsage();
  const kept = file === undefined ? undefined : readIfThere(file);
  const cachedData = kept?.subarray(0, -SIZE);
  const script = new Script(source, { filename: path, ...(cachedData === undefined ? {} : { cachedData }) });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run(module.exports, require, module, path, dirname(path));
  return {
    exports: module.exports,
    keep(argv) {
      if (file === undefined) return;
      const isRead = script.cachedDataRejected === false;
      const { user } = process.cpuUsage(start);
      const known = isRead ? kept!.readInt32LE(cachedData!.length) : 0;
      const words = user < SHORTEST ? known : known | wordsOf(argv);
      if (isRead && (words === known || user > LONGEST)) return;
      const end = Buffer.alloc(SIZE);
      end.writeInt32LE(words);
      writeWhole(file, Buffer.concat([script.createCachedData(), end]));
    },
  };
}

/**
 * Returns a number in which each command, and each word in a flag or its value, sets one bit. The lowest bit is always
 * set. Commands and flags determine most of the code that a run needs.
 */
function wordsOf(argv: readonly string[]): number {
  let words = 1;
  for (const arg of argv) {
    if (!/^[\w-]+(?:=|$)/.test(arg)) continue;
    for (const word of arg.split(/[^\w-]+/)) {
      let hash = 0;
      for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x9e3779b1);
      words |= 1 << (hash >>> 27);
    }
  }
  return words;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes a file that is complete for other processes. Failures are ignored. */
function writeWhole(file: string, bytes: Buffer): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, file);
  } catch {
    // Ignores a folder that is not writable. Without the file, the next start is not faster.
  }
}

export function cacheFolder(env: { readonly [name: string]: string | undefined }): string | undefined {
  const {
    NODE_DISABLE_COMPILE_CACHE: isOff,
    NODE_COMPILE_CACHE: named,
    XDG_CACHE_HOME: xdg,
    HOME: home,
    LOCALAPPDATA: local,
  } = env;
  if (isOff === "1") return undefined;
  if (named) return join(named, "passwright");
  if (xdg?.startsWith("/") === true) return join(xdg, "passwright");
  if (home) return join(home, ".cache", "passwright");
  return local ? join(local, "passwright") : undefined;
}
