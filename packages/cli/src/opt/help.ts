import type { OptionSpecs, PassRegistry, Registered } from "@passwright/core";
import type { DialectDefinition, Operation } from "@passwright/ir";
import { OPT_FLAGS } from "./flag-table.ts";
import type { OptFlag } from "./flag-table.ts";
import type { LoadedPasses } from "./load-passes.ts";

type Row = readonly [left: string, doc: string];

export type Loaded = Pick<LoadedPasses, "registry" | "dialects">;

const GENERIC = new Set(["help", "help-hidden", "version"]);

/** Returns the text of `--help`: flags, passes and pipelines with their options, in LLVM's layout. */
export function helpText({ registry, dialects }: Loaded): string {
  const flags = Object.entries(OPT_FLAGS).sort(byName);
  const general = flags.filter(([name]) => !GENERIC.has(name)).flatMap(flagRows);
  const generic = flags.filter(([name]) => GENERIC.has(name)).flatMap(flagRows);
  const passes = elementRows(registry, "pass", "      ");
  const pipelines = elementRows(registry, "pipeline", "      ");
  const width = widthOf([...general, ...generic, ...passes, ...pipelines]);
  return [
    "OVERVIEW: Passwright modular optimizer driver",
    "",
    `Available Dialects: ${namesOf(dialects).join(", ")}`,
    "USAGE: passwright-opt [options] <input file>",
    "",
    "OPTIONS:",
    "",
    "General options:",
    "",
    ...lines(general, width),
    "",
    "  Compiler passes to run",
    "    Passes:",
    ...lines(passes, width),
    ...(pipelines.length === 0 ? [] : ["    Pass Pipelines:", ...lines(pipelines, width)]),
    "",
    "Generic Options:",
    "",
    ...lines(generic, width),
  ].join("\n");
}

export function passListText({ registry }: Loaded): string {
  const rows = elementRows(registry, "pass", "  ");
  return ["Passes:", ...lines(rows, widthOf(rows))].join("\n");
}

export function dialectListText({ dialects }: Loaded): string {
  return `Available Dialects: ${namesOf(dialects).join(",")}`;
}

function namesOf(dialects: readonly DialectDefinition[]): string[] {
  return dialects.map(({ name }) => name).sort();
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function flagRows([name, { kind, placeholder, doc, values = {} }]: readonly [string, OptFlag]): Row[] {
  const required = placeholder === undefined ? "" : `=<${placeholder}>`;
  const value = kind === "optional" ? `[${required}]` : required;
  const row: Row = [`  ${name.length === 1 ? "-" : "--"}${name}${value}`, `- ${doc}`];
  return [row, ...Object.entries(values).map(([word, what]): Row => [`    =${word || "<empty>"}`, `-   ${what}`])];
}

function elementRows(registry: PassRegistry<Operation>, kind: Registered<Operation>["kind"], indent: string): Row[] {
  return registry.entries().flatMap(([name, entry]): Row[] => {
    if (entry.kind !== kind) return [];
    const { summary = "", options = {} } =
      entry.kind === "pass" ? { ...entry.definition.declaration, options: entry.definition.options } : entry.pipeline;
    return [[`${indent}--${name}`, `-   ${summary}`], ...optionRows(options, `${indent}  `)];
  });
}

function optionRows(specs: OptionSpecs, indent: string): Row[] {
  return Object.entries(specs)
    .sort(byName)
    .map(([name, { placeholder, doc }]): Row => {
      const value = placeholder === "" ? "" : `=${placeholder}`;
      return [`${indent}--${name}${value}`, `- ${doc}`];
    });
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([left]) => left.length));
}

function lines(rows: readonly Row[], width: number): string[] {
  return rows.map(([left, doc]) => `${left.padEnd(width)} ${doc}`);
}
