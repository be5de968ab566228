import { readFileSync } from "node:fs";
import { type Lock } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { systemErrorText } from "@passwright/loader";
import * as errors from "../errors.ts";

export type LockResult =
  { readonly ok: true; readonly lock: Lock } | { readonly ok: false; readonly diagnostic: Diagnostic };

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

/** Whether a value has the shape of a lock, as far as comparisons go into it. */
function isLock(value: unknown): value is Lock {
  if (!isObject(value) || value["lockVersion"] !== 1 || !isObject(value["plan"])) return false;
  const { framework, steps, leftOut } = value["plan"];
  const isOwner = (owner: unknown): boolean => isObject(owner) && typeof owner["name"] === "string";
  const isStep = (step: unknown): boolean =>
    isObject(step) &&
    typeof step["address"] === "string" &&
    Array.isArray(step["types"]) &&
    Array.isArray(step["nests"]) &&
    isOwner(step["origin"]);
  return (
    isOwner(framework) &&
    [steps, leftOut, value["plugins"]].every(Array.isArray) &&
    (steps as unknown[]).every(isStep) &&
    (value["plugins"] as unknown[]).every(isOwner)
  );
}

/** Reads a lock file. What is no lock, or one of a later version, is an error that says so. */
export function readLock(path: string, file: string): LockResult {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return { ok: false, diagnostic: errors.unreadableLock(file, systemErrorText(error)) };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isLock(value)) return { ok: true, lock: value };
  } catch {
    // Said below.
  }
  return { ok: false, diagnostic: errors.notALock(file) };
}
