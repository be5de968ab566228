import { ABSENT_OPERATIONS, searchOf, UsageError } from "@passwright/core";
import type { InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter, OperationName } from "@passwright/core";
import { requireParts } from "../current-ir.ts";
import { brokePreservation, worksOnMore } from "../errors.ts";
import { passOn } from "./siblings.ts";
import type { ComparingAdapter } from "./siblings.ts";

/** Data that the check records before a pass and compares after the pass. */
interface Before {
  /** Fingerprint of the operation, if the pass would skip the operation because of `worksOn`. */
  readonly skipped: bigint | undefined;
  /** Names of all nested operations, if the pass declares that it does not create operations with new names. */
  readonly names: ReadonlySet<OperationName> | undefined;
}

/**
 * Makes an instrumentation that runs passes even on operations that `worksOn` excludes. Ends the run if a pass changes
 * an operation that the pass would otherwise skip, or if a pass that preserves `absent-operations` creates operations
 * with new names.
 *
 * @throws UsageError PWN0102 if the adapter has no `fingerprint`.
 */
export function verifyWorksOn<Op extends object>(adapter: IrAdapter<Op>): Instrumentation<Op> {
  const require = (one: IrAdapter<Op>): ComparingAdapter<Op> =>
    requireParts(one, "the check of `worksOn`", "fingerprint");
  require(adapter);
  let run: InstrumentedRun<Op>;
  const before: Before[] = [];
  const isSkipped = ({ pass }: InstrumentedPass, op: Op): boolean => {
    const search = pass && searchOf(pass as never, run.adapter as never);
    return search !== undefined && !search.finds(run.namesIn(op));
  };
  return {
    name: "check of worksOn",
    runIdle: true,
    beforeRun: (_op, started) => void (run = started),
    beforePass(pass, op) {
      const addsNoNames = pass.pass?.declaration.preserves?.includes(ABSENT_OPERATIONS) === true;
      before.push({
        skipped: isSkipped(pass, op) ? require(run.adapter).fingerprint(op) : undefined,
        names: addsNoNames ? run.namesIn(op) : undefined,
      });
    },
    afterPass(pass, op) {
      const { skipped, names } = before.pop() as Before;
      const place = () => passOn(run.adapter, pass, op);
      if (names !== undefined && [...run.namesIn(op)].some((name) => !names.has(name)))
        throw new UsageError(brokePreservation(place(), ABSENT_OPERATIONS));
      if (skipped !== undefined && require(run.adapter).fingerprint(op) !== skipped)
        throw new UsageError(worksOnMore(place()));
    },
    afterPassFailed: () => void before.pop(),
  };
}
