import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import { isThrown } from "../thrown.ts";
import { isRefusedPromise } from "./is-promise.ts";
import { promiseOfPredicate, threwIn } from "./run-errors.ts";

/** Calls a predicate of a pass. @throws {@link UsageError} PWC0406 if the predicate throws or returns a promise. */
export function callPredicate<T>(what: "canScheduleOn" | "worksOn", pass: string, predicate: () => T): T {
  let result: T;
  try {
    result = predicate();
  } catch (thrown) {
    if (isThrown(thrown, BugError) || diagnosticOf(thrown) !== undefined) throw thrown;
    throw new UsageError(threwIn(what, pass, thrown), { cause: thrown });
  }
  if (isRefusedPromise(result)) throw new UsageError(promiseOfPredicate(what, pass));
  return result;
}
