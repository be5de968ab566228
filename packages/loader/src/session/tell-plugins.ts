import { type Choice, type Contribution } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { type ConfigSummary, type PackageSummary } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { copyOf, type SessionHookSet } from "../hooks/session-hooks.ts";
import { type Packages } from "./read-packages.ts";

/** What plugins are told of when all setups are done. */
export interface LoadedParts {
  readonly config: CheckedConfig;
  readonly packages: Packages;
  readonly framework: string;
  readonly choice: Choice;
  readonly contributions: () => readonly Contribution[];
}

/** Tells plugins that tapped of the steps that are done. Answers what is wrong with a tap. */
export function tellLoaded(hooks: SessionHookSet, parts: LoadedParts): readonly Diagnostic[] {
  return [
    hooks.tell("configRead", () => [copyOf(summaryOf(parts))]),
    hooks.tell("manifestsChecked", () => [packagesOf(parts.packages)]),
    hooks.tell("contributionsCollected", () => [copyOf(parts.contributions())]),
  ].filter((problem) => problem !== undefined);
}

function summaryOf({ config, framework, packages, choice: { target, level } }: LoadedParts): ConfigSummary {
  return {
    name: config.name,
    framework,
    plugins: packages.plugins.map((plugin) => ({ name: plugin.package.name, options: plugin.options })),
    ...(target === undefined ? {} : { target }),
    ...(level === undefined ? {} : { level }),
  };
}

function packagesOf({ framework, ir, plugins }: Packages): PackageSummary[] {
  const all = [framework, ir, ...plugins.map((plugin) => plugin.package)].filter((found) => found !== undefined);
  return all.map(({ kind, name, version }) => ({ kind, name, ...(version === undefined ? {} : { version }) }));
}
