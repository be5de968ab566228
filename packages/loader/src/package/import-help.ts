import { readThrown } from "@passwright/core";
import { runsTypeScript } from "../config/runs-typescript.ts";

/** What helps against the two stumbles of those who write their first plugin; `undefined` for everything else. */
export function helpAgainst(thrown: unknown, path: string): string | undefined {
  if (/\.[cm]?ts$/.test(path) && !runsTypeScript()) {
    return "compile it first, and let `exports` name the .js file; this Node runs no TypeScript";
  }
  const missing =
    readThrown(thrown, "code") === "ERR_MODULE_NOT_FOUND"
      ? /'(@passwright\/[\w.-]+)/.exec(String(readThrown(thrown, "message")))?.[1]
      : undefined;
  return missing === undefined ? undefined : `install it beside the plugin: npm install ${missing}`;
}
