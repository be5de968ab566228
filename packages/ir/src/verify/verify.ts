import { messageOf } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { sourceLocationOf } from "../attributes/parts.ts";
import { traitBit } from "../dialects/traits.ts";
import { invalidOperation } from "../errors.ts";
import { Operation } from "../handles.ts";
import { regionsOf } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { goodShapesOf } from "./good-shapes.ts";
import type { GoodShapes } from "./good-shapes.ts";
import { Invalid } from "./invalid.ts";
import { verifyDominance } from "./verify-dominance.ts";
import { verifyInvariants, verifyRegionInvariants } from "./verify-invariants.ts";

/** Verifies an operation, and reports the first error in each isolated operation (`mlir/lib/IR/Verifier.cpp`). */
export function verifyOperation(
  op: Operation,
  options: { readonly recursive: boolean },
  report: (diagnostic: Diagnostic) => void,
): boolean {
  return new Verifier(op.store, options.recursive, report).verify(op.liveId);
}

interface OpenOperation {
  readonly op: number;
  region: number;
  block: number;
  next: number;
}

interface IsolatedOperation {
  readonly op: number;
  readonly parent?: IsolatedOperation;
  /** Operations that directly contain isolated operations, and are checked after them. Usually `undefined`. */
  asserting?: Set<number>;
  failure?: Invalid;
  isValid: boolean;
}

class Verifier {
  readonly #store: Store;
  readonly #recursive: boolean;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #good: GoodShapes;

  constructor(store: Store, recursive: boolean, report: (diagnostic: Diagnostic) => void) {
    this.#store = store;
    this.#recursive = recursive;
    this.#report = report;
    this.#good = goodShapesOf(store);
  }

  /** Checks the contents of isolated operations. Then, innermost first, runs the checks that require valid contents. */
  verify(top: number): boolean {
    const all: IsolatedOperation[] = [{ op: top, isValid: true }];
    // The loop also visits operations that it adds.
    for (const isolated of all) this.#attempt(isolated, () => this.#verifyTree(isolated, all));
    for (const isolated of [...all].reverse()) {
      if (isolated.isValid) this.#attempt(isolated, () => this.#verifyWhole(isolated));
      if (!isolated.isValid && isolated.parent !== undefined) isolated.parent.isValid = false;
    }
    for (const { failure } of all) if (failure !== undefined) this.#report(this.#diagnosticOf(failure));
    return all[0]!.isValid;
  }

  #verifyWhole({ op, asserting }: IsolatedOperation): void {
    for (const around of asserting ?? []) this.#exit(around);
    verifyDominance(this.#store, op);
  }

