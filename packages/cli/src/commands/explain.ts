import { extname } from "node:path";
import { diffPlans, stepJson } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import { CONFIG_ENDINGS } from "@passwright/loader";
import type { LoadResult, Session } from "@passwright/loader";
import { diff, hasPass, positionsFor } from "@passwright/sdk";
import { withOrders } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import {
  differenceText,
  explainGraphText,
  explainSomeOfGraphText,
  explainSomeText,
  explainText,
  placesText,
} from "../render/explain.ts";
import type { SelectedPipeline } from "../render/explain.ts";
import { readErrorPages } from "../own-folder.ts";
import { jsonOfGraph } from "../render/graph.ts";
import { jsonOfPlan } from "../render/plan.ts";
import { idlePluginLines, leftOutRemarks } from "../render/plan-notes.ts";
import type { CommandBody } from "./command.ts";
import { checkOperands, load, targetOf } from "./load.ts";
import type { CommandOutcome } from "./outcome.ts";

/** `passwright explain`: explains steps, positions of a pass, effects of plugins, or error codes. */
export const explain: CommandBody = async (args, terminal) => {
  if (args.operands.length > 0 && args.operands.every((operand) => /^PW[A-Z]\d{4}$/i.test(operand)))
    return explainCodes(args.operands);
  const target = targetOf(args, terminal);
  const { inputs: names } = target;
  const without = args.values.get("without") ?? [];
  const where = args.value("where");
  const wrongUse = (inputs: readonly string[]): CommandOutcome | undefined => {
    const diagnostics = checkOperands("explain", { ...target, inputs }, terminal);
    return diagnostics.length === 0 ? undefined : { diagnostics, json: () => jsonOfPlan(undefined) };
  };
  if (where !== undefined) return wrongUse(names) ?? explainWhere(where, await load(target, args, terminal));
  const misuse = without.length > 0 ? wrongUse(names) : undefined;
  if (misuse !== undefined) return misuse;
  const full = await load(target, args, terminal, []);
  if (without.length > 0) return explainWithout(full, await load(target, args, terminal), without);
  // If no config was found, the first operand might be the misspelled path of a folder.
  const isLost = full.diagnostics.some(({ code }) => code === "PWL0002");
  const lost = isLost ? wrongUse(names.slice(0, 1)) : undefined;
  if (lost !== undefined) return lost;
  if (names.length === 0) return explainAll(full, terminal.outHasColor);
  const graph = full.session && graphWithOrders(full.session, names);
  return graph === undefined ? explainSome(full, names) : explainSomeOfGraph(graph, full.diagnostics, names);
};

function explainAll({ session, diagnostics }: LoadResult, hasColor: boolean): CommandOutcome {
  const taps = session?.assembly.taps ?? [];
  const graph = session && graphWithOrders(session, []);
  const plan = session?.plan && withOrders(session.plan, session.assembly.work.builder.input());
  return {
    diagnostics,
    json: () => ({ ...(graph === undefined ? jsonOfPlan(plan) : jsonOfGraph(graph)), taps }),
    isStyled: true,
    text: () => {
      if (session === undefined) return undefined;
      const context = { plugins: session.plugins.length, hasColor, taps, rest: idlePluginLines(session) };
      return graph ? explainGraphText(graph, context) : plan && explainText(plan, context);
    },
    // Without a plan, does not show remarks, because remarks describe only refused positions.
    remarks: (graph ?? plan) === undefined ? [] : diagnostics,
  };
}

function explainSome({ session, diagnostics }: LoadResult, names: readonly string[]): CommandOutcome {
  const whole = session?.plan && withOrders(session.plan, session.assembly.work.builder.input(), names);
  if (whole === undefined) return { diagnostics, json: () => jsonOfPlan(undefined) };
  const refusals = refusalsOf(diagnostics, names);
  const refused = names.filter((name) => refusals.some((one) => isAbout(one, name)));
  const unknown = unknownAmong(names, [...namesOf(whole), ...refused]);
  const plan = unknown.length === 0 ? stepsNamed(whole, names) : undefined;
  return {
    diagnostics: [...diagnostics, ...unknown],
    json: () => jsonOfPlan(plan),
    text: () => plan && explainSomeText(plan, refused),
    remarks: refusals,
  };
}

