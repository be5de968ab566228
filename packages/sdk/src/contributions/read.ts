import { isPassDefinition, isTable } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { DataCheck } from "../data/check.ts";
import { map } from "../data/map-shape.ts";
import { DataTooLarge, nodeOfValue } from "../data/node.ts";
import type { Placed, Shape } from "../data/shape.ts";
import type { Plugin } from "../define/define-plugin.ts";
import type { PluginContributions } from "../stages/input.ts";
import type { InConfig, OwnerContributions } from "./checked.ts";
import { contributionKeys } from "./schema.ts";
import type { ContributionKeys } from "./schema.ts";
import { tooLarge } from "../data/errors.ts";

const ownerShape = map<ContributionKeys>(contributionKeys);

const pluginShape = map<Pick<ContributionKeys, "insert" | "rules" | "bundles">>({
  insert: contributionKeys.insert,
  rules: contributionKeys.rules,
  bundles: contributionKeys.bundles,
});

/** Returns empty contributions for a config or program with this name. */
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

/** Contributions that were read from objects, with the pass definitions in these objects, and all errors. */
export interface ReadResult<T> {
  readonly contributions: T;
  readonly passes: readonly PassDefinition<never>[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Contributions of one file, with the file name that plans print. */
export interface ContributionSource {
  readonly found: ContributionKeys;
  readonly file: string;
}

/** Adds contributions to `base`. Concatenates lists. The last source has priority for other keys and values. */
export function joinContributions(
  base: OwnerContributions,
  sources: readonly ContributionSource[],
): OwnerContributions {
  const list = <T>(get: (found: ContributionKeys) => readonly Placed<T>[] | undefined): InConfig<T>[] =>
    sources.flatMap(({ found, file }) => (get(found) ?? []).map((one) => ({ ...one, file })));
  const table = <T>(get: (found: ContributionKeys) => ReadonlyMap<string, T> | undefined): { [name: string]: T } =>
    Object.fromEntries(sources.flatMap(({ found }) => [...(get(found) ?? [])]));
  const bundles = sources.flatMap(({ found, file }) =>
    [...(found.bundles ?? [])].map(([key, bundle]) => [key, { ...bundle, file }] as const),
  );
  return {
    ...base,
    bundles: new Map([...base.bundles, ...bundles]),
    insertions: [...base.insertions, ...list(({ insert }) => insert)],
    rules: [...base.rules, ...list(({ rules }) => rules)],
    properties: { ...base.properties, ...table(({ properties }) => properties) },
    guards: [...base.guards, ...list(({ guards }) => guards)],
    cleanups: [...base.cleanups, ...sources.flatMap(({ found }) => found.cleanups ?? [])],
    passTypes: { ...base.passTypes, ...table(({ passTypes }) => passTypes) },
    target: sources.findLast(({ found }) => found.target !== undefined)?.found.target ?? base.target,
    level: sources.findLast(({ found }) => found.level !== undefined)?.found.level ?? base.level,
    option: { ...base.option, ...table(({ option }) => option) },
    overrides: [...base.overrides, ...list(({ overrides }) => overrides)],
    retypes: [...base.retypes, ...list(({ retype }) => retype)],
    independent: [...base.independent, ...list(({ independent }) => independent)],
    strict: [...base.strict, ...sources.flatMap(({ found }) => found.strict ?? [])],
  };
}

/** Reads the contributions in the options of `assemble`, and adds them to `base`. */
export function readOwnerContributions(options: object, base: OwnerContributions): ReadResult<OwnerContributions> {
  const { name } = base;
  const { value, passes } = withoutBodies(only(options, Object.keys(contributionKeys)));
  const { found, diagnostics } = readValue(ownerShape, value, name);
  const contributions = joinContributions(base, found === undefined ? [] : [{ found, file: name }]);
  const { target, level } = contributions;
  // Omits positions, because objects in a program do not have a position in a file.
  const choice = { target: target && { text: target.text }, level: level && { text: level.text } };
  return { contributions: { ...contributions, ...choice } as OwnerContributions, passes, diagnostics };
}

/** Returns the contributions of a plugin as JSON data, and all passes that it lists or inserts. */
export function pluginData(plugin: Plugin): {
  readonly data: { readonly [key: string]: unknown };
  readonly passes: readonly PassDefinition<never>[];
} {
  const { value, passes } = withoutBodies(only(plugin, Object.keys(pluginShape.keys)));
  return { data: value, passes: [...new Set([...(plugin.passes ?? []), ...passes])] };
}

/** Reads the insertions, rules and bundles that a plugin declares as data. */
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

/** Returns the name of a pass definition. Returns other values unchanged. */
const referenceOf = (one: unknown): unknown => (isPassDefinition(one) ? one.declaration.name : one);

/** Replaces the pass definitions among the values of a table by the names of the passes. */
const references = (one: unknown): unknown =>
  isTable(one) ? Object.fromEntries(Object.entries(one).map(([key, part]) => [key, referenceOf(part)])) : one;

/** Replaces each pass definition by the name of the pass, because data can contain only names. */
function withoutBodies(value: { readonly [key: string]: unknown }): {
  readonly value: { readonly [key: string]: unknown };
  readonly passes: readonly PassDefinition<never>[];
} {
  const passes: PassDefinition<never>[] = [];
  const nameOf = (one: unknown): unknown => {
    if (isPassDefinition(one)) passes.push(one as PassDefinition<never>);
    return referenceOf(one);
  };
  const entry = (one: unknown): unknown =>
    isTable(one) && !isPassDefinition(one)
      ? { ...(references(one) as object), ...("pass" in one && { pass: nameOf(one["pass"]) }) }
      : nameOf(one);
  const entries = (all: unknown): unknown => (Array.isArray(all) ? Array.from(all, entry) : nameOf(all));
  const bundle = (one: unknown): unknown =>
    isTable(one) && "passes" in one ? { ...one, passes: entries(one["passes"]) } : entries(one);
  const { insert, bundles, rules } = value;
  const named = {
    ...(Array.isArray(rules) && { rules: Array.from(rules, references) }),
    ...(insert !== undefined && { insert: entries(insert) }),
    ...(bundles !== undefined && {
      bundles: isTable(bundles)
        ? Object.fromEntries(Object.entries(bundles).map(([name, one]) => [name, bundle(one)]))
        : bundles,
    }),
  };
  return { value: { ...value, ...named }, passes };
}

function readValue<T>(
  shape: Shape<T>,
  value: object,
  file: string,
): { readonly found: T | undefined; readonly diagnostics: readonly Diagnostic[] } {
  try {
    const root = nodeOfValue(value);
    const check = new DataCheck({ file, root });
    const found = shape.read(check, root, "");
    return {
      found: check.diagnostics.length === 0 ? found : undefined,
      diagnostics: check.diagnostics.map(withoutPlace),
    };
  } catch (thrown) {
    if (!(thrown instanceof DataTooLarge)) throw thrown;
    return {
      found: undefined,
      diagnostics: [withoutPlace(tooLarge({ file, line: 1, column: 1 }, thrown.what, thrown.path))],
    };
  }
}

/** Removes the position from a diagnostic about objects, whose message contains the path of keys. */
function withoutPlace({ at: _at, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
}
