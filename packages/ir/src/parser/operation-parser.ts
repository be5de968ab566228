import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { HELP_ON_UNREGISTERED } from "../errors.ts";
import { getOrMake } from "../maps.ts";
import { addResults, insertOp } from "../store/edit.ts";
import { LOCATION_POSITION, LOCATION_TEXT, Store } from "../store/store.ts";
import type { IrContext } from "../store/store.ts";
import type { Source } from "../text/source.ts";
import { parseAttribute } from "./attribute-parser.ts";
import { BlockNames } from "./block-names.ts";
import type { CustomOperation, OpenOperation, OperationState } from "./custom-operation.ts";
import { CustomParser } from "./custom-parser.ts";
import { Definitions } from "./definitions.ts";
import { normalizeInherent } from "./inherent-attributes.ts";
import { KnownLines } from "./known-lines.ts";
import { skipLocation } from "./location-parser.ts";
import { parseAliasDefinition, parseResources } from "./file-parser.ts";
import { PendingNames } from "./pending-names.ts";
import { isLetter, METADATA, Reader } from "./reader.ts";
import { RegionParser } from "./region-parser.ts";
import { Spellings } from "./spellings.ts";

/**
 * Parses operations, regions and blocks (`mlir/lib/AsmParser/Parser.cpp`) into a store, without recursion. Names are
 * integers, and spellings are cached, so parsing typical text does not allocate objects.
 */
export class OperationParser {
  readonly reader: Reader;
  readonly context: IrContext;
  readonly store: Store;
  readonly spellings: Spellings;
  readonly definitions: Definitions;
  readonly blocks: BlockNames;
  readonly #lines: KnownLines;
  readonly regions: RegionParser;
  readonly #custom: CustomParser;
  readonly open: OpenOperation[] = [];
  readonly pending: PendingNames;
  readonly #segmentSizes = new Map<string, Attribute>();

  constructor(context: IrContext, source: Source) {
    const ops = (source.end >> 5) + 256;
    this.context = context;
    this.store = new Store(context, { ops, operands: ops * 2, values: ops + (ops >> 1) });
    this.store.source = source;
    this.reader = new Reader(context, source);
    this.store.reader = this.reader;
    this.spellings = new Spellings(this.reader);
    this.definitions = new Definitions(this.reader, this.store);
    this.pending = new PendingNames(this.reader, this.store, this.definitions);
    this.blocks = new BlockNames(this.reader);
    this.#lines = new KnownLines(this.reader, this.store, this.definitions);
    this.regions = new RegionParser(this);
    this.#custom = new CustomParser(this);
  }

  /** Parses the whole text. Returns the store, and the top-level operations in a block without a region. */
  parse(): { readonly store: Store; readonly block: number; readonly reader: Reader } {
    const block = this.store.newBlock();
    this.blocks.openRegion();
    for (;;) {
      const c = this.reader.next();
      if (c === 0 && this.reader.at >= this.reader.end) break;
      if (c === 35 || c === 33) parseAliasDefinition(this.reader);
      else if (c === METADATA) parseResources(this.reader, this.store);
      else this.#parseTree(block);
    }
    this.definitions.finish();
    this.regions.closeLabels();
    return { store: this.store, block, reader: this.reader };
  }

