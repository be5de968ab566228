import { isAnchor } from "@passwright/builder";
import { isPassDefinition, isTable, problemOfFunction, readArgument, suggest, UsageError } from "@passwright/core";
import { badArgument } from "../usage-errors.ts";

type Table = { readonly [key: string]: unknown };

/** Returns the problems with a value. `path` is the key path of the value. */
type Complain = (value: unknown, path: string) => readonly string[];

/** Returns a function that checks a value with `accepts`. `what` describes accepted values. */
export function be(what: string, accepts: (value: unknown) => boolean): Complain {
  return (value, path) => (accepts(value) ? [] : [`\`${path}\` must be ${what}`]);
}

/** Returns a table that maps each word of `keys` to `complain`. */
export function each(keys: string, complain: Complain): { readonly [key: string]: Complain } {
  return Object.fromEntries(keys.split(" ").map((key) => [key, complain]));
}

/** Returns a function that checks a list and its elements. */
function list(one: Complain): Complain {
  return (value, path) =>
    // A spread replaces the holes of a list with `undefined`.
    Array.isArray(value)
      ? [...value].flatMap((inner, index) => one(inner, `${path}[${index}]`))
      : mustBeList(value, path);
}

/** Returns a function that checks a table and its values. */
function table(one: Complain): Complain {
  return (value, path) =>
    isTable(value)
      ? Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : one(inner, `${path}.${key}`)))
      : mustBeTable(value, path);
}

/** Returns a function that checks a table with known keys. Only the keys in `required` must be present. */
export function record(known: { readonly [key: string]: Complain }, ...required: readonly string[]): Complain {
  return (value, path) => {
    if (!isTable(value)) return mustBeTable(value, path);
    return [
      ...unknownKeys(value, Object.keys(known), path && `${path}.`),
      ...Object.entries(known).flatMap(([key, complain]) =>
        value[key] === undefined && !required.includes(key) ? [] : complain(value[key], under(path, key)),
      ),
    ];
  };
}

const mustBeList = be("a list", Array.isArray);
const mustBeTable = be("a table", isTable);
const anything: Complain = () => [];
export const string: Complain = be("a string", (value) => typeof value === "string");
export const name: Complain = be("a string that is not empty", (value) => typeof value === "string" && value !== "");
export const oneOf = (...words: readonly unknown[]): Complain =>
  be(words.map((word) => JSON.stringify(word)).join(" or "), (value) => words.includes(value));
const flag = be("true or false", (value) => typeof value === "boolean");
export const code: Complain = be("a function", (value) => typeof value === "function");
/** Checks that a value is a function that is not asynchronous. */
export const synchronous: Complain = (value, path) => {
  const unusable = problemOfFunction(value, false);
  return unusable === undefined ? code(value, path) : [`\`${path}\` ${unusable.problem}`];
};
export const strings: Complain = list(string);
const names = list(name);
const codes = table(code);

const made = (by: string, is: (value: Table) => boolean): Complain =>
  be(`the result of ${by}`, (value) => isTable(value) && is(value));

const pass = made(
  "`definePass`",
  (value) => isPassDefinition(value) && typeof (value.declaration as { name?: unknown } | undefined)?.name === "string",
);
const options = table(
  made(
    "`int`, `string`, `oneOf` or a similar function",
    ({ take, schema }) => typeof take === "function" && typeof schema === "function",
  ),
);
const pipelines = list(record({ name, summary: string, options, build: code }, "name", "build"));

const HOOKS =
  "skipsPass applyRewrite beforeRun afterRun beforePipeline afterPipeline beforePass beforeVerifier afterPass " +
  "afterPassFailed afterSkipped beforeAction afterAction beforeAnalysis afterAnalysis";

const instrumentation = record({
  name: string,
  ...each("allowsThreads seesChangesOnly", flag),
  ...each(HOOKS, code),
});

/** Checks a list of instrumentations. Instances of classes are not checked, because they can have other members. */
const instrumentations = list((value, path) =>
  isTable(value) && Object.getPrototypeOf(value) !== Object.prototype ? [] : instrumentation(value, path),
);

/** Returns the problems with the members of a plugin, except contributions that are data. */
const plugin = record(
  {
    name,
    passes: list(pass),
    setup: code,
    options,
    pipelines,
    analyses: list(made("`defineAnalysis`", ({ compute }) => typeof compute === "function")),
    dialects: list(made("`defineDialect`", (value) => typeof value["name"] === "string")),
    insert: anything,
    rules: anything,
    bundles: anything,
    needs: record({ extensionPoints: strings, passTypes: strings }),
    taps: (taps, path) => (typeof taps === "function" ? [] : codes(taps, path)),
    lacks: string,
  },
  "passes",
);

/** Checks a pass that is declared without code. */
const declaration = record(
  {
    ...each("name summary description displayName anchor ir to toAnchor interface trait group", string),
    ...each("types requires forbids provides invalidates preserves dependentDialects", strings),
    ...each("idempotent poorTarget deterministic", flag),
    ...each("values reads worksOn idle options", anything),
  },
  "name",
);

