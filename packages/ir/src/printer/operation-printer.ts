import type { RegionStyle } from "../assembly/instruction.ts";
import { threwIn } from "../dialect-errors.ts";
import { traitBit } from "../dialects/traits.ts";
import { resolveLocation } from "../store/location.ts";
import { bytesOf } from "../text/bytes.ts";
import type { OpenOperation } from "./assembly-writer.ts";
import { CustomPrinter } from "./custom-printer.ts";

const SKIPPED = bytesOf("{...}");

/** Prints operations exactly as MLIR does (`mlir/lib/IR/AsmPrinter.cpp`), but without recursion. */
export class OperationPrinter extends CustomPrinter {
  print(top: number): void {
    try {
      this.#printAll(top);
    } catch (thrown) {
      if (this.id === 0 || this.out.isSending) throw thrown;
      throw threwIn("a function in the definition", this.store, this.id, thrown);
    }
  }

  #printAll(top: number): void {
    const open = this.open;
    const store = this.store;
    const out = this.out;
    this.#begin(top, 0);
    while (open.length > 0) {
      const frame = open[open.length - 1]!;
      const op = frame.next;
      if (op !== 0 && op !== frame.hidden) {
        frame.next = store.opNext[op]!;
        if (this.texts?.line(op, frame.indent + 2, frame.defaultDialect) === true) continue;
        out.spaces(frame.indent + 2);
        this.#begin(op, frame.indent + 2);
        if (store.opFirstRegion[op] === 0) out.byte(10);
      } else if (frame.block !== 0 && store.blockNext[frame.block] !== 0) {
        const block = store.blockNext[frame.block]!;
        this.#blockHeader(frame.indent, block, false);
        this.#startBlock(frame, block);
      } else this.#endRegion(frame);
    }
  }

  /** Prints an operation up to its first region. Prints the whole operation if it does not have regions. */
  #begin(op: number, indent: number): void {
    const store = this.store;
    if (this.isCollecting && this.debugInfo) this.aliases.mention(resolveLocation(store, store.opLocation[op]!), true);
    const results = store.opResultCount[op]!;
    if (results !== 0) this.valueNames.writeResults(store.opFirstResult[op]!, results);
    const isGeneric = this.flags.generic === true;
    this.texts?.begin(isGeneric || store.nameOf(op).hasFixedText);
    if (isGeneric || !this.printCustom(op, indent)) this.#beginGeneric(op, indent);
    this.texts?.end(op, this.open.at(-1)?.defaultDialect ?? "");
  }

  #beginGeneric(op: number, indent: number): void {
    if (this.isCollecting) this.aliases.mentionResources(this.context.attributes[this.store.opProperties[op]!]);
    else this.#head(op);
    const region = this.store.opFirstRegion[op]!;
    if (region === 0) {
      this.#end(op);
      return;
    }
    this.out.text(" (");
    this.beginRegion(this.openFrame(op, indent), region);
  }

  #head(op: number): void {
    const store = this.store;
    const out = this.out;
    out.write(this.context.names[store.opName[op]!]!.quotedBytes);
    out.byte(40);
    this.printOperands(store.opFirstOperand[op]!, store.opOperandCount[op]!);
    out.byte(41);
    if (store.opSuccessorCount[op] !== 0) {
      out.byte(91);
      this.printSuccessors(op);
      out.byte(93);
    }
    const properties = store.opProperties[op]!;
    if (properties !== 0) {
      out.text(" <");
      this.attribute(this.context.attributes[properties]!);
      out.byte(62);
    }
  }

  #end(op: number): void {
    const store = this.store;
    if (this.isCollecting) {
      this.aliases.mentionGeneric(store, op);
      return;
    }
    const out = this.out;
    const attributes = store.opAttributes[op]!;
    if (attributes !== 0) {
      out.byte(32);
      this.attribute(this.context.attributes[attributes]!);
    }
    out.byte(32);
    out.byte(58);
    out.byte(32);
    this.type(this.context.types[store.signatureOf(op)]!);
    this.endLocation(op);
  }

  protected override beginRegion(frame: OpenOperation, region: number, style?: RegionStyle): void {
    const store = this.store;
    frame.region = region;
    frame.block = 0;
    frame.next = 0;
    frame.hidden = 0;
    if (this.flags.skipRegions === true) {
      this.out.write(SKIPPED);
      return;
    }
    this.out.text("{\n");
    const entry = store.regionFirstBlock[region]!;
    if (entry === 0) return;
    const name = store.nameOf(frame.op);
    // In custom form, `{}` is a block only if the region must have one block.
    const isShown = style === undefined || (name.hasTrait("NoTerminator") && !name.hasTrait("SingleBlock"));
    const isEmpty = isShown && store.blockFirstOp[entry] === 0;
    if (store.blockArgumentCount[entry] === 0 ? isEmpty : style?.hidesArguments !== true) {
      this.#blockHeader(frame.indent, entry, true);
    }
    this.#startBlock(frame, entry);
    const last = store.blockLastOp[entry]!;
    if (style !== undefined && last !== 0 && this.#isHidden(last, frame.op, style)) frame.hidden = last;
  }

  /** Returns whether the last operation of an entry block is an implied terminator that the text omits. */
  #isHidden(last: number, parent: number, { terminator }: RegionStyle): boolean {
    const { store } = this;
    if (terminator === "written" || (store.nameOf(last).traitBits & traitBit.Terminator) === 0) return false;
    if (terminator === "elided-without-results") return store.opResultCount[parent] === 0;
    return (
      store.opProperties[last] === 0 &&
      store.opAttributes[last] === 0 &&
      store.opOperandCount[last] === 0 &&
      store.opResultCount[last] === 0
    );
  }

  #startBlock(frame: OpenOperation, block: number): void {
    this.users?.forArguments(block, frame.indent + 2);
    frame.hidden = 0;
    frame.block = block;
    frame.next = this.store.blockFirstOp[block]!;
  }

  #endRegion(frame: OpenOperation): void {
    const out = this.out;
    if (this.flags.skipRegions !== true) {
      out.spaces(frame.indent);
      out.byte(125);
    }
    if (frame.counter !== 0) {
      this.resume(frame);
      return;
    }
    const next = this.store.regionNext[frame.region]!;
    if (next !== 0) {
      this.comma();
      this.beginRegion(frame, next);
      return;
    }
    out.byte(41);
    this.#end(frame.op);
    this.closeFrame();
  }

  #blockHeader(indent: number, block: number, isEntry: boolean): void {
    const store = this.store;
    const out = this.out;
    out.spaces(indent);
    this.block(block);
    const count = store.blockArgumentCount[block]!;
    if (count !== 0) {
      const first = store.blockFirstArgument[block]!;
      out.byte(40);
      for (let i = 0; i < count; i++) {
        if (i !== 0) this.comma();
        this.value(first + i);
        out.text(": ");
        this.type(this.context.types[store.valueType[first + i]!]!);
        if (this.debugInfo) this.location(store.valueLocation[first + i]!, false);
      }
      out.byte(41);
    }
    out.byte(58);
    this.#predecessors(block, isEntry);
    out.byte(10);
  }

  /** Prints the predecessors of a block in source order. A predecessor with two branches to the block appears twice. */
  #predecessors(block: number, isEntry: boolean): void {
    const store = this.store;
    const places: number[] = [];
    for (let use = store.blockFirstUse[block]!; use !== 0; use = store.successorNext[use]!) {
      places.push(this.numbering.blocks[store.opBlock[store.successorOwner[use]!]!]!);
    }
    if (places.length === 0) {
      if (!isEntry) this.out.text("  // no predecessors");
      return;
    }
    places.sort((a, b) => a - b);
    const names = places.map((place) => `^bb${place}`).join(", ");
    this.out.text(places.length === 1 ? `  // pred: ${names}` : `  // ${places.length} preds: ${names}`);
  }
}
