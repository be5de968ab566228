import { takeOptions, hasErrors } from "@passwright/core";
import type { Diagnostic, OptionProblem } from "@passwright/core";
import { keepCause, thrownText } from "../cause.ts";
import { returnedTapsProblems } from "../define/check-shape.ts";
import type { DeclaredTap } from "../hooks/hook-types.ts";
import { SESSION } from "../hooks/session-hooks.ts";
import * as errors from "./code-errors.ts";
import { declarationOf } from "./input.ts";
import type { Contributor, PluginPart } from "./input.ts";
import { contributorOf } from "./insertions.ts";
import { withoutProgram } from "./run.ts";
import { refusePromise, runCode } from "./run-code.ts";
import { buildersOf, hasMainPipeline } from "./work.ts";
import type { Work } from "./work.ts";
import type { ResolveInput } from "@passwright/builder";

/** Calls the `setup` of every plugin, sorts the taps, and returns all problems. */
export function setUpAll(work: Work): readonly Diagnostic[] {
  const { plugins, pluginNames } = work.input;
  const problems: Diagnostic[] = [];
  for (const part of plugins) problems.push(...setUp(part, work));
  if (!hasErrors(problems)) {
    const withCode = plugins.filter(({ isCode }) => isCode).map(({ contributor }) => contributor);
    problems.push(...buildersOf(work).flatMap((builder) => checkRequests(builder.input(), withCode)));
    if (!hasMainPipeline(work))
      problems.push(...(work.graph?.checkUnused(work.builder, plugins, work.owner.name) ?? []));
  }
  for (const [hook, run] of Object.entries(work.input.taps))
    work.hooks.declare(work.input.owner.name, { hook, name: work.input.owner.name }, run);
  for (const builder of buildersOf(work)) builder.close();
  const ofHooks = work.hooks.seal(pluginNames).map((problem) => withoutProgram(work, problem));
  return [...problems, ...ofHooks, ...work.sessionHooks.seal(pluginNames)];
}

function badOption(
  { contributor, plugin, options, optionPlaces }: PluginPart,
  { message, option }: OptionProblem,
): Diagnostic {
  const declared = plugin.options ?? {};
  const having = Object.hasOwn(declared, option)
    ? []
    : (plugin.passes ?? []).filter((pass) => Object.hasOwn(pass.options ?? {}, option));
  const stray = { option, value: options[option], passes: having.map((pass) => declarationOf(pass).name) };
  return errors.badOptions(contributor, message, Object.keys(declared).sort(), optionPlaces?.[option], stray);
}

function tapFromData(
  { contributor, plugin: { taps = {} } }: PluginPart,
  { hooks }: Work,
  options: { readonly [name: string]: unknown },
): readonly Diagnostic[] {
  const { name } = contributor;
  if (Array.isArray(taps)) for (const tap of taps as readonly DeclaredTap[]) hooks.declare(name, tap);
  if (Array.isArray(taps)) return [];
  return eachTap(contributor, taps, options, (hook, run) => hooks.declare(name, { hook, name }, run));
}

/** Calls `take` with each tap that the code of a plugin declares. Returns a problem with the taps instead, if any. */
export function eachTap(
  contributor: Contributor,
  taps: unknown,
  options: { readonly [name: string]: unknown },
  take: (hook: string, run: (...args: never) => unknown) => void,
): readonly Diagnostic[] {
  const made = typeof taps === "function" ? (taps as (options: unknown) => unknown)(options) : taps;
  const [problem] = returnedTapsProblems(made);
  if (problem !== undefined) return [errors.badShape(contributor, problem)];
  for (const [hook, run] of Object.entries(made as object)) if (run !== undefined) take(hook, run as () => unknown);
  return [];
}

/** Checks the options of a plugin, in which getters can throw, and calls `setup` with a separate builder. */
function setUp(part: PluginPart, work: Work): readonly Diagnostic[] {
  const { contributor, plugin, options } = part;
  const { builder, graph, owner, hooks, sessionHooks } = work;
  const { host } = work.input;
  const sourceOf = host.sourceOf?.(contributor);
  const view = builder.forContributor(contributorOf(contributor), sourceOf === undefined ? {} : { sourceOf });
  let called = "setup";
  const code = {
    contributor,
    host,
    when: "was set up",
    called: () => called,
    hooks: [hooks, sessionHooks],
    requested: contributor.name,
  } as const;
  return runCode(code, () => {
    const taken = takeOptions(plugin.options ?? {}, options);
    if (!taken.ok) return [badOption(part, taken.problem)];
    called = "taps";
    const wrong = tapFromData(part, work, taken.options.values);
    called = "setup";
    if (wrong.length > 0 || plugin.setup === undefined) return wrong;
    const environment = {
      ...(graph === undefined ? {} : { graph: graph.viewFor(contributor, sourceOf) }),
      // A copy, so that plugins cannot change the framework's name for other plugins.
      framework: { ...owner },
      hooks: hooks.forPlugin(contributor.name),
      [SESSION]: { hooks: sessionHooks, plugin: contributor.name },
      options: taken.options.values,
    };
    return refusePromise(plugin.setup(view as never, environment as never), contributor, "setup");
  });
}

/**
 * Reports plugins whose contributions are not data, because plans are printed and read again. Functions are data here,
 * because the values of options are checked when the plan is resolved.
 */
function checkRequests(
  { contributions, rules, edits = [] }: Pick<ResolveInput, "contributions" | "rules" | "edits">,
  ran: readonly Contributor[],
): readonly Diagnostic[] {
  const requests = new Map(ran.map(({ name }) => [name, [] as { readonly one: object; readonly what: string }[]]));
  for (const one of contributions)
    requests.get(one.contributor)?.push({ one, what: `the insertion of pass \`${one.pass.name}\`` });
  for (const one of [...rules, ...edits]) requests.get(one.contributor)?.push({ one, what: "a rule or an edit" });
  return ran.flatMap((found) => {
    try {
      const complaints = requests.get(found.name)?.map(({ one, what }) => notData(one, what));
      const complaint = complaints?.find((one) => one !== undefined);
      return complaint === undefined ? [] : [errors.invalidContributions(found, complaint)];
    } catch (thrown) {
      // An option can be a getter that throws.
      return [keepCause(errors.invalidContributions(found, thrownText(thrown)), thrown)];
    }
  });
}

/** Maximum nesting depth of options. Real options are not nested this deeply. This limit is an estimate. */
const DEPTH_LIMIT = 64;

function notData(value: unknown, what: string, depth = 0): string | undefined {
  if (depth > DEPTH_LIMIT) return `${what} is nested too deeply`;
  if (value === null || ["string", "boolean", "undefined", "function"].includes(typeof value)) return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${what} contains ${value}`;
  if (typeof value !== "object") return `${what} contains a ${typeof value}`;
  for (const inner of Object.values(value)) {
    const problem = notData(inner, what, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
