import { type Lock } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { systemErrorText } from "@passwright/loader";
import * as errors from "./errors.ts";

export type LockResult =
  { readonly ok: true; readonly lock: Lock } | { readonly ok: false; readonly diagnostic: Diagnostic };

function isLock(value: unknown): value is Lock {
  if (typeof value !== "object" || value === null) return false;
  const { lockVersion, plan, plugins } = value as { [key: string]: unknown };
  const steps = (plan as { steps?: unknown } | undefined)?.steps;
  return lockVersion === 1 && Array.isArray(plugins) && Array.isArray(steps);
}

/** Reads a lock file. What is no lock, or one of a later version, is an error that says so. */
export function readLock(path: string, file: string, read: (path: string, encoding: "utf8") => string): LockResult {
  let text: string;
  try {
    text = read(path, "utf8");
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
