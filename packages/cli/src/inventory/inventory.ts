import { printPlan } from "@passwright/builder";
import type { Property } from "@passwright/builder";
import type { JsonSchema, Owner, PassDeclaration } from "@passwright/core";
import type { Survey } from "@passwright/loader";
import { PassType } from "@passwright/sdk";
import type { ExtensionPoint, Framework } from "@passwright/sdk";

/** What a config brings together, as data. */
export interface Inventory {
  readonly framework: Owner;
  /** The operation that the pipeline runs on. */
  readonly anchor: string;
  readonly plugins: readonly {
    readonly name: string;
    readonly version?: string;
    /** Whether its code was run for this list, because its manifest does not declare its passes. */
    readonly ran: boolean;
    /** What a config may say of it; as far as its manifest tells, or its code where that was run. */
    readonly options: { readonly [name: string]: JsonSchema };
  }[];
  readonly passes: readonly (PassDeclaration & { readonly owner: string })[];
  /** Pipelines that are there before plugins come: the framework's, and the config's bundles. */
  readonly pipelines: readonly { readonly name: string; readonly text: string }[];
  readonly points: readonly (ExtensionPoint & { readonly name: string })[];
  /** Types of the framework's own, and those that passes have. */
  readonly types: readonly { readonly name: string; readonly doc?: string; readonly passes: readonly string[] }[];
  readonly properties: readonly (Property & { readonly name: string })[];
  readonly cleanups: readonly string[];
  readonly targets: readonly string[];
  readonly levels: readonly string[];
  readonly hooks: readonly HookSummary[];
}

/** A hook that plugins can tap. */
export interface HookSummary {
  readonly name: string;
  readonly kind: string;
  readonly args: readonly string[];
  readonly doc?: string;
}

/** Where plugins come in: extension points and hooks, by name. */
export function waysInto({ extensionPoints, hooks = {} }: Framework<object>): Pick<Inventory, "points" | "hooks"> {
  const all = Object.entries(hooks).map(([name, { kind, args, doc }]) => {
    return { name, kind, args, ...(doc === undefined ? {} : { doc }) };
  });
  return { points: named(extensionPoints), hooks: byName(all) };
}

/** The sections of an inventory, as they can be asked for. */
export const SECTIONS: readonly string[] = [
  "plugins",
  "passes",
  "pipelines",
  "points",
  "types",
  "properties",
  "cleanups",
  "targets",
  "levels",
  "hooks",
];

const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  [...items].sort((left, right) => (left.name < right.name ? -1 : 1));

const named = <T>(table: { readonly [name: string]: T } | undefined): (T & { readonly name: string })[] =>
  byName(Object.entries(table ?? {}).map(([name, value]) => ({ name, ...value })));

export function inventoryOf(survey: Survey): Inventory {
  const { config, work, plugins, ran, pluginOptions, plan } = survey;
  const { owner, catalogue } = work;
  const { framework } = work.input.framework;
  const entries = catalogue.entries();
  const { points, hooks } = waysInto(framework);
  const bundles = [...config.bundles].map(([name, { passes }]) => ({
    name,
    text: passes.map(({ data }) => data.pass).join(","),
  }));
  return {
    framework: owner,
    anchor: framework.anchor,
    plugins: plugins.map((plugin) => {
      const { name, version } = plugin;
      const options = pluginOptions.get(plugin) ?? {};
      return { name, ...(version === undefined ? {} : { version }), ran: ran.has(plugin), options };
    }),
    passes: entries.map(({ declaration, owner: { name } }) => ({ ...declaration, owner: name })),
    pipelines: [...(plan === undefined ? [] : [{ name: owner.name, text: printPlan(plan) }]), ...byName(bundles)],
    points,
    types: typesOf(survey),
    properties: named({ ...framework.properties, ...config.properties }),
    cleanups: [...new Set([...(framework.cleanups ?? []), ...config.cleanups.map(({ text }) => text)])].sort(),
    targets: framework.targets ?? [],
    levels: framework.levels ?? [],
    hooks,
  };
}

/** Types in the order in which a pipeline has them, then the others by name. */
function typesOf({ config, work: { catalogue, input } }: Survey): Inventory["types"] {
  const { framework } = input.framework;
  const docs: { readonly [name: string]: string } = { ...config.passTypes, ...framework.passTypes };
  const passes = new Map<string, string[]>(Object.keys(docs).map((name) => [name, []]));
  for (const { declaration } of catalogue.entries()) {
    for (const type of declaration.types ?? [PassType.Unknown]) {
      passes.set(type, [...(passes.get(type) ?? []), declaration.name]);
    }
  }
  const order: readonly string[] = Object.values(PassType);
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const names = [...passes.keys()].sort((left, right) => place(left) - place(right) || (left < right ? -1 : 1));
  return names.map((name) => ({
    name,
    ...(docs[name] === undefined ? {} : { doc: docs[name] }),
    passes: passes.get(name) ?? [],
  }));
}
