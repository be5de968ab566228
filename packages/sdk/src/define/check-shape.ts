import { isPassDefinition, suggest } from "@passwright/core";
import { whyNotSynchronous } from "./not-synchronous.ts";

type Table = { readonly [key: string]: unknown };

/** Returns the problems with the value of one key. `all` is the whole plugin or framework. */
type Complain = (value: unknown, key: string, all: Table) => readonly string[];

const anything: Complain = () => [];

/** Returns a function that checks an optional value. */
function optional(what: string, is: (value: unknown) => boolean): Complain {
  return (value, key) => (value === undefined || is(value) ? [] : [`\`${key}\` must be a ${what}`]);
}

const list = optional("list", Array.isArray);
const table = optional("table", isTable);
const code = optional("function", (value) => typeof value === "function");

/** Functions that check the members of a plugin, by the name of the member. */
const PLUGIN: { readonly [key: string]: Complain } = {
  name: optional("string", (value) => typeof value === "string" && value !== ""),
  passes: (passes) => (Array.isArray(passes) ? passes.flatMap(passProblems) : ["`passes` must be a list"]),
  setup: code,
  options: optionProblems,
  pipelines: list,
  analyses: list,
  dialects: list,
  insert: list,
  rules: list,
  bundles: anything,
  needs: needsProblems,
  taps: tapsProblems,
  lacks: optional("string", (value) => typeof value === "string"),
};

/** Functions that check the members of a framework, by the name of the member. */
const FRAMEWORK: { readonly [key: string]: Complain } = {
  name: anything,
  extensionPoints: (points, key, all) => [...eachIn(points, pointProblems), ...table(points, key, all)],
  pipeline: (pipeline, key, { graph }) =>
    (pipeline ?? graph) === undefined ? ["`pipeline` must be a function"] : code(pipeline, key, {}),
  graph: (graph, key, { openGraph }) =>
    typeof graph === "function" && openGraph === undefined
      ? ["a framework with a `graph` requires `defineGraphFramework`"]
      : code(graph, key, {}),
  openGraph: anything,
  anchor: (anchor) => {
    if (anchor === undefined) return ["`anchor` is missing: the operation that the pipeline runs on"];
    return typeof anchor === "string" ? [] : ["`anchor` must be a string"];
  },
  ir: (ir) => {
    if (ir === undefined) return ["`ir` is missing: use `mlir` of @passwright/ir, or your own adapter"];
    return isTable(ir) ? adapterComplaints(ir, "ir.") : ["`ir` must be an adapter"];
  },
  hooks: (hooks, key, all) => [...eachIn(hooks, hookProblems), ...table(hooks, key, all)],
  passTypes: table,
  passes: listOfTables,
  pipelines: list,
  externalPasses: list,
  groups: listOfTables,
  nesting: anything,
  properties: table,
  checks: tableOfFunctions,
  cleanups: list,
  targets: list,
  levels: list,
};

/**
 * Returns the problems with the members of a plugin. The compiler does not check plugins that are written in
 * JavaScript.
 */
export function pluginComplaints(plugin: object): string[] {
  return complaints(plugin, PLUGIN);
}

/** Returns the problems with the members of a framework. The compiler does not check frameworks in JavaScript. */
export function frameworkComplaints(framework: object): string[] {
  return complaints(framework, FRAMEWORK);
}

function complaints(value: object, keys: { readonly [key: string]: Complain }): string[] {
  const all = value as Table;
  const wrong = Object.entries(keys).flatMap(([key, complain]) => complain(all[key], key, all));
  return [...unknownKeys(value, Object.keys(keys)), ...wrong];
}

/**
 * Describes the members of an IR adapter that are missing or invalid. `within` is a prefix for the names of the
 * members.
 */
export function adapterComplaints(adapter: object, within = ""): string[] {
  const { name, parentOf, ...all } = adapter as Table;
  const verifies = whyNotSynchronous(all["verify"]);
  return [
    ...(typeof name === "string" ? [] : [`\`${within}name\` must be a string`]),
    ...["intern", "nameOf", "collectNested"].flatMap((key) =>
      typeof all[key] === "function" ? [] : [`\`${within}${key}\` must be a function`],
    ),
    ...(["undefined", "function"].includes(typeof parentOf) ? [] : [`\`${within}parentOf\` must be a function`]),
    ...(verifies === undefined ? [] : [`\`${within}verify\` must be a synchronous function, not ${verifies}`]),
  ];
}

