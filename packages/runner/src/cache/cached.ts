import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { resolve as resolveImport } from "import-meta-resolve";
import type { Executor, InputJob, InputResult } from "../inputs/job.ts";
import { CodeFiles } from "./code-files.ts";
import { hashOf } from "./facts.ts";
import { resolveAgain } from "./module-recorder.ts";
import type { ModuleRequest } from "./module-recorder.ts";
import type { LateModule, ResultStore } from "./result-cache.ts";

/** Settings of {@link Cached}. */
export interface CachedOptions {
  /** Hash of everything that all results depend on. */
  readonly facts: string;
  readonly store: ResultStore;
  /** Modules that the facts contain. */
  readonly known: readonly ModuleRequest[];
  /** Whether a module belongs to the facts for another reason. */
  isKnown?(url: string): boolean;
  /** Whether to run an input although its result is cached, and to compare. */
  isVerified?(key: string): boolean;
  /** Receives names of inputs whose cached result differs from a new one. */
  onDifference?(name: string): void;
}

/** Numbers of inputs. */
export interface CacheCounts {
  cached: number;
  run: number;
  verified: number;
}

/** Returns cached results, and lets another executor run the other inputs. Stores only successful results. */
export class Cached implements Executor {
  readonly #inner: Executor;
  readonly #options: CachedOptions;
  readonly #knownUrls: ReadonlySet<string>;
  readonly #files = new CodeFiles();
  /** Modules that were loaded while inputs ran, by request. */
  readonly #late = new Map<string, LateModule>();
  /** Whether a module that was loaded late has no known content. */
  #hasUnknown = false;
  readonly #checked = new Map<string, boolean>();
  readonly counts: CacheCounts = { cached: 0, run: 0, verified: 0 };

  constructor(inner: Executor, options: CachedOptions) {
    this.#inner = inner;
    this.#options = options;
    this.#knownUrls = new Set(options.known.map(({ url }) => url));
  }

  /** Reading the cache takes turns with runs. */
  get width(): number {
    return this.#inner.width + 16;
  }

  async run(job: InputJob, signal?: AbortSignal): Promise<InputResult> {
    const { facts, store, isVerified } = this.#options;
    const whole = withContent(job);
    if (whole === undefined) return this.#inner.run(job, signal);
    const key = hashOf(JSON.stringify([facts, job.name, job.resultName, hashOf(whole.content)]));
    signal?.throwIfAborted();
    const entry = await store.get(key);
    const isHit = entry !== undefined && entry.late.every((module) => this.#isSame(module));
    if (isHit && isVerified?.(key) !== true) {
      this.counts.cached++;
      return { ...entry.result, from: "cache" };
    }
    const result = await this.#inner.run(whole, signal);
    this.#addLate(result.modules ?? []);
    const { modules: _modules, ...rest } = result;
    if (isHit) {
      this.counts.verified++;
      if (!isSameResult(entry.result, rest)) this.#options.onDifference?.(job.name);
    } else this.counts.run++;
    if (rest.ok && !this.#hasUnknown) await store.put(key, { result: rest, late: [...this.#late.values()] });
    return rest;
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Whether a request still leads to the same module with the same content. */
  #isSame(module: LateModule): boolean {
    const id = JSON.stringify(module);
    const known = this.#checked.get(id);
    if (known !== undefined) return known;
    const isSame = resolveAgain(module, resolveImport) === module.url && this.#hash(module.url) === module.hash;
    this.#checked.set(id, isSame);
    return isSame;
  }

  #addLate(requests: readonly ModuleRequest[]): void {
    for (const request of requests) {
      const { url } = request;
      if (url.startsWith("node:") || this.#knownUrls.has(url) || this.#options.isKnown?.(url) === true) continue;
      const hash = this.#hash(url);
      if (hash === undefined) this.#hasUnknown = true;
      else this.#late.set(JSON.stringify(request), { ...request, hash });
    }
  }

  #hash(url: string): string | undefined {
    const facts = this.#files.factsOf(url);
    return typeof facts === "string" ? undefined : hashOf(JSON.stringify(facts));
  }
}

/** Reads the content of a job once, so that the key and the run have the same. Returns `undefined` if the run reports why it cannot be read. */
function withContent(job: InputJob): (InputJob & { readonly content: string | Uint8Array }) | undefined {
  const { content } = job;
  if (typeof content === "string" || content instanceof Uint8Array) return { ...job, content };
  try {
    return { ...job, content: readFileSync(content.path) };
  } catch {
    return undefined;
  }
}

function isSameResult(one: InputResult, other: InputResult): boolean {
  const data = ({ timing: _timing, from: _from, output, ...rest }: InputResult): object => ({
    ...rest,
    output: output === undefined ? undefined : Buffer.from(output),
  });
  return isDeepStrictEqual(data(one), data(other));
}
