import { isAnchor } from "@passwright/builder";
import {
  declarationRequirements,
  each,
  findBadSpec,
  groupRequirements,
  isPassDefinition,
  isTable,
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeList,
  mustBeListOf,
  mustBeOneOf,
  mustBeString,
  mustBeSynchronous,
  mustBeTableOf,
  mustBeText,
  mustHave,
  mustHaveOnly,
  readArgument,
} from "@passwright/core";
import type { OptionSpecs, Requirement } from "@passwright/core";
import { refuseArgument } from "../usage-errors.ts";

type Table = { readonly [key: string]: unknown };

const anything: Requirement = () => [];
export const strings: Requirement = mustBeListOf(mustBeString);
const names = mustBeListOf(mustBeText);
const distinctNames: Requirement = (value, path) => {
  const problems = names(value, path);
  if (problems.length > 0) return problems;
  const all = value as readonly string[];
  return all.filter((name, index) => all.indexOf(name) < index).map((name) => `\`${path}\` contains \`${name}\` twice`);
};
const codes = mustBeTableOf(mustBeFunction);

const made = (by: string, is: (value: Table) => boolean): Requirement =>
  mustBe(`the result of ${by}`, (value) => isTable(value) && is(value));

const pass = made(
  "`definePass`",
  (value) => isPassDefinition(value) && typeof (value.declaration as { name?: unknown } | undefined)?.name === "string",
);
const options = mustBeTableOf(
  made(
    "`int`, `string`, `oneOf` or a similar function",
    ({ take, schema }) => typeof take === "function" && typeof schema === "function",
  ),
);
const pipelines = mustBeListOf(
  mustHaveOnly({ name: mustBeText, summary: mustBeString, options, build: mustBeFunction }, "name", "build"),
);

const HOOKS =
  "skipsPass applyRewrite beforeRun afterRun beforePipeline afterPipeline beforePass beforeVerifier afterPass " +
  "afterPassFailed afterSkipped beforeAction afterAction beforeAnalysis afterAnalysis";

const instrumentation = mustHaveOnly({
  name: mustBeString,
  ...each("allowsThreads runIdle seesChangesOnly seesRemovals", mustBeFlag),
  ...each(HOOKS, mustBeFunction),
});

/** Checks a list of instrumentations. Instances of classes are not checked, because they can have other members. */
const instrumentations = mustBeListOf((value, path) =>
  isTable(value) && Object.getPrototypeOf(value) !== Object.prototype ? [] : instrumentation(value, path),
);

/** Returns the problems with the members of a plugin, except contributions that are data. */
const plugin = mustHaveOnly(
  {
    name: mustBeText,
    passes: mustBeListOf(pass),
    setup: mustBeFunction,
    options,
    pipelines,
    analyses: mustBeListOf(made("`defineAnalysis`", ({ compute }) => typeof compute === "function")),
    dialects: mustBeListOf(made("`defineDialect`", (value) => typeof value["name"] === "string")),
    insert: anything,
    rules: anything,
    bundles: anything,
    needs: mustHaveOnly({ extensionPoints: strings, passTypes: strings }),
    taps: (taps, path) => (typeof taps === "function" ? [] : codes(taps, path)),
    lacks: mustBeString,
  },
  "passes",
);

const ADAPTER_FUNCTIONS =
  "intern nameOf collectNested parentOf parse print printWithMap dependenciesOf verify clone fingerprint locationOf";

const adapter = mustHave(
  { name: mustBeString, ...each(ADAPTER_FUNCTIONS, mustBeSynchronous), load: mustBeFunction },
  "name",
  "intern",
  "nameOf",
  "collectNested",
);

const declaration = mustHaveOnly(declarationRequirements(), "name");

