import { hasErrors, jsonText } from "@passwright/core";
import type { SourceLocation } from "@passwright/core";
import { assembleInput, Assembly } from "@passwright/sdk/loading";
import type { AssemblyInput, OwnerContributions } from "@passwright/sdk/loading";
import { smallestCause } from "./smallest-cause.ts";

/** Kinds of contributions that can be left out. */
export type ContributionKind =
  | "plugin"
  | "plugin option"
  | "insertion"
  | "rule"
  | "override"
  | "retype"
  | "guard"
  | "cleanup"
  | "option"
  | "target"
  | "level";

/** Contribution that can be left out. */
export interface RemovableContribution {
  /** Kind of the contribution, such as a plugin, an insertion or a rule. */
  readonly kind: ContributionKind;
  /** Description of the contribution: `svg-plugin`, `svg-plugin.width = 5`, `{"ban":"cse"}`. */
  readonly text: string;
  /** Plugin to which the contribution belongs. Absent for contributions of the config. */
  readonly plugin?: string;
  /** Source position, if known. */
  readonly at?: SourceLocation;
  /** Content of the contribution. Absent for a plugin, and for the chosen target or level. */
  readonly data?: unknown;
  /** Index of the contribution in its list, or name of the contribution. */
  readonly key: number | string;
}

const LISTS = [
  ["insert", "insertion"],
  ["rules", "rule"],
  ["overrides", "override"],
  ["retype", "retype"],
  ["guards", "guard"],
] as const;

/** Returns all contributions that can be left out, plugins first. */
export function candidatesOf({ plugins, owner, requested }: AssemblyInput): readonly RemovableContribution[] {
  const lists = LISTS.flatMap(([list, kind]) =>
    owner[list].map(({ data, file, line }, key): RemovableContribution => ({
      kind,
      text: jsonText(data),
      data,
      key,
      ...(line !== undefined && { at: { file, line, column: 1 } }),
    })),
  );
  const choice = (kind: "target" | "level"): RemovableContribution[] => {
    const text = requested[kind] ?? owner[kind]?.text;
    const at = requested[kind] === undefined ? owner[kind]?.at : undefined;
    return text === undefined ? [] : [{ kind, text, key: kind, ...(at !== undefined && { at }) }];
  };
  return [
    ...plugins.map(({ contributor: { name, named }, at }): RemovableContribution => {
      const place = named?.at ?? at;
      return { kind: "plugin", text: name, key: name, plugin: name, ...(place !== undefined && { at: place }) };
    }),
    ...plugins.flatMap(({ contributor: { name }, options, optionPlaces = {} }) =>
      Object.keys(options).map((key): RemovableContribution => {
        const at = optionPlaces[key];
        const text = `${name}.${key} = ${jsonText(options[key])}`;
        return { kind: "plugin option", text, key, plugin: name, ...(at !== undefined && { at }) };
      }),
    ),
    ...lists,
    ...owner.cleanups.map(({ text, at }, key): RemovableContribution => ({ kind: "cleanup", text, key, at })),
    ...Object.entries(owner.option).map(([key, value]): RemovableContribution => {
      const at = owner.optionPlaces.get(key);
      return { kind: "option", text: `${key} = ${JSON.stringify(value)}`, key, ...(at !== undefined && { at }) };
    }),
    ...choice("target"),
    ...choice("level"),
  ];
}

/** Resolves assemblies with only some of the contributions of a given assembly. */
export class Variants {
  readonly candidates: readonly RemovableContribution[];
  readonly #input: AssemblyInput;
  readonly #made = new Map<string, Assembly>();

  constructor(input: AssemblyInput) {
    this.#input = input;
    this.candidates = candidatesOf(input);
  }

  /** Returns the assembly with these contributions and with the contributions that they depend on. */
  async with(
    wanted: readonly RemovableContribution[],
  ): Promise<{ readonly assembly: Assembly; readonly has: ReadonlySet<RemovableContribution> }> {
    const has = this.#closed(wanted);
    const assembly = this.#assemble(has);
    if (resolves(assembly)) return { assembly, has };
    const others = this.candidates.filter((one) => !has.has(one));
    const needed = await smallestCause(others, async (some) =>
      Promise.resolve(resolves(this.#assemble(this.#closed([...has, ...some])))),
    );
    const all = this.#closed([...has, ...needed]);
    return { assembly: this.#assemble(all), has: all };
  }

  /** Returns the contributions together with the plugins to which the contributions belong. */
  #closed(wanted: readonly RemovableContribution[]): ReadonlySet<RemovableContribution> {
    const plugins = new Set(wanted.flatMap(({ plugin }) => plugin ?? []));
    return new Set(
      this.candidates.filter((one) => wanted.includes(one) || (one.kind === "plugin" && plugins.has(one.text))),
    );
  }

  #assemble(has: ReadonlySet<RemovableContribution>): Assembly {
    const key = this.candidates.map((one) => (has.has(one) ? 1 : 0)).join("");
    const made = this.#made.get(key) ?? new Assembly(assembleInput(reducedInput(this.#input, [...has])));
    this.#made.set(key, made);
    return made;
  }
}

/** Returns whether an assembly has a plan or a graph, and does not have errors. */
export function resolves(assembly: Assembly): boolean {
  return (assembly.plan ?? assembly.graph) !== undefined && !hasErrors(assembly.diagnostics);
}

/** Returns a copy of `input` that contains only the contributions in `has`, and does not contain `strict`. */
export function reducedInput(input: AssemblyInput, has: readonly RemovableContribution[]): AssemblyInput {
  const keys = (kind: ContributionKind, plugin?: string): ReadonlySet<number | string> =>
    new Set(has.filter((one) => one.kind === kind && one.plugin === plugin).map(({ key }) => key));
  const { owner, plugins, requested } = input;
  const listed = <T>(list: readonly T[], kind: ContributionKind): T[] => {
    const kept = keys(kind);
    return list.filter((_, index) => kept.has(index));
  };
  const entries = <T>(
    table: { readonly [name: string]: T },
    kept: ReadonlySet<number | string>,
  ): { [name: string]: T } => Object.fromEntries(Object.entries(table).filter(([name]) => kept.has(name)));
  const choices = { target: keys("target").size > 0, level: keys("level").size > 0 };
  const { target, level, ...others } = owner;
  const changed: OwnerContributions = {
    ...others,
    ...(choices.target && target !== undefined && { target }),
    ...(choices.level && level !== undefined && { level }),
    strict: [],
    insert: listed(owner.insert, "insertion"),
    rules: listed(owner.rules, "rule"),
    overrides: listed(owner.overrides, "override"),
    retype: listed(owner.retype, "retype"),
    guards: listed(owner.guards, "guard"),
    cleanups: listed(owner.cleanups, "cleanup"),
    option: entries(owner.option, keys("option")),
  };
  return {
    ...input,
    plugins: plugins
      .filter(({ contributor: { name } }) => keys("plugin", name).has(name))
      .map((part) => ({ ...part, options: entries(part.options, keys("plugin option", part.contributor.name)) })),
    owner: changed,
    requested: {
      ...(choices.target && requested.target !== undefined && { target: requested.target }),
      ...(choices.level && requested.level !== undefined && { level: requested.level }),
    },
  };
}
