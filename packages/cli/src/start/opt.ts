import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { DefinedPlugin } from "@passwright/sdk";
import { isOn } from "../opt/flags.ts";
import type { FlagUse } from "../opt/flags.ts";
import { Registrar } from "../opt/load-passes.ts";
import { areForParts, largeFor } from "../opt/opt-threads.ts";
import type { OptThreads, ThreadsGiven } from "../opt/opt-threads.ts";
import { runOpt } from "../opt/program.ts";
import { wantedThreads } from "../threads/wanted-threads.ts";
import { Leave } from "./script.ts";
import type { Script } from "./script.ts";

/* Script bundle/opt.cjs, which contains passwright-opt with its default passes. */

interface OwnPlugin {
  readonly name: string;
  readonly version: string;
  readonly code: DefinedPlugin;
}

/** Makes the `passwright-opt` program that contains only the plugins in `plugins`. */
export function optScript(plugins: readonly OwnPlugin[]): Script {
  return async (argv, terminal) => {
    const registrar = new Registrar();
    for (const { code, ...owner } of plugins) registrar.register(owner, code);
    return runOpt(argv, terminal, {
      loadPasses: () => Promise.resolve(registrar.loaded()),
      startThreads: (uses, where) => Promise.resolve(threadsElsewhere(uses, where)),
    });
  };
}

/**
 * Throws {@link Leave} if the input is large enough for threads, because this script does not start threads. The
 * complete program then runs the command. If this script has already read standard input, the complete program receives
 * the content. A pipe that is named by a path (`<(…)`, `/dev/stdin`) can be read only once, so this script processes a
 * pipe without threads.
 */
function threadsElsewhere(uses: readonly FlagUse[], { input, cwd }: ThreadsGiven): OptThreads | undefined {
  const wanted = wantedThreads("auto", undefined);
  if (wanted === undefined || isOn(uses, "mlir-disable-threading") || !areForParts(uses)) return undefined;
  const large = largeFor(wanted.count);
  const stats = input === "-" ? undefined : statSync(resolve(cwd, input), { throwIfNoEntry: false });
  if (stats !== undefined && stats.size >= large) throw new Leave();
  return {
    executorFor: () => Promise.resolve(undefined),
    runOnText({ bytes, end }) {
      if (input === "-" && end >= large) throw new Leave({ input: bytes.subarray(0, end) });
      return Promise.resolve(undefined);
    },
    close: () => Promise.resolve(),
  };
}
