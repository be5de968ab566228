import type { InstrumentedRun, IrAdapter, PrintOptions } from "@passwright/core";

/** An adapter that can print: what every dump needs. */
export type PrintingAdapter<Op extends object> = IrAdapter<Op> & Required<Pick<IrAdapter<Op>, "print">>;

/** Where operations are: a run, or, outside of runs, {@link knownBy} an adapter. */
export type Parents<Op extends object> = Pick<InstrumentedRun<Op>, "parentOf">;

/** Parents as far as the adapter knows them. */
export function knownBy<Op extends object>(adapter: IrAdapter<Op>): Parents<Op> {
  return { parentOf: (op) => adapter.parentOf?.(op) };
}

/** The operation at the very top of what `op` is in. */
export function topOf<Op extends object>(parents: Parents<Op>, op: Op): Op {
  let top = op;
  for (let parent = parents.parentOf(top); parent !== undefined; parent = parents.parentOf(top)) top = parent;
  return top;
}

function isValid<Op extends object>(adapter: IrAdapter<Op>, op: Op): boolean {
  try {
    return adapter.verify?.(op, { recursive: true }, () => undefined) ?? true;
  } catch {
    // A verifier that stumbles over the IR says as much about it as one that refuses it.
    return false;
  }
}

/**
 * The text of an operation as MLIR dumps it: in generic form when it is not valid; a line end after an operation at the top
 * only, and not where it is printed in local scope; operations further inside show nothing from outside.
 */
export function printOperation<Op extends object>(
  adapter: PrintingAdapter<Op>,
  parents: Parents<Op>,
  op: Op,
  options: PrintOptions = {},
): string {
  const isTop = parents.parentOf(op) === undefined;
  const generic = options.generic === true || !isValid(adapter, op);
  const text = adapter.print(op, { ...options, generic, ...(isTop ? {} : { localScope: true }) });
  return text.replace(/\n+$/, "") + (isTop && options.localScope !== true ? "\n" : "");
}
