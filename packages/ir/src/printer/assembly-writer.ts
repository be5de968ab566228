import { printEntries } from "../assembly/directive.ts";
import type { AssemblyPrinter } from "../assembly/directive.ts";
import type { Program } from "../assembly/instruction.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { entriesOf } from "../attributes/parts.ts";
import { renderUntyped } from "../attributes/render.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { entityText } from "../entity-text.ts";
import { notBytes, wrongArgument } from "../errors.ts";
import { constantOfValue } from "../fold/constants.ts";
import { getAttribute } from "../store/attributes.ts";
import { operandGroup, regionsOf } from "../store/groups.ts";
import { resolveLocation } from "../store/location.ts";
import type { IrContext, Store } from "../store/store.ts";
import { bytesOf, symbolText } from "../text/bytes.ts";
import type { Aliases } from "./aliases.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { KnownTexts } from "./known-texts.ts";
import type { Numbering } from "./numbering.ts";
import type { PrintFlags } from "./print-flags.ts";
import { UserComments } from "./user-comments.ts";
import { ValuePrinter } from "./value-printer.ts";

export interface OpenOperation {
  readonly op: number;
  readonly indent: number;
  /** Index of the next instruction of the format, or 0 in generic form. */
  counter: number;
  /** Index of the next region of a repeated group. */
  nextRegion: number;
  /** Dialect whose prefix is omitted from operation names in the regions of the operation. */
  readonly defaultDialect: string;
  region: number;
  block: number;
  next: number;
  /** Implied terminator, which is not printed, or 0 if none exists. */
  hidden: number;
}

const BLOCK = bytesOf("^bb");

/** Writes the parts of an operation, also for the directives and instructions of its assembly format. */
export class AssemblyWriter implements AssemblyPrinter {
  readonly store: Store;
  protected readonly context: IrContext;
  protected readonly out: ByteWriter;
  protected readonly numbering: Numbering;
  protected readonly aliases: Aliases;
  protected readonly flags: PrintFlags;
  protected readonly debugInfo: boolean;
  /** Whether this printer only collects aliases. If it does, its output is discarded. */
  protected readonly isCollecting: boolean;
  protected readonly valueNames: ValuePrinter;
  /** Cached texts. `undefined` if texts depend on more than the shape, because of aliases, locations or users. */
  protected readonly texts: KnownTexts | undefined = undefined;
  /** Prints the users of values in comments. `undefined` unless the flag `valueUsers` is set. */
  protected readonly users: UserComments | undefined = undefined;
  /** The operations whose regions are being printed, outermost first. */
  protected readonly open: OpenOperation[] = [];
  /** Texts of types and attributes with aliases, by id, computed again for each print. */
  readonly #typeBytes: (Uint8Array | undefined)[] = [];
  readonly #attributeBytes: (Uint8Array | undefined)[] = [];
  id = 0;
  protected name!: OperationName;
  protected indent = 0;

  constructor(
    store: Store,
    out: ByteWriter,
    numbering: Numbering,
    aliases: Aliases,
    flags: PrintFlags,
    isCollecting: boolean,
  ) {
    this.store = store;
    this.context = store.context;
    this.out = out;
    this.numbering = numbering;
    this.aliases = aliases;
    this.flags = flags;
    this.debugInfo = flags.debugInfo === true;
    this.isCollecting = isCollecting;
    this.valueNames = new ValuePrinter(store, out, numbering);
    if (isCollecting) return;
    const { operations } = numbering;
    if (operations !== undefined) this.users = new UserComments(store, out, this.valueNames, operations);
    else if (!this.debugInfo) this.texts = new KnownTexts(store, out, numbering, this.valueNames);
  }

  write(text: string): void {
    if (typeof text !== "string") throw notBytes(text);
    this.out.text(text);
  }

  newline(): void {
    this.out.byte(10);
    this.out.spaces(this.indent);
  }

  protected comma(): void {
    this.out.byte(44);
    this.out.byte(32);
  }

