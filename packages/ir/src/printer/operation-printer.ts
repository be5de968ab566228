import type { Attribute, Type } from "../attributes/attribute.ts";
import { renderUntyped } from "../attributes/render.ts";
import { traitBit } from "../dialects/traits.ts";
import { resolveLocation } from "../store/location.ts";
import type { IrContext, Store } from "../store/store.ts";
import { bytesOf } from "../text/bytes.ts";
import type { Aliases } from "./aliases.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { CustomPrinter } from "./custom-printer.ts";
import type { FormatHost, OpenFormat, OpenOperation, WrittenRegion } from "./open-operation.ts";
import { KnownTexts } from "./known-texts.ts";
import type { Numbering } from "./numbering.ts";
import { UserComments } from "./user-comments.ts";
import { ValuePrinter } from "./value-printer.ts";
import { writeAttribute } from "./write-attribute.ts";

const BLOCK = bytesOf("^bb");
const SKIPPED = bytesOf("{...}");

/**
 * Prints operations exactly as MLIR does (`mlir/lib/IR/AsmPrinter.cpp`). Nested operations are tracked in a list, not
 * by recursion.
 */
export class OperationPrinter implements FormatHost {
  readonly store: Store;
  readonly context: IrContext;
  readonly out: ByteWriter;
  readonly numbering: Numbering;
  readonly aliases: Aliases;
  readonly debugInfo: boolean;
  /** Texts of types and attributes with aliases, by id, computed again for each print. */
  readonly #typeBytes: (Uint8Array | undefined)[] = [];
  readonly #attributeBytes: (Uint8Array | undefined)[] = [];
  /** The operations whose regions are being printed, outermost first. */
  readonly open: OpenOperation[] = [];
  /** Prints custom forms. `undefined` if all operations are printed in generic form. */
  readonly #custom: CustomPrinter | undefined;
  readonly #skipsRegions: boolean;
  readonly #values: ValuePrinter;
  /** Prints the users of values in comments. `undefined` unless the flag `valueUsers` is set. */
  readonly #users: UserComments | undefined = undefined;
  /**
   * Cached texts. `undefined` if texts depend on more than the shape: while aliases are collected, or if locations or
   * users are printed.
   */
  readonly #texts: KnownTexts | undefined;
  /** Whether this printer only collects aliases. If it does, its output is discarded. */
  readonly #isCollecting: boolean;

