import { optionsTestedIn } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { hasErrors, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { buildBase } from "./base.ts";
import { checkNeeds } from "./check-needs.ts";
import { checkConfigPasses, checkFrameworkCleanups } from "./check-passes.ts";
import { checkWhen } from "./check-when.ts";
import { conditionsOf } from "./conditions.ts";
import { copyOf } from "../hooks/session-hooks.ts";
import type { ConfigSummary, PackageSummary } from "../hooks/session-hooks.ts";
import { contributeData, contributeGraph } from "./contribute.ts";
import { declare, ownerOf } from "./declare.ts";
import * as errors from "./errors.ts";
import type { AssemblyInput } from "./input.ts";
import { contentOf } from "./pipeline-content.ts";
import { reportOrderByName } from "./order-by-name.ts";
import { setUpAll } from "./set-up.ts";
import type { AssemblyState, Planned } from "./state.ts";
import { addWarnings } from "./warnings.ts";
import { knownPasses, openWork } from "./work.ts";
import type { Work } from "./work.ts";

type Stage = (work: Work) => readonly Diagnostic[];

const declareAll: Stage = ({ input, owner, catalogue }) => declare(input, owner, catalogue);

const checkConfig: Stage = (work) => {
  const { owner, host } = work.input;
  return checkConfigPasses(owner, contentOf(host, owner), knownPasses(work));
};

/** Stages that run before the contributions are resolved, in order. An error in a stage ends the assembly. */
const stages: readonly Stage[] = [
  declareAll,
  (work) => (work.input.owner.pipeline === undefined ? [] : checkConfig(work)),
  buildBase,
  (work) => checkNeeds(work.input.plugins, work.input.framework.framework, work.builder),
  (work) => (work.input.owner.pipeline === undefined ? checkConfig(work) : []),
  contributeGraph,
  contributeData,
  setUpAll,
  callSessionHooks,
];

/** Resolves all contributions into a plan or a graph of plans. */
export function resolveAll(work: Work, keepDuplicates: boolean): Planned {
  const planned = resolveWork(work, keepDuplicates);
  const isStrict = work.input.owner.strict.includes("order-by-name");
  const found = isStrict ? reportOrderByName(work, planned, "error") : [];
  return { ...planned, diagnostics: [...planned.diagnostics, ...found] };
}

function resolveWork({ builder, graph }: Work, keepDuplicates: boolean): Planned {
  if (graph === undefined) return builder.resolve({ keepDuplicates });
  const { planned, diagnostics } = graph.plan({ keepDuplicates });
  return { ...(planned === undefined ? {} : { graph: planned }), diagnostics };
}

/** Runs all stages, resolves the contributions, and verifies the plan. */
export function assembleInput(input: AssemblyInput, earlier: readonly Diagnostic[] = []): AssemblyState {
  const { work, diagnostics: wrongChoice } = openWork(input);
  const shown = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
    input.host.showPlaces?.(diagnostics) ?? diagnostics;
  const before = [...earlier, ...wrongChoice];
  if (hasErrors(before)) return { work, diagnostics: shown(before), isResolved: false };
  for (const stage of stages) {
    const diagnostics = stage(work);
    // Shows warnings only together with errors. Without errors, the builder reports the warnings later.
    if (hasErrors(diagnostics)) return { work, diagnostics: shown([...before, ...diagnostics]), isResolved: false };
  }
  const { plan, graph, diagnostics: resolved } = resolveAll(work, input.keepDuplicates);
  const verified = verify(work);
  const conditions = checkWhen(conditionsOf(work), input.framework.framework);
  const found = [...before, ...verified, ...resolved, ...conditions];
  const plans = { ...(plan && { plan }), ...(graph && { graph }) };
  const diagnostics = addWarnings(found, work, plans);
  const state = { work, isResolved: true };
  if (hasErrors(diagnostics)) return { ...state, diagnostics: shown(diagnostics) };
  const problem = plan && work.sessionHooks.call("planned", () => [copyOf(plan)]);
  if (problem !== undefined) return { ...state, diagnostics: shown([...diagnostics, problem]) };
  return { ...state, ...plans, diagnostics: shown(diagnostics) };
}

/** Checks the framework's cleanups and the options of the config. The builder has already checked the plan itself. */
function verify(work: Work): readonly Diagnostic[] {
  const { input } = work;
  // Plugins that are left out might provide the cleanups and test the options.
  if (input.plugins.length < input.pluginNames.length) return [];
  return [...checkFrameworkCleanups(input.framework.framework, knownPasses(work)), ...checkOptions(work)];
}

function checkOptions({ input, choice, owner: framework }: Work): readonly Diagnostic[] {
  const { owner } = input;
  const tested = optionsTestedIn(choice);
  const names = [...tested].sort();
  return Object.keys(owner.option)
    .filter((name) => !tested.has(name))
    .map((name) =>
      errors.unknownOption(name, framework.name, names, suggest(name, names), owner.optionPlaces.get(name)),
    );
}

/** Framework with the passes of all contributors, but without the insertions and rules of the plugins and the owner. */
export interface Survey {
  /** Builder and catalogue with the framework's pipeline. */
  readonly work: Work;
  /** Base pipeline. Absent if the framework has a graph, or if an override refers to a step that a plugin inserts. */
  readonly plan?: Plan;
  /** Errors in the declarations of passes and in the base pipeline. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports requirements of plugins that the framework does not meet. Runs before any code of a plugin is loaded. */
export function checkNeedsOf(input: AssemblyInput): readonly Diagnostic[] {
  const { work, diagnostics } = openWork(input);
  // Ignores the errors in `wrong`, because the assembly itself reports them.
  const wrong = [...diagnostics, ...declareAll(work), ...buildBase(work)];
  const isKnown = !hasErrors(wrong) && hasOnlyDeclaredPasses(work);
  const found = checkNeeds(input.plugins, input.framework.framework, isKnown ? work.builder : undefined);
  return input.host.showPlaces?.(found) ?? found;
}

/** Declares all passes and builds the base pipeline, without calling the `setup` of plugins. */
export function surveyInput(input: AssemblyInput): Survey {
  const { work, diagnostics } = openWork(input);
  const found = [...diagnostics];
  for (const stage of [declareAll, buildBase]) if (!hasErrors(found)) found.push(...stage(work));
  const wrong = found.filter(({ severity }) => severity === "error");
  // A graph does not have a single plan.
  const { plan } = wrong.length > 0 || work.graph !== undefined ? {} : work.builder.resolve();
  return { work, ...(plan === undefined ? {} : { plan }), diagnostics: input.host.showPlaces?.(wrong) ?? wrong };
}

/** Returns whether all passes of the base pipeline are declared, so that their types are known. */
function hasOnlyDeclaredPasses({ builder, catalogue }: Work): boolean {
  const { steps } = builder.input().basePipeline;
  return steps.every(({ kind, name }) => kind === "point" || catalogue.find(name) !== undefined);
}

/** Calls the session hooks of stages that ended before plugins could add taps. Returns the errors of failed taps. */
function callSessionHooks(work: Work): readonly Diagnostic[] {
  const { sessionHooks: hooks, builder } = work;
  return [
    hooks.call("configRead", () => [copyOf(summaryOf(work))]),
    hooks.call("manifestsChecked", () => [packagesOf(work)]),
    hooks.call("contributionsCollected", () => [copyOf(builder.input().contributions)]),
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
