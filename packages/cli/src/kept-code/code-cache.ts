import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/** A file of CommonJS that was run, and how to keep what V8 compiled of it. */
export interface CompiledModule {
  readonly exports: unknown;
  /** Whether there is something to keep of a run of these parts of the program: a place, and a part that was not run before. */
  isNew(parts: readonly string[]): boolean;
  /** Keeps the functions that were compiled so far for the next process, together with those that were kept before. */
  keep(parts: readonly string[]): void;
}

/**
 * Runs a file of CommonJS, wrapped into its function as Node would wrap it, with what earlier processes compiled of it for programs of
 * this `kind`. The first line of the file says in a comment what it is, as `// NAME`, different for each content: V8 itself looks at the
 * length of a source only. Node before 22 keeps no compiled code by itself, and later ones only what they load as modules.
 */
export function runCompiled(
  path: string,
  require: NodeJS.Require,
  { folder, kind }: { readonly folder: string | undefined; readonly kind: string },
): CompiledModule {
  const source = readFileSync(path, "latin1");
  const name = `${source.slice(3, source.indexOf("\n"))}-${process.version}-${process.arch}-${kind}.bin`;
  const file = folder === undefined ? undefined : join(folder, name);
  const kept = file === undefined ? undefined : readKept(file);
  const script = new Script(source, {
    filename: path,
    ...(kept === undefined ? {} : { cachedData: kept.code }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run(module.exports, require, module, path, dirname(path));
  const known = script.cachedDataRejected === false ? (kept?.parts ?? []) : [];
  return {
    exports: module.exports,
    isNew: (parts) => file !== undefined && !parts.every((part) => known.includes(part)),
    keep(parts) {
      if (file === undefined) return;
      writeKept(file, { code: script.createCachedData(), parts: [...new Set([...known, ...parts])].sort() });
    },
  };
}

/** A file of these: the code, what was run to have it compiled, as JSON, and the length of that in four bytes. */
interface Kept {
  readonly code: Buffer;
  readonly parts: readonly string[];
}

function readKept(file: string): Kept | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.length - 4;
    const start = end - bytes.readUInt32LE(end);
    return {
      code: bytes.subarray(0, start),
      parts: JSON.parse(bytes.toString("utf8", start, end)) as readonly string[],
    };
  } catch {
    // Not there, or not what was written.
    return undefined;
  }
}

function writeKept(file: string, { code, parts }: Kept): void {
  const text = Buffer.from(JSON.stringify(parts));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  writeWhole(file, Buffer.concat([code, text, length]));
}

/** Chosen, not measured: what a version that is gone has left is somebody's half a megabyte. */
const DAYS_KEPT = 60;

function removeOld(folder: string): void {
  const oldest = Date.now() - DAYS_KEPT * 24 * 3600 * 1000;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.includes(".bin") && statSync(file).mtimeMs < oldest) rmSync(file, { force: true });
  }
}

/** Written beside its place and moved there, so that another process finds all of it or nothing. What cannot be kept is not. */
function writeWhole(file: string, bytes: Buffer): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, file);
    removeOld(dirname(file));
  } catch {
    try {
      rmSync(part, { force: true });
    } catch {
      // Where nothing may be written, nothing is there to remove.
    }
  }
}

/**
 * The folder for compiled code: in the user's own folder of caches, since V8 trusts what it finds there; Node's variables for
 * its own cache name another, or switch this off. `undefined` where there is none.
 */
export function cacheFolder(
  env: { readonly [name: string]: string | undefined },
  platform: NodeJS.Platform,
): string | undefined {
  if (env["NODE_DISABLE_COMPILE_CACHE"] === "1") return undefined;
  const named = env["NODE_COMPILE_CACHE"] || cachesOf(env, platform);
  return named === undefined ? undefined : join(named, "passwright", "code");
}

function cachesOf(
  { XDG_CACHE_HOME: xdg, HOME: home, LOCALAPPDATA: local }: { readonly [name: string]: string | undefined },
  platform: NodeJS.Platform,
): string | undefined {
  if (platform === "win32") return local || undefined;
  // A path that is not absolute counts as none, says the XDG specification.
  if (xdg?.startsWith("/") === true) return xdg;
  if (home === undefined || home === "") return undefined;
  return platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache");
}
