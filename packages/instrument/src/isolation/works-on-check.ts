import { searchOf, UsageError } from "@passwright/core";
import type { InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter } from "@passwright/core";
import { missingPart, worksOnMore } from "../errors.ts";
import { describeOp } from "./siblings.ts";
import type { ComparingAdapter } from "./siblings.ts";

/**
 * Makes an instrumentation that also runs passes on operations where `worksOn` skips them. Ends the run if such a pass
 * changes an operation.
 *
 * @throws UsageError PWN0102 if the adapter has no `fingerprint`.
 */
export function verifyWorksOn<Op extends object>(adapter: IrAdapter<Op>): Instrumentation<Op> {
  const require = (one: IrAdapter<Op>): ComparingAdapter<Op> => {
    if (one.fingerprint === undefined)
      throw new UsageError(missingPart("fingerprint", one.name, "the check of `worksOn`"));
    return one as ComparingAdapter<Op>;
  };
  require(adapter);
  let run: InstrumentedRun<Op>;
  const before: (bigint | undefined)[] = [];
  const isSkipped = ({ pass }: InstrumentedPass, op: Op): boolean => {
    const search = pass && searchOf(pass as never, run.adapter as never);
    return search !== undefined && !search.finds(run.namesIn(op));
  };
  return {
    name: "check of worksOn",
    runIdle: true,
    beforeRun: (_op, started) => void (run = started),
    beforePass: (pass, op) => void before.push(isSkipped(pass, op) ? require(run.adapter).fingerprint(op) : undefined),
    afterPass(pass, op) {
      const old = before.pop();
      if (old === undefined || require(run.adapter).fingerprint(op) === old) return;
      const at = run.adapter.locationOf?.(op);
      throw new UsageError(worksOnMore({ pass: pass.argument, on: describeOp(run.adapter, op), at }));
    },
    afterPassFailed: () => void before.pop(),
  };
}
