import { describeThrown, stackOf } from "@passwright/core";
import type { PassFailure } from "@passwright/core";
import { stackText } from "../render/diagnostics.ts";

/** Returns the stacks of exceptions in passes, for `--debug`. */
export function stacksIn(failures: readonly PassFailure[]): readonly string[] {
  return failures.flatMap((failure) =>
    "thrown" in failure ? [stackText(stackOf(failure.thrown) ?? describeThrown(failure.thrown))] : [],
  );
}
