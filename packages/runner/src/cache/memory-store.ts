import type { CachedResult, ResultStore } from "./result-cache.ts";

/** Results of the last runs in memory. Keeps at most one result for each name of an input. */
export class MemoryStore implements ResultStore {
  readonly #results = new Map<string, { readonly key: string; readonly entry: CachedResult }>();

  get(key: string, name: string): Promise<CachedResult | undefined> {
    const found = this.#results.get(name);
    return Promise.resolve(found?.key === key ? found.entry : undefined);
  }

  put(key: string, entry: CachedResult): Promise<void> {
    this.#results.set(entry.result.name, { key, entry });
    return Promise.resolve();
  }
}
