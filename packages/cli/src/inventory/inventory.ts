import { printPlan, pushTo } from "@passwright/builder";
import type { Property } from "@passwright/builder";
import { escapeData, ownerText } from "@passwright/core";
import type { JsonSchema, Owner, PassDeclaration } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { Survey } from "@passwright/loader";
import { PassType } from "@passwright/sdk";
import type { ExtensionPoint, Framework } from "@passwright/sdk";
import { pointsOf } from "@passwright/sdk/loading";
import { paint } from "../render/diagnostics.ts";

export interface Inventory {
  readonly framework: Owner;
  readonly anchor: string;
  readonly plugins: readonly {
    readonly name: string;
    readonly version?: string;
    /** Whether the plugin's code ran: to list pipelines, or because the manifest does not declare passes. */
    readonly ran: boolean;
    readonly options: { readonly [name: string]: JsonSchema };
  }[];
  readonly passes: readonly (PassDeclaration & { readonly owner: string })[];
  /** Pipeline of the framework, bundles of the config and plugins, and named pipelines, which have a summary. */
  readonly pipelines: readonly { readonly name: string; readonly text?: string; readonly summary?: string }[];
  readonly points: readonly (Partial<ExtensionPoint> & { readonly name: string })[];
  readonly types: readonly { readonly name: string; readonly doc?: string; readonly passes: readonly string[] }[];
  readonly properties: readonly (Property & { readonly name: string })[];
  readonly cleanups: readonly string[];
  readonly targets: readonly string[];
  readonly levels: readonly string[];
  readonly hooks: readonly {
    readonly name: string;
    readonly kind: string;
    readonly args: readonly string[];
    readonly doc?: string;
  }[];
}

export interface WaysInto extends Pick<Inventory, "hooks"> {
  readonly points: readonly (ExtensionPoint & { readonly name: string })[];
}

