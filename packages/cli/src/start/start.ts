import { join } from "node:path";
import { Output } from "../terminal/output.ts";
import { terminalOf } from "../terminal/process-terminal.ts";
import { unexpectedText } from "../terminal/unexpected-text.ts";
import { cacheFolder, loadScript } from "./compile-cache.ts";
import type { LoadedScript } from "./compile-cache.ts";
import { needsOwnOnly } from "./needs-own-only.ts";
import { needsModules } from "./script.ts";
import type { LeftToModules, Script } from "./script.ts";

/* What the programs in bin/ start with. */

const PLANNING: ReadonlySet<string> = new Set(["plan", "explain", "list", "lock", "diff"]);

/** Runs `passwright-opt` by its script if that can do it; else returns what is left to the modules. */
export async function startOpt(
  argv: readonly string[],
  require: NodeJS.Require,
  folder: string,
): Promise<LeftToModules | undefined> {
  return needsModules("opt", argv) ? {} : runScript("opt", argv, require, folder);
}

/** Runs `passwright` by one of its scripts if that can do it; else returns what is left to the modules. */
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

/** Runs a program by its script, and ends the process. Returns what is left to the modules, with nothing written. */
async function runScript(
  name: "opt" | "planning" | "run",
  argv: readonly string[],
  require: NodeJS.Require,
  folder: string,
): Promise<LeftToModules | undefined> {
  const loaded = load(join(folder, `${name}.cjs`), require);
  const { run } = loaded.exports as { readonly run: Script };
  const output = new Output();
  // Until it is known to be well.
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
  // Saves the time to put everything away.
  process.exit();
}

function load(path: string, require: NodeJS.Require): LoadedScript {
  const hasCache = Number.parseInt(process.versions.node) >= 22;
  if (hasCache) return { exports: require(path), keep: () => undefined };
  return loadScript(path, require, cacheFolder(process.env));
}
