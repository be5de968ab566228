import { describeThrown, errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";

/* Errors PWG03xx, which occur between the pipelines of a run. `step` is the name of the last pipeline that ran. */

function failure(
  code: string,
  message: string,
  step: string,
  notes: readonly string[],
  help: readonly string[],
): Diagnostic {
  return errorDiagnostic(code, message, help, { ...(step === "" ? {} : { step }), notes });
}

/** Jump that a pass or the attribute requests. */
export interface RequestedJump {
  readonly target: string;
  readonly reason: string | undefined;
  /** Origin of the request, such as `pass \`lower\`` or `attribute \`pipeline.jump_target\``. */
  readonly by: string;
}

function requestText({ target, reason, by }: RequestedJump): string {
  return `${by} requested a jump to \`${target}\`${reason === undefined ? "" : ` (reason: ${reason})`}`;
}

export function undeclaredTarget(pipeline: string, requested: RequestedJump, declared: readonly string[]): Diagnostic {
  const targets =
    declared.length === 0
      ? "the pipeline declares no jump targets"
      : `jump targets of the pipeline: ${declared.map((one) => `\`${one}\``).join(", ")}`;
  return failure(
    "PWG0301",
    `\`${requested.target}\` is not a jump target of pipeline \`${pipeline}\``,
    pipeline,
    [requestText(requested), targets],
    [
      `add \`${requested.target}\` to \`jumpTargets\` of pipeline \`${pipeline}\`, or change the target in ${requested.by}`,
    ],
  );
}

export function severalTargets(pipeline: string, all: readonly RequestedJump[]): Diagnostic {
  return failure(
    "PWG0302",
    `pipeline \`${pipeline}\` requested jumps to different targets`,
    pipeline,
    all.map(requestText),
    ["request the jump in one pass at the end of the pipeline"],
  );
}

export function attributeAtStart(attribute: string, value: string): Diagnostic {
  return failure(
    "PWG0303",
    `the input sets attribute \`${attribute}\` to \`${value}\`, but only passes can request jumps`,
    "",
    ["the attribute was erased, and no pipeline was run"],
    [`remove attribute \`${attribute}\` from the input`],
  );
}

/** Names of the two pipelines of a jump, for messages. */
export interface JumpNames {
  readonly from: string;
  readonly to: string;
}

export function tooManyJumps(jump: JumpNames, max: number, requested: RequestedJump, isSeen: boolean): Diagnostic {
  const notes = isSeen ? [] : ["the adapter has no `fingerprint`, so the loop cannot be checked for progress"];
  return failure(
    "PWG0304",
    `the jump from \`${jump.from}\` to \`${jump.to}\` reached its limit of ${max}`,
    jump.from,
    [`refused request: ${requestText(requested)}`, ...notes],
    ['increase `max` of the jump, or set `onLimit: "continue"` to continue without a jump'],
  );
}

export function noProgress(jump: JumpNames, requested: RequestedJump, count: number): Diagnostic {
  return failure(
    "PWG0305",
    `the loop from \`${jump.to}\` to \`${jump.from}\` makes no progress`,
    jump.from,
    [`the IR is the same as at an earlier request of this jump (jumps taken: ${count})`, requestText(requested)],
    ['request the jump only if the IR changed, or set `onNoProgress: "converged"` to end the loop'],
  );
}

export function failTarget(pipeline: string, requested: RequestedJump): Diagnostic {
  return failure(
    "PWG0306",
    `pipeline \`${pipeline}\` ended the run with an error${requested.reason === undefined ? "" : `: ${requested.reason}`}`,
    pipeline,
    [requestText(requested)],
    [`change the input or ${requested.by}`],
  );
}

export function noBranch(choice: string, tried: readonly string[], origin: Origin): Diagnostic {
  return {
    ...failure(
      "PWG0307",
      `no branch of choice \`${choice}\` matches the input, and the choice has no \`else\``,
      "",
      tried,
      ["add `else`, for example with an empty pipeline"],
    ),
    ...whereOf(origin),
  };
}

export function testThrew(choice: string, pipeline: string, thrown: unknown, origin: Origin): Diagnostic {
  return {
    ...failure(
      "PWG0308",
      `choice \`${choice}\`: the test of branch \`${pipeline}\` threw an exception: ${describeThrown(thrown)}`,
      "",
      [],
      [`report this exception to the author of ${origin.name}`],
    ),
    ...whereOf(origin),
  };
}

export function testReturned(choice: string, pipeline: string, result: unknown, origin: Origin): Diagnostic {
  const what =
    typeof (result as { then?: unknown } | null | undefined)?.then === "function"
      ? "a promise"
      : describeThrown(result);
  return {
    ...failure(
      "PWG0309",
      `choice \`${choice}\`: the test of branch \`${pipeline}\` returned ${what} instead of a boolean`,
      "",
      [],
      ["return `true` or `false` from the test"],
    ),
    ...whereOf(origin),
  };
}

export function tooManyVisits(pipeline: string, limit: number): Diagnostic {
  return failure(
    "PWG0310",
    `the run stopped before pipeline \`${pipeline}\`, because \`maxVisits\` allows at most ${limit} pipelines`,
    pipeline,
    [],
    ["reduce `max` of the jumps, or increase `maxVisits`"],
  );
}

/** Makes remark PWG0311, about a pass in a slice that requested a jump. */
export function untakenJump(pipeline: string, requested: RequestedJump): Diagnostic {
  return {
    code: "PWG0311",
    severity: "remark",
    message: `the jump from \`${pipeline}\` to \`${requested.target}\` is ignored, because the run is limited to a slice`,
    step: pipeline,
    notes: [{ message: requestText(requested) }],
  };
}