export function waysInto({ extensionPoints, hooks = {} }: Framework<object>): WaysInto {
  const all = Object.entries(hooks).map(([name, { kind, args, doc }]) => {
    return { name, kind, args, ...(doc === undefined ? {} : { doc }) };
  });
  return { points: named(extensionPoints), hooks: byName(all) };
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  [...items].sort((left, right) => (left.name < right.name ? -1 : 1));

const named = <T>(table: { readonly [name: string]: T } | undefined): (T & { readonly name: string })[] =>
  byName(Object.entries(table ?? {}).map(([name, value]) => ({ name, ...value })));

export function inventoryOf(survey: Survey): Inventory {
  const { work, plugins, ran, pluginOptions, plan, config } = survey;
  const { owner, catalogue } = work;
  const { framework } = work.input.framework;
  const entries = catalogue.entries();
  const { hooks } = waysInto(framework);
  const bundles = [...work.bundles].flatMap(([name, bundle]) => {
    // Leaves out the name `PLUGIN::NAME` if the name `NAME` refers to the same bundle.
    const [, bare = ""] = /^.+?::(.+)$/.exec(name) ?? [];
    if (work.bundles.get(bare) === bundle) return [];
    return [{ name, text: bundle.passes.map(({ data }) => data.pass).join(",") }];
  });
  return {
    framework: owner,
    anchor: framework.anchor,
    plugins: plugins.map((plugin) => {
      const { name, version } = plugin;
      const options = pluginOptions.get(plugin) ?? {};
      return { name, ...(version === undefined ? {} : { version }), ran: ran.has(plugin), options };
    }),
    passes: entries.map(({ declaration, owner: { name } }) => ({ ...declaration, owner: name })),
    pipelines: [
      ...(plan === undefined ? [] : [{ name: owner.name, text: printPlan(plan, catalogue) }]),
      ...byName([...bundles, ...catalogue.pipelines.map(({ pipeline: { name, summary } }) => ({ name, summary }))]),
    ],
    points: named(pointsIn(survey)),
    types: typesOf(survey),
    properties: named({ ...framework.properties, ...config.properties }),
    cleanups: [...new Set([...(framework.cleanups ?? []), ...config.cleanups.map(({ text }) => text)])].sort(),
    targets: framework.targets ?? [],
    levels: framework.levels ?? [],
    hooks,
  };
}

/** Returns the declared extension points, and the points that occur only in a pipeline. */
function pointsIn({ work, plan, config }: Survey): { readonly [name: string]: Partial<ExtensionPoint> } {
  const graph = work.graph?.plan({}).planned?.plan;
  const plans = graph === undefined ? [plan] : allPipelines(graph).map((pipeline) => pipeline.plan);
  const names = plans.flatMap((one) => one?.steps ?? []).flatMap(({ kind, pass }) => (kind === "point" ? [pass] : []));
  // The survey does not add the pipelines in `graph` of the config to the graph.
  const inConfig = [...(config.graph?.pipelines.values() ?? [])].map(({ data, file }) =>
    data.pipeline === undefined ? {} : pointsOf({ ...data.pipeline, file }),
  );
  const { extensionPoints } = work.input.framework.framework;
  return Object.assign({}, ...names.map((name) => ({ [name]: {} })), ...inConfig, extensionPoints) as never;
}

/** Returns the types in `PassType`, in their order, and then all other types, sorted by name. */
function typesOf({ config, work: { catalogue, input } }: Survey): Inventory["types"] {
  const { framework } = input.framework;
  const docs: { readonly [name: string]: string } = { ...config.passTypes, ...framework.passTypes };
  const passes = new Map<string, string[]>(Object.keys(docs).map((name) => [name, []]));
  for (const { declaration } of catalogue.entries()) {
    for (const type of declaration.types ?? [PassType.Unknown]) pushTo(passes, type, declaration.name);
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

type Row = readonly string[];

/** Prints an inventory: a heading for each section that is not empty, and a line for each entry. */
export function inventoryText(raw: Inventory, isRequested: (section: string) => boolean, hasColor: boolean): string {
  const inventory = escapeData(raw);
  const heading = (text: string): string => (hasColor ? paint("bold", text) : text);
  const blocks = Object.entries(ROWS).flatMap(([name, rowsOf]) => {
    const rows = isRequested(name) ? rowsOf(inventory) : [];
    return rows.length === 0 ? [] : [heading(TITLES[name] ?? name), ...aligned(rows)].join("\n");
  });
  return [heading(`${ownerText(inventory.framework)} · ${inventory.anchor}`), ...blocks].join("\n\n");
}

const TITLES: { readonly [section: string]: string } = {
  points: "extension points",
  types: "pass types",
  targets: "targets, the first by default",
  levels: "levels, the first by default",
};

/** Sections of an inventory in the order of the output, with functions that make their rows. */
const ROWS: { readonly [section: string]: (inventory: Inventory) => readonly Row[] } = {
  plugins: ({ plugins }) =>
    plugins.flatMap(({ name, version, ran, options }) => [
      [name, version ?? "", ran ? "its code was run" : ""],
      ...Object.entries(options).map(([option, schema]) => [`  option ${option}`, "", optionLine(schema)]),
    ]),
  passes: ({ passes }) =>
    passes.map(({ name, anchor, types = ["Unknown"], owner, summary }) => [
      name,
      types.join(", "),
      anchor ?? "any",
      owner,
      summary ?? "",
    ]),
  pipelines: ({ pipelines }) => pipelines.map(({ name, text, summary = "" }) => [name, text ?? summary]),
  points: ({ points }) =>
    points.map(({ name, since, doc = "" }) => [name, since === undefined ? "" : `since ${since}`, doc]),
  types: ({ types }) => types.map(({ name, doc, passes }) => [name, passes.join(", "), doc ?? ""]),
  properties: ({ properties }) =>
    properties.map(({ name, kind, initially, doc }) => [
      name,
      kind,
      initially === true ? "holds at first" : "",
      doc ?? "",
    ]),
  cleanups: ({ cleanups }) => cleanups.map((name) => [name]),
  targets: ({ targets }) => targets.map((name) => [name]),
  levels: ({ levels }) => levels.map((name) => [name]),
  hooks: ({ hooks }) => hooks.map(({ name, kind, args, doc = "" }) => [name, kind, `(${args.join(", ")})`, doc]),
};

export const SECTIONS: readonly string[] = Object.keys(ROWS);

function aligned(rows: readonly Row[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.flatMap((cell, index) => (widths[index] === 0 ? [] : [cell.padEnd(widths[index] ?? 0)]));
    return `  ${cells.join("  ").trimEnd()}`;
  });
}

/** Describes the valid values of an option. Puts `quote` before and after each word. */
export function optionType({ type, enum: words, minimum, maximum, items }: JsonSchema, quote = ""): string {
  if (Array.isArray(words)) return words.map((word) => `${quote}${String(word)}${quote}`).join(", ");
  if (type === "array" && typeof items === "object" && items !== null)
    return `list of ${optionType(items as JsonSchema, quote)}`;
  const limits = type === "integer" && minimum !== undefined && maximum !== undefined;
  return limits ? `integer, ${String(minimum)} to ${String(maximum)}` : String(type ?? "any");
}

/** Describes an option in one line: `integer, 0 to 9 (default 3): how many`. */
function optionLine(schema: JsonSchema): string {
  const { default: value, description } = schema;
  const standard = value === undefined ? "" : ` (default ${JSON.stringify(value)})`;
  return `${optionType(schema)}${standard}${typeof description === "string" ? `: ${description}` : ""}`;
}
