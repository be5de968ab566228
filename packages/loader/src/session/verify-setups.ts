import {
  describeDifference,
  type PassManagerBuilder,
  type Plan,
  type ResolveInput,
  resolve,
  type Rule,
  ruleText,
} from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { type Plugin, type TapOptions } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { type HookSet } from "../hooks/hook-set.ts";
import * as codeErrors from "../package/code-errors.ts";
import { withPlaces } from "../package/disagreement.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { dataOf } from "./contribute-data.ts";
import { type NamedPlugin } from "./read-packages.ts";
import { setUp, type Surroundings } from "./set-up.ts";

/** A plan that was made from manifests, and what from. */
export interface PlannedFromData {
  readonly config: CheckedConfig;
  readonly plugins: readonly PluginPackage[];
  readonly builder: PassManagerBuilder;
  readonly plan: Plan;
  readonly keepDuplicates: boolean;
}

/**
 * Runs a setup that was planned with by what its manifest declares, on a builder of its own, and tells what it does besides
 * or otherwise: with another plan the run would be another one. Its taps are the real ones.
 */
export async function verifySetup(
  plugin: NamedPlugin,
  code: Plugin,
  planned: PlannedFromData,
  around: Surroundings,
): Promise<readonly Diagnostic[]> {
  const found = plugin.package;
  const { config, plugins } = planned;
  // As when plugins are set up: the manifests of others are known, and nothing else of them.
  const builder = planned.builder.withFrameworkOnly();
  const others = plugins.filter(({ name }) => name !== found.name);
  builder.contribute(dataOf(config, others).insertions);
  const problems = setUp(plugin, code, { ...around, builder });
  if (problems.length > 0) return problems;
  const notes = [
    ...differentPlans(found.name, planned, builder.input()),
    ...differentRules(found.name, planned.builder.input(), builder.input()),
    ...differentTaps(found, around.hooks),
  ];
  return notes.length === 0 ? [] : withPlaces(found, [codeErrors.setupDiffers(found, notes)]);
}

/** The plan with the calls of a party in the place of what its manifest says, beside the plan that there is. */
function differentPlans(
  party: string,
  { builder, plan, keepDuplicates }: PlannedFromData,
  asked: ResolveInput,
): readonly string[] {
  const declared = builder.input();
  const isTheirs = (one: { readonly party: string }): boolean => one.party === party;
  const isAnothers = (one: { readonly party: string }): boolean => one.party !== party;
  const input: ResolveInput = {
    ...declared,
    keepDuplicates,
    contributions: [...declared.contributions.filter(isAnothers), ...asked.contributions.filter(isTheirs)],
    edits: [...(declared.edits ?? []).filter(isAnothers), ...(asked.edits ?? []).filter(isTheirs)],
    guards: [...(declared.guards ?? []), ...(asked.guards ?? []).filter(({ origin }) => origin.name === party)],
  };
  const { plan: other, diagnostics } = resolve(input);
  if (other !== undefined)
    return describeDifference(plan, other, { reasons: false }).map((text) => `with what the setup asks for, ${text}`);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

function differentRules(party: string, declared: ResolveInput, asked: ResolveInput): readonly string[] {
  const textsOf = ({ rules }: ResolveInput): readonly string[] =>
    rules.filter((rule: Rule) => rule.party === party).map((rule) => `${rule.strength}: ${ruleText(rule)}`);
  return differentTexts("rule", textsOf(declared), textsOf(asked));
}

function differentTaps({ name, manifest }: PluginPackage, hooks: HookSet): readonly string[] {
  const textOf = ({ hook, name: tap, before = [], stage = 0 }: TapOptions & { readonly hook: string }): string =>
    JSON.stringify({
      hook,
      name: tap,
      ...(before.length === 0 ? {} : { before: [before].flat() }),
      ...(stage === 0 ? {} : { stage }),
    });
  return differentTexts("tap", manifest.taps.map(textOf), hooks.tapsOf(name).map(textOf));
}

function differentTexts(what: string, declared: readonly string[], asked: readonly string[]): readonly string[] {
  return [
    ...declared.filter((one) => !asked.includes(one)).map((one) => `the setup does not make this ${what}: ${one}`),
    ...asked.filter((one) => !declared.includes(one)).map((one) => `the manifest lacks this ${what}: ${one}`),
  ];
}
