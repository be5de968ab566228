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

/**
 * Verifies an operation (`mlir/lib/IR/Verifier.cpp`). Verifies the isolated operations in an operation only if the other
 * contents of the operation are valid, and reports the first error in each of them.
 */
export function verifyOperation(
  op: Operation,
  options: { readonly recursive: boolean },
  report: (diagnostic: Diagnostic) => void,
): boolean {
  return new Verifier(op.store, options.recursive, report).verify(op.liveId);
}

interface OpenOperation {
  readonly op: number;
  /** Whether the verification starts at the operation, or the operation is isolated. */
  readonly isTop: boolean;
  region: number;
  block: number;
  next: number;
  /** Isolated operations in the regions, which are verified after the other operations. Usually `undefined`. */
  isolated?: number[];
  verified: number;
  hasFailed: boolean;
}

class Verifier {
  readonly #store: Store;
  readonly #recursive: boolean;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #good: GoodShapes;
  /** The operations around the current operation. A list, because the nesting can be deeper than the stack. */
  readonly #open: OpenOperation[] = [];

  constructor(store: Store, recursive: boolean, report: (diagnostic: Diagnostic) => void) {
    this.#store = store;
    this.#recursive = recursive;
    this.#report = report;
    this.#good = goodShapesOf(store);
  }

  verify(top: number): boolean {
    let isValid = true;
    const attempt = (check: () => void): void => {
      try {
        check();
      } catch (thrown) {
        if (!(thrown instanceof Invalid)) throw thrown;
        this.#report(this.#diagnosticOf(thrown));
        isValid = false;
        this.#abandon();
      }
    };
    const proceed = (): void => this.#continue();
    attempt(() => void this.#enter(top, true));
    while (this.#open.length > 0) attempt(proceed);
    return isValid;
  }

  /** Leaves the innermost isolated operation, which is invalid. */
  #abandon(): void {
    while (!this.#open.pop()!.isTop);
    const around = this.#open.at(-1);
    if (around !== undefined) around.hasFailed = true;
  }

  /** Continues until the next operation ends. Checks each region after the operations in the region. */
  #continue(): void {
    const store = this.#store;
    const frame = this.#open.at(-1)!;
    do {
      for (let op = frame.next; op !== 0; op = frame.next) {
        frame.next = store.opNext[op]!;
        if (store.opFirstRegion[op] === 0 && store.opSuccessorCount[op] === 0) this.#verifySimple(op);
        else if (!store.nameOf(op).isIsolatedFromAbove || store.opFirstRegion[op] === 0) {
          if (this.#enter(op, false)) return;
        }
        // Isolated operations are verified separately, unless they were already verified.
        else if (this.#recursive) (frame.isolated ??= []).push(op);
      }
    } while (this.#nextBlock(frame));
    const isolated = frame.isolated?.[frame.verified++];
    if (isolated !== undefined) return void this.#enter(isolated, true);
    if (frame.hasFailed) return this.#abandon();
    this.#exit(frame.op);
    if (frame.isTop) verifyDominance(store, frame.op);
    this.#open.pop();
  }

  /** Verifies an operation without regions and successors. Skips operations whose shape was already found valid. */
  #verifySimple(op: number): void {
    if (this.#good.has(op)) return;
    verifyInvariants(this.#store, op);
    this.#exit(op);
    this.#good.add(op);
  }

  /** Starts the verification of an operation. Returns whether the operation has contents that must be verified. */
  #enter(op: number, isTop: boolean): boolean {
    const store = this.#store;
    const region = store.opFirstRegion[op]!;
    const frame = { op, isTop, region, block: 0, next: 0, verified: 0, hasFailed: false };
    if (isTop || region !== 0) this.#open.push(frame);
    verifyInvariants(store, op);
    if (region !== 0) {
      this.#enterRegions(op);
      frame.block = store.regionFirstBlock[region]!;
      if (frame.block !== 0) this.#enterBlock(frame);
    } else if (!isTop) this.#exit(op);
    return region !== 0;
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
