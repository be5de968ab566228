import type { RemovableContribution, ContributionKind } from "../fault/variants.ts";
import type { SmallerPipeline } from "./shrink-pipeline.ts";

type Data = { readonly [key: string]: unknown };

const LISTS: readonly (readonly [key: string, kind: ContributionKind])[] = [
  ["insert", "insertion"],
  ["rules", "rule"],
  ["overrides", "override"],
  ["retype", "retype"],
  ["guards", "guard"],
  ["cleanups", "cleanup"],
];

/**
 * Returns the data of a config for a smaller pipeline. `config` must not extend other configs. `textOf` returns the text
 * with which the config names a plugin.
 */
export function configData(
  config: Data,
  { kept, banned }: Pick<SmallerPipeline, "kept" | "banned">,
  textOf: (plugin: string) => string,
): Data {
  const bans = banned.map((ban) => ({ ban, reason: "reduced" }));
  const list = (key: string): readonly unknown[] => (Array.isArray(config[key]) ? (config[key] as unknown[]) : []);
  const keys = (kind: ContributionKind, plugin?: string): ReadonlySet<number | string> =>
    new Set(kept.filter((one) => one.kind === kind && one.plugin === plugin).map(({ key }) => key));
  const without = new Set<string>();
  const lists = LISTS.flatMap(([key, kind]): [string, unknown][] => {
    const indexes = keys(kind);
    const left = [...list(key).filter((_, index) => indexes.has(index)), ...(key === "overrides" ? bans : [])];
    if (left.length === 0) without.add(key);
    return left.length === 0 ? [] : [[key, left]];
  });
  for (const key of ["target", "level"] as const) if (keys(key).size === 0) without.add(key);
  const option = only((config["option"] ?? {}) as Data, keys("option"));
  const plugins = list("plugins").flatMap((entry) => keptPlugin(entry, kept, textOf));
  for (const key of ["strict", "$schema", "inputs"]) without.add(key);
  const rest = Object.entries(config).filter(([key]) => !without.has(key));
  const all: { [key: string]: unknown } = { ...Object.fromEntries(rest), ...Object.fromEntries(lists) };
  for (const [key, value] of [
    ["option", option],
    ["plugins", plugins],
  ] as const) {
    if (Object.keys(value).length === 0) delete all[key];
    else all[key] = value;
  }
  return all;
}

function keptPlugin(
  entry: unknown,
  kept: readonly RemovableContribution[],
  textOf: (plugin: string) => string,
): unknown[] {
  const text = typeof entry === "string" ? entry : String(Array.isArray(entry) ? entry[0] : (entry as Data)["plugin"]);
  const plugin = kept.find(({ kind, text: name }) => kind === "plugin" && textOf(name) === text);
  if (plugin === undefined) return [];
  const given = (Array.isArray(entry) ? entry[1] : (entry as Data)["options"]) as Data | undefined;
  const names = kept.filter((one) => one.kind === "plugin option" && one.plugin === plugin.text).map(({ key }) => key);
  const options = only(given ?? {}, new Set(names));
  return [Object.keys(options).length === 0 ? text : [text, options]];
}

function only(data: Data, keys: ReadonlySet<number | string>): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => keys.has(key)));
}
