import type { InstrumentedRun, IrAdapter, PrintOptions } from "@passwright/core";

/** Adapter that can print. */
export type PrintingAdapter<Op extends object> = IrAdapter<Op> & Required<Pick<IrAdapter<Op>, "print">>;

/** Object that finds the parents of operations: a run or, outside of runs, the adapter itself ({@link parentsFrom}). */
export type Parents<Op extends object> = Pick<InstrumentedRun<Op>, "parentOf">;

/** Returns an object that finds parents with the adapter's `parentOf`, without a run. */
export function parentsFrom<Op extends object>(adapter: IrAdapter<Op>): Parents<Op> {
  return { parentOf: (op) => adapter.parentOf?.(op) };
}

/** Returns the root above `op`. */
export function topOf<Op extends object>(parents: Parents<Op>, op: Op): Op {
  let top = op;
  for (let parent = parents.parentOf(top); parent !== undefined; parent = parents.parentOf(top)) top = parent;
  return top;
}

function isValid<Op extends object>(adapter: IrAdapter<Op>, op: Op): boolean {
  try {
    return adapter.verify?.(op, { recursive: true }, () => undefined) ?? true;
  } catch {
    // Treats an operation as invalid if its verification throws.
    return false;
  }
}

/** Returns whether an operation is printed in generic form. The custom form is possible only for valid operations. */
function isGeneric<Op extends object>(adapter: PrintingAdapter<Op>, op: Op, options: PrintOptions): boolean {
  return options.generic === true || (options.assumeVerified !== true && !isValid(adapter, op));
}

/**
 * Prints an operation in the same form as dumps of MLIR. An invalid operation is printed in generic form, unless
 * `assumeVerified` is set. A nested operation is printed without the definitions of the module. Adds a newline at the
 * end only for a root operation that is not printed in local scope.
 */
export function printOperation<Op extends object>(
  adapter: PrintingAdapter<Op>,
  parents: Parents<Op>,
  op: Op,
  options: PrintOptions = {},
): string {
  const isTop = parents.parentOf(op) === undefined;
  const generic = isGeneric(adapter, op, options);
  const text = adapter.print(op, { ...options, generic, ...(isTop ? {} : { localScope: true }) });
  return text.replace(/\n+$/, "") + (isTop && options.localScope !== true ? "\n" : "");
}

/**
 * Prints a root operation like {@link printOperation}, but as bytes. Returns `undefined` if the adapter prints only
 * strings.
 */
export function bytesOf<Op extends object>(
  adapter: PrintingAdapter<Op>,
  parents: Parents<Op>,
  op: Op,
  options: PrintOptions = {},
): Uint8Array | undefined {
  const { bytes, print } = adapter;
  const isOwn = bytes?.replaces === undefined || bytes.replaces.print === print;
  if (bytes === undefined || !isOwn || parents.parentOf(op) !== undefined) return undefined;
  return bytes.print(op, { ...options, generic: isGeneric(adapter, op, options) });
}
