import { printEntries } from "../assembly/directive.ts";
import type { AssemblyPrinter } from "../assembly/directive.ts";
import type { Program } from "../assembly/instruction.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { entriesOf } from "../attributes/parts.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { getAttribute } from "../store/attributes.ts";
import { operandGroup, regionsOf } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { symbolText } from "../text/bytes.ts";
import type { FormatHost } from "./open-operation.ts";

/** Printer for the directives and instructions of an assembly format. */
export class AssemblyWriter implements AssemblyPrinter {
  readonly store: Store;
  protected readonly host: FormatHost;
  /** The operation that is being printed. */
  id = 0;
  name!: OperationName;
  indent = 0;

  constructor(host: FormatHost) {
    this.host = host;
    this.store = host.store;
  }

  select(op: number, name: OperationName, indent: number): void {
    this.id = op;
    this.name = name;
    this.indent = indent;
  }

  write(text: string): void {
    this.host.out.text(text);
  }

  newline(): void {
    this.host.out.byte(10);
    this.host.out.spaces(this.indent);
  }

  type(type: Type): void {
    this.host.type(type);
  }

  types(types: readonly Type[]): void {
    for (let i = 0; i < types.length; i++) {
      if (i !== 0) this.host.comma();
      this.host.type(types[i]!);
    }
  }

  typeOf(value: number): Type {
    return this.host.context.types[this.store.valueType[value]!]!;
  }

  attribute(attribute: Attribute): void {
    this.host.attribute(attribute.id);
  }

  attributeWithoutType(attribute: Attribute): void {
    this.host.attribute(attribute.id, false);
  }

  symbolName(name: Attribute): void {
    if (name.data.kind !== "string") return;
    this.host.out.byte(64);
    this.write(symbolText(name.data.value));
  }

  value(value: number): void {
    this.host.value(value);
  }

  values(values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) {
      if (i !== 0) this.host.comma();
      this.host.value(values[i]!);
    }
  }

  block(block: number): void {
    this.host.blockName(block);
  }

  attributes(options: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] } = {}): void {
    this.attributesOf(this.name.program!, options.withKeyword ?? false, options.hidden ?? []);
  }

  /**
   * Writes the attributes that the format does not write elsewhere, sorted by name. Omits attributes that have their
   * default values.
   */
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
    if (this.host.debugInfo) this.host.location(this.store.valueLocation[value]!, false);
  }

  getAttr(name: string): Attribute | undefined {
    return getAttribute(this.store, this.id, name);
  }

  get properties(): Attribute | undefined {
    return this.host.context.attributes[this.store.opProperties[this.id]!];
  }

  get discardableAttrs(): Attribute | undefined {
    return this.host.context.attributes[this.store.opAttributes[this.id]!];
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
    const frame = this.host.open.at(-1);
    return frame?.op === this.id ? (frame.custom?.nextRegion ?? 0) : 0;
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
