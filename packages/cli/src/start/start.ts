import { join } from "node:path";
import { readText } from "@passwright/loader";
import { Output, terminalOf } from "../terminal/output.ts";
import { unexpectedText } from "../terminal/process-guard.ts";
import { cacheFolder, loadScript } from "./compile-cache.ts";
import type { LoadedScript } from "./compile-cache.ts";
import { needsModules } from "./script.ts";
import type { LeftToModules, Script } from "./script.ts";

/* Start of the programs in bin/. */

const PLANNING: ReadonlySet<string> = new Set(["plan", "explain", "list", "lock", "diff"]);

/** Runs `passwright-opt` by its script if possible; else returns what is left to the modules. */
export async function startOpt(
  argv: readonly string[],
  require: NodeJS.Require,
  folder: string,
): Promise<LeftToModules | undefined> {
  return needsModules("opt", argv) ? {} : runScript("opt", argv, require, folder);
}

/** Runs `passwright` by one of its scripts if possible; else returns what is left to the modules. */
export async function startCommand(
  argv: readonly string[],
  require: NodeJS.Require,
  folder: string,
): Promise<LeftToModules | undefined> {
  const [command = ""] = argv;
  if (needsModules("commands", argv)) return {};
  if (PLANNING.has(command)) return runScript("planning", argv, require, folder);
  return command === "run" && needsOwnOnly(argv) ? runScript("run", argv, require, folder) : {};
}

/** Runs a script and ends the process. Returns, without output, what is left to the modules. */
async function runScript(
  name: "opt" | "planning" | "run",
  argv: readonly string[],
  require: NodeJS.Require,
  folder: string,
): Promise<LeftToModules | undefined> {
  const loaded = load(join(folder, `${name}.cjs`), require);
  const { run } = loaded.exports as { readonly run: Script };
  const output = new Output();
  process.exitCode = 1;
  try {
    process.exitCode = output.exitCode(await run(argv, terminalOf(output)));
    loaded.keep();
  } catch (thrown) {
    // Thrown by another copy of the class.
    const left = (thrown as { readonly left?: LeftToModules } | null | undefined)?.left;
    if (left !== undefined) {
      loaded.keep();
      return left;
    }
    output.write("stderr", `${unexpectedText(thrown, false)}\n`);
  }
  // Faster than ending regularly.
  process.exit();
}

function load(path: string, require: NodeJS.Require): LoadedScript {
  const hasCache = Number.parseInt(process.versions.node) >= 22;
  if (hasCache) return { exports: require(path), keep: () => undefined };
  return loadScript(path, require, cacheFolder(process.env));
}

/** Larger files are not configs that people write; in bytes. */
const CONFIG_LIMIT = 2 ** 20;

/** Names in the usual places of a folder. Others are found by the whole program. */
const CONFIGS = ["yaml", "yml", "json"].map((ending) => `passwright.config.${ending}`);

const OWN = new Set(["plugin-mlir-tools", "plugin-transforms"]);

/**
 * Guesses from the text of a config whether `run` needs only our own plugins. Other configs then do not load the script
 * in vain. The loader determines what a config really needs.
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
