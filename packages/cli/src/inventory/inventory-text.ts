import { escapeData, ownerText } from "@passwright/core";
import { optionLine } from "../doc/option-text.ts";
import { paint } from "../render/paint.ts";
import type { Inventory } from "./inventory.ts";

type Row = readonly string[];

/** An inventory for people: a heading for each section that has something in it, and a line for each thing. */
export function inventoryText(raw: Inventory, isAsked: (section: string) => boolean, hasColor: boolean): string {
  const inventory = escapeData(raw);
  const { framework, anchor } = inventory;
  const title = ownerText(framework);
  const heading = (text: string): string => (hasColor ? paint("bold", text) : text);
  const sections = Object.entries(rowsOf(inventory)).filter(([name, { rows }]) => isAsked(name) && rows.length > 0);
  const blocks = sections.map(([, { title: name, rows }]) => [heading(name), ...aligned(rows)].join("\n"));
  return [heading(`${title} · ${anchor}`), ...blocks].join("\n\n");
}

function rowsOf(inventory: Inventory): {
  readonly [section: string]: { readonly title: string; readonly rows: Row[] };
} {
  const { plugins, passes, pipelines, points, types, properties, cleanups, targets, levels, hooks } = inventory;
  return {
    plugins: {
      title: "plugins",
      rows: plugins.flatMap(({ name, version, ran, options }) => [
        [name, version ?? "", ran ? "its code was run: its manifest does not declare its passes" : ""],
        ...Object.entries(options).map(([option, schema]) => [`  option ${option}`, "", optionLine(schema)]),
      ]),
    },
    passes: {
      title: "passes",
      rows: passes.map(({ name, anchor, types: own = ["Unknown"], owner, summary }) => [
        name,
        own.join(", "),
        anchor ?? "any",
        owner,
        summary ?? "",
      ]),
    },
    pipelines: { title: "pipelines", rows: pipelines.map(({ name, text }) => [name, text]) },
    points: { title: "extension points", rows: points.map(({ name, since, doc }) => [name, `since ${since}`, doc]) },
    types: { title: "pass types", rows: types.map(({ name, doc, passes: own }) => [name, own.join(", "), doc ?? ""]) },
    properties: {
      title: "properties",
      rows: properties.map(({ name, kind, initially, doc }) => [
        name,
        kind,
        initially === true ? "holds at first" : "",
        doc ?? "",
      ]),
    },
    cleanups: { title: "cleanups", rows: cleanups.map((name) => [name]) },
    targets: { title: "targets, the first by default", rows: targets.map((name) => [name]) },
    levels: { title: "levels, the first by default", rows: levels.map((name) => [name]) },
    hooks: {
      title: "hooks",
      rows: hooks.map(({ name, kind, args, doc = "" }) => [name, kind, `(${args.join(", ")})`, doc]),
    },
  };
}

/** Rows as columns of one width each; a column with nothing in it takes no room. */
function aligned(rows: readonly Row[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.flatMap((cell, index) => (widths[index] === 0 ? [] : [cell.padEnd(widths[index] ?? 0)]));
    return `  ${cells.join("  ").trimEnd()}`;
  });
}
