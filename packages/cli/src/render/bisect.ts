import { originText } from "@passwright/builder";
import type { SourceLocation } from "@passwright/core";
import type { BisectReport } from "@passwright/runner";
import { counted } from "./plan.ts";

/** Renders the report of a bisection. */
export function bisectText(report: BisectReport, config: object, command: string): string {
  const { input, versions, contributions, steps, operations, rewrites, differences, before, after } = report;
  const causes = contributions.filter(({ isNeededOnly }) => isNeededOnly !== true);
  const needed = contributions.filter(({ isNeededOnly }) => isNeededOnly === true);
  const lines = [
    `${input}: ${counted(report.runs, "run")} among ${counted(report.candidates, "candidate")}`,
    ...versions.map(({ name, from, to }) => `version: ${name} ${from} is good, ${to} is bad`),
    ...causes.map(({ kind, text, at }) => `cause: ${kind} ${text}${placeText(at)}`),
    ...needed.map(({ kind, text, at }) => `needs: ${kind} ${text}${placeText(at)}`),
    ...steps.map(({ address, origin, because }) => `step: ${address}: ${because} (${originText(origin)})`),
    ...operations.map(
      ({ path, hash, occurrence, at }) => `operation: ${path} (${hash}), run ${occurrence}${placeText(at)}`,
    ),
    ...rewrites.map(
      ({ name, dialect, plugin, path, hash, occurrence, at }) =>
        `rewrite: ${name}${dialect === undefined ? "" : ` of dialect ${dialect}`}${plugin === undefined ? "" : ` (plugin ${plugin})`}, on ${path} (${hash}), application ${occurrence}${placeText(at)}`,
    ),
    ...differences.map((one) => `difference: ${one}`),
    ...(report.found === "nothing" ? ["no contribution and no step is the cause"] : []),
    ...(before === undefined ? [] : ["before:", indented(before)]),
    ...(after === undefined ? [] : ["after:", indented(after)]),
    `smallest pipeline: ${report.pipeline}`,
    "smallest config:",
    indented(JSON.stringify(config, null, 2)),
    `reproduce: ${command}`,
  ];
  return lines.join("\n");
}

function placeText(at: SourceLocation | undefined): string {
  return at === undefined ? "" : `, ${at.file}${at.line === 0 ? "" : `:${at.line}`}`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
