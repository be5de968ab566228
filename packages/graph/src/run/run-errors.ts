import { describeThrown, errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";

/* PWG03xx: errors between the pipelines of a run. `step` is the pipeline before the error. */

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
  /** Origin of the request: `pass \`lower\`` or `attribute \`pipeline.jump_target\``. */
  readonly by: string;
}

function requestText({ target, reason, by }: RequestedJump): string {
  return `${by} requested a jump to \`${target}\`${reason === undefined ? "" : `: ${reason}`}`;
}

export function undeclaredTarget(pipeline: string, requested: RequestedJump, declared: readonly string[]): Diagnostic {
  const targets =
    declared.length === 0 ? "it declares none" : `it declares ${declared.map((one) => `\`${one}\``).join(", ")}`;
  return failure(
    "PWG0301",
    `\`${requested.target}\` is not a jump target of pipeline \`${pipeline}\``,
    pipeline,
    [requestText(requested), targets],
    [`add it to the pipeline's \`jumpTargets\`, or let the pass name one of them`],
  );
}

export function severalTargets(pipeline: string, all: readonly RequestedJump[]): Diagnostic {
  return failure(
    "PWG0302",
    `passes of pipeline \`${pipeline}\` requested different jumps`,
    pipeline,
    all.map(requestText),
    ["let one pass at the end of the pipeline decide"],
  );
}

export function attributeAtStart(attribute: string, value: string): Diagnostic {
  return failure(
    "PWG0303",
    `the input has attribute \`${attribute}\` already, with \`${value}\``,
    "",
    ["it was erased; nothing ran"],
    ["take it out of the input: only passes of the graph ask for jumps"],
  );
}

/** Names that describe a jump in messages. */
export interface JumpNames {
  readonly from: string;
  readonly to: string;
}

export function tooManyJumps(jump: JumpNames, max: number, requested: RequestedJump, isSeen: boolean): Diagnostic {
  const notes = isSeen ? [] : ["the IR has no `fingerprint`, so it is unknown whether the loop made progress"];
  return failure(
    "PWG0304",
    `the jump from \`${jump.from}\` to \`${jump.to}\` was taken ${max} times, which is its limit`,
    jump.from,
    [`once more: ${requestText(requested)}`, ...notes],
    [`raise its \`max\`, or set \`onLimit\` to continue the run`],
  );
}

export function noProgress(jump: JumpNames, requested: RequestedJump, count: number): Diagnostic {
  return failure(
    "PWG0305",
    `the loop from \`${jump.to}\` to \`${jump.from}\` makes no progress`,
    jump.from,
    [`the IR is as it was at an earlier jump, of ${count} so far`, requestText(requested)],
    ['let the pass ask only if there is more to do, or say `onNoProgress: "converged"` if that is a success'],
  );
}

export function failTarget(pipeline: string, requested: RequestedJump): Diagnostic {
  return failure(
    "PWG0306",
    `pipeline \`${pipeline}\` gave up${requested.reason === undefined ? "" : `: ${requested.reason}`}`,
    pipeline,
    [requestText(requested)],
    ["change the input, or the pass that asked"],
  );
}

export function noBranch(choice: string, tried: readonly string[], origin: Origin): Diagnostic {
  return {
    ...failure(
      "PWG0307",
      `choice \`${choice}\` has no branch that fits the input, and no \`else\``,
      "",
      tried.map((one) => `does not hold: ${one}`),
      ["add `else`, which can be an empty pipeline"],
    ),
    ...whereOf(origin),
  };
}

export function testThrew(choice: string, pipeline: string, thrown: unknown, origin: Origin): Diagnostic {
  return {
    ...failure(
      "PWG0308",
      `choice \`${choice}\`: the test of \`${pipeline}\` threw: ${describeThrown(thrown)}`,
      "",
      [],
      [`report this to the author of ${origin.name}`],
    ),
    ...whereOf(origin),
  };
}

export function testAnswered(choice: string, pipeline: string, answer: unknown, origin: Origin): Diagnostic {
  const what =
    typeof (answer as { then?: unknown } | null | undefined)?.then === "function"
      ? "a promise"
      : describeThrown(answer);
  return {
    ...failure(
      "PWG0309",
      `choice \`${choice}\`: the test of \`${pipeline}\` returned ${what}, which is not a boolean`,
      "",
      [],
      ["return a boolean, synchronously"],
    ),
    ...whereOf(origin),
  };
}

export function tooManyVisits(pipeline: string, limit: number): Diagnostic {
  return failure(
    "PWG0310",
    `the run visited ${limit} pipelines, which is its limit`,
    pipeline,
    [],
    ["lower the bounds of its jumps, or raise `maxVisits`"],
  );
}

/** PWG0311, a remark: a pass in a slice requested a jump. */
export function untakenJump(pipeline: string, requested: RequestedJump): Diagnostic {
  return {
    code: "PWG0311",
    severity: "remark",
    message: `a slice does not take jumps, so the jump from \`${pipeline}\` to \`${requested.target}\` is ignored`,
    step: pipeline,
    notes: [{ message: requestText(requested) }],
  };
}