  #attempt(isolated: IsolatedOperation, check: () => void): void {
    try {
      check();
    } catch (thrown) {
      if (!(thrown instanceof Invalid)) throw thrown;
      isolated.failure = thrown;
      isolated.isValid = false;
    }
  }

  /** Checks each region after the operations in the region. Tracks nested operations in a list. */
  #verifyTree(isolated: IsolatedOperation, all: IsolatedOperation[]): void {
    const store = this.#store;
    const open: OpenOperation[] = [];
    this.#enter(isolated.op, open);
    while (open.length > 0) {
      const frame = open[open.length - 1]!;
      const op = frame.next;
      if (op === 0) {
        if (!this.#nextBlock(frame)) {
          open.pop();
          if (isolated.asserting?.has(frame.op) !== true) this.#exit(frame.op);
        }
        continue;
      }
      frame.next = store.opNext[op]!;
      if (store.opFirstRegion[op] === 0 && store.opSuccessorCount[op] === 0) {
        this.#verifySimple(op);
        continue;
      }
      if (!store.nameOf(op).isIsolatedFromAbove || store.opFirstRegion[op] === 0) this.#enter(op, open);
      // Isolated operations are verified separately, unless they were already verified.
      else if (this.#recursive) {
        (isolated.asserting ??= new Set()).add(frame.op);
        all.push({ op, parent: isolated, isValid: true });
      }
    }
  }

  /** Verifies an operation without regions and successors. Skips operations whose shape was already found valid. */
  #verifySimple(op: number): void {
    if (this.#good.has(op)) return;
    verifyInvariants(this.#store, op);
    this.#exit(op);
    this.#good.add(op);
  }

  #enter(op: number, open: OpenOperation[]): void {
    const store = this.#store;
    verifyInvariants(store, op);
    const region = store.opFirstRegion[op]!;
    if (region === 0) {
      this.#exit(op);
      return;
    }
    this.#enterRegions(op);
    const frame = { op, region, block: store.regionFirstBlock[region]!, next: 0 };
    if (frame.block !== 0) this.#enterBlock(frame);
    open.push(frame);
  }

  /** Finishes a block and starts the next block. Returns false at the end of the last region. */
  #nextBlock(frame: OpenOperation): boolean {
    const store = this.#store;
    if (frame.block !== 0) {
      this.#exitBlock(frame.op, frame.block);
      frame.block = store.blockNext[frame.block]!;
    }
    while (frame.block === 0) {
      frame.region = store.regionNext[frame.region]!;
      if (frame.region === 0) return false;
      frame.block = store.regionFirstBlock[frame.region]!;
    }
    this.#enterBlock(frame);
    return true;
  }

  #enterRegions(op: number): void {
    const store = this.#store;
    const name = store.nameOf(op);
    for (const [number, region] of regionsOf(store, op).entries()) {
      const first = store.regionFirstBlock[region]!;
      if (first === 0) continue;
      if ((name.traitBits & traitBit.GraphRegion) !== 0 && store.blockNext[first] !== 0) {
        throw new Invalid(op, `'${name.text}' op expects graph region #${number} to have 0 or 1 blocks`);
      }
      if (store.blockFirstUse[first] !== 0)
        throw new Invalid(op, "entry block of region may not have predecessors", [], false);
    }
  }

  #enterBlock(frame: OpenOperation): void {
    const store = this.#store;
    const { block } = frame;
    frame.next = store.blockFirstOp[block]!;
    const last = store.blockLastOp[block]!;
    if (last === 0) {
      if (this.#mayLackTerminator(frame.op, block)) return;
      throw new Invalid(frame.op, "empty block: expect at least a terminator", [], false);
    }
    for (let inner = frame.next; inner !== last; inner = store.opNext[inner]!) {
      if (store.opSuccessorCount[inner] !== 0) {
        throw new Invalid(inner, "operation with block successors must terminate its parent block");
      }
    }
  }

  /** Checks the terminator and successors of a block whose operations are valid. */
  #exitBlock(op: number, block: number): void {
    const store = this.#store;
    const last = store.blockLastOp[block]!;
    if (last === 0) return;
    const name = store.nameOf(last);
    const first = store.opFirstSuccessor[last]!;
    for (let i = 0; i < store.opSuccessorCount[last]!; i++) {
      if (store.blockRegion[store.successorBlock[first + i]!] !== store.blockRegion[block]) {
        throw new Invalid(last, `'${name.text}' op branching to block of a different region`);
      }
    }
    if (!name.isRegistered || (name.traitBits & traitBit.Terminator) !== 0) return;
    if (!this.#mayLackTerminator(op, block)) {
      throw new Invalid(last, `block with no terminator, has ${shown(store, last)}`);
    }
  }

  #mayLackTerminator(op: number, block: number): boolean {
    const store = this.#store;
    if (store.regionFirstBlock[store.blockRegion[block]!] !== block || store.blockNext[block] !== 0) return false;
    const name = store.nameOf(op);
    return !name.isRegistered || (name.traitBits & traitBit.NoTerminator) !== 0;
  }

  #exit(op: number): void {
    const store = this.#store;
    const { context } = store;
    const name = store.nameOf(op);
    if (name.isRegistered) {
      const hasRegions = store.opFirstRegion[op] !== 0 || (name.traitBits & traitBit.SymbolTable) !== 0;
      if (hasRegions) verifyRegionInvariants(store, op);
      return;
    }
    const dialect = context.findDialect(name.dialect);
    if (dialect === undefined && !context.allowUnregistered && !store.allowsUnregistered) {
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
    const notes: Note[] = [];
    if (invalid.showsOperation && this.#store.context.printOpOnDiagnostic) {
      const note = messageOf(`see current operation: ${shown(this.#store, invalid.op)}`);
      notes.push({ ...note, ...place(invalid.op) });
    }
    for (const note of invalid.notes)
      notes.push({ message: note.message, ...(note.op === undefined ? {} : place(note.op)) });
    return invalidOperation(invalid.message, place(invalid.op).at, notes);
  }
}

/** Returns the text of an operation for a message. If the text has several lines, it starts with a line break. */
function shown(store: Store, op: number): string {
  const text = Operation.of(store, op).print({ generic: true, localScope: true }).trimEnd();
  return text.includes("\n") ? `\n${text}` : text;
}
