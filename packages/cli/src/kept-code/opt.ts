import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { DefinedPlugin } from "@passwright/sdk";
import { isOn } from "../opt/parse-flags.ts";
import type { FlagUse } from "../opt/parse-flags.ts";
import type { OptThreads, ThreadsGiven } from "../opt/opt-threads.ts";
import { runOpt } from "../opt/program.ts";
import { Registrar } from "../opt/registrar.ts";
import { expandResponseFiles } from "../opt/response-files.ts";
import { areForParts, largeFor } from "../opt/where-threads-pay.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { wantedThreads } from "../threads/wanted-threads.ts";
import { optimizeLate } from "./optimize-late.ts";
import { Leave, scriptOf } from "./script.ts";
import type { IsNew, Outcome, Script } from "./script.ts";
import { takesModules } from "./takes-modules.ts";

/* What is bundled as one file, bundle/opt.cjs, with the passes that every passwright-opt has. */

/** A plugin that is in the file. */
interface OwnPlugin {
  readonly name: string;
  readonly version: string;
  readonly code: DefinedPlugin;
}

/** The `passwright-opt` program with the plugins that are in the file, and no others. */
export function optScript(plugins: readonly OwnPlugin[]): Script {
  return scriptOf((argv, terminal, isNew) => runWith(plugins, argv, terminal, isNew));
}

/** In bytes. After a longer run V8 has thrown away what it compiled for the start, which matters less then, too. */
const LARGE = 4_000_000;

async function runWith(
  plugins: readonly OwnPlugin[],
  argv: readonly string[],
  terminal: Terminal,
  isNew: IsNew,
): Promise<Outcome> {
  const given = expandResponseFiles(argv, terminal.cwd);
  if (!given.ok) {
    terminal.err(`${given.problem}\n`);
    return { code: 1 };
  }
  if (takesModules(given.argv)) throw new Leave({ argv: given.argv });
  const registrar = new Registrar();
  for (const { code, ...owner } of plugins) registrar.register(owner, code);
  let newParts: readonly string[] | undefined;
  const code = await runOpt(given.argv, terminal, {
    loadPasses: () => Promise.resolve(registrar.loaded()),
    startThreads: (uses, where) => Promise.resolve(threadsElsewhere(uses, where, given.argv)),
    beforeWork(uses, bytes) {
      const parts = partsOf(uses, bytes, registrar);
      if (bytes <= LARGE && isNew(parts)) newParts = parts;
      else optimizeLate(bytes);
    },
  });
  return code === 0 && newParts !== undefined ? { code, newParts } : { code };
}

/** Flags, passes, and how much of the IR a text may have needed. */
function partsOf(uses: readonly FlagUse[], bytes: number, { registry }: Registrar): readonly string[] {
  const words = uses.flatMap(({ name, value = "" }) => [name, ...value.split(/[^\w-]+/)]);
  const isKnown = (word: string): boolean => registry.find(word) !== undefined;
  const size = bytes < 1000 ? "small" : bytes < 100_000 ? "middle" : "larger";
  return [size, ...uses.map(({ name }) => name), ...words.filter(isKnown)];
}

/**
 * Threads take modules. Where they pay unasked shows when the size of the input does: of standard input when it was read, and is handed
 * on. A pipe that is named by a path (`<(…)`, `/dev/stdin`) cannot be read again, so all of it is done here.
 */
function threadsElsewhere(
  uses: readonly FlagUse[],
  { input, cwd }: ThreadsGiven,
  argv: readonly string[],
): OptThreads | undefined {
  const wanted = wantedThreads("auto", undefined);
  if (wanted === undefined || isOn(uses, "mlir-disable-threading") || !areForParts(uses)) return undefined;
  const large = largeFor(wanted.count);
  if (input !== "-" && sizeOf(resolve(cwd, input)) >= large) throw new Leave({ argv });
  return {
    executorFor: () => Promise.resolve(undefined),
    runOnText({ bytes, end }) {
      if (input === "-" && end >= large) throw new Leave({ argv, input: bytes.subarray(0, end) });
      return Promise.resolve(undefined);
    },
    close: () => Promise.resolve(),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