const framework = mustHaveOnly(
  {
    name: mustBeText,
    extensionPoints: mustBeTableOf(
      mustHaveOnly({ ...each("since doc deprecated", mustBeString), formerly: strings }, "since", "doc"),
    ),
    pipeline: mustBeFunction,
    graph: mustBeFunction,
    openGraph: anything,
    anchor: mustBe("the name of an operation", isAnchor),
    ir: (ir, path) => (isTable(ir) ? adapter(ir, path) : ["`ir` must be an adapter, such as `mlir` of @passwright/ir"]),
    hooks: mustBeTableOf(
      made("`syncHook`, `asyncSeriesHook` or a similar function", ({ open }) => typeof open === "function"),
    ),
    passTypes: mustBeTableOf(mustBeString),
    passes: mustBeListOf((one, path) => (isPassDefinition(one) ? [] : declaration(one, path))),
    pipelines,
    externalPasses: names,
    groups: mustBeListOf(mustHaveOnly(groupRequirements(), "name", "splits")),
    nesting: mustBeOneOf("everywhere", "direct"),
    properties: mustBeTableOf(
      mustHaveOnly({ kind: mustBeOneOf("structural", "fragile"), doc: mustBeString, initially: mustBeFlag }, "kind"),
    ),
    checks: codes,
    cleanups: names,
    targets: distinctNames,
    levels: distinctNames,
  },
  "name",
  "ir",
  "anchor",
);

/** Checks of the options of `assemble`, except contributions as data. */
const OPTIONS = {
  name: mustBeText,
  plugins: mustBeList,
  taps: codes,
  instrumentations,
  keepDuplicates: mustBeFlag,
  without: names,
};

const runSettings = mustHaveOnly({
  slice: made("`sliceOf`", ({ ok }) => typeof ok === "boolean"),
  signal: mustBe("an AbortSignal", (value) => isTable(value) && typeof value["removeEventListener"] === "function"),
  verifyEach: mustBeFlag,
  instrumentations,
  input: mustBeString,
  ...each("onDiagnostic output", mustBeFunction),
});

/** Returns the problems with the members of a plugin. The compiler does not check plugins in JavaScript. */
export function pluginComplaints(value: object): string[] {
  const { options: declared, setup, taps } = value as Table;
  const isRead = setup !== undefined || typeof taps === "function";
  const found = plugin(value, "");
  if (found.length > 0) return [...found];
  const specs = (declared ?? {}) as OptionSpecs;
  if (!isRead && Object.keys(specs).length > 0)
    return ["`options` need a `setup`, or a function `taps`, that reads them"];
  return [findBadSpec(specs) ?? []].flat();
}

/** Returns the problems with the members of a framework. The compiler does not check frameworks in JavaScript. */
export function frameworkComplaints(value: object): string[] {
  const { pipeline, graph, openGraph, checks, properties } = value as Table;
  const checked = Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, anything]));
  return [
    ...framework(value, ""),
    ...(isTable(checks) ? mustHaveOnly(checked)(checks, "checks") : []),
    ...((pipeline ?? graph) === undefined
      ? [`\`${openGraph === undefined ? "pipeline" : "graph"}\` must be a function`]
      : []),
    ...(typeof graph === "function" && openGraph === undefined
      ? ["a framework with a `graph` requires `defineGraphFramework`"]
      : []),
  ];
}

/** Returns the problems with the options of `assemble`, or of `assembleWith`. The keys in `others` are not checked. */
export function optionComplaints(value: object, others: object, isChange: boolean): readonly string[] {
  const { [isChange ? "name" : "without"]: _other, ...known } = OPTIONS;
  return mustHaveOnly({ ...each(Object.keys(others).join(" "), anything), ...known })(value, "");
}

export function runComplaints(settings: unknown, isAsync: boolean): readonly string[] {
  const found = runSettings(settings, "settings");
  return found.length > 0 || isAsync || (settings as Table)["signal"] === undefined
    ? found
    : ["`settings.signal` works only with `runAsync`"];
}

/** Returns the problems with the members of an IR adapter. */
export function adapterComplaints(value: object): readonly string[] {
  return adapter(value, "");
}

export function returnedTapsProblems(taps: unknown): readonly string[] {
  return isTable(taps) ? codes(taps, "taps") : ["`taps` must return a table that maps hooks to functions"];
}

/**
 * Calls `read`, which reads the argument of the function `call`. `form` shows the arguments of the function.
 *
 * @throws UsageError PWL0606 if the argument is not an object, PWC0105 if a getter in the argument throws.
 */
export function readTable<T>(call: string, argument: unknown, read: () => T, form = '{ name: "…" }'): T {
  return readArgument(call, () => {
    if (isTable(argument)) return read();
    refuseArgument("the argument must be an object", `write \`${call}(${form})\``, call);
  });
}
