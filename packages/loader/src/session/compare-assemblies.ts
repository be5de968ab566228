import { describeDifference, ruleText } from "@passwright/builder";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import type { Framework } from "@passwright/sdk";
import { Assembly, assembleInput } from "@passwright/sdk/loading";
import * as codeErrors from "../package/code-errors.ts";
import { compareDeclarations } from "../package/compare-declarations.ts";
import { withPlaces } from "../package/disagreement.ts";
import type { Difference } from "../package/disagreement.ts";
import type { PluginPackage } from "../package/read-package.ts";

/**
 * Compares an assembly from manifests with the same one from code. Each contributor that was planned with from its manifest
 * takes the blame for what changes when its code alone is used.
 */
export async function compareAssemblies(planned: Assembly, fromCode: Assembly): Promise<readonly Diagnostic[]> {
  const { input } = planned;
  const ofFramework = await compareFrameworks(planned, fromCode);
  if (ofFramework.length > 0 || differences(planned, fromCode).length === 0) return ofFramework;
  const found: Diagnostic[] = [];
  const blame = async (contributor: unknown, other: Assembly): Promise<void> => {
    const texts = differences(planned, other);
    if (texts.length === 0) return;
    const stale = codeErrors.setupDiffers(contributor as PluginPackage, texts);
    found.push(...(await withPlaces(contributor as PluginPackage, [stale])));
  };
  for (const [index, part] of fromCode.input.plugins.entries()) {
    if (input.plugins[index]?.isCode !== false) continue;
    const plugins = input.plugins.with(index, part);
    await blame(part.contributor, new Assembly(assembleInput({ ...input, plugins })));
  }
  // Two changes may make a difference only together.
  return found.length > 0 ? found : [codeErrors.plansDiffer(differences(planned, fromCode))];
}

/** Compares a framework that was planned with from its manifest with its code. */
async function compareFrameworks(planned: Assembly, fromCode: Assembly): Promise<readonly Diagnostic[]> {
  const { framework: before } = planned.input;
  const { framework: after } = fromCode.input;
  if (before.contributor === undefined || before.framework === after.framework) return [];
  const found = before.contributor as PluginPackage;
  const plans: Difference[] = [];
  if (differences(planned, fromCode).length > 0) {
    const other = new Assembly(assembleInput({ ...planned.input, framework: after }));
    plans.push(...differences(planned, other).map((text) => ({ text, path: ["pipeline", "steps"] })));
  }
  const differs = [...differentFacts(before.framework, after.framework), ...plans];
  const borrowed = before.borrowed.map(({ declaration }) => declaration);
  const names = new Set([...(found.manifest.passes ?? []), ...borrowed].map(({ name }) => name));
  const { owner, catalogue } = fromCode.work;
  const passes = catalogue
    .entries()
    .filter((one) => one.owner.name === owner.name || names.has(one.declaration.name))
    .flatMap(({ definition }) => definition ?? []);
  const disagreements = compareDeclarations(found, passes as readonly PassDefinition<never>[], borrowed);
  if (differs.length > 0) disagreements.push(codeErrors.frameworkDiffers(found, differs));
  return withPlaces(found, disagreements);
}

/** What planning looks at besides passes, extension points and the pipeline itself. */
const PLANNED = ["name", "anchor", "passTypes", "properties", "cleanups", "targets", "levels", "hooks"] as const;

function differentFacts(manifest: Framework<object>, code: Framework<object>): Difference[] {
  return PLANNED.flatMap((key) => {
    const [before, after] = [manifest, code].map((one) => canonical(key === "hooks" ? callsOf(one) : one[key]));
    const text = `${key} ${before} is now ${after}`;
    return before === after ? [] : [{ text, path: ["pipeline", key] }];
  });
}

/** The part of hooks that taps depend on. */
function callsOf({ hooks = {} }: Framework<object>): object {
  return Object.fromEntries(Object.entries(hooks).map(([name, { kind, args }]) => [name, { kind, args }]));
}

/** Data as text, in any order of keys; empty tables and lists are the same as absent ones. */
function canonical(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
  return sorted === undefined || sorted === "{}" || sorted === "[]" ? "none" : sorted;
}

/** What differs in plans, rules and taps; reasons and places in sources may differ. */
function differences(before: Assembly, after: Assembly): readonly string[] {
  const wrong = after.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (wrong.length > 0) return wrong;
  return [
    ...describePlans(before, after),
    ...changes("rule", rulesOf(before), rulesOf(after)),
    ...changes("tap", tapsOf(before), tapsOf(after)),
  ];
}

function describePlans(before: Assembly, after: Assembly): readonly string[] {
  if (before.plan !== undefined && after.plan !== undefined) {
    const found = describeDifference(before.plan, after.plan, { reasons: false });
    // The same steps may be in managers that are split in another way.
    const [was, is] = [before.text(), after.text()];
    return found.length > 0 || was === is ? found : [`pipeline ${was} is now ${is}`];
  }
  if (before.graph !== undefined && after.graph !== undefined) return before.graph.describeDifference(after.graph);
  return before.isResolved && (before.plan ?? before.graph) === undefined ? [] : ["one pipeline is now a graph"];
}

function rulesOf({ work: { builder } }: Assembly): readonly string[] {
  return builder.input().rules.map((rule) => `${rule.strength}: ${ruleText(rule)} (${rule.party})`);
}

function tapsOf({ work: { hooks, input } }: Assembly): readonly string[] {
  return input.plugins.flatMap(({ contributor: { name } }) =>
    hooks.tapsOf(name).map((tap) => `${JSON.stringify(tap)} (${name})`),
  );
}

function changes(what: string, before: readonly string[], after: readonly string[]): readonly string[] {
  return [
    ...before.filter((one) => !after.includes(one)).map((one) => `${what} is gone: ${one}`),
    ...after.filter((one) => !before.includes(one)).map((one) => `${what} is new: ${one}`),
  ];
}
