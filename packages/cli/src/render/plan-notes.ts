import { managersOf, specsOf } from "@passwright/builder";
import type { PlanStep, ResolveInput } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { Session } from "@passwright/loader";
import type { TapSummary } from "@passwright/sdk/loading";
import { counted } from "./plan.ts";

/** Returns the remarks that list ignored entries of a config. Entries are ignored if they need left-out plugins. */
export function leftOutRemarks(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code === "PWL0414");
}

export function notesOf(session: Session, diagnostics: readonly Diagnostic[]): string[] {
  const absent = diagnostics.flatMap(({ code, message }) => (code === "PWL0413" ? [`  ${message}`] : []));
  return [...uncheckedOptionLines(session), ...threadLines(session), ...idlePluginLines(session), ...absent];
}

/** Returns a line for each plugin that does not insert steps. The line describes the effect of the plugin. */
export function idlePluginLines(session: Session): string[] {
  const { plugins, graph, assembly } = session;
  const { catalogue, builder } = assembly.work;
  const steps = stepsOf(session);
  const placed = graph === undefined ? steps : [...graph.plan.choices, ...allPipelines(graph.plan), ...steps];
  const inputs = graph === undefined ? [builder.input()] : graph.openPipelines.map(({ input }) => input);
  const busy = new Set(placed.map(({ origin }) => origin.name));
  const idle = plugins.filter(({ name }) => !busy.has(name));
  if (idle.length === 0) return [];
  const passes = new Set(steps.flatMap(({ kind, pass }) => (kind === "pass" ? [pass] : [])));
  const ofOwner = (name: string): string[] => [...passes].filter((pass) => catalogue.find(pass)?.owner.name === name);
  const published = (name: string): string[] =>
    assembly.input.plugins.flatMap(({ contributor, data }) =>
      contributor.name === name ? [...data.bundles.keys()] : [],
    );
  return idle.map(({ name }) => `  ${name} ${whyThere(name, ofOwner(name), published(name), inputs, assembly.taps)}`);
}

/** Describes the effect of a plugin without steps. `lent` are its passes that other contributors inserted. */
function whyThere(
  name: string,
  lent: readonly string[],
  bundles: readonly string[],
  inputs: readonly ResolveInput[],
  taps: readonly TapSummary[],
): string {
  const [contributions, rules, edits, guards] = [
    inputs.flatMap((input) => input.contributions),
    inputs.flatMap((input) => input.rules),
    inputs.flatMap((input) => input.edits ?? []),
    inputs.flatMap((input) => input.guards ?? []),
  ];
  const isTheirs = ({ contributor }: { readonly contributor: string }): boolean => contributor === name;
  const hooks = new Set(taps.filter(({ plugin }) => plugin === name).map(({ hook }) => `\`${hook}\``));
  const removed = edits.filter((edit) => isTheirs(edit) && edit.kind === "remove").map(({ target }) => `\`${target}\``);
  const stated = [
    ...counts(rules.filter(isTheirs).length, "rule"),
    ...counts(guards.filter(({ origin }) => origin.name === name).length, "guard"),
  ];
  const reasons = [
    ...(hooks.size === 0 ? [] : [`taps ${hooks.size === 1 ? "hook" : "hooks"} ${[...hooks].join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removes ${removed.join(", ")}`]),
    ...(stated.length === 0 ? [] : [`states ${stated.join(" and ")}`]),
    ...(lent.length === 0
      ? []
      : [`provides ${[...lent].sort().map(quoted).join(", ")}, which other contributors insert`]),
  ];
  if (reasons.length > 0) return reasons.join(", ");
  if (bundles.length > 0) return `provides ${bundles.map(quoted).join(", ")} and adds no step`;
  return contributions.some(isTheirs)
    ? "has no step in the plan, because its insertions were left out"
    : "adds no step";
}

const quoted = (name: string): string => `\`${name}\``;

function counts(count: number, noun: string): string[] {
  return count === 0 ? [] : [counted(count, noun)];
}

export function stepsOf({ plan, graph }: Session): readonly PlanStep[] {
  return graph === undefined ? (plan?.steps ?? []) : allPipelines(graph.plan).flatMap((one) => one.plan?.steps ?? []);
}

function uncheckedOptionLines(session: Session): string[] {
  const passes = stepsOf(session).flatMap(({ kind, pass, options }) => {
    const known =
      kind === "point" || Object.keys(options).length === 0 ? undefined : session.assembly.work.catalogue.find(pass);
    return known !== undefined && specsOf(known) === undefined ? [pass] : [];
  });
  if (passes.length === 0) return [];
  const names = [...new Set(passes)].map((pass) => `\`${pass}\``).join(", ");
  return [
    `  not checked: options of ${names}, which no manifest declares; \`passwright check\` loads the code to check them`,
  ];
}

function threadLines(session: Session): string[] {
  const { count } = session.config.threads ?? {};
  if (count === undefined || (count !== "auto" && Number(count) < 2)) return [];
  const { catalogue } = session.assembly.work;
  const working = stepsOf(session).find(({ pass }) => catalogue.find(pass)?.declaration.worksOn !== undefined);
  if (working !== undefined) return [`  in one thread: all steps, because \`${working.pass}\` declares \`worksOn\``];
  const names = nestedWithValues(session);
  if (names.length === 0) return [];
  return [`  in one thread: nested pipelines with ${names.map(quoted).join(", ")}, because of their values`];
}

/** Returns the nested passes with values. Nested pipelines with these passes run in the main thread. */
export function nestedWithValues(session: Session): string[] {
  const { catalogue } = session.assembly.work;
  const found = stepsOf(session).filter(
    ({ pass, nests }) => managersOf(nests).length > 0 && catalogue.find(pass)?.declaration.values !== undefined,
  );
  return [...new Set(found.map(({ pass }) => pass))];
}