function explainSomeOfGraph(
  plan: GraphPlan,
  diagnostics: readonly Diagnostic[],
  names: readonly string[],
): CommandOutcome {
  const all = allPipelines(plan);
  const known = all.flatMap(({ name, path, plan: inner }) => [
    name,
    path,
    ...(inner === undefined ? [] : namesOf(inner)),
  ]);
  const unknown = unknownAmong(names, known);
  const selected = unknown.length > 0 ? [] : all.flatMap((one) => selectIn(one, names));
  return {
    diagnostics: [...diagnostics, ...unknown],
    json: () => jsonOfGraph({ ...plan, pipelines: selected.map(({ pipeline }) => pipeline) }),
    text: () => (unknown.length > 0 ? undefined : explainSomeOfGraphText(plan, selected)),
    // Shows only remarks about refused positions of the steps in `names`.
    remarks: refusalsOf(diagnostics, names),
  };
}

/** Adds notes about the order of the named steps and of all steps in the named pipelines. */
function graphWithOrders({ graph }: Session, names: readonly string[]): GraphPlan | undefined {
  if (graph === undefined) return undefined;
  const inputs = new Map(graph.openPipelines.map(({ path, input }) => [path, input]));
  const withNotes = (level: GraphPlan): GraphPlan => ({
    ...level,
    pipelines: level.pipelines.map((one) => {
      const { path, name, plan, graph: inner } = one;
      const input = inputs.get(path);
      const isNamed = names.includes(name) || names.includes(path);
      const steps = isNamed ? (plan?.steps.map(({ address }) => address) ?? []) : names;
      return {
        ...one,
        ...(plan && input && { plan: withOrders(plan, input, steps) }),
        ...(inner && { graph: withNotes(inner) }),
      };
    }),
  });
  return withNotes(graph.plan);
}

function explainWithout(full: LoadResult, reduced: LoadResult, without: readonly string[]): CommandOutcome {
  const [before, after] = [full.session, reduced.session];
  const isPlanned = (one: Session | undefined): one is Session => (one?.plan ?? one?.graph) !== undefined;
  const taps = after?.assembly.taps ?? [];
  const kept = new Set(taps.map((tap) => JSON.stringify(tap)));
  const tapsGone = (before?.assembly.taps ?? []).filter((tap) => !kept.has(JSON.stringify(tap)));
  const plans = before?.plan && after?.plan && ([before.plan, after.plan] as const);
  const differences = isPlanned(before) && isPlanned(after) ? diff(before.assembly, after.assembly) : undefined;
  const hasGraph = (before?.graph ?? after?.graph) !== undefined;
  return {
    // If planning with all plugins fails, shows the errors of this planning instead of a comparison. Otherwise, shows
    // the diagnostics of planning without the named plugins.
    diagnostics: !isPlanned(before) && after !== undefined ? full.diagnostics : reduced.diagnostics,
    json: () => {
      const { gone = [], added = [], moved = [] } = plans ? diffPlans(...plans) : {};
      const lists = hasGraph
        ? { differences: differences ?? [] }
        : { gone: gone.map(stepJson), added: added.map(stepJson), moved: moved.map(stepJson) };
      const data = hasGraph ? jsonOfGraph(after?.graph?.plan) : jsonOfPlan(after?.plan);
      return { ...data, taps, without: { plugins: without, ...lists, tapsGone } };
    },
    text: () => differences && differenceText(differences, tapsGone, without),
    remarks: leftOutRemarks(reduced.diagnostics),
  };
}

