import { ownVersion } from "../own-folder.ts";
import { type OptionSpecs, type PassRegistry } from "@passwright/core";
import { type Operation } from "@passwright/ir";
import { OPT_FLAGS } from "./flag-table.ts";

type Row = readonly [left: string, doc: string];

/** What `--help` prints: flags, then passes with their options, in LLVM's layout. */
export function helpText(registry: PassRegistry<Operation>): string {
  const flags = Object.entries(OPT_FLAGS).map(([name, { kind, placeholder, doc }]): Row => {
    const required = placeholder === undefined ? "" : `=<${placeholder}>`;
    const value = kind === "optional" ? `[${required}]` : required;
    return [`  ${name.length === 1 ? "-" : "--"}${name}${value}`, `- ${doc}`];
  });
  const passes = passRows(registry, "      ");
  const width = widthOf([...flags, ...passes]);
  return [
    "OVERVIEW: Passwright modular optimizer driver",
    "",
    "USAGE: passwright-opt [options] <input file>",
    "",
    "OPTIONS:",
    "",
    ...lines(flags, width),
    "  Compiler passes to run",
    "    Passes:",
    ...lines(passes, width),
  ].join("\n");
}

/** What `--list-passes` prints. */
export function passListText(registry: PassRegistry<Operation>): string {
  const rows = passRows(registry, "  ");
  return ["Passes:", ...lines(rows, widthOf(rows))].join("\n");
}

export function versionText(): string {
  return `passwright-opt ${ownVersion()}`;
}

function passRows(registry: PassRegistry<Operation>, indent: string): Row[] {
  return registry.entries().flatMap(([name, entry]): Row[] => {
    const { summary, options } =
      entry.kind === "pass"
        ? { summary: entry.definition.declaration.summary ?? "", options: entry.definition.options }
        : { summary: entry.pipeline.summary, options: entry.pipeline.options ?? {} };
    return [[`${indent}--${name}`, `-   ${summary}`], ...optionRows(options, `${indent}  `)];
  });
}

function optionRows(specs: OptionSpecs, indent: string): Row[] {
  return Object.entries(specs)
    .sort(([left], [right]) => (left < right ? -1 : 1))
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
