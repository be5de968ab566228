import { type PassManagerBuilder } from "@passwright/builder";
import { type Diagnostic, diagnosticOf, isThrown, type Owner, takeOptions } from "@passwright/core";
import { type Plugin } from "@passwright/sdk";
import { type Activity, during } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import { type HookSet } from "../hooks/hook-set.ts";
import { type SessionHookSet } from "../hooks/session-hooks.ts";
import { blamed } from "../package/blamed.ts";
import * as codeErrors from "../package/code-errors.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { makeSourceOf } from "../package/source-of.ts";
import { placeOfThrown } from "../package/thrown-place.ts";
import { BUILT_INS } from "../trust/built-ins.ts";
import { ObjectSnapshot } from "../trust/object-snapshot.ts";
import { partyOf } from "./contributions.ts";
import { type NamedPlugin } from "./read-packages.ts";
import { type SessionGraph } from "./session-graph.ts";

/** What plugins are set up with. */
export interface Surroundings {
  readonly builder: PassManagerBuilder;
  /** Where there are several pipelines. */
  readonly graph: SessionGraph | undefined;
  readonly framework: Owner;
  readonly hooks: HookSet;
  readonly sessionHooks: SessionHookSet;
}

/** What is wrong with the options of a plugin, by its code. */
export function checkOptions(plugin: NamedPlugin, code: Plugin): readonly Diagnostic[] {
  return watched(plugin.package, "was set up", [], plugin.package.name, () => optionProblems(plugin, code));
}

function optionProblems(plugin: NamedPlugin, code: Plugin): readonly Diagnostic[] {
  const specs = code.options ?? {};
  const taken = takeOptions(specs, plugin.options);
  if (taken.ok) return [];
  const { message, option } = taken.problem;
  const having = Object.hasOwn(specs, option) ? [] : code.passes.filter((pass) => Object.hasOwn(pass.options, option));
  const stray = { option, value: plugin.options[option], passes: having.map((pass) => pass.declaration.name) };
  const known = Object.keys(specs).sort();
  return [codeErrors.badOptions(plugin.package, message, known, plugin.optionPlaces?.[option], stray)];
}

/** Calls the setup of a plugin, with a builder of its own, and answers everything that is wrong with it. */
export function setUp(plugin: NamedPlugin, code: Plugin, around: Surroundings): readonly Diagnostic[] {
  const found = plugin.package;
  const { builder, framework, hooks, sessionHooks } = around;
  const sourceOf = makeSourceOf(found.folder);
  const view = builder.forParty(partyOf(found), { sourceOf });
  const graph = around.graph?.viewFor(found, sourceOf);
  return watched(found, "was set up", [hooks, sessionHooks], found.name, () => {
    const taken = takeOptions(code.options ?? {}, plugin.options);
    if (!taken.ok) return optionProblems(plugin, code);
    const environment = {
      ...(graph === undefined ? {} : { graph }),
      framework,
      hooks: hooks.forPlugin(found.name),
      session: sessionHooks.forPlugin(found.name),
      options: taken.options.values,
    };
    const answer: unknown = code.setup?.(view as never, environment as never);
    if (typeof (answer as { then?: unknown } | null | undefined)?.then !== "function") return [];
    (answer as Promise<unknown>).then(undefined, () => undefined);
    return [codeErrors.asyncSetup(found)];
  });
}

/**
 * Runs a party's code, and blames the party for what it throws, for hooks that it tapped and nobody has, and for what it
 * changed of JavaScript's own objects.
 */
export function watched(
  found: PluginPackage,
  when: "was set up" | "built its pipeline",
  hooks: readonly { unknownAskedBy(party: string): readonly Diagnostic[] }[],
  party: string,
  run: () => readonly Diagnostic[],
): readonly Diagnostic[] {
  const builtIns = new ObjectSnapshot(BUILT_INS);
  const problems: Diagnostic[] = [];
  try {
    problems.push(...during(() => activityOf(found, when), run));
  } catch (thrown) {
    const unknown = isThrown(thrown, TypeError) ? hooks.flatMap((one) => one.unknownAskedBy(party)) : [];
    problems.push(...(unknown.length > 0 ? unknown : [blame(thrown, found, when)]));
  }
  const changes = builtIns.restore();
  return changes.length === 0 ? problems : [...problems, codeErrors.changedBuiltIns(found, when, changes)];
}

function activityOf(found: PluginPackage, when: "was set up" | "built its pipeline"): Activity {
  const what = when === "was set up" ? "setting up plugin" : "building the pipeline of framework";
  return { what: `${what} \`${found.name}\``, ...blamed(found), at: found.named.at };
}

/** What a party threw, as a diagnostic with its name on it. What was refused by an API says so in its own words. */
function blame(thrown: unknown, found: PluginPackage, when: "was set up" | "built its pipeline"): Diagnostic {
  const carried = diagnosticOf(thrown);
  if (carried !== undefined) {
    const { plugin: _plugin, pluginKind: _kind, ...rest } = carried;
    return keepCause({ ...rest, ...blamed(found) }, thrown);
  }
  const describe = when === "was set up" ? codeErrors.threwInSetup : codeErrors.threwInPipeline;
  return keepCause(describe(found, thrownText(thrown), placeOfThrown(thrown, found.folder)), thrown);
}