function explainWhere(pass: string, { session, diagnostics }: LoadResult): CommandOutcome {
  if (session === undefined) return { diagnostics };
  const { assembly } = session;
  const { catalogue, bundles } = assembly.work;
  if (!hasPass(assembly, pass)) {
    const hasSeveral = bundles.has(pass) || catalogue.findPipeline(pass) !== undefined;
    return { diagnostics: [errors.unknownPass(pass, catalogue.suggest(pass), hasSeveral)] };
  }
  const places = positionsFor(assembly, pass);
  const isGraph = session.graph !== undefined;
  const placeText = ({ pipeline, ...where }: (typeof places)[number]): string =>
    `${pipeline === undefined ? "" : `pipeline \`${pipeline}\`: `}${placesText(where)}`;
  return {
    // If the pipeline has errors, reports the errors in addition to the positions.
    diagnostics,
    json: () => (isGraph ? { pass, pipelines: places } : { ...places[0] }),
    text: () =>
      isGraph && places.length === 0
        ? "no pipeline of the graph accepts insertions"
        : places.map((place) => placeText(place)).join("\n"),
    exitCode: places.some(({ ranges }) => ranges.length > 0) ? 0 : 1,
  };
}

function selectIn(pipeline: PlannedPipeline, names: readonly string[]): SelectedPipeline[] {
  const { name, path, plan } = pipeline;
  if (names.includes(name) || names.includes(path)) return [{ pipeline, isNamed: true }];
  const some = plan && stepsNamed(plan, names);
  return some === undefined || namesOf(some).length === 0
    ? []
    : [{ pipeline: { ...pipeline, plan: some }, isNamed: false }];
}

interface Named {
  readonly address: string;
  readonly pass: string;
  readonly bundle?: string;
}

/** Returns the names of a step: its address, its pass, and its bundle with and without contributor and number. */
function namesOfStep({ address, pass, bundle }: Named): string[] {
  return [address, pass, ...(bundle === undefined ? [] : [bundle, bundle.replace(/^.*::|#\d+$/g, "")])];
}

function namesOf({ steps, leftOut, alternatives }: Plan): string[] {
  return [steps, leftOut, alternatives].flat<readonly (readonly Named[])[]>().flatMap(namesOfStep);
}

function stepsNamed(plan: Plan, names: readonly string[]): Plan {
  const isNamed = (step: Named): boolean => namesOfStep(step).some((name) => names.includes(name));
  const steps = plan.steps.filter(isNamed);
  const mentioned = new Set(steps.flatMap(({ address, pass, types }) => [address, pass, ...types]));
  return {
    ...plan,
    steps,
    leftOut: plan.leftOut.filter(isNamed),
    alternatives: plan.alternatives.filter(isNamed),
    retyped: plan.retyped.filter(({ pass }) => names.includes(pass)),
    overridden: (plan.overridden ?? []).filter(({ what }) =>
      what.split(/[\s`,()]|: /).some((one) => mentioned.has(one)),
    ),
  };
}

function unknownAmong(names: readonly string[], all: readonly string[]): Diagnostic[] {
  const known = new Set(all);
  return names
    .filter((name) => !known.has(name))
    .map((name) => errors.unknownStep(name, suggest(name, known), CONFIG_ENDINGS.includes(extname(name))));
}

/** Returns the diagnostics about named steps. Omits remarks about positions that a warning PWB0118 lists. */
function refusalsOf(diagnostics: readonly Diagnostic[], names: readonly string[]): Diagnostic[] {
  const isLost = (name: string): boolean => diagnostics.some((one) => one.code === "PWB0118" && isAbout(one, name));
  return diagnostics.filter((one) =>
    names.some((name) => isAbout(one, name) && (one.severity !== "remark" || !isLost(name))),
  );
}

function isAbout({ code, step, plugin, pass: refused }: Diagnostic, name: string): boolean {
  if (!code.startsWith("PWB0")) return false;
  if (step !== undefined && (step === name || step.split("::").at(-1) === name)) return true;
  const [pass = name, contributor] = name.replace(/#\d+$/, "").split("::").reverse();
  return refused === pass && (contributor === undefined || plugin === contributor);
}

function explainCodes(codes: readonly string[]): CommandOutcome {
  const pages = readErrorPages();
  const found = codes.map((code) => ({ code: code.toUpperCase(), page: pages[code.toUpperCase()] }));
  return {
    diagnostics: found.flatMap(({ code, page }) =>
      page === undefined ? [errors.unknownCode(code, suggest(code, Object.keys(pages)))] : [],
    ),
    json: () => ({ codes: found.filter(({ page }) => page !== undefined) }),
    text: () => found.flatMap(({ page }) => page?.trimEnd() ?? []).join("\n\n") || undefined,
  };
}
