import { UsageError } from "../diagnostic.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import { returnsNested } from "./run-errors.ts";

/** Appends the children of `op` to `out`. Throws PWC0422 if the adapter returns a list instead. */
export function collectNested<Op extends object>(
  adapter: IrAdapter<Op>,
  op: Op,
  out: Op[],
  anchors?: ReadonlySet<OperationName>,
): void {
  const returned: unknown = adapter.collectNested(op, out, anchors);
  if (Array.isArray(returned) && returned !== out) throw new UsageError(returnsNested(adapter.name));
}
