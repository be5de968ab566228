import { Operation } from "./handles.ts";
import type { Value } from "./handles.ts";
import { CUSTOM_NAMES, nameValues } from "./printer/custom-numbering.ts";
import { GROUPED, NAMED, ARGUMENT, numberValues } from "./printer/numbering.ts";
import type { Numbering } from "./printer/numbering.ts";
import type { Store } from "./store/store.ts";
import { verifyOperation } from "./verify/verify.ts";

/**
 * Names that the printer gives to values and blocks. For code that prints single values or blocks instead of the whole
 * IR. The names are valid until the IR changes (`mlir/include/mlir/IR/AsmState.h`).
 */
export class AsmState {
  readonly #store: Store;
  readonly #numbering: Numbering;

  /**
   * Assigns names to all values in the outermost operation around `op`. If the IR is invalid, uses the names of the
   * generic form.
   */
  constructor(op: Operation, flags: { readonly generic?: boolean } = {}) {
    let top = op.liveId;
    for (let parent = top; parent !== 0; parent = op.store.parentOp(parent)) top = parent;
    const isGeneric =
      flags.generic === true || !verifyOperation(Operation.of(op.store, top), { recursive: true }, () => {});
    this.#store = op.store;
    this.#numbering = isGeneric ? numberValues(op.store, top) : nameValues(op.store, top, CUSTOM_NAMES);
  }

  /**
   * Returns the name of a value, such as `%0`, `%arg1` or `%2#1`. Returns `<<UNKNOWN SSA VALUE>>` for a value that did
   * not exist when the names were assigned.
   */
  nameOf(value: Value): string {
    return this.nameOfId(value.liveId);
  }

  /** Returns the name of the value with this id, as a byte string. */
  nameOfId(value: number): string {
    const { values, names, conflicts } = this.#numbering;
    const number = values[value] ?? 0;
    if (number === 0) return "<<UNKNOWN SSA VALUE>>";
    const kind = number & 3;
    if (kind === NAMED) {
      const conflict = conflicts[value]!;
      return `%${String.fromCharCode(...names[number >> 2]!)}${conflict === 0 ? "" : `_${conflict - 1}`}`;
    }
    const text = `%${kind === ARGUMENT ? "arg" : ""}${(number >> 2) - 1}`;
    return kind === GROUPED ? `${text}#${this.#placeInGroup(value)}` : text;
  }

  #placeInGroup(value: number): number {
    const { values } = this.#numbering;
    const first = this.#store.opFirstResult[this.#store.valueOwner[value]!]!;
    let place = 0;
    while (value - place > first && values[value - place - 1] === values[value]) place++;
    return place;
  }
}
