import { rm } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { UsageError } from "@passwright/core";
import { systemErrorText } from "@passwright/loader";
import type cacache from "cacache";
import type { InputResult } from "../inputs/job.ts";
import { loadOptional } from "../optional-package.ts";
import { missingCachePackage, unusableCache } from "./errors.ts";
import type { ModuleRequest } from "./module-recorder.ts";

/** A module that was loaded while inputs ran, with a hash of its content. */
export type LateModule = ModuleRequest & { readonly hash: string };

/** Entry of a cache: the result of an input, and the modules that were loaded while inputs ran. */
export interface CachedResult {
  /** Result of the input. */
  readonly result: InputResult;
  /** Modules that were loaded while this input or earlier inputs ran. */
  readonly late: readonly LateModule[];
}

/** Size of a cache. */
export interface CacheStatistics {
  /** Number of results in the cache. */
  readonly entries: number;
  /** Size of all results, in bytes. */
  readonly bytes: number;
  /** Time of the oldest entry, in milliseconds since 1970. */
  readonly oldest: number | undefined;
  /** Time of the newest entry, in milliseconds since 1970. */
  readonly newest: number | undefined;
}

/** Age in milliseconds at which entries are removed. */
const MAX_AGE = 30 * 24 * 3600 * 1000;

/** Results by key, in memory or in a folder. Several processes can use the same folder at the same time. */
export interface ResultStore {
  /** Returns the result with this key, or `undefined`. `name` is the name of the input. */
  get(key: string, name: string): Promise<CachedResult | undefined>;
  /** Stores a result. */
  put(key: string, entry: CachedResult): Promise<void>;
}

/** A folder with results. */
export class ResultCache implements ResultStore {
  /** Folder that contains the cache. */
  readonly folder: string;
  readonly #files: typeof cacache;

  private constructor(folder: string, files: typeof cacache) {
    this.folder = folder;
    this.#files = files;
  }

  /** Opens a folder. The folder need not exist. */
  static async open(folder: string): Promise<ResultCache> {
    const { default: files } = await loadOptional(() => import("cacache"), ["cacache"], missingCachePackage);
    return new ResultCache(folder, files);
  }

  /** Returns an entry. A damaged entry is treated as missing. */
  async get(key: string): Promise<CachedResult | undefined> {
    try {
      const { data } = await this.#files.get(this.folder, key);
      return deserialize(data) as CachedResult;
    } catch {
      return undefined;
    }
  }

  /**
   * Stores an entry either completely or not at all.
   * @throws UsageError PWH0304 if the folder cannot be changed.
   */
  async put(key: string, entry: CachedResult): Promise<void> {
    await this.#change(() => this.#files.put(this.folder, key, serialize(entry)));
  }

  /** Returns the size of the cache. */
  async statistics(): Promise<CacheStatistics> {
    const entries = Object.values(await this.#files.ls(this.folder));
    const times = entries.map(({ time }) => time).sort((one, other) => one - other);
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    return { entries: entries.length, bytes, oldest: times[0], newest: times.at(-1) };
  }

  /**
   * Removes entries that are older than 30 days. Also removes stored content that is damaged or that no entry uses.
   * @throws UsageError PWH0304 if the folder cannot be changed.
   */
  async prune(): Promise<void> {
    const since = Date.now() - MAX_AGE;
    // The types of cacache require a string.
    const filter = ({ time }: { readonly time: number }): boolean => time >= since;
    await this.#change(() => this.#files.verify(this.folder, { filter: filter as never }));
  }

  /**
   * Removes everything.
   * @throws UsageError PWH0304 if the folder cannot be removed.
   */
  async clear(): Promise<void> {
    await this.#change(() => rm(this.folder, { recursive: true, force: true }));
  }

  async #change(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      throw new UsageError(unusableCache(this.folder, systemErrorText(thrown)));
    }
  }
}
