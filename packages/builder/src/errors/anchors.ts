import { didYouMean, suggest, unknownName } from "@passwright/core";
import type { Diagnostic, DiagnosticFacts } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import type { PlanStep } from "../plan/plan.ts";
import type { PlanSide } from "../plan/plan-sides.ts";
import { aboutStep, positionText, whereOf } from "./where.ts";

/* PWB0405 to PWB0411: steps that cannot run on the operation or IR of their manager, or not as intended. */

/** Makes the diagnostic about a manager that cannot run on its operation. The argument is a step in this manager. */
export type BadManager = (step: PlanStep) => Diagnostic;

/** Requirement of a pass on its operation, which the operation does not meet. */
export interface Need {
  readonly text: string;
  /** Operation that the pass declares, if it differs. */
  readonly anchor?: string;
  /** Another step in the same op-agnostic manager, with the anchor that this step declares. */
  readonly beside?: { readonly step: PlanStep; readonly anchor: string };
  readonly diagnostic?: Diagnostic;
}

/** Describes the position of a step. If `path` is set, also names the managers that contain the step. */
export function positionOf(
  { pass, origin, because }: Pick<PlanStep, "pass" | "origin" | "because">,
  path?: readonly string[],
): string {
  const inside =
    path === undefined ? "" : `, in \`${path.reduceRight((inner, anchor) => `${anchor}(${inner})`, pass)}\``;
  return positionText(pass, `${because}${inside}`, origin);
}

/** PWB0405: the pass of a step does not accept the operation of its manager. `ways` are changes that would help. */
export function cannotRunThere(
  step: PlanStep,
  path: readonly string[],
  { text, anchor, beside, diagnostic }: Need,
  ways: readonly string[],
): Diagnostic {
  // The text about an anchor already contains the verb.
  const verb = anchor === undefined ? "runs on" : "on";
  const other = beside && `, but \`${beside.step.address}\` in the same manager ${verb} '${beside.anchor}'`;
  const message = `\`${step.pass}\` cannot run on '${path.at(-1)}': ${text}${other ?? ""}`;
  const none = "remove the pass, because it cannot run on any operation of this pipeline";
  const help = diagnostic === undefined ? (ways.length > 0 ? ways : none) : (diagnostic.help ?? []);
  return aboutStep("PWB0405", step, message, help, { notes: [positionOf(step, path), diagnostic?.message] });
}

const subjectOf = ({ kind, pass }: PlanStep): string => (kind === "point" ? `steps at \`${pass}\`` : `\`${pass}\``);

/** PWB0406: a manager that contains a step is anchored on an operation on which pass managers cannot run. */
export function badManager(anchor: string, what: string, help: string, facts: DiagnosticFacts = {}): BadManager {
  return (step) =>
    aboutStep("PWB0406", step, `${subjectOf(step)} would run on '${anchor}', which ${what}`, help, {
      ...facts,
      notes: [positionOf(step)],
    });
}

export function unknownAnchor(anchor: string, ir: string, known: readonly string[]): BadManager {
  const similar = suggest(anchor, known);
  const help = didYouMean(similar, operationsText("`anchor`", known));
  return badManager(anchor, `IR \`${ir}\` does not have`, help, unknownName(anchor, similar));
}

/** The text of an anchor is not valid, for the reason in `diagnostic`. */
export function badAnchor({ notes = [], ...diagnostic }: Diagnostic): BadManager {
  return (step) => ({
    ...diagnostic,
    ...whereOf(step.origin),
    step: step.address,
    notes: [...notes, { message: positionOf(step) }],
  });
}

/** Formats help for an unknown operation name. Used if the unknown name is not similar to a known name. */
function operationsText(what: string, known: readonly string[]): string {
  const names = known.length > 0 && known.length <= 20 ? `; known operations are ${[...known].sort().join(", ")}` : "";
  return `correct the ${what}${names}`;
}

export function unknownOperation(step: PlanStep, name: string, ir: string, known: readonly string[]): Diagnostic {
  const message = `\`worksOn\` of \`${step.pass}\` contains '${name}', which IR \`${ir}\` does not have`;
  const similar = suggest(name, known);
  const help = didYouMean(similar, operationsText("`worksOn` of the pass", known));
  return aboutStep("PWB0411", step, message, help, { severity: "warning", ...unknownName(name, similar) });
}

/**
 * PWB0407: a contributed pass that accepts only some operations joins an op-agnostic manager of the framework. As a
 * result, other passes in this manager do not run on the other operations.
 */
export function narrows(step: PlanStep, other: PlanStep): Diagnostic {
  const message = `\`${step.pass}\` prevents \`${other.address}\` from running on operations that \`${step.pass}\` does not accept`;
  const help = `place \`${step.pass}\` before or after the \`any(…)\` manager, and set the \`anchor\` of \`${step.pass}\``;
  const reason =
    "both passes are in the same `any(…)` manager, which runs only on operations that all of its passes accept";
  return aboutStep("PWB0407", step, message, help, { severity: "warning", notes: [reason, positionOf(step)] });
}

/** Describes a part of the pipeline by the conversions around it. Empty for a pipeline without conversions. */
function sideText(sides: readonly PlanSide[], index: number): string {
  const [from, until] = [sides[index]?.from, sides[index + 1]?.from];
  return [
    ...(from === undefined ? [] : [`after \`${from.address}\``]),
    ...(until === undefined ? [] : [`before \`${until.address}\``]),
  ].join(" and ");
}

/**
 * PWB0409: a pass for one IR is in a part of the pipeline that runs on another IR. `sides` are the parts of the plan
 * between conversions, and `at` is the index of the step's part.
 */
export function wrongSide(
  step: PlanStep,
  path: readonly string[],
  ir: string,
  at: number,
  sides: readonly PlanSide[],
): Diagnostic {
  const { pass } = step;
  const side = sides[at] as PlanSide;
  const { from } = side;
  const where = sideText(sides, at);
  const by = from === undefined || from.origin.kind === "framework" ? "" : `, which ${originText(from.origin)} adds`;
  const legal = sides.flatMap((other, index) => (other.ir === ir ? [sideText(sides, index)] : []));
  const isSecond = sides.some((other) => other.from?.pass === pass);
  const help =
    legal.length === 0 || isSecond
      ? `add a conversion to IR \`${ir}\`, or remove \`${isSecond ? step.address : pass}\``
      : `place \`${pass}\` ${legal.join(", or ")}`;
  const message = `\`${pass}\` is for IR \`${ir}\`, but the pipeline runs on IR \`${side.ir}\` at this position`;
  const reason = where === "" ? undefined : `the pipeline runs on IR \`${side.ir}\` ${where}${by}`;
  return aboutStep("PWB0409", step, message, help, { notes: [positionOf(step, path), reason] });
}

export function nestedConversion(step: PlanStep, path: readonly string[]): Diagnostic {
  const { pass } = step;
  const message = `conversion \`${pass}\` is nested in '${path.at(-1)}', but conversions must run on the root`;
  const help = `place \`${pass}\` outside of '${path.at(1)}'`;
  return aboutStep("PWB0410", step, message, help, { notes: [positionOf(step, path)] });
}