/** Returns whether a value is an object that is not an array. */
export function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Describes unknown keys, which would otherwise be silently ignored. `within` is a prefix for the names of the keys.
 */
export function unknownKeys(value: object, known: readonly string[], within = ""): string[] {
  return Object.keys(value).flatMap((key) => {
    if (known.includes(key)) return [];
    const similar = suggest(key, known);
    return [`unknown key \`${within}${key}\`${similar === undefined ? "" : `; did you mean \`${within}${similar}\`?`}`];
  });
}

/** Returns the problems with an optional table whose values must be functions. */
export function tableOfFunctions(value: unknown, key: string): readonly string[] {
  return [...table(value, key, {}), ...eachIn(value, (one, name) => code(one, `${key}.${name}`, {}))];
}

function listOfTables(value: unknown, key: string): readonly string[] {
  if (!Array.isArray(value)) return list(value, key, {});
  return value.flatMap((one, index) => (isTable(one) ? [] : [`\`${key}[${index}]\` must be a table`]));
}

function listOfStrings(value: unknown, key: string): readonly string[] {
  if (!Array.isArray(value)) return list(value, key, {});
  return value.flatMap((one, index) => (typeof one === "string" ? [] : [`\`${key}[${index}]\` must be a string`]));
}

/** Returns the problems with the requirements of a plugin. */
function needsProblems(needs: unknown, key: string): readonly string[] {
  const known = ["extensionPoints", "passTypes"];
  if (!isTable(needs)) return table(needs, key, {});
  const lists = known.flatMap((one) => listOfStrings((needs as Table)[one], `${key}.${one}`));
  return [...unknownKeys(needs, known, `${key}.`), ...lists];
}

/** Returns the problems with the taps of a plugin. */
function tapsProblems(taps: unknown, key: string): readonly string[] {
  return typeof taps === "function" ? [] : tableOfFunctions(taps, key);
}

/** Returns the problems with the taps that the function `taps` of a plugin returned. */
export function returnedTapsProblems(taps: unknown): readonly string[] {
  if (isTable(taps) && !("then" in taps)) return tableOfFunctions(taps, "taps");
  return ["`taps` must return a table that maps hooks to functions"];
}

function eachIn(value: unknown, problemsOf: (one: unknown, name: string) => readonly string[]): string[] {
  return isTable(value) ? Object.entries(value).flatMap(([name, one]) => problemsOf(one, name)) : [];
}

function pointProblems(point: unknown, name: string): string[] {
  const known = ["since", "doc", "formerly", "deprecated"];
  return isTable(point) ? unknownKeys(point, known, `extensionPoints.${name}.`) : [];
}

function hookProblems(hook: unknown, name: string): string[] {
  const { open } = (hook ?? {}) as { readonly open?: unknown };
  return typeof open === "function"
    ? []
    : [`hook \`${name}\` must be the result of \`syncHook\`, \`asyncSeriesHook\` or a similar function`];
}

function passProblems(pass: unknown, index: number): string[] {
  const isMade =
    isPassDefinition(pass) && typeof (pass.declaration as { name?: unknown } | undefined)?.name === "string";
  return isMade ? [] : [`\`passes[${index}]\` must be the result of \`definePass\``];
}

/** Returns the problems with a table of options. Each option must come from a function of the SDK. */
function optionProblems(options: unknown, _key: string, { setup, taps }: Table): string[] {
  if (options !== undefined && !isTable(options)) return ["`options` must be a table of options"];
  const wrong = eachIn(options, (spec, name) => {
    const { take, schema } = (spec ?? {}) as { readonly take?: unknown; readonly schema?: unknown };
    const isSpec = typeof take === "function" && typeof schema === "function";
    return isSpec
      ? []
      : [`option \`${name}\` must be the result of \`int\`, \`string\`, \`oneOf\` or a similar function`];
  });
  const isRead = setup !== undefined || typeof taps === "function" || Object.keys(options ?? {}).length === 0;
  return isRead || wrong.length > 0 ? wrong : ["`options` need a `setup` that reads them"];
}
