import type { Contribution, Plan } from "@passwright/builder";
import type { RunResult } from "@passwright/core";
import { syncHook } from "./declarations.ts";
import { HookSet } from "./hook-set.ts";
import type { HookDeclarations } from "./hook-types.ts";
import { SESSION } from "./session-calls.ts";
import type { ConfigSummary, PackageSummary, SessionCalls, SessionHooks } from "./session-calls.ts";

const declarations = (): { readonly [K in keyof SessionHooks]: HookDeclarations[string] } => ({
  configRead: syncHook<[ConfigSummary]>("config"),
  manifestsChecked: syncHook<[readonly PackageSummary[]]>("packages"),
  contributionsCollected: syncHook<[readonly Contribution[]]>("contributions"),
  planned: syncHook<[Plan]>("plan"),
  beforeRun: syncHook<[object]>("op"),
  afterRun: syncHook<[object, Pick<RunResult, "succeeded" | "diagnostics">]>("op", "result"),
});

/** Returns the hooks for the stages of loading and running. `environment` is the second argument of `setup`. */
export function sessionHooks(environment: object): SessionHooks {
  const { calls, plugin } = (environment as { readonly [SESSION]: { readonly calls: SessionCalls; plugin: string } })[
    SESSION
  ];
  return calls.open(() => new HookSet("passwright", declarations())).forPlugin(plugin) as unknown as SessionHooks;
}
