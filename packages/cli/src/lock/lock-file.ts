import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Diagnostic, Result } from "@passwright/core";
import { CONFIG_ENDINGS, fieldsIn, readText, SEARCH_PLACES } from "@passwright/loader";
import type { LockData } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";

export const LOCK_ENDING = ".lock.json";

/** Returns the path of the lock file of a config: `passwright.lock.json`, or `NAME.lock.json` for `NAME.yaml`. */
export function lockPathOf(config: string): string {
  const name = basename(config);
  if (SEARCH_PLACES.includes(name)) return join(dirname(config), `passwright${LOCK_ENDING}`);
  return join(dirname(config), `${basename(name, extname(name))}${LOCK_ENDING}`);
}

/** Returns the path of the config with the same name as a lock file, or the folder of the lock file. */
export function configOfLock(lock: string): string {
  const stem = join(dirname(lock), basename(lock, LOCK_ENDING));
  return CONFIG_ENDINGS.map((ending) => `${stem}${ending}`).find((path) => existsSync(path)) ?? dirname(lock);
}

type LockResult = Result<{ readonly lock: LockData }, { readonly diagnostic: Diagnostic }>;

const LARGEST_LOCK = 64 * 2 ** 20;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const list =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const object =
  (checks: { readonly [key: string]: Check }): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(checks).every(([key, check]) => check((value as { readonly [key: string]: unknown })[key]));

/* Shapes of the parts of a lock that comparisons use. */

const owner = object({ name: text });
const texts = list(text);
const table = object({});
const step = object({
  address: text,
  types: texts,
  options: table,
  nests: list(object({ anchor: text })),
  origin: owner,
  because: text,
  notes: optional(texts),
});
const plan = object({
  framework: owner,
  anchor: text,
  choice: table,
  steps: list(step),
  leftOut: list(object({ address: text, because: text })),
  alternatives: list(object({ address: text, when: table })),
  retyped: list(object({ pass: text, types: texts, origin: owner })),
  overridden: optional(list(object({ what: text, because: text }))),
  selective: optional(list(object({ name: text, without: texts }))),
});
const pipeline = object({
  name: text,
  path: text,
  origin: owner,
  predecessors: texts,
  jumps: list(object({ to: text })),
  plan: optional(plan),
  graph: optional((value) => graph(value)),
});
const choice = object({ name: text, origin: owner, branches: list(object({ pipeline: text })), outcomes: texts });
const graph = object({ framework: owner, choice: table, pipelines: list(pipeline), choices: list(choice) });
const head = object({
  lockVersion: (value) => value === 1,
  plugins: list(owner),
  taps: optional(list(object({ hook: text, tap: text, plugin: text }))),
});

function isLock(value: unknown): value is LockData {
  if (!head(value)) return false;
  const { graph: inGraph, plan: inPlan } = value as { readonly graph?: unknown; readonly plan?: unknown };
  return inGraph === undefined ? plan(inPlan) : graph(inGraph);
}

/**
 * Reads a lock file. Returns an error for an invalid file or a different version of the format. The help of the error
 * contains `given`, the arguments of the command `lock` that writes the file.
 */
export function readLock(path: string, file: string, given?: readonly string[]): LockResult {
  const read = readText(path, LARGEST_LOCK);
  if (!read.ok) return { ok: false, diagnostic: errors.badLock(file, `cannot be read: ${read.reason}`, given) };
  const value: unknown = fieldsIn(read.text);
  if (isLock(value)) return { ok: true, lock: value };
  return {
    ok: false,
    diagnostic: errors.badLock(file, "is not a lock file that this version of Passwright can read", given),
  };
}
