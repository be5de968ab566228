import { Operation } from "./handles.ts";
import type { Value } from "./handles.ts";
import { ByteWriter, collectingSink } from "./printer/byte-writer.ts";
import { nameValues, numberValues } from "./printer/custom-numbering.ts";
import type { Numbering } from "./printer/numbering.ts";
import { scopeOf } from "./printer/print-operation.ts";
import { ValuePrinter } from "./printer/value-printer.ts";
import type { Store } from "./store/store.ts";
import { verifyOperation } from "./verify/verify.ts";

/** Names that the printer gives to values, valid until the IR changes (`mlir/include/mlir/IR/AsmState.h`). */
export class AsmState {
  readonly #store: Store;
  readonly #numbering: Numbering;

  /** Names all values in the outermost operation around `op`. Invalid IR gets the names of the generic form. */
  constructor(op: Operation, flags: { readonly generic?: boolean } = {}) {
    const top = scopeOf(op.store, op.liveId, false);
    const isGeneric =
      flags.generic === true || !verifyOperation(Operation.of(op.store, top), { recursive: true }, () => {});
    this.#store = op.store;
    this.#numbering = isGeneric ? numberValues(op.store, top) : nameValues(op.store, top, { asksOperations: true });
  }

  /** Returns a name such as `%0`, `%arg1` or `%2#1`, or `<<UNKNOWN SSA VALUE>>` for a value that was created later. */
  nameOf(value: Value): string {
    return this.nameOfId(value.liveId);
  }

  /** Returns the name of the value with this id, as a byte string. */
  nameOfId(value: number): string {
    if (value >= this.#numbering.values.length) return "<<UNKNOWN SSA VALUE>>";
    const { sink, text } = collectingSink();
    const out = new ByteWriter(sink);
    new ValuePrinter(this.#store, out, this.#numbering).write(value);
    out.end();
    return text();
  }
}
