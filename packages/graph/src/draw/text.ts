import { escapeData } from "@passwright/core";
import type { GraphPlan, PlannedChoice, PlannedJump, PlannedPipeline } from "../plan/graph-plan.ts";
import { conditionText, jumpLabel } from "./drawing.ts";

/** Returns the lines that describe the passes of a pipeline. */
export type Contents = (pipeline: PlannedPipeline) => readonly string[];

/**
 * Prints a planned graph: the pipelines in run order, with their predecessors and jumps. `contents` prints the passes
 * of a pipeline. By default, prints a textual pipeline in MLIR's syntax.
 */
export function drawText(plan: GraphPlan, contents: Contents = asMlir): string {
  return levelLines(escapeData(plan), "", contents).join("\n");
}

function asMlir({ pipeline }: PlannedPipeline): readonly string[] {
  return pipeline === undefined || pipeline.endsWith("()") ? [] : [pipeline];
}

function levelLines({ pipelines, choices }: GraphPlan, indent: string, contents: Contents): string[] {
  const width = String(pipelines.length).length;
  const byName = new Map(choices.map((choice) => [choice.name, choice]));
  return pipelines.flatMap((pipeline, index) => {
    const inner = `${indent}${" ".repeat(width + 2)}`;
    const choice = pipeline.choice === undefined ? undefined : byName.get(pipeline.choice);
    return [
      `${indent}${String(index + 1).padStart(width)}. ${headline(pipeline)}`,
      ...(choice === undefined ? [] : [`${inner}${choiceText(pipeline.name, choice)}`]),
      ...(pipeline.graph === undefined ? [] : levelLines(pipeline.graph, inner, contents)),
      ...contents(pipeline).map((line) => `${inner}${line}`),
      ...pipeline.jumps.map((jump) => `${inner}${jumpText(jump)}`),
    ];
  });
}

function headline({ name, predecessors, pipeline, graph }: PlannedPipeline): string {
  const after = predecessors.length === 0 ? "" : `, after ${predecessors.join(", ")}`;
  const what = graph !== undefined ? " (subgraph)" : pipeline?.endsWith("()") === true ? " (empty)" : "";
  return `${name}${what}${after}`;
}

/** Describes a choice: `choice codegen: for target gpu; not taken`. */
export function choiceText(name: string, choice: PlannedChoice): string {
  const conditions = choice.branches.filter(({ pipeline }) => pipeline === name).map(conditionText);
  const all = choice.else === name ? [...conditions, "anything else"] : conditions;
  const { outcomes } = choice;
  const verdict = !outcomes.includes(name) ? "not taken" : outcomes.length === 1 ? "taken" : "the input decides";
  return `choice ${choice.name}: for ${all.join(" or ")}; ${verdict}`;
}

/** Describes a jump: `may jump back to cfg-to-scf, at most 8 times`. */
export function jumpText(jump: PlannedJump): string {
  const { to, isBack, onLimit } = jump;
  const where =
    to === "stop" ? "stop the graph" : to === "fail" ? "fail" : isBack ? `jump back to ${to}` : `jump to ${to}`;
  const label = jumpLabel(jump);
  const then = jump.max === undefined || onLimit === "error" ? "" : ", then continues";
  return `may ${where}${label === "" ? "" : `, ${label}${then}`}`;
}
