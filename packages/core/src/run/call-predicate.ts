import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import { isThrown } from "../thrown.ts";
import { isRefusedPromise } from "./is-promise.ts";
import { promiseOfPredicate, threwIn } from "./run-errors.ts";

/**
 * Returns whether a predicate of a pass returns `true`.
 *
 * @throws {@link UsageError} PWC0406 if the predicate throws or returns a promise.
 */
export function callPredicate(what: "canScheduleOn" | "worksOn", pass: string, predicate: () => unknown): boolean {
  try {
    const result = predicate();
    if (isRefusedPromise(result)) throw new UsageError(promiseOfPredicate(what, pass));
    return result === true;
  } catch (thrown) {
    if (isThrown(thrown, BugError) || diagnosticOf(thrown) !== undefined) throw thrown;
    throw new UsageError(threwIn(what, pass, thrown), { cause: thrown });
  }
}