/** Returns the problems with the members of a framework. */
const framework = record(
  {
    name,
    extensionPoints: table(record({ ...each("since doc deprecated", string), formerly: strings })),
    pipeline: code,
    graph: code,
    openGraph: anything,
    anchor: be("the name of an operation", isAnchor),
    ir: (ir, path) =>
      isTable(ir) ? adapterComplaints(ir, path) : ["`ir` must be an adapter, such as `mlir` of @passwright/ir"],
    hooks: table(made("`syncHook`, `asyncSeriesHook` or a similar function", ({ open }) => typeof open === "function")),
    passTypes: table(string),
    passes: list((one, path) => (isPassDefinition(one) ? [] : declaration(one, path))),
    pipelines,
    externalPasses: names,
    groups: list(
      record(
        {
          name,
          splits: oneOf("refuse", "report"),
          visibleWithin: flag,
          skipsMembers: flag,
          anchors: strings,
          run: code,
        },
        "name",
        "splits",
      ),
    ),
    nesting: oneOf("everywhere", "direct"),
    properties: table(record({ kind: oneOf("structural", "fragile"), doc: string, initially: flag }, "kind")),
    checks: codes,
    cleanups: names,
    targets: names,
    levels: names,
  },
  "name",
  "ir",
  "anchor",
);

/**
 * Functions that check the options of `assemble`. Options that contain contributions as data have a different check.
 */
const OPTIONS = { name, plugins: mustBeList, taps: codes, instrumentations, keepDuplicates: flag, without: names };

/** Checks the settings of a run. */
const runSettings = record({
  ...each("slice signal", mustBeTable),
  verifyEach: flag,
  instrumentations,
  input: string,
  ...each("onDiagnostic output", code),
});

/**
 * Returns the problems with the members of a plugin. The compiler does not check plugins that are written in
 * JavaScript.
 */
export function pluginComplaints(value: object): string[] {
  const { options: declared, setup, taps } = value as Table;
  const isRead = setup !== undefined || typeof taps === "function";
  const found = plugin(value, "");
  const isUnread = found.length === 0 && !isRead && Object.keys(declared ?? {}).length > 0;
  return isUnread ? ["`options` need a `setup` that reads them"] : [...found];
}

/** Returns the problems with the members of a framework. The compiler does not check frameworks in JavaScript. */
export function frameworkComplaints(value: object): string[] {
  const { pipeline, graph, openGraph } = value as Table;
  return [
    ...framework(value, ""),
    ...((pipeline ?? graph) === undefined ? ["`pipeline` must be a function"] : []),
    ...(typeof graph === "function" && openGraph === undefined
      ? ["a framework with a `graph` requires `defineGraphFramework`"]
      : []),
  ];
}

/**
 * Returns the problems with the options of `assemble` or, if `isChange` is true, of `assembleWith`. The keys in
 * `others` can have any value, because a different function checks these values.
 */
export function optionComplaints(value: object, others: object, isChange: boolean): readonly string[] {
  const { [isChange ? "name" : "without"]: _other, ...known } = OPTIONS;
  return record({ ...each(Object.keys(others).join(" "), anything), ...known })(value, "");
}

/** Returns the problems with the settings of a run. */
export function runComplaints(settings: unknown): readonly string[] {
  return runSettings(settings, "settings");
}

/**
 * Checks the members of `value` that are named in `keys`. The first `required` members must be present, and the other
 * members are optional.
 */
export function functionsIn(value: unknown, path: string, keys: string, required: number): readonly string[] {
  if (!isTable(value)) return mustBeTable(value, path);
  return keys.split(" ").flatMap((key, index) => {
    const one = value[key];
    return index >= required && one === undefined ? [] : (key === "load" ? code : synchronous)(one, under(path, key));
  });
}

/** Describes the members of an IR adapter that are missing or invalid. `path` is the key path of the adapter. */
export function adapterComplaints(adapter: object, path = ""): string[] {
  const keys = "intern nameOf collectNested parentOf parse print printWithMap verify clone fingerprint load locationOf";
  return [...string((adapter as Table)["name"], under(path, "name")), ...functionsIn(adapter, path, keys, 3)];
}

function under(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/**
 * Describes unknown keys, which would otherwise be silently ignored. `within` is a prefix for the names of the keys.
 */
function unknownKeys(value: object, known: readonly string[], within: string): string[] {
  return Object.keys(value).flatMap((key) => {
    if (known.includes(key)) return [];
    const similar = suggest(key, known);
    return [`unknown key \`${within}${key}\`${similar === undefined ? "" : `; did you mean \`${within}${similar}\`?`}`];
  });
}

/** Returns the problems with the taps that the function `taps` of a plugin returned. */
export function returnedTapsProblems(taps: unknown): readonly string[] {
  return isTable(taps) ? codes(taps, "taps") : ["`taps` must return a table that maps hooks to functions"];
}

/**
 * Calls `read`, which reads the argument of the function `call`.
 *
 * @throws UsageError PWL0606 if the argument is not an object, PWC0105 if a getter in the argument throws.
 */
export function readTable<T>(call: string, argument: unknown, read: () => T): T {
  return readArgument(call, () => {
    if (isTable(argument)) return read();
    throw new UsageError(badArgument("the argument must be an object", `write \`${call}({ name: "…" })\``, call));
  });
}
