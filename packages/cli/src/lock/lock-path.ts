import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { CONFIG_ENDINGS, SEARCH_PLACES } from "@passwright/loader";

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
