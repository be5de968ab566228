import { join } from "node:path";
import { readText } from "@passwright/loader";
import { Output, terminalOf } from "../terminal/output.ts";
import { unexpectedText } from "../terminal/process-guard.ts";
import { cacheFolder, loadScript } from "./compile-cache.ts";
import type { LeftToModules, Script } from "./script.ts";

/* Starts the programs in bin/. */

/** Arguments that need the complete program, for third-party code, threads or readable stacks. */
const FOR_MODULES: { readonly [program in "opt" | "commands"]: RegExp } = {
  opt: /^--?(?:debug|threads|load-(?:pass|dialect)-plugin)(?:=|$)/,
  commands: /^--(?:debug|threads|time-limit|watch)/,
};

const PLANNING: ReadonlySet<string> = new Set(["plan", "explain", "list", "lock", "diff"]);

/** Returns the script that can run a command line, or `undefined` if only the complete program can. */
function scriptFor(program: "opt" | "commands", argv: readonly string[]): "opt" | "planning" | "run" | undefined {
  if (argv.some((arg) => FOR_MODULES[program].test(arg))) return undefined;
  if (program === "opt") return "opt";
  const [command = ""] = argv;
  if (PLANNING.has(command)) return "planning";
  return command === "run" && needsOwnOnly(argv) ? "run" : undefined;
}

/** Runs a script and ends the process, or returns the data for the complete program before any output. */
export async function start(
  program: "opt" | "commands",
  argv: readonly string[],
  require: NodeJS.Require,
  folder: string,
): Promise<LeftToModules | undefined> {
  const name = scriptFor(program, argv);
  if (name === undefined) return {};
  const loaded = loadScript(join(folder, `${name}.cjs`), require, cacheFolder(process.env));
  const { run } = loaded.exports as { readonly run: Script };
  const output = new Output();
  process.exitCode = 1;
  try {
    process.exitCode = output.exitCode(await run(argv, terminalOf(output)));
    loaded.keep(argv);
  } catch (thrown) {
    // Does not use `instanceof`, because the exception can belong to another copy of the class.
    const left = (thrown as { readonly left?: LeftToModules } | null | undefined)?.left;
    if (left !== undefined) {
      loaded.keep(argv);
      return left;
    }
    output.write("stderr", `${unexpectedText(thrown, false)}\n`);
  }
  // Exits explicitly, because Node would take longer to exit by itself.
  process.exit();
}

const CONFIG_LIMIT = 2 ** 20;

/** Usual names of configs in a folder. The complete program also finds configs with other names. */
const CONFIGS = ["yaml", "yml", "json"].map((ending) => `passwright.config.${ending}`);

const OWN = new Set(["plugin-mlir-tools", "plugin-transforms"]);

/** Guesses whether `run` needs only our own plugins. For other configs, loading the script would waste time. */
function needsOwnOnly(argv: readonly string[]): boolean {
  const named = argv.slice(1).filter((arg) => !arg.startsWith("-"));
  const text = firstConfig([...named, "."]);
  if (text === undefined || /framework|extends|\.[cm]?[jt]s\b/.test(text)) return false;
  return [...text.matchAll(/plugin-[\w-]+/g)].every(([name]) => OWN.has(name));
}

/** Returns the first config in files and folders. Does not read other files, which can be large inputs. */
function firstConfig(places: readonly string[]): string | undefined {
  for (const place of places) {
    for (const path of [place, ...CONFIGS.map((name) => join(place, name))]) {
      const read = /\.(?:ya?ml|json)$/.test(path) ? readText(path, CONFIG_LIMIT) : undefined;
      if (read?.ok === true) return read.text;
    }
  }
  return undefined;
}
