import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/** A file of CommonJS that was run, and how to keep what V8 compiled of it. */
export interface CompiledModule {
  readonly exports: unknown;
  /**
   * Keeps the functions that were compiled so far for the next process, as `kind`; does nothing where they came from there, or
   * cannot be kept.
   */
  keep(kind: string): void;
}

/**
 * Runs a file of CommonJS, wrapped into its function as Node would wrap it, with what an earlier process compiled of it: of the `kinds`, the first that is there. The first line
 * of the file says in a comment what it is, as `// NAME`, different for each content: V8 itself looks at the length of a
 * source only. Node before 22 keeps no compiled code by itself, and later ones only what they load as modules.
 */
export function runCompiled(
  path: string,
  require: NodeJS.Require,
  { folder, kinds }: { readonly folder: string | undefined; readonly kinds: readonly string[] },
): CompiledModule {
  const source = readFileSync(path, "latin1");
  const name = `${source.slice(3, source.indexOf("\n"))}-${process.version}-${process.arch}`;
  const fileOf = (kind: string): string | undefined => folder && join(folder, `${name}-${kind}.bin`);
  const kept = firstOf(kinds.map((kind) => ({ kind, bytes: readIfThere(fileOf(kind)) })));
  const script = new Script(source, {
    filename: path,
    ...(kept === undefined ? {} : { cachedData: kept.bytes }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run(module.exports, require, module, path, dirname(path));
  return {
    exports: module.exports,
    keep(kind) {
      if (kept !== undefined && script.cachedDataRejected !== true && kinds.indexOf(kept.kind) <= kinds.indexOf(kind))
        return;
      const file = fileOf(kind);
      if (file !== undefined) writeWhole(file, script.createCachedData());
    },
  };
}

interface Kept {
  readonly kind: string;
  readonly bytes: Buffer;
}

function firstOf(all: readonly { readonly kind: string; readonly bytes: Buffer | undefined }[]): Kept | undefined {
  return all.find((one): one is Kept => one.bytes !== undefined);
}

function readIfThere(file: string | undefined): Buffer | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
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
