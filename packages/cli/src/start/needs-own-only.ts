import { join } from "node:path";
import { readText } from "@passwright/loader";

/** Larger files are not configs that people write; in bytes. */
const CONFIG_LIMIT = 2 ** 20;

/** Names in the usual places of a folder. Others are found by the whole program. */
const CONFIGS = ["yaml", "yml", "json"].map((ending) => `passwright.config.${ending}`);

/** The plugins that are in the script. */
const OWN = new Set(["plugin-mlir-tools", "plugin-transforms"]);

/**
 * Guesses from the text of a config whether `run` needs only our own plugins. It saves others the time to load the script
 * in vain; what a config really needs, the loader knows.
 */
export function needsOwnOnly(argv: readonly string[]): boolean {
  const named = argv.slice(1).filter((arg) => !arg.startsWith("-"));
  const text = firstConfig([...named, "."]);
  if (text === undefined || /framework|extends|\.[cm]?[jt]s\b/.test(text)) return false;
  return [...text.matchAll(/plugin-[\w-]+/g)].every(([name]) => OWN.has(name));
}

/** Returns the text of the first config that one of these places is or contains. Other places may be inputs, of any size. */
function firstConfig(places: readonly string[]): string | undefined {
  for (const place of places) {
    for (const path of [place, ...CONFIGS.map((name) => join(place, name))]) {
      const read = /\.(?:ya?ml|json)$/.test(path) ? readText(path, CONFIG_LIMIT) : undefined;
      if (read?.ok === true) return read.text;
    }
  }
  return undefined;
}
