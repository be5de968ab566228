import type { Diagnostic } from "@passwright/core";
import { copyOf } from "../hooks/session-hook-set.ts";
import type { ConfigSummary, PackageSummary } from "../hooks/session-hooks.ts";
import { ownerOf } from "./declare.ts";
import type { Work } from "./work.ts";

/** Calls the session hooks of steps that were over before plugins could tap them. Returns the errors of their taps. */
export function callSessionHooks(work: Work): readonly Diagnostic[] {
  const { sessionHooks: hooks, builder } = work;
  return [
    hooks.tell("configRead", () => [copyOf(summaryOf(work))]),
    hooks.tell("manifestsChecked", () => [packagesOf(work)]),
    hooks.tell("contributionsCollected", () => [copyOf(builder.input().contributions)]),
  ].filter((problem) => problem !== undefined);
}

function summaryOf({ input, choice: { target, level } }: Work): ConfigSummary {
  return {
    name: input.owner.name,
    framework: input.framework.framework.name,
    plugins: input.plugins.map(({ contributor, options }) => ({ name: contributor.name, options })),
    ...(target === undefined ? {} : { target }),
    ...(level === undefined ? {} : { level }),
  };
}

function packagesOf({ input: { framework, plugins } }: Work): PackageSummary[] {
  const all = [framework.contributor, framework.ir, ...plugins.map(({ contributor }) => contributor)];
  return all.flatMap((found) => (found === undefined ? [] : [{ kind: found.kind, ...ownerOf(found) }]));
}
