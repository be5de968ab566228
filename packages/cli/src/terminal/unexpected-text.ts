import { describeThrown, renderDiagnostic, stackOf } from "@passwright/core";
import { currentActivity } from "@passwright/loader";
import { unexpected } from "../errors.ts";
import { stackText } from "../render/diagnostics.ts";
import { callerIn } from "./process-guard.ts";

/** Describes what ended a program and that no part of it expected: its own fault, or that of code of others, in a timer for instance. */
export function unexpectedText(thrown: unknown, isDebug: boolean): string {
  const stack = stackOf(thrown);
  const text = renderDiagnostic(unexpected(describeThrown(thrown), currentActivity(), callerIn(stack)));
  return isDebug && stack !== undefined ? `${text}\n${stackText(stack)}` : text;
}
