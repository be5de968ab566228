import { isPassDefinition, isTable } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { DataCheck } from "../data/check.ts";
import { map } from "../data/map-shape.ts";
import { DataTooLarge, nodeOfValue } from "../data/node.ts";
import type { Shape } from "../data/shape.ts";
import type { Plugin } from "../define/define-plugin.ts";
import type { PluginContributions, Requested } from "../stages/input.ts";
import type { ContributionKeys, OwnerContributions } from "./checked.ts";
import { contributionKeys } from "./schema.ts";
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
    insert: [],
    rules: [],
    properties: {},
    guards: [],
    cleanups: [],
    passTypes: {},
    option: {},
    optionPlaces: new Map(),
    overrides: [],
    retype: [],
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

/** Adds contributions to `base`. Concatenates lists. The last source has priority for other keys and values. */
export function joinContributions(base: OwnerContributions, sources: readonly ContributionKeys[]): OwnerContributions {
  const joined: { [key: string]: unknown } = { ...base };
  for (const source of sources)
    for (const key of Object.keys(contributionKeys) as (keyof ContributionKeys)[])
      if (source[key] !== undefined) joined[key] = join(joined[key], source[key]);
  return joined as unknown as OwnerContributions;
}

function join(before: unknown, after: object): unknown {
  if (Array.isArray(after)) return [...(before as readonly unknown[]), ...(after as readonly unknown[])];
  if (after instanceof Map) return new Map([...(before as ReadonlyMap<string, unknown>), ...after]);
  return { ...(before as object | undefined), ...after };
}

/** Reads the contributions in the options of `assemble`, and adds them to `base`, except the target and the level. */
export function readOwnerContributions(
  options: object,
  base: OwnerContributions,
): ReadResult<OwnerContributions> & { readonly requested: Requested } {
  const { value, passes } = withoutBodies(only(options, Object.keys(contributionKeys)));
  const { found, diagnostics } = readValue(ownerShape, value, base.name);
  const { target, level, ...others } = found ?? {};
  const requested = { ...(target && { target: target.text }), ...(level && { level: level.text }) };
  return { contributions: joinContributions(base, [others]), requested, passes, diagnostics };
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
  return {
    contributions: { insert: [], rules: [], bundles: new Map(), ...found },
    passes,
    diagnostics: diagnostics.map((one) => ({ ...one, plugin: name })),
  };
}

function only(value: object, keys: readonly string[]): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(value).filter(([key, inner]) => keys.includes(key) && inner !== undefined));
}

const referenceOf = (one: unknown): unknown => (isPassDefinition(one) ? one.declaration.name : one);

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
