import { isPassDefinition } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { DataCheck } from "../data/check.ts";
import { map } from "../data/map-shape.ts";
import { DataTooLarge, nodeOfValue } from "../data/node.ts";
import type { DataDocument } from "../data/node.ts";
import { list, table } from "../data/shape.ts";
import type { Placed, Shape } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "./data.ts";
import type { Plugin } from "../define/define-plugin.ts";
import type { PluginContributions } from "../stages/input.ts";
import type { OwnerContributions } from "./checked.ts";
import { insertion, rule } from "./contribution-schema.ts";
import { bundle } from "./pipeline-schema.ts";
import type { CheckedBundle } from "./pipeline-schema.ts";
import { contributionKeys } from "./schema.ts";
import type { ContributionKeys } from "./schema.ts";
import { tooLarge } from "../data/errors.ts";

const ownerShape = map<ContributionKeys>(contributionKeys);

interface PluginDataKeys {
  readonly insert?: readonly Placed<InsertionData | BundleInsertionData>[];
  readonly rules?: readonly Placed<RuleData>[];
  readonly bundles?: ReadonlyMap<string, CheckedBundle>;
}

const pluginShape = map<PluginDataKeys>({
  insert: { doc: "insertions as data", shape: list(insertion) },
  rules: { doc: "rules as data", shape: list(rule) },
  bundles: { doc: "bundles that others insert by name", shape: table(bundle) },
});

/** Contributions of a pipeline's owner that say nothing. */
export function noContributions(name: string): OwnerContributions {
  return {
    name,
    pipeline: undefined,
    graph: undefined,
    bundles: new Map(),
    insertions: [],
    rules: [],
    properties: {},
    guards: [],
    cleanups: [],
    passTypes: {},
    target: undefined,
    level: undefined,
    option: {},
    optionPlaces: new Map(),
    overrides: [],
    retypes: [],
    independent: [],
    strict: [],
  };
}

/** Contributions that were read from objects, the passes with bodies that they insert, and everything that is wrong. */
export interface ReadResult<T> {
  readonly contributions: T;
  readonly passes: readonly PassDefinition<never>[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the contributions among the options of `assemble`. `name` is the contributor in plans. */
export function readOwnerContributions(options: object, name: string): ReadResult<OwnerContributions> {
  const { value, passes } = withoutBodies(only(options, Object.keys(contributionKeys)));
  const { found, diagnostics } = readValue(ownerShape, value, name);
  const placed = <T>(all: readonly Placed<T>[] = []): (Placed<T> & { readonly file: string })[] =>
    all.map((one) => ({ ...one, file: name }));
  return {
    contributions: {
      ...noContributions(name),
      bundles: new Map([...(found?.bundles ?? [])].map(([key, bundle]) => [key, { ...bundle, file: name }])),
      insertions: placed(found?.insert),
      rules: placed(found?.rules),
      properties: Object.fromEntries(found?.properties ?? []),
      guards: placed(found?.guards),
      cleanups: found?.cleanups ?? [],
      passTypes: Object.fromEntries(found?.passTypes ?? []),
      target: found?.target && { text: found.target.text },
      level: found?.level && { text: found.level.text },
      option: Object.fromEntries(found?.option ?? []),
      overrides: placed(found?.overrides),
      retypes: placed(found?.retype),
      independent: placed(found?.independent),
      strict: found?.strict ?? [],
    },
    passes,
    diagnostics,
  };
}

/** Returns the insertions, rules and bundles of a plugin as JSON has them, and all its passes. */
export function pluginData(plugin: Plugin): {
  readonly data: { readonly [key: string]: unknown };
  readonly passes: readonly PassDefinition<never>[];
} {
  const { value, passes } = withoutBodies(only(plugin, Object.keys(pluginShape.keys)));
  return { data: value, passes: [...new Set([...(plugin.passes ?? []), ...passes])] };
}

/** Reads the insertions, rules and bundles of a plugin that are data. */
export function readPluginContributions(plugin: Plugin, name: string): ReadResult<PluginContributions> {
  const { data, passes } = pluginData(plugin);
  const { found, diagnostics } = readValue(pluginShape, data, name);
  const { insert = [], rules = [], bundles = new Map() } = found ?? {};
  return {
    contributions: { file: name, insertions: insert, rules, bundles },
    passes,
    diagnostics: diagnostics.map((one) => ({ ...one, plugin: name })),
  };
}

function only(value: object, keys: readonly string[]): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(value).filter(([key, inner]) => keys.includes(key) && inner !== undefined));
}

/** Replaces passes with bodies by their names: data names passes. */
function withoutBodies(value: { readonly [key: string]: unknown }): {
  readonly value: { readonly [key: string]: unknown };
  readonly passes: readonly PassDefinition<never>[];
} {
  const passes: PassDefinition<never>[] = [];
  const insert = value["insert"];
  if (!Array.isArray(insert)) return { value, passes };
  const replaced = insert.map((one: unknown) => {
    const pass = (one as { readonly pass?: unknown } | null | undefined)?.pass;
    if (!isPassDefinition(pass)) return one;
    passes.push(pass as PassDefinition<never>);
    return { ...(one as object), pass: pass.declaration.name };
  });
  return { value: { ...value, insert: replaced }, passes };
}

function readValue<T>(
  shape: Shape<T>,
  value: object,
  file: string,
): { readonly found: T | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const document: DataDocument = { file, root: { kind: "map", entries: [] } };
  try {
    const root = nodeOfValue(value);
    const check = new DataCheck({ ...document, root });
    const found = shape.read(check, root, "");
    return {
      found: check.diagnostics.length === 0 ? found : undefined,
      diagnostics: check.diagnostics.map(withoutPlace),
    };
  } catch (thrown) {
    if (!(thrown instanceof DataTooLarge)) throw thrown;
    return { found: undefined, diagnostics: [withoutPlace(tooLarge(document, undefined, thrown.what))] };
  }
}

/** Objects of a program have no place in a file; the message has the path of keys. */
function withoutPlace({ at: _at, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
}
