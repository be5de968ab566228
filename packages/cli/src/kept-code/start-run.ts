import { join } from "node:path";
import { readText } from "@passwright/loader";
import type { LeftToModules } from "./script.ts";
import { startScript } from "./start-script.ts";

/** Flags whose doing takes modules: threads, and stacks that people can read. */
const FOR_MODULES = /^--(?:debug|threads|time-limit|watch)/;

/** Runs `passwright run` by its script, where that can do it. Answers what is left. */
export async function runRunScript(
  argv: readonly string[],
  file: string,
  require: NodeJS.Require,
): Promise<LeftToModules | undefined> {
  if (argv[0] !== "run" || argv.some((arg) => FOR_MODULES.test(arg)) || !needsOwnOnly(argv)) return {};
  return startScript(argv, file, require, "run");
}

/** Larger files are not configs that people write; in bytes. */
const CONFIG_LIMIT = 2 ** 20;

/** Names in the usual places of a folder. Others are found by the whole program. */
const CONFIGS = ["yaml", "yml", "json"].map((ending) => `passwright.config.${ending}`);

/** What there are copies of in the script. */
const OWN = new Set(["plugin-mlir-tools", "plugin-transforms"]);

/**
 * Whether a config may do with our own plugins. It is a guess from the text, which spares others 15 ms for having tried in vain; what
 * a config really needs, the loader knows.
 */
function needsOwnOnly(argv: readonly string[]): boolean {
  const named = argv.slice(1).filter((arg) => !arg.startsWith("-"));
  const text = firstConfig([...named, "."]);
  if (text === undefined || /framework|extends|\.[cm]?[jt]s\b/.test(text)) return false;
  return [...text.matchAll(/plugin-[\w-]+/g)].every(([name]) => OWN.has(name));
}

/** The text of the first config that one of these places is, or has in it. What comes after may be inputs, of any size. */
function firstConfig(places: readonly string[]): string | undefined {
  for (const place of places) {
    for (const path of [place, ...CONFIGS.map((name) => join(place, name))]) {
      const text = /\.(?:ya?ml|json)$/.test(path) ? readIfThere(path) : undefined;
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

function readIfThere(path: string): string | undefined {
  const read = readText(path, CONFIG_LIMIT);
  return read.ok ? read.text : undefined;
}
