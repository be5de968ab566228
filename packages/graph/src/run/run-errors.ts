import { describeThrown, errorDiagnostic as error, isRefusedPromise, quoted, shown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import { reportToAuthor } from "../errors.ts";

/* Errors PWG03xx, which occur between the pipelines of a run. `step` is the name of the last pipeline that ran. */

/** Jump that a pass or the attribute requests. */
export interface RequestedJump {
  readonly target: string;
  readonly reason: string | undefined;
  /** Origin of the request, such as `pass \`lower\`` or `attribute \`pipeline.jump_target\``. */
  readonly by: string;
}

/** Pipeline whose passes request jumps, and its contributor. */
export interface JumpingPipeline {
  readonly path: string;
  readonly origin: Origin;
}

function requestText({ target, reason, by }: RequestedJump): string {
  return `${by} requested a jump to \`${target}\`${reason === undefined ? "" : ` (reason: ${reason})`}`;
}

export function undeclaredTarget(
  { path: pipeline, origin }: JumpingPipeline,
  requested: RequestedJump,
  declared: readonly string[],
): Diagnostic {
  const { target, by } = requested;
  const message = `\`${target}\` is not a jump target of pipeline \`${pipeline}\``;
  const help = `add \`${target}\` to \`jumpTargets\` of pipeline \`${pipeline}\`, or change the target in ${by}`;
  const targets =
    declared.length === 0
      ? "the pipeline declares no jump targets"
      : `jump targets of the pipeline: ${quoted(declared)}`;
  const notes = [requestText(requested), targets];
  return error("PWG0301", message, help, { ...whereOf(origin), step: pipeline, notes });
}

export function severalTargets({ path: pipeline, origin }: JumpingPipeline, all: readonly RequestedJump[]): Diagnostic {
  const message = `pipeline \`${pipeline}\` requested jumps to different targets`;
  const help = "request the jump in one pass at the end of the pipeline";
  return error("PWG0302", message, help, { ...whereOf(origin), step: pipeline, notes: all.map(requestText) });
}

export function attributeAtStart(attribute: string, value: string): Diagnostic {
  const message = `the input sets attribute \`${attribute}\` to \`${value}\`, but only passes can request jumps`;
  const notes = ["the attribute was erased, and no pipeline was run"];
  return error("PWG0303", message, `remove attribute \`${attribute}\` from the input`, { notes });
}

/** Names of the pipelines where a jump starts and ends, and the contributor that declares the jump, for messages. */
export interface JumpNames {
  readonly origin: Origin;
  readonly from: string;
  readonly to: string;
}

export function tooManyJumps(jump: JumpNames, max: number, requested: RequestedJump, isSeen: boolean): Diagnostic {
  const message = `the jump from \`${jump.from}\` to \`${jump.to}\` reached its limit of ${max}`;
  const help = `in the registration of pipeline \`${jump.from}\`, increase \`max\` of the jump, or set \`onLimit: "continue"\``;
  const unseen = isSeen ? undefined : "the adapter has no `fingerprint`, so the loop cannot be checked for progress";
  const notes = [`the last request was refused: ${requestText(requested)}`, unseen];
  return error("PWG0304", message, help, { ...whereOf(jump.origin), step: jump.from, notes });
}

export function noProgress(jump: JumpNames, requested: RequestedJump, count: number): Diagnostic {
  const message = `the loop from \`${jump.to}\` to \`${jump.from}\` makes no progress`;
  const help = 'request the jump only if the IR changed, or set `onNoProgress: "converged"` to end the loop';
  const same = `the IR has not changed since an earlier request for this jump (completed jumps: ${count})`;
  const notes = [same, requestText(requested)];
  return error("PWG0305", message, help, { ...whereOf(jump.origin), step: jump.from, notes });
}

export function failTarget({ path: pipeline }: JumpingPipeline, requested: RequestedJump): Diagnostic {
  const { reason, by } = requested;
  const message = `pipeline \`${pipeline}\` ended the run with an error${reason === undefined ? "" : `: ${reason}`}`;
  const notes = [requestText(requested)];
  return error("PWG0306", message, `correct the input, or correct ${by}`, { step: pipeline, notes });
}

export function noBranch(choice: string, tried: readonly string[], origin: Origin): Diagnostic {
  const message = `no branch of choice \`${choice}\` matches the input, and the choice has no \`else\``;
  const help = "add `else`, for example with an empty pipeline";
  return error("PWG0307", message, help, { ...whereOf(origin), notes: tried });
}

export function testThrew(choice: string, pipeline: string, thrown: unknown, origin: Origin): Diagnostic {
  const message = `choice \`${choice}\`: the test of branch \`${pipeline}\` threw an exception: ${describeThrown(thrown)}`;
  return error("PWG0308", message, reportToAuthor(origin), whereOf(origin));
}

export function testReturned(choice: string, pipeline: string, result: unknown, origin: Origin): Diagnostic {
  const what = isRefusedPromise(result) ? "a promise" : shown(result);
  const message = `choice \`${choice}\`: the test of branch \`${pipeline}\` returned ${what} instead of a boolean`;
  return error("PWG0309", message, "return `true` or `false` from the test", whereOf(origin));
}

export function tooManyVisits(pipeline: string, limit: number): Diagnostic {
  const message = `the run stopped before pipeline \`${pipeline}\`, because \`maxVisits\` allows at most ${limit} runs of pipelines`;
  return error("PWG0310", message, "reduce `max` of the jumps, or increase `maxVisits`", { step: pipeline });
}

/** Makes remark PWG0311, about a jump that a pass in a slice requested. */
export function untakenJump(pipeline: string, requested: RequestedJump): Diagnostic {
  const message = `the jump from \`${pipeline}\` to \`${requested.target}\` is ignored, because the run is limited to a slice`;
  return error("PWG0311", message, [], { severity: "remark", step: pipeline, notes: [requestText(requested)] });
}
