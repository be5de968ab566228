import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { CONFIG_ENDINGS, readText, SEARCH_PLACES } from "@passwright/loader";
import type { LockData } from "@passwright/sdk/loading";
import * as errors from "../errors.ts";

/** How lock files end. */
export const LOCK_ENDING = ".lock.json";

/** The lock file beside a config: `passwright.lock.json`, or after the config's own name, where it has one. */
export function lockPathOf(config: string): string {
  const name = basename(config);
  if (SEARCH_PLACES.includes(name)) return join(dirname(config), `passwright${LOCK_ENDING}`);
  return join(dirname(config), `${basename(name, extname(name))}${LOCK_ENDING}`);
}

/** The config that a lock file lies beside: the file with that name, else what the folder holds. */
export function configOfLock(lock: string): string {
  const stem = join(dirname(lock), basename(lock, LOCK_ENDING));
  return CONFIG_ENDINGS.map((ending) => `${stem}${ending}`).find((path) => existsSync(path)) ?? dirname(lock);
}

export type LockResult =
  { readonly ok: true; readonly lock: LockData } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** In bytes. Chosen, not measured: a plan of a hundred thousand steps. */
const LARGEST_LOCK = 64 * 2 ** 20;

type Fields = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isListOf(check: (one: unknown) => boolean, value: unknown): boolean {
  return Array.isArray(value) && value.every(check);
}

const isOwner = (owner: unknown): boolean => isObject(owner) && isText(owner["name"]);

/** Whether a value has the shape of a lock, as far as comparisons go into it. */
function isLock(value: unknown): value is LockData {
  if (!isObject(value) || value["lockVersion"] !== 1 || !isListOf(isOwner, value["plugins"])) return false;
  return "graph" in value ? isGraph(value["graph"]) : isPlan(value["plan"]);
}

function isPlan(plan: unknown): boolean {
  if (!isObject(plan)) return false;
  const { framework, steps, leftOut } = plan;
  return isOwner(framework) && isListOf(isStep, steps) && Array.isArray(leftOut);
}

function isStep(step: unknown): boolean {
  if (!isObject(step)) return false;
  const { address, types, nests, origin } = step;
  return isText(address) && Array.isArray(types) && Array.isArray(nests) && isOwner(origin);
}

function isGraph(graph: unknown): boolean {
  if (!isObject(graph)) return false;
  const { framework, pipelines, choices } = graph;
  return isOwner(framework) && isListOf(isPipeline, pipelines) && isListOf(isChoice, choices);
}

function isPipeline(one: unknown): boolean {
  if (!isObject(one)) return false;
  const { name, path, origin, predecessors, jumps, plan, graph } = one;
  const isNamed = isText(name) && isText(path) && isOwner(origin);
  const hasWays = isListOf(isText, predecessors) && isListOf((jump) => isObject(jump) && isText(jump["to"]), jumps);
  return isNamed && hasWays && (plan === undefined || isPlan(plan)) && (graph === undefined || isGraph(graph));
}

function isChoice(choice: unknown): boolean {
  if (!isObject(choice)) return false;
  const { name, origin, branches, outcomes } = choice;
  const areBranches = isListOf((branch) => isObject(branch) && isText(branch["pipeline"]), branches);
  return isText(name) && isOwner(origin) && areBranches && isListOf(isText, outcomes);
}

/** Reads a lock file. What is no lock, or one of a later version, is an error that says so. */
export function readLock(path: string, file: string): LockResult {
  const read = readText(path, LARGEST_LOCK);
  if (!read.ok) return { ok: false, diagnostic: errors.unreadableLock(file, read.reason) };
  try {
    const value: unknown = JSON.parse(read.text);
    if (isLock(value)) return { ok: true, lock: value };
  } catch {
    // Said below.
  }
  return { ok: false, diagnostic: errors.notALock(file) };
}
