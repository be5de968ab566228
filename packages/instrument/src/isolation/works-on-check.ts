import { searchOf, UsageError } from "@passwright/core";
import type { InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter } from "@passwright/core";
import { missingPart, worksOnMore } from "../errors.ts";
import { describeOp } from "./siblings.ts";

/**
 * Makes an instrumentation that runs passes also where they would be skipped, and ends the run when one of them changes
 * an operation that neither is nor contains an operation of its `worksOn`.
 *
 * @throws UsageError PWN0102 if the adapter has no `fingerprint`.
 */
export function verifyWorksOn<Op extends object>(adapter: IrAdapter<Op>): Instrumentation<Op> {
  const { fingerprint } = adapter;
  if (fingerprint === undefined)
    throw new UsageError(missingPart("fingerprint", adapter.name, "the check of `worksOn`"));
  let run: InstrumentedRun<Op> | undefined;
  const before: (bigint | undefined)[] = [];
  const isSkipped = ({ pass }: InstrumentedPass, op: Op): boolean => {
    const search = pass && searchOf(pass as never, adapter as never);
    return search !== undefined && run !== undefined && !search.finds(run.namesIn(op));
  };
  return {
    name: "check of worksOn",
    runIdle: true,
    beforeRun: (_op, started) => void (run = started),
    beforePass: (pass, op) => void before.push(isSkipped(pass, op) ? fingerprint.call(adapter, op) : undefined),
    afterPass(pass, op) {
      const old = before.pop();
      if (old === undefined || fingerprint.call(adapter, op) === old) return;
      const at = adapter.locationOf?.(op);
      throw new UsageError(worksOnMore({ pass: pass.argument, on: describeOp(adapter, op), at }));
    },
    afterPassFailed: () => void before.pop(),
  };
}
