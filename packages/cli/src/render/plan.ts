import { originText, planJson, printOptions, whenText } from "@passwright/builder";
import type { Plan, PlanStep } from "@passwright/builder";
import { escapeData, ownerText } from "@passwright/core";
import { paint } from "./diagnostics.ts";
import { beside } from "./wrap.ts";

export interface PlanContext {
  readonly plugins: number;
  readonly hasColor: boolean;
  readonly width?: number | undefined;
  readonly rest?: readonly string[];
}

interface Row {
  readonly name: string;
  readonly types: string;
  readonly origin: string;
  readonly because: string;
}

export interface Columns {
  readonly name: number;
  readonly types: number;
  readonly origin: number;
}

/** Prints a plan: one line per step with types, contributor and reason. Indents steps of nested managers. */
export function planText(plan: Plan, context: PlanContext): string {
  const shown = escapeData(plan);
  const body = stepLines(shown, columnsFor([shown]), context);
  const rest = [...leftOutLines(shown), ...escapeData(context.rest ?? [])];
  return [headline(shown, context), ...body, ...rest.map((line) => wrapped(line, context))].join("\n");
}

export function columnsFor(plans: readonly Plan[]): Columns {
  const rows = plans.flatMap((plan) => linesOf(plan).filter((line) => typeof line !== "string"));
  const width = (key: keyof Columns): number => rows.reduce((most, row) => Math.max(most, row[key].length), 0);
  return { name: width("name"), types: width("types"), origin: width("origin") };
}

export function wrapped(line: string, { width }: PlanContext): string {
  return beside("  ", line.trimStart(), 4, width);
}

export function stepLines(plan: Plan, columns: Columns, { hasColor, width }: PlanContext): string[] {
  const dim = (text: string): string => (hasColor && text !== "" ? paint("dim", text) : text);
  return linesOf(plan).map((line) => {
    if (typeof line === "string") return line;
    const { name, types, origin, because } = line;
    const indented = name.length - name.trimStart().length + 4;
    const left = `${name.padEnd(columns.name)}  ${types.padEnd(columns.types)}  ${origin.padEnd(columns.origin)}  `;
    if (left.trimEnd().length > (width ?? Infinity)) {
      // Wraps the text if the columns are wider than the terminal.
      const rest = [types, origin, because].filter((text) => text !== "").join(" · ");
      return beside(`${name}  `, rest, indented, width);
    }
    const [first = "", ...below] = beside(left, because, indented, width).split("\n");
    return [left.slice(0, first.length) + dim(first.slice(left.length)), ...below.map(dim)].join("\n").trimEnd();
  });
}

function linesOf({ steps }: Plan): (Row | string)[] {
  const lines: (Row | string)[] = [];
  let open: readonly { readonly id: number }[] = [];
  for (const step of steps) {
    let depth = 0;
    while (depth < open.length && open[depth]?.id === step.nests[depth]?.id) depth++;
    step.nests.slice(depth).forEach(({ anchor }, level) => lines.push(`${indent(depth + level)}${anchor}`));
    lines.push(rowOf(step));
    open = step.nests;
  }
  return lines;
}

export function leftOutLines({ leftOut, alternatives, retyped, overridden = [], selective = [] }: Plan): string[] {
  return [
    ...leftOut.map(({ address, because }) => `  left out: ${address} (${because})`),
    ...alternatives.map(({ address, when }) => `  not now: ${address} (${whenText(when)})`),
    ...overridden.map(({ what, because }) => `  overridden: ${what} (${because})`),
    ...retyped.map(({ pass, types, origin }) => `  retyped: ${pass} is ${types.join(", ")} (${originText(origin)})`),
    ...selective.map(({ name, without }) => `  bundle: ${name} is without ${without.join(", ")}`),
  ];
}

/** Formats a headline such as `acme 2.1.0 · builtin.module · 2 plugins · 7 steps`. */
export function headline(plan: Plan, context: PlanContext): string {
  return headlineOf(plan, counted(passesOf(plan).length, "step"), context);
}

export function headlineOf(
  { framework, anchor, choice }: Pick<Plan, "framework" | "anchor" | "choice">,
  size: string,
  { plugins, hasColor }: PlanContext,
): string {
  const name = ownerText(framework);
  const chosen = [choice.target, choice.level].filter((word) => word !== undefined).join(", ");
  const parts = [name, anchor, chosen, counted(plugins, "plugin"), size];
  const text = parts.filter((part) => part !== "").join(" · ");
  return hasColor ? paint("bold", text) : text;
}

export function passesOf({ steps }: Plan): readonly PlanStep[] {
  return steps.filter(({ kind }) => kind === "pass");
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function indent(depth: number): string {
  return "  ".repeat(depth + 1);
}

/** Maximum length of options beside a pass. Longer options are printed as `{…}`. */
const OPTIONS_WIDTH = 40;

function rowOf(step: PlanStep): Row {
  const { nests, origin, because, types } = step;
  if (step.kind === "point") {
    const name = `${"  ".repeat(nests.length)}· ${step.pass}`;
    return { name, types: "", origin: origin.name, because: "" };
  }
  const all = printOptions(step.options);
  const options = all.length > OPTIONS_WIDTH ? "{…}" : all;
  return {
    name: `${indent(nests.length)}${step.pass}${options}${step.leaves === undefined ? "" : ` → ${step.leaves.ir}`}`,
    types: types.join(", "),
    origin: origin.name,
    because,
  };
}

/** Returns a plan as data for `--json`. Without a plan, the list of steps is empty. */
export function jsonOfPlan(plan: Plan | undefined): object {
  return plan === undefined ? { steps: [] } : planJson(plan);
}
