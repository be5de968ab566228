import { isPassDefinition, suggest } from "@passwright/core";

/** Keys of a plugin that hold lists. */
const PLUGIN_LISTS = ["pipelines", "analyses", "dialects", "insert", "rules"] as const;

const PLUGIN_KEYS = ["name", "passes", ...PLUGIN_LISTS, "bundles", "options", "needs", "taps", "lacks", "setup"];

const FRAMEWORK_KEYS = [
  "name",
  "ir",
  "anchor",
  "nesting",
  "extensionPoints",
  "passTypes",
  "hooks",
  "properties",
  "checks",
  "groups",
  "cleanups",
  "targets",
  "levels",
  "passes",
  "pipelines",
  "externalPasses",
  "pipeline",
  "graph",
  "openGraph",
];

const POINT_KEYS = ["since", "doc", "formerly", "deprecated"];

type Table = { readonly [key: string]: unknown };

/** Checks the members of a plugin, for JavaScript. */
export function pluginComplaints(plugin: object): string[] {
  const { passes, setup, options, name } = plugin as Table;
  return [
    ...unknownKeys(plugin, PLUGIN_KEYS),
    ...(name === undefined || (typeof name === "string" && name !== "") ? [] : ["`name` is not a string"]),
    ...checkPasses(passes),
    ...(setup === undefined || typeof setup === "function" ? [] : ["`setup` is not a function"]),
    ...checkOptionTable(options),
    ...PLUGIN_LISTS.filter((key) => {
      const list = (plugin as Table)[key];
      return list !== undefined && !Array.isArray(list);
    }).map((key) => `\`${key}\` is not a list`),
  ];
}

/** Checks the members of a framework, for JavaScript. */
export function frameworkComplaints(framework: object): string[] {
  const table = framework as Table;
  return [
    ...unknownKeys(framework, FRAMEWORK_KEYS),
    ...pointProblems(table["extensionPoints"]),
    ...pipelineProblems(table),
    ...anchorProblems(table["anchor"]),
    ...irProblems(table["ir"]),
    ...hookProblems(table["hooks"]),
    ...["extensionPoints", "passTypes", "hooks"]
      .filter((key) => table[key] !== undefined && !isTable(table[key]))
      .map((key) => `\`${key}\` is not a table`),
    ...["passes", "pipelines", "externalPasses", "groups"]
      .filter((key) => table[key] !== undefined && !Array.isArray(table[key]))
      .map((key) => `\`${key}\` is not a list`),
  ];
}

/** Returns the required parts that an IR adapter lacks. `within` is a prefix for their names. */
export function adapterComplaints(adapter: object, within = ""): string[] {
  const table = adapter as Table;
  return [
    ...(typeof table["name"] === "string" ? [] : [`\`${within}name\` is not a string`]),
    ...ADAPTER_FUNCTIONS.filter((name) => typeof table[name] !== "function").map(
      (name) => `\`${within}${name}\` is not a function`,
    ),
    ...(["undefined", "function"].includes(typeof table["parentOf"])
      ? []
      : [`\`${within}parentOf\` is not a function`]),
  ];
}

const ADAPTER_FUNCTIONS = ["intern", "nameOf", "collectNested"] as const;

/** Whether a value is an object with keys. */
export function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Describes keys that do not exist: in JavaScript they would be ignored. `within` is a prefix for their names. */
export function unknownKeys(code: object, known: readonly string[], within = ""): string[] {
  return Object.keys(code).flatMap((key) => {
    if (known.includes(key)) return [];
    const similar = suggest(key, known);
    return [`unknown key \`${within}${key}\`${similar === undefined ? "" : `; did you mean \`${within}${similar}\`?`}`];
  });
}

function pointProblems(points: unknown): string[] {
  if (!isTable(points)) return [];
  return Object.entries(points).flatMap(([name, point]: [string, unknown]) =>
    isTable(point) ? unknownKeys(point, POINT_KEYS, `extensionPoints.${name}.`) : [],
  );
}

/** A framework has a pipeline, a graph of several, or both: a graph that has the pipeline. */
function pipelineProblems({ pipeline, graph, openGraph }: Table): string[] {
  const isWrong = (one: unknown): boolean => one !== undefined && typeof one !== "function";
  return [
    ...(isWrong(pipeline) || (pipeline ?? graph) === undefined ? ["`pipeline` is not a function"] : []),
    ...(isWrong(graph) ? ["`graph` is not a function"] : []),
    ...(typeof graph === "function" && openGraph === undefined
      ? ["a framework with a `graph` is made by `defineGraphFramework`"]
      : []),
  ];
}

function hookProblems(hooks: unknown): string[] {
  if (!isTable(hooks)) return [];
  return Object.entries(hooks as { readonly [name: string]: { readonly tapable?: unknown } | null }).flatMap(
    ([name, hook]) =>
      typeof hook?.tapable === "function" ? [] : [`hook \`${name}\` is not made by syncHook, asyncSeriesHook …`],
  );
}

function anchorProblems(anchor: unknown): string[] {
  if (anchor === undefined) return ["`anchor` is missing, the name of the operation that the pipeline runs on"];
  return typeof anchor === "string" ? [] : ["`anchor` is not a string"];
}

function irProblems(ir: unknown): string[] {
  if (ir === undefined) return ["`ir` is missing: use `mlir` of @passwright/ir, or your own adapter"];
  return isTable(ir) ? adapterComplaints(ir, "ir.") : ["`ir` is not an adapter"];
}

function checkPasses(passes: unknown): string[] {
  if (!Array.isArray(passes)) return ["`passes` is not a list"];
  return passes.flatMap((pass: unknown, index) =>
    isPassDefinition(pass) && typeof (pass.declaration as { name?: unknown } | undefined)?.name === "string"
      ? []
      : [`\`passes[${index}]\` is not made by definePass`],
  );
}

/** Checks a table of options, each made by one of the SDK's functions. */
function checkOptionTable(options: unknown): string[] {
  if (options === undefined) return [];
  if (!isTable(options)) return ["`options` is not a table of options"];
  return Object.entries(options).flatMap(([name, spec]) => {
    const { take, schema } = (spec ?? {}) as { readonly take?: unknown; readonly schema?: unknown };
    const isSpec = typeof take === "function" && typeof schema === "function";
    return isSpec ? [] : [`option \`${name}\` is not made by int, string, oneOf …`];
  });
}