  #parseTree(block: number): void {
    const open = this.open;
    this.#parseOperation(block);
    while (open.length > 0) {
      const frame = open[open.length - 1]!;
      const c = this.reader.next();
      if (c === 125) {
        this.reader.at++;
        this.#endRegion(frame);
      } else if (c === 94) this.regions.parseBlock(frame);
      else if (frame.current === 0 && c !== 37 && c !== 34 && !isLetter(c))
        this.reader.failExpected("expected operation name in quotes");
      else {
        if (frame.current === 0) this.regions.addBlock(frame);
        this.#parseLines(frame.current, frame.defaultDialect);
      }
    }
  }

  /** Reads cached lines, and parses the operation after these lines in the usual way. */
  #parseLines(block: number, defaultDialect: string): void {
    const { reader, store } = this;
    this.#lines.read(block, defaultDialect);
    const c = reader.next();
    if (c === 125 || c === 94) return;
    const start = reader.at;
    const depth = this.open.length;
    const op = store.opCount;
    this.#parseOperation(block);
    if (this.open.length === depth) this.#lines.learn(start, op, defaultDialect);
  }

  /** Parses `(names '=')? string '(' operands ')' successors? properties?`, up to the regions or the end. */
  #parseOperation(block: number): void {
    const reader = this.reader;
    const resultBase = this.pending.top;
    let c = reader.next();
    if (c === 37) {
      this.pending.parseResultNames();
      c = reader.next();
    }
    const at = reader.at;
    if (c !== 34) {
      this.#custom.parse(block, resultBase, this.#defaultDialect());
      return;
    }
    const op = this.store.newOp(this.spellings.operationName());
    this.store.opLocation[op] = (at << 2) | LOCATION_POSITION;
    this.#requireRegistered(op);
    if (reader.bytes[reader.at] === 40) reader.at++;
    else reader.expect("(", "expected '(' to start operand list");
    const operandBase = this.pending.top;
    this.pending.parseOperandNames();
    c = reader.next();
    if (c === 91) {
      this.regions.parseSuccessors(op);
      c = reader.next();
    }
    if (c === 60) {
      this.#parseProperties(op);
      c = reader.next();
    }
    if (c === 40) {
      reader.at++;
      this.regions.openRegion(this.openFrame({ op, block, operandBase, resultBase }));
    } else this.#endOperation(op, block, operandBase, resultBase, c);
  }

  /** Starts the regions of an operation. */
  openFrame(state: OperationState, custom?: CustomOperation): OpenOperation {
    const { op, block, operandBase, resultBase } = state;
    const region = custom?.lastRegion ?? 0;
    const defaultDialect =
      custom === undefined ? this.#defaultDialect() : (custom.name.definition?.defaultDialect ?? "");
    const frame = { op, block, operandBase, resultBase, defaultDialect, custom, scope: 0, region, current: 0 };
    this.open.push(frame);
    return frame;
  }

  #defaultDialect(): string {
    return this.open.at(-1)?.defaultDialect ?? "builtin";
  }

  #requireRegistered(op: number): void {
    const name = this.context.names[this.store.opName[op]!]!;
    // Does not report unknown operations of registered dialects, because the verifier reports them.
    if (name.text.includes("\0")) {
      this.reader.fail("null character not allowed in operation name", this.store.opLocation[op]! >>> 2);
    }
    if (name.isRegistered || this.context.allowUnregistered) return;
    if (this.context.findDialect(name.dialect) !== undefined) return;
    this.reader.next();
    this.reader.fail(
      "operation being parsed with an unregistered dialect. If this is intended, please use " +
        "-allow-unregistered-dialect with the MLIR tool used",
      undefined,
      [],
      [HELP_ON_UNREGISTERED],
    );
  }

  /** Parses `'<' attribute '>'`. */
  #parseProperties(op: number): void {
    const reader = this.reader;
    reader.at++;
    const name = this.context.names[this.store.opName[op]!]!;
    const id = reader.next() === 123 ? this.spellings.dictionary(name.id) : parseAttribute(reader).id;
    // Like MLIR, prints `<{}>` again.
    this.store.opProperties[op] = id === 0 && !name.isRegistered ? this.context.dictionary([]).id : id;
    reader.expect(">", "expected '>' to close properties");
  }

  #endRegion(frame: OpenOperation): void {
    const reader = this.reader;
    this.regions.closeLabels();
    this.definitions.names.closeScope(frame.scope);
    if (frame.custom !== undefined) {
      this.#custom.resume(frame, frame.custom);
      return;
    }
    if (reader.take(",")) {
      this.regions.openRegion(frame);
      return;
    }
    reader.expect(")", "expected ')' to end region list");
    this.open.pop();
    this.#endOperation(frame.op, frame.block, frame.operandBase, frame.resultBase, reader.next());
  }

  /** Parses the text after the regions: `… attributes? ':' function-type location?`. `c` is the next byte. */
  #endOperation(op: number, block: number, operandBase: number, resultBase: number, c: number): void {
    const reader = this.reader;
    const store = this.store;
    if (c === 123) {
      store.opAttributes[op] = this.spellings.dictionary(store.opName[op]!);
      c = reader.next();
    }
    if (c !== 58) reader.failExpected("expected ':' followed by operation type");
    reader.at++;
    const typeAt = reader.position();
    const signature = this.spellings.functionType();
    store.opSignature[op] = signature;
    const { inputs, results } = (this.context.types[signature]! as Type & { data: { kind: "function" } }).data;
    if (operandBase !== this.pending.top || inputs.length !== 0)
      this.pending.resolveOperands(op, inputs, operandBase, typeAt);
    const name = this.context.names[store.opName[op]!]!;
    if (name.hasInherentAttributes) this.normalize(op);
    else if (store.opProperties[op] !== 0 && name.isRegistered) {
      this.#failProperties(op, name, "this operation does not support properties");
    }
    this.parseTrailingLocation(op);
    insertOp(store, op, block, 0);
    if (results.length !== 0) {
      const ids = results.map(({ id }) => id);
      addResults(store, op, ids);
    }
    if (resultBase !== this.pending.top) this.pending.nameResults(op, resultBase);
  }

  #failProperties(op: number, name: OperationName, why: string, help: readonly string[] = []): never {
    const properties = this.context.attributes[this.store.opProperties[op]!]!;
    return this.reader.fail(
      `invalid properties ${properties.toString()} for op ${name.text}: ${why}`,
      this.store.opLocation[op]! >>> 2,
      [],
      help,
    );
  }

  normalize(op: number): void {
    const id = this.store.opProperties[op]!;
    const name = this.context.names[this.store.opName[op]!]!;
    if (id !== 0 && id !== name.lastGood) {
      const properties = this.context.attributes[id]!;
      if (properties.kind !== "dictionary") this.#failProperties(op, name, "expected DictionaryAttr to set properties");
      const bad = name.findBadProperty(properties);
      if (bad !== undefined) this.#failProperties(op, name, ...bad);
      name.lastGood = id;
    }
    normalizeInherent(this.reader, this.store, op);
  }

  /** Parses `('loc' '(' … ')')?`. Returns a location number, or 0 without a location. */
  parseOptionalLocation(): number {
    if (this.reader.next() !== 108 || !this.reader.takeWord("loc")) return 0;
    return (skipLocation(this.reader) << 2) | LOCATION_TEXT;
  }

  /** Returns `array<i32: …>` with the number of operands in each group. */
  segmentSizes(sizes: readonly number[]): Attribute {
    return getOrMake(this.#segmentSizes, sizes.join(", "), () => {
      const elementType = this.context.internType({ kind: "integer", width: 32, signedness: "signless" });
      return this.context.internAttribute({ kind: "dense-array", elementType, values: sizes.map(String) });
    });
  }

  /** Parses `('loc' '(' … ')')?`. */
  parseTrailingLocation(op: number): void {
    const location = this.parseOptionalLocation();
    if (location !== 0) this.store.opLocation[op] = location;
  }
}
