import { readFileSync, statSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { isThrown, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { resolve as resolveImport } from "import-meta-resolve";
import { isFile } from "../inputs/job.ts";
import type { Executor, InputJob, InputResult } from "../inputs/job.ts";
import { CodeFiles } from "./code-files.ts";
import { readFiles } from "./declared-reads.ts";
import { notCached } from "./errors.ts";
import { hashOf } from "./facts.ts";
import { exists, isUnchanged } from "./file-times.ts";
import { resolveAgain } from "./module-recorder.ts";
import type { ModuleRequest } from "./module-recorder.ts";
import { isForHost, isJiti } from "./run-facts.ts";
import type { RunCode } from "./run-facts.ts";
import type { CachedResult, LateModule, ResultStore } from "./result-cache.ts";

/** Settings of {@link Cached}. */
export interface CachedOptions {
  /** Facts that all results depend on. */
  readonly code: RunCode;
  /**
   * Folder to which paths in inputs are relative. The key of a result contains this path, because results can contain
   * this path.
   */
  readonly cwd: string;
  /** Cache that results are read from and written to. */
  readonly store: ResultStore;
}

/** Number of inputs with a cached result, and number of inputs that ran. */
export interface CacheCounts {
  /** Number of inputs whose results came from the cache. */
  cached: number;
  /** Number of inputs that ran. */
  run: number;
}

/** Result of comparing a cached result with a new result. */
export type Verified = "missing" | "equal" | "different";

/**
 * Executor that returns cached results. Inputs without a cached result run on an inner executor. Stores a result only
 * if the run succeeded and all files that the result depends on are unchanged since the start of the run.
 */
export class Cached implements Executor {
  readonly #inner: Executor;
  readonly #options: CachedOptions;
  readonly #knownUrls: ReadonlySet<string>;
  readonly #knownRequests: ReadonlySet<string>;
  readonly #files = new CodeFiles();
  /** Modules that were requested while inputs ran, by request. */
  readonly #late = new Map<string, LateModule>();
  /** Whether a module with unknown content was loaded while inputs ran. */
  #hasUnknown = false;
  readonly #checked = new Map<string, boolean>();
  /** Hashes of dependencies of results. */
  readonly #hashes = new Map<string, string>();
  #begun: Promise<void> | undefined;
  /** Number of inputs so far with a cached result, and number of inputs so far that ran. */
  readonly counts: CacheCounts = { cached: 0, run: 0 };
  /** Problem of the first result that was not stored. */
  problem: Diagnostic | undefined = undefined;

  constructor(inner: Executor, options: CachedOptions) {
    this.#inner = inner;
    this.#options = options;
    this.#knownUrls = new Set(options.code.known);
    this.#knownRequests = new Set(options.code.requests.map((request) => JSON.stringify(request)));
  }

  /**
   * Number of jobs that can run at once. Larger than the width of the inner executor, so that cached results are read
   * while the inner executor is busy.
   */
  get width(): number {
    return this.#inner.width + 16;
  }

  /** Returns the cached result of a job, or runs the job and stores its result. */
  async run(job: InputJob, signal?: AbortSignal): Promise<InputResult> {
    const whole = withContent(job);
    if (whole === undefined) return this.#inner.run(job, signal);
    const key = this.#keyOf(whole);
    signal?.throwIfAborted();
    const entry = await this.#find(key, job.name);
    if (entry !== undefined) {
      this.counts.cached++;
      return { ...entry.result, ...(entry.late.length > 0 && { modules: entry.late }), from: "cache" };
    }
    const ran = await this.#inner.run(whole, signal);
    const { modules = [], ...result } = ran;
    this.counts.run++;
    this.#addLate(modules);
    const { ok, dependencies = [] } = result;
    if (!ok || this.#hasUnknown) return ran;
    const reads = dependencies.map((name) => [name, this.#hashOfFiles(name)] as const);
    // Checks the times of files after the hashes were computed.
    if (this.#isUnchanged(dependencies))
      await this.#store(() => this.#options.store.put(key, { result, late: [...this.#late.values()], reads }));
    return ran;
  }

  /** If the result of an input is cached, runs the input again and compares the new result with the cached result. */
  async verify(job: InputJob): Promise<Verified> {
    const whole = withContent(job);
    const entry = whole && (await this.#find(this.#keyOf(whole), job.name));
    if (whole === undefined || entry === undefined) return "missing";
    const { modules: _, ...result } = await this.#inner.run(whole);
    return isSameResult(entry.result, result) ? "equal" : "different";
  }

  /** Completes the cache. Called after the last job. */
  async end(): Promise<void> {
    await this.#store(async () => this.#options.store.end?.());
  }

  /** Ends all workers of the inner executor. */
  close(): Promise<void> {
    return this.#inner.close();
  }

  #keyOf({ name, resultName, content }: WholeJob): string {
    return hashOf(JSON.stringify([this.#options.code.hash, this.#options.cwd, name, resultName, hashOf(content)]));
  }

  async #find(key: string, name: string): Promise<CachedResult | undefined> {
    const { code, cwd, store } = this.#options;
    this.#begun ??= store.begin?.(hashOf(JSON.stringify([code.hash, cwd])));
    await this.#begun;
    const entry = await store.get(key, name);
    if (entry === undefined) return undefined;
    const { late, reads = [] } = entry;
    const isSame =
      late.every((module) => this.#isSame(module)) && reads.every(([file, hash]) => this.#hashOfFiles(file) === hash);
    return isSame ? entry : undefined;
  }

  /** Returns the hash of the files of a dependency. */
  #hashOfFiles(name: string): string {
    const hash = this.#hashes.get(name) ?? readFiles(name, this.#options.cwd).hash();
    this.#hashes.set(name, hash);
    return hash;
  }

  /**
   * Returns whether a request still resolves to the same module, and whether the content of this module is unchanged.
   */
  #isSame(module: LateModule): boolean {
    const id = JSON.stringify(module);
    const known = this.#checked.get(id);
    if (known !== undefined) return known;
    const isSame = resolveAgain(module, resolveImport) === module.url && this.#hash(module.url) === module.hash;
    this.#checked.set(id, isSame);
    return isSame;
  }

  async #store(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      if (!isThrown(thrown, UsageError)) throw thrown;
      this.problem ??= thrown.diagnostic;
    }
  }

  #isUnchanged(dependencies: readonly string[]): boolean {
    const { files } = this.#options.code;
    const read = dependencies.map((name) => readFiles(name, this.#options.cwd));
    const paths = read.flatMap((one) => one.paths);
    return isUnchanged({
      ...files,
      present: [...files.present, ...this.#files.paths, ...paths.filter(exists)],
      patterns: [...files.patterns, ...read.flatMap(({ pattern }) => pattern ?? [])],
    });
  }

  #addLate(requests: readonly ModuleRequest[]): void {
    for (const request of requests) {
      const { url, parent } = request;
      const isFromJiti = parent === undefined || isJiti(parent);
      // A new request for a known module can resolve to another module in the next run.
      const isKnown = this.#knownUrls.has(url) && (isFromJiti || this.#knownRequests.has(JSON.stringify(request)));
      const isWithinJiti = isJiti(url) && isJiti(parent);
      if (isKnown || url.startsWith("node:") || this.#isOwn(url) || isWithinJiti) continue;
      if (isForHost(request, (one) => this.#isOwn(one))) continue;
      const facts = this.#files.factsOf(url);
      const hash = this.#hash(url);
      // The result of `jiti` for a name cannot be computed again.
      if (hash !== undefined && !isFromJiti) this.#late.set(JSON.stringify(request), { ...request, hash });
      else {
        this.#hasUnknown = true;
        this.problem ??= notCached([typeof facts === "string" ? facts : this.#loadedByJiti(url)]);
      }
    }
  }

  #loadedByJiti(url: string): string {
    const file = relative(this.#options.cwd, fileURLToPath(url));
    return `\`jiti\` loaded \`${file}\` while a pass ran (Node 22.18 or later runs TypeScript without \`jiti\`)`;
  }

  #isOwn(url: string): boolean {
    const folder = this.#files.folderOf(url);
    return folder !== undefined && this.#options.code.own.includes(folder);
  }

  #hash(url: string): string | undefined {
    const facts = this.#files.factsOf(url);
    return typeof facts === "string" ? undefined : hashOf(JSON.stringify(facts));
  }
}

/** Job with the content of its input. */
export type WholeJob = InputJob & { readonly content: string | Uint8Array };

/**
 * Reads the content of a job once, so that the key and the run use the same content. Returns `undefined` if reading
 * fails. The run then reads the content again, and reports the reason if reading fails again.
 */
export function withContent(job: InputJob): WholeJob | undefined {
  const { content } = job;
  if (!isFile(content)) return { ...job, content };
  try {
    // Does not read a pipe, because a pipe can be read only once.
    return statSync(content.path).isFile() ? { ...job, content: readFileSync(content.path) } : undefined;
  } catch {
    return undefined;
  }
}

/** Compares everything that a run prints or writes, except times. */
function isSameResult(one: InputResult, other: InputResult): boolean {
  const data = ({ output, diagnostics, printed, statistics }: InputResult): object => ({
    output: output === undefined ? undefined : Buffer.from(output),
    diagnostics,
    printed,
    statistics,
  });
  return isDeepStrictEqual(data(one), data(other));
}
