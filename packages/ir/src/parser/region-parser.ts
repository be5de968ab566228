import type { RegionArgument } from "../assembly/directive.ts";
import { traitBit } from "../dialects/traits.ts";
import { addSuccessors, insertBlock } from "../store/edit.ts";
import { LOCATION_POSITION } from "../store/store.ts";
import type { CustomOperation, OpenOperation } from "./custom-operation.ts";
import type { OperationParser } from "./operation-parser.ts";

/** Parses labels and arguments of blocks, and successors. */
export class RegionParser {
  readonly #host: OperationParser;

  constructor(host: OperationParser) {
    this.#host = host;
  }

  /** Parses the `{` of a region. */
  openRegion(frame: OpenOperation): void {
    this.#host.reader.expect("{", "expected '{' to begin a region");
    this.#appendRegion(frame);
    this.#host.blocks.openRegion();
    frame.scope = this.#host.definitions.names.openScope();
  }

  #appendRegion(frame: OpenOperation): void {
    frame.region = this.#newRegion(frame.op, frame.region);
    frame.current = 0;
  }

  /** Adds a region to an operation. `last` is the last region of the operation, or 0 for none. */
  #newRegion(op: number, last: number): number {
    const { store } = this.#host;
    const region = store.newRegion(op);
    if (last === 0) store.opFirstRegion[op] = region;
    else store.regionNext[last] = region;
    return region;
  }

  /** Adds an empty region in place of a region that the text omits. */
  addEmptyRegion(custom: CustomOperation): void {
    const frame = this.#host.open.at(-1);
    if (frame?.custom === custom) this.#appendRegion(frame);
    else custom.lastRegion = this.#newRegion(custom.op, custom.lastRegion);
  }

  /** Reports labels that were used but not defined by the end of their region. */
  closeLabels(): void {
    const { blockRegion } = this.#host.store;
    const missing = this.#host.blocks.closeRegion((block) => blockRegion[block] !== 0);
    this.#host.reader.failAtEach("reference to an undefined block", missing);
  }

  /** Adds a block to the current region. The block becomes the current block. */
  addBlock(frame: OpenOperation, block: number = this.#host.store.newBlock()): number {
    insertBlock(this.#host.store, block, frame.region, 0);
    frame.current = block;
    return block;
  }

  /** Parses `'^' name ('(' arguments ')')? ':'`. */
  parseBlock(frame: OpenOperation): void {
    const reader = this.#host.reader;
    const store = this.#host.store;
    const { at } = reader;
    const block = this.parseLabel();
    if (store.blockRegion[block] !== 0)
      reader.fail(`redefinition of block '${reader.source.slice(at, reader.at)}'`, at);
    this.addBlock(frame, block);
    if (reader.next() === 40) this.#parseArguments(block);
    reader.expect(":", "expected ':' after block name");
  }

  /** Parses `'(' ('%' name ':' type location? (',' …)*)? ')'`. */
  #parseArguments(block: number): void {
    const reader = this.#host.reader;
    const store = this.#host.store;
    reader.at++;
    if (reader.take(")")) return;
    store.blockFirstArgument[block] = store.valueCount;
    do {
      const key = this.#host.definitions.names.readWithSign();
      const at = this.#host.definitions.names.start;
      reader.expect(":", "expected ':' and type for SSA operand");
      const type = this.#host.spellings.type();
      const value = this.#newArgument(block, type);
      this.#host.definitions.define(key, value, 1, at);
      store.valueLocation[value] = this.#host.parseOptionalLocation() || (at << 2) | LOCATION_POSITION;
    } while (reader.take(","));
    reader.expect(")", "expected ')'");
  }

  /** Adds entry block arguments that appear in the text of the operation. */
  addEntryArguments(block: number, entryArguments: readonly RegionArgument[]): void {
    const { store } = this.#host;
    store.blockFirstArgument[block] = store.valueCount;
    for (const { key, at, type, location } of entryArguments) {
      const value = this.#newArgument(block, type!.id);
      store.valueLocation[value] = location === 0 ? (at << 2) | LOCATION_POSITION : location;
      this.#host.definitions.defineEntry(key, value, at);
    }
  }

  #newArgument(block: number, type: number): number {
    this.#host.store.blockArgumentCount[block] = this.#host.store.blockArgumentCount[block]! + 1;
    return this.#host.store.newValue(type, -block);
  }

  /** Parses a label `'^' name`. Returns the block with this name in the region, and creates the block on first use. */
  parseLabel(): number {
    const reader = this.#host.reader;
    if (reader.next() !== 94) reader.failExpected("expected block name");
    const at = reader.at++;
    const key = this.#host.blocks.read();
    if (key < 0) reader.failToken("invalid block name", at);
    const known = this.#host.blocks.get(key);
    if (known !== 0) return known;
    const block = this.#host.store.newBlock();
    this.#host.blocks.set(key, block, at);
    return block;
  }

  /** Parses `'[' '^' label (',' …)* ']'`. */
  parseSuccessors(op: number): void {
    const reader = this.#host.reader;
    const name = this.#host.store.nameOf(op);
    if (name.isRegistered && (name.traitBits & traitBit.Terminator) === 0) reader.fail("successors in non-terminator");
    reader.at++;
    if (reader.next() === 93) reader.failExpected("expected list element");
    const blocks = reader.list("]", "expected ',' or ']'", () => this.parseLabel());
    addSuccessors(this.#host.store, op, blocks);
  }
}
