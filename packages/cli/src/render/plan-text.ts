import { originText, type Plan, type PlanStep, whenText } from "@passwright/builder";
import { paint } from "./paint.ts";

/** What a plan's headline tells besides the plan. */
export interface PlanContext {
  readonly plugins: number;
  readonly hasColor: boolean;
  /** What else there is to tell, one line each. */
  readonly rest?: readonly string[];
}

interface Row {
  readonly name: string;
  readonly types: string;
  readonly origin: string;
  readonly because: string;
}

/** A plan as text: one line a step, nested as the managers are, with its types, who put it there and why. */
export function planText(plan: Plan, context: PlanContext): string {
  const lines: (Row | string)[] = [];
  let open: readonly { readonly id: number }[] = [];
  for (const step of plan.steps) {
    let depth = 0;
    while (depth < open.length && open[depth]?.id === step.nests[depth]?.id) depth++;
    step.nests.slice(depth).forEach(({ anchor }, level) => lines.push(`${indent(depth + level)}${anchor}`));
    lines.push(rowOf(step));
    open = step.nests;
  }
  const rows = lines.filter((line) => typeof line !== "string");
  const width = (key: "name" | "types" | "origin"): number => Math.max(0, ...rows.map((row) => row[key].length));
  const [names, types, origins] = [width("name"), width("types"), width("origin")];
  const dim = (text: string): string => (context.hasColor && text !== "" ? paint("dim", text) : text);
  const body = lines.map((line) => {
    if (typeof line === "string") return line;
    const left = `${line.name.padEnd(names)}  ${line.types.padEnd(types)}  ${line.origin.padEnd(origins)}`;
    return `${left}  ${dim(line.because)}`.trimEnd();
  });
  return [headline(plan, context), ...body, ...leftOutLines(plan), ...(context.rest ?? [])].join("\n");
}

/** What somebody put there and is not in the plan, what is there under another choice, and what was retyped. */
export function leftOutLines({ leftOut, alternatives, retyped }: Plan): string[] {
  return [
    ...leftOut.map(({ address, because }) => `  left out: ${address} (${because})`),
    ...alternatives.map(({ address, when }) => `  not now: ${address} (${whenText(when)})`),
    ...retyped.map(({ pass, types, origin }) => `  retyped: ${pass} is ${types.join(", ")} (${originText(origin)})`),
  ];
}

/** `acme 2.1.0 · builtin.module · 2 plugins · 7 steps` */
export function headline(plan: Plan, { plugins, hasColor }: PlanContext): string {
  const { framework, anchor, choice } = plan;
  const name = framework.version === undefined ? framework.name : `${framework.name} ${framework.version}`;
  const chosen = [choice.target, choice.level].filter((word) => word !== undefined).join(", ");
  const text = [
    name,
    anchor,
    ...(chosen === "" ? [] : [chosen]),
    counted(plugins, "plugin"),
    counted(passesOf(plan).length, "step"),
  ].join(" · ");
  return hasColor ? paint("bold", text) : text;
}

/** The steps that are passes: an extension point is only a mark. */
export function passesOf({ steps }: Plan): readonly PlanStep[] {
  return steps.filter(({ kind }) => kind === "pass");
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function indent(depth: number): string {
  return "  ".repeat(depth + 1);
}

function rowOf(step: PlanStep): Row {
  const { nests, origin, because, types } = step;
  if (step.kind === "point") {
    const name = `${"  ".repeat(nests.length)}· ${step.pass}`;
    return { name, types: "", origin: origin.name, because: "" };
  }
  return { name: `${indent(nests.length)}${step.pass}`, types: types.join(", "), origin: origin.name, because };
}