  type(type: Type): void {
    if (this.isCollecting) this.aliases.mention(type, false);
    else if (!type.hasAliases && !this.aliases.respells) this.out.write(type.bytes);
    else this.out.write((this.#typeBytes[type.id] ??= bytesOf(this.aliases.text(type))));
  }

  types(types: readonly Type[]): void {
    for (let i = 0; i < types.length; i++) {
      if (i !== 0) this.comma();
      this.type(types[i]!);
    }
  }

  typeOf(value: number): Type {
    return this.context.types[this.store.valueType[value]!]!;
  }

  constantOf(value: number): Attribute | undefined {
    return constantOfValue(this.store, value);
  }

  attribute(attribute: Attribute): void {
    const { data } = attribute;
    if (this.isCollecting) this.aliases.mention(attribute, false);
    else if (attribute.hasAliases || this.aliases.respells)
      this.out.write((this.#attributeBytes[attribute.id] ??= bytesOf(this.aliases.text(attribute))));
    // The bytes of names of symbols and their dictionaries are not cached, because most are written only once.
    else if (data.kind === "string" && data.type === undefined) this.out.quoted(data.value);
    else if (data.kind === "dictionary") printEntries(this, "{", data.entries);
    else this.out.write(attribute.bytes);
  }

  attributeWithoutType(attribute: Attribute): void {
    const untyped = this.isCollecting ? undefined : renderUntyped(attribute, this.flags);
    if (untyped === undefined) this.attribute(attribute);
    else this.out.text(untyped);
  }

  symbolName(name: Attribute): void {
    if (name.data.kind !== "string") return;
    this.out.byte(64);
    this.write(symbolText(name.data.value));
  }

  value(value: number): void {
    if (typeof value !== "number") throw wrongArgument("`value`", `got ${entityText(value)}`, "the id of a value");
    if (this.texts === undefined) this.valueNames.write(value);
    else this.texts.value(value);
  }

  values(values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) {
      if (i !== 0) this.comma();
      this.value(values[i]!);
    }
  }

  protected printOperands(first: number, count: number): void {
    for (let i = 0; i < count; i++) {
      if (i !== 0) this.comma();
      this.value(this.store.operandValue[first + i]!);
    }
  }

  block(block: number): void {
    this.out.write(BLOCK);
    this.out.number(this.numbering.blocks[block]!);
  }

  protected printSuccessors(op: number): void {
    const { opFirstSuccessor, opSuccessorCount, successorBlock } = this.store;
    for (let i = 0; i < opSuccessorCount[op]!; i++) {
      if (i !== 0) this.comma();
      this.block(successorBlock[opFirstSuccessor[op]! + i]!);
    }
  }

  protected location(encoded: number, allowAlias: boolean): void {
    if (this.isCollecting) {
      if (!allowAlias) this.aliases.mention(resolveLocation(this.store, encoded), false);
      return;
    }
    this.out.byte(32);
    this.out.text(this.aliases.location(resolveLocation(this.store, encoded), allowAlias));
  }

  attributes(options: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] } = {}): void {
    this.attributesOf(this.name.program!, options.withKeyword ?? false, options.hidden ?? []);
  }

  /** Writes the attributes that the format does not write elsewhere, sorted by name and without default values. */
  attributesOf(program: Program, withKeyword: boolean, hidden: readonly string[]): void {
    const { store, id } = this;
    if (store.opAttributes[id] === 0 && this.name.unboundAttributes === 0) return;
    const shown = [...entriesOf(this.properties), ...entriesOf(this.discardableAttrs)].filter(
      ({ name, value }) => !program.bound.has(name) && !hidden.includes(name) && value !== this.name.elided(name),
    );
    if (shown.length === 0) return;
    shown.sort((a, b) => (a.name < b.name ? -1 : 1));
    printEntries(this, withKeyword ? " attributes {" : " {", shown);
  }

  argumentLocation(value: number): void {
    if (this.debugInfo) this.location(this.store.valueLocation[value]!, false);
  }

  getAttr(name: string): Attribute | undefined {
    return getAttribute(this.store, this.id, name);
  }

  get properties(): Attribute | undefined {
    return this.context.attributes[this.store.opProperties[this.id]!];
  }

  get discardableAttrs(): Attribute | undefined {
    return this.context.attributes[this.store.opAttributes[this.id]!];
  }

  operands(group: string): readonly number[] {
    const { first, count } = operandGroup(this.store, this.id, this.name, this.name.operandGroup(group));
    return Array.from({ length: count }, (_, i) => this.store.operandValue[first + i]!);
  }

  results(): readonly number[] {
    const first = this.store.opFirstResult[this.id]!;
    return Array.from({ length: this.store.opResultCount[this.id]! }, (_, i) => first + i);
  }

  successors(): readonly number[] {
    const { opFirstSuccessor, opSuccessorCount, successorBlock } = this.store;
    return [...successorBlock.subarray(opFirstSuccessor[this.id]!).subarray(0, opSuccessorCount[this.id]!)];
  }

  get nextRegion(): number {
    const frame = this.open.at(-1);
    return frame?.op === this.id ? frame.nextRegion : 0;
  }

  regions(): readonly number[] {
    return regionsOf(this.store, this.id);
  }

  regionArguments(region: number): readonly number[] {
    const { store } = this;
    const entry = store.regionFirstBlock[region]!;
    if (entry === 0) return [];
    const first = store.blockFirstArgument[entry]!;
    return Array.from({ length: store.blockArgumentCount[entry]! }, (_, i) => first + i);
  }
}
