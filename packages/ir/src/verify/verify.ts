import { type Diagnostic, type Note } from "@passwright/core";
import { sourceLocationOf } from "../attributes/source-location.ts";
import { traitBit } from "../dialects/traits.ts";
import { DominanceInfo } from "../dominance.ts";
import { invalidOperation } from "../errors.ts";
import { Operation } from "../operation.ts";
import { type Store } from "../store/store.ts";
import { verifyDominance } from "./verify-dominance.ts";
import { verifyInvariants, verifyRegionInvariants } from "./verify-invariants.ts";

/** Thrown at the first thing that is wrong with an operation; MLIR looks no further inside of an isolated one either. */
export class Invalid extends Error {
  readonly op: number;
  readonly notes: readonly { readonly message: string; readonly op?: number }[];

  /** `message` is complete, with `'name' op ` if MLIR puts it there. */
  constructor(op: number, message: string, notes: readonly { readonly message: string; readonly op?: number }[] = []) {
    super(message);
    this.op = op;
    this.notes = notes;
  }
}

/**
 * Whether an operation is valid; what is wrong goes to `report` (`mlir/lib/IR/Verifier.cpp`). Operations that are isolated
 * from above are verified one by one, and each reports the first thing that is wrong with it.
 */
export function verifyOperation(
  op: Operation,
  options: { readonly recursive: boolean },
  report: (diagnostic: Diagnostic) => void,
): boolean {
  return new Verifier(op.store, options.recursive, report).verify(op.liveId);
}

/** An operation that was entered, or whose contents are done. */
interface Step {
  readonly op: number;
  readonly isExit: boolean;
}

class Verifier {
  readonly #store: Store;
  readonly #recursive: boolean;
  readonly #report: (diagnostic: Diagnostic) => void;

  constructor(store: Store, recursive: boolean, report: (diagnostic: Diagnostic) => void) {
    this.#store = store;
    this.#recursive = recursive;
    this.#report = report;
  }

  /** Isolated operations inside of isolated ones: a list, since they may be nested deep. */
  verify(top: number): boolean {
    const isolated = [top];
    let isValid = true;
    for (let i = 0; i < isolated.length; i++) {
      if (!this.#verifyIsolated(isolated[i]!, isolated)) isValid = false;
    }
    return isValid;
  }

  #verifyIsolated(top: number, isolated: number[]): boolean {
    try {
      this.#verifyTree(top, isolated);
      verifyDominance(this.#store, top, new DominanceInfo(Operation.of(this.#store, top)));
      return true;
    } catch (thrown) {
      if (!(thrown instanceof Invalid)) throw thrown;
      this.#report(this.#diagnosticOf(thrown));
      return false;
    }
  }

  #verifyTree(top: number, isolated: number[]): void {
    const store = this.#store;
    const { names } = store.context;
    const stack: Step[] = [{ op: top, isExit: false }];
    while (stack.length > 0) {
      const { op, isExit } = stack.pop()!;
      if (isExit) {
        this.#exit(op);
        continue;
      }
      verifyInvariants(store, op);
      if (store.opFirstRegion[op] === 0) {
        this.#exit(op);
        continue;
      }
      if (op !== top && (names[store.opName[op]!]!.traitBits & traitBit.IsolatedFromAbove) !== 0) {
        // It is verified on its own, unless somebody did already.
        if (this.#recursive) isolated.push(op);
        continue;
      }
      this.#enterRegions(op);
      stack.push({ op, isExit: true });
      const mark = stack.length;
      this.#pushNested(op, stack);
      reverseTail(stack, mark);
    }
  }

  #pushNested(op: number, stack: Step[]): void {
    const store = this.#store;
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
        for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) {
          stack.push({ op: inner, isExit: false });
        }
      }
    }
  }

  #enterRegions(op: number): void {
    const store = this.#store;
    const name = store.context.names[store.opName[op]!]!;
    let number = 0;
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!, number++) {
      const first = store.regionFirstBlock[region]!;
      if (first === 0) continue;
      if ((name.traitBits & traitBit.GraphRegion) !== 0 && store.blockNext[first] !== 0) {
        throw new Invalid(op, `'${name.text}' op expects graph region #${number} to have 0 or 1 blocks`);
      }
      if (store.blockFirstUse[first] !== 0) throw new Invalid(op, "entry block of region may not have predecessors");
      const mayLackTerminator =
        store.blockNext[first] === 0 && (!name.isRegistered || (name.traitBits & traitBit.NoTerminator) !== 0);
      for (let block = first; block !== 0; block = store.blockNext[block]!)
        this.#verifyBlock(op, block, mayLackTerminator);
    }
  }

  #verifyBlock(op: number, block: number, mayLackTerminator: boolean): void {
    const store = this.#store;
    const { names } = store.context;
    const last = store.blockLastOp[block]!;
    if (last === 0) {
      if (mayLackTerminator) return;
      throw new Invalid(op, "empty block: expect at least a terminator");
    }
    for (let inner = store.blockFirstOp[block]!; inner !== last; inner = store.opNext[inner]!) {
      if (store.opSuccessorCount[inner] !== 0) {
        throw new Invalid(inner, "operation with block successors must terminate its parent block");
      }
    }
    const first = store.opFirstSuccessor[last]!;
    for (let i = 0; i < store.opSuccessorCount[last]!; i++) {
      if (store.blockRegion[store.successorBlock[first + i]!] !== store.blockRegion[block]) {
        throw new Invalid(last, `'${names[store.opName[last]!]!.text}' op branching to block of a different region`);
      }
    }
    const name = names[store.opName[last]!]!;
    if (mayLackTerminator || !name.isRegistered || (name.traitBits & traitBit.Terminator) !== 0) return;
    throw new Invalid(last, `block with no terminator, has ${Operation.of(store, last).print({ localScope: true })}`);
  }

  #exit(op: number): void {
    const store = this.#store;
    const { context } = store;
    const name = context.names[store.opName[op]!]!;
    if (name.isRegistered) {
      if (store.opFirstRegion[op] !== 0) verifyRegionInvariants(store, op);
      return;
    }
    const dialect = context.findDialect(name.dialect);
    if (dialect === undefined && !context.allowUnregistered) {
      throw new Invalid(
        op,
        `'${name.text}' op created with unregistered dialect. If this is intended, please call ` +
          "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used",
      );
    }
    if (dialect !== undefined && dialect.allowUnknownOps !== true) {
      throw new Invalid(
        op,
        `unregistered operation '${name.text}' found in dialect ('${name.dialect}') that does not allow unknown operations`,
      );
    }
  }

  #diagnosticOf(invalid: Invalid): Diagnostic {
    const place = (op: number): { at?: NonNullable<Diagnostic["at"]> } => {
      const at = sourceLocationOf(Operation.of(this.#store, op).location);
      return at === undefined ? {} : { at };
    };
    const current = Operation.of(this.#store, invalid.op).print({ localScope: true }).trimEnd();
    const notes: Note[] = [{ message: `see current operation: ${current}`, ...place(invalid.op) }];
    for (const note of invalid.notes)
      notes.push({ message: note.message, ...(note.op === undefined ? {} : place(note.op)) });
    return invalidOperation(invalid.message, place(invalid.op).at, notes);
  }
}

function reverseTail<T>(array: T[], from: number): void {
  for (let i = from, j = array.length - 1; i < j; i++, j--) {
    const kept = array[i]!;
    array[i] = array[j]!;
    array[j] = kept;
  }
}