  constructor(
    store: Store,
    out: ByteWriter,
    numbering: Numbering,
    aliases: Aliases,
    flags: {
      readonly debugInfo: boolean;
      readonly generic: boolean;
      readonly skipRegions: boolean;
      readonly isCollecting: boolean;
    },
  ) {
    this.store = store;
    this.context = store.context;
    this.out = out;
    this.numbering = numbering;
    this.#values = new ValuePrinter(store, out, numbering);
    this.aliases = aliases;
    this.debugInfo = flags.debugInfo;
    this.#skipsRegions = flags.skipRegions;
    this.#isCollecting = flags.isCollecting;
    const { operations } = numbering;
    if (operations !== undefined && !flags.isCollecting)
      this.#users = new UserComments(store, out, this.#values, operations);
    this.#texts =
      flags.isCollecting || flags.debugInfo || operations !== undefined
        ? undefined
        : new KnownTexts(store, out, numbering, this.#values);
    this.#custom = flags.generic ? undefined : new CustomPrinter(this);
  }

  print(top: number): void {
    const open = this.open;
    const store = this.store;
    const out = this.out;
    this.#begin(top, 0);
    while (open.length > 0) {
      const frame = open[open.length - 1]!;
      const op = frame.next;
      if (op !== 0 && op !== frame.hidden) {
        frame.next = store.opNext[op]!;
        if (this.#texts?.line(op, frame.indent + 2, frame.defaultDialect) === true) continue;
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
    if (this.#isCollecting && this.debugInfo) this.aliases.mention(resolveLocation(store, store.opLocation[op]!), true);
    const results = store.opResultCount[op]!;
    if (results !== 0) this.#values.writeResults(store.opFirstResult[op]!, results);
    this.#texts?.begin(this.#custom === undefined || this.context.names[store.opName[op]!]!.hasFixedText);
    if (this.#custom?.print(op, indent) !== true) this.#beginGeneric(op, indent);
    this.#texts?.end(op, this.open.at(-1)?.defaultDialect ?? "");
  }

  #beginGeneric(op: number, indent: number): void {
    if (this.#isCollecting) this.aliases.mentionResources(this.context.attributes[this.store.opProperties[op]!]);
    else this.#head(op);
    const region = this.store.opFirstRegion[op]!;
    if (region === 0) {
      this.#end(op);
      return;
    }
    this.out.byte(32);
    this.out.byte(40);
    const frame = this.openFrame(op, indent, undefined);
    this.beginRegion(frame, region);
  }

  #head(op: number): void {
    const store = this.store;
    const out = this.out;
    out.write(this.context.names[store.opName[op]!]!.quotedBytes);
    out.byte(40);
    this.operands(store.opFirstOperand[op]!, store.opOperandCount[op]!);
    out.byte(41);
    if (store.opSuccessorCount[op] !== 0) {
      out.byte(91);
      this.successors(op);
      out.byte(93);
    }
    const properties = store.opProperties[op]!;
    if (properties !== 0) {
      out.byte(32);
      out.byte(60);
      this.attribute(properties);
      out.byte(62);
    }
  }

  openFrame(op: number, indent: number, custom: OpenFormat | undefined): OpenOperation {
    const { definition } = this.context.names[this.store.opName[op]!]!;
    const defaultDialect = definition?.defaultDialect ?? "";
    const frame = { op, indent, custom, defaultDialect, region: 0, block: 0, next: 0, hidden: 0 };
    this.open.push(frame);
    return frame;
  }

  #end(op: number): void {
    const store = this.store;
    if (this.#isCollecting) {
      this.aliases.mentionGeneric(store, op);
      return;
    }
    const out = this.out;
    const attributes = store.opAttributes[op]!;
    if (attributes !== 0) {
      out.byte(32);
      this.attribute(attributes);
    }
    out.byte(32);
    out.byte(58);
    out.byte(32);
    this.type(this.context.types[store.signatureOf(op)]!);
    this.endLocation(op);
  }

  /** Prints the location of an operation, and the comment with the users of its results. */
  endLocation(op: number): void {
    if (this.debugInfo) this.location(this.store.opLocation[op]!, true);
    this.#users?.afterOperation(op);
  }

  location(encoded: number, allowAlias: boolean): void {
    if (this.#isCollecting) {
      if (!allowAlias) this.aliases.mention(resolveLocation(this.store, encoded), false);
      return;
    }
    this.out.byte(32);
    this.out.text(this.aliases.location(resolveLocation(this.store, encoded), allowAlias));
  }

  value(value: number): void {
    if (this.#texts === undefined) this.#values.write(value);
    else this.#texts.value(value);
  }

  comma(): void {
    this.out.byte(44);
    this.out.byte(32);
  }

  /** Prints the values of consecutive operands, separated by commas. */
  operands(first: number, count: number): void {
    for (let i = 0; i < count; i++) {
      if (i !== 0) this.comma();
      this.value(this.store.operandValue[first + i]!);
    }
  }

  /** Prints the successors of an operation, separated by commas. */
  successors(op: number): void {
    const store = this.store;
    const first = store.opFirstSuccessor[op]!;
    for (let i = 0; i < store.opSuccessorCount[op]!; i++) {
      if (i !== 0) this.comma();
      this.blockName(store.successorBlock[first + i]!);
    }
  }

  blockName(block: number): void {
    this.out.write(BLOCK);
    this.out.number(this.numbering.blocks[block]!);
  }

  /** Writes the `{` of a region, and starts the region. `style` is `undefined` in generic form. */
  beginRegion(frame: OpenOperation, region: number, style?: WrittenRegion): void {
    const store = this.store;
    frame.region = region;
    frame.block = 0;
    frame.next = 0;
    frame.hidden = 0;
    if (this.#skipsRegions) {
      this.out.write(SKIPPED);
      return;
    }
    this.out.byte(123);
    this.out.byte(10);
    const entry = store.regionFirstBlock[region]!;
    if (entry === 0) return;
    const isEmpty = style === undefined && store.blockFirstOp[entry] === 0;
    if (isEmpty || (style?.hidesArguments !== true && store.blockArgumentCount[entry] !== 0)) {
      this.#blockHeader(frame.indent, entry, true);
    }
    this.#startBlock(frame, entry);
    const last = store.blockLastOp[entry]!;
    if (style?.hidesTerminator !== true || last === 0) return;
    if ((store.nameOf(last).traitBits & traitBit.Terminator) !== 0) frame.hidden = last;
  }

  #startBlock(frame: OpenOperation, block: number): void {
    this.#users?.forArguments(block, frame.indent + 2);
    frame.hidden = 0;
    frame.block = block;
    frame.next = this.store.blockFirstOp[block]!;
  }

  #endRegion(frame: OpenOperation): void {
    const out = this.out;
    if (!this.#skipsRegions) {
      out.spaces(frame.indent);
      out.byte(125);
    }
    if (frame.custom !== undefined) {
      this.#custom!.resume(frame, frame.custom);
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

  /** Removes the last operation with regions from `open`, and writes the line end if the operation is nested. */
  closeFrame(): void {
    this.open.pop();
    if (this.open.length > 0) this.out.byte(10);
  }

  #blockHeader(indent: number, block: number, isEntry: boolean): void {
    const store = this.store;
    const out = this.out;
    out.spaces(indent);
    this.blockName(block);
    const count = store.blockArgumentCount[block]!;
    if (count !== 0) {
      const first = store.blockFirstArgument[block]!;
      out.byte(40);
      for (let i = 0; i < count; i++) {
        if (i !== 0) this.comma();
        this.value(first + i);
        out.byte(58);
        out.byte(32);
        this.type(this.context.types[store.valueType[first + i]!]!);
        if (this.debugInfo) this.location(store.valueLocation[first + i]!, false);
      }
      out.byte(41);
    }
    out.byte(58);
    this.#predecessors(block, isEntry);
    out.byte(10);
  }

  /**
   * Prints the predecessors of a block in source order, which differs from the order of uses. A predecessor that
   * branches to the block twice is listed twice.
   */
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

  type(type: Type): void {
    if (this.#isCollecting) {
      this.aliases.mention(type, false);
      return;
    }
    if (!type.hasAliases && !this.aliases.respells) {
      this.out.write(type.bytes);
      return;
    }
    this.out.write((this.#typeBytes[type.id] ??= bytesOf(this.aliases.renderer.type(type))));
  }

  attribute(id: number, withType = true): void {
    const attribute: Attribute = this.context.attributes[id]!;
    if (this.#isCollecting) {
      this.aliases.mention(attribute, false);
      return;
    }
    const untyped = withType ? undefined : renderUntyped(attribute, this.aliases.renderer.elements);
    if (untyped !== undefined) {
      this.out.text(untyped);
      return;
    }
    if (!attribute.hasAliases && !this.aliases.respells) {
      writeAttribute(this.out, attribute);
      return;
    }
    this.out.write((this.#attributeBytes[id] ??= bytesOf(this.aliases.renderer.attribute(attribute))));
  }
}
