import { type AssemblyPrinter } from "../assembly/assembly-printer.ts";
import { type Anchor, type Instruction, type Program, type RegionStyle } from "../assembly/instruction.ts";
import { type Attribute, findEntry, type NamedAttribute, renderUntyped } from "../attributes/attribute.ts";
import { type Type } from "../attributes/type.ts";
import { type OperationName } from "../dialects/operation-name.ts";
import { Operation } from "../operation.ts";
import { getAttribute } from "../store/attributes.ts";
import { operandGroup, type Range, regionsOf, resultRange } from "../store/groups.ts";
import { type Store } from "../store/store.ts";
import { byteStringOf, bytesOf, keywordOrString } from "../text/bytes.ts";
import { type OpenOperation, type OperationPrinter } from "./operation-printer.ts";

/** How far the format of an operation with regions was written. */
export interface OpenFormat {
  readonly program: Program;
  counter: number;
  /** The next region of a group that repeats. */
  nextRegion: number;
}

const BEFORE_TYPE = bytesOf(" : ");

/** Writes operations by their assembly formats, and is what directives write with. */
export class CustomPrinter implements AssemblyPrinter {
  readonly store: Store;
  readonly #host: OperationPrinter;
  id = 0;
  #name!: OperationName;
  #indent = 0;
  /** Names as they are written: with the dialect, and without. */
  readonly #fullNames: Uint8Array[] = [];
  readonly #shortNames: Uint8Array[] = [];
  readonly #literals = new Map<string, Uint8Array>();

  constructor(host: OperationPrinter) {
    this.#host = host;
    this.store = host.store;
  }

  /** Writes all of an operation, or up to its first region; false if it has no custom form. */
  print(op: number, indent: number): boolean {
    const name = this.#host.context.names[this.store.opName[op]!]!;
    const { program } = name;
    if (program === undefined) return false;
    this.#writeName(name);
    if (this.#printPlain(op, name)) return true;
    this.#select(op, name, indent);
    this.#run(program, 0, undefined);
    return true;
  }

  /** ` %a, %b : type`, where that is all there is to write (see plain-format.ts). */
  #printPlain(op: number, name: OperationName): boolean {
    const { store } = this;
    const { opFirstOperand, opFirstResult, opOperandCount, opProperties, opAttributes, operandValue, valueType } =
      store;
    const count = opOperandCount[op]!;
    if (count !== name.plainOperands || opAttributes[op] !== 0 || opProperties[op] !== name.plainProperties)
      return false;
    const host = this.#host;
    const { out } = host;
    const first = opFirstOperand[op]!;
    for (let i = 0; i < count; i++) {
      if (i > 0) out.byte(44);
      out.byte(32);
      host.value(operandValue[first + i]!);
    }
    out.write(BEFORE_TYPE);
    host.type(host.context.types[valueType[opFirstResult[op]!]!]!);
    host.endLocation(op);
    return true;
  }

  #select(op: number, name: OperationName, indent: number): void {
    this.id = op;
    this.#name = name;
    this.#indent = indent;
  }

  /** Without its dialect where that goes without saying, unless what is left could be taken for a dialect. */
  #writeName(name: OperationName): void {
    const { open, out } = this.#host;
    const defaultDialect = open.length === 0 ? "builtin" : open[open.length - 1]!.defaultDialect;
    if (name.dialect === defaultDialect && !name.mnemonic.includes(".")) {
      out.write((this.#shortNames[name.id] ??= bytesOf(name.mnemonic)));
    } else out.write((this.#fullNames[name.id] ??= bytesOf(byteStringOf(name.text))));
  }

  /** Behind the `}` of a region. */
  resume(frame: OpenOperation, custom: OpenFormat): void {
    const name = this.#host.context.names[this.store.opName[frame.op]!]!;
    this.#select(frame.op, name, frame.indent);
    this.#run(custom.program, custom.counter, frame);
  }

  #run(program: Program, start: number, frame: OpenOperation | undefined): void {
    const { out } = this.#host;
    const { instructions } = program;
    let counter = start;
    while (counter < instructions.length) {
      const instruction = instructions[counter++]!;
      if (instruction.spaceBefore) out.byte(32);
      switch (instruction.kind) {
        case "literal":
          out.write(this.#literal(instruction.text));
          break;
        case "operand":
          this.#range(operandGroup(this.store, this.id, this.#name, instruction.group));
          break;
        case "type":
          this.#groupTypes(instruction);
          break;
        case "attr-dict":
          this.#attributes(program, instruction.withKeyword, []);
          break;
        case "attribute":
          this.#formatted(instruction);
          break;
        case "optional":
          if (!this.#isPresent(instruction.anchor)) counter = instruction.otherwise;
          break;
        case "jump":
          counter = instruction.target;
          break;
        case "directive":
          instruction.directive.print(this);
          break;
        case "region":
          this.#region(instruction, { program, counter }, frame);
          return;
        case "repeat":
          if (!this.#hasNextRegion(frame, instruction.region)) counter = instruction.otherwise;
          break;
        default:
          this.#rare(instruction);
      }
    }
    this.#host.endLocation(this.id);
    if (frame !== undefined) this.#host.closeFrame();
    else if (this.store.opFirstRegion[this.id] !== 0 && this.#host.open.length > 0) out.byte(10);
  }

  #rare(instruction: Instruction): void {
    const { out } = this.#host;
    const { store, id } = this;
    switch (instruction.kind) {
      case "newline":
        return this.newline();
      case "space":
        return out.byte(32);
      case "operands":
        return this.#range({ first: store.opFirstOperand[id]!, count: store.opOperandCount[id]! });
      case "operand-types":
        return this.types(this.#typesOf({ first: store.opFirstOperand[id]!, count: store.opOperandCount[id]! }));
      case "result-types":
        return this.types(this.results().map((value) => this.typeOf(value)));
      case "functional-type":
        return this.#functionalType(instruction.group);
      case "successor":
        return this.block(store.successorBlock[store.opFirstSuccessor[id]! + instruction.index]!);
      case "successors":
        return this.successors().forEach((block, i) => {
          if (i > 0) this.#host.comma();
          this.block(block);
        });
      default:
    }
  }

  #literal(text: string): Uint8Array {
    let bytes = this.#literals.get(text);
    if (bytes === undefined) this.#literals.set(text, (bytes = bytesOf(text)));
    return bytes;
  }

  #range({ first, count }: Range): void {
    const { operandValue } = this.store;
    for (let i = 0; i < count; i++) {
      if (i !== 0) this.#host.comma();
      this.#host.value(operandValue[first + i]!);
    }
  }

  #typesOf({ first, count }: Range): Type[] {
    return Array.from({ length: count }, (_, i) => this.typeOf(this.store.operandValue[first + i]!));
  }

  #groupTypes({ of, group }: Extract<Instruction, { kind: "type" }>): void {
    const { store } = this;
    if (of === "operand") {
      const { first, count } = operandGroup(store, this.id, this.#name, group);
      if (count === 1) this.type(this.typeOf(store.operandValue[first]!));
      else this.types(this.#typesOf({ first, count }));
      return;
    }
    const { first, count } = resultRange(store, this.id, this.#name, group);
    for (let i = 0; i < count; i++) {
      if (i !== 0) this.#host.comma();
      this.type(this.typeOf(first + i));
    }
  }

  #functionalType(group: number): void {
    this.write("(");
    const all = { first: this.store.opFirstOperand[this.id]!, count: this.store.opOperandCount[this.id]! };
    this.types(this.#typesOf(group < 0 ? all : operandGroup(this.store, this.id, this.#name, group)));
    this.write(") -> ");
    const results = this.results().map((value) => this.typeOf(value));
    const isBare = results.length === 1 && results[0]!.data.kind !== "function";
    if (!isBare) this.write("(");
    this.types(results);
    if (!isBare) this.write(")");
  }

  #formatted({ name, format }: Extract<Instruction, { kind: "attribute" }>): void {
    const attribute = getAttribute(this.store, this.id, name);
    if (attribute === undefined) this.write("<<NULL ATTRIBUTE>>");
    else if (format === undefined) this.attribute(attribute);
    else format.print(this, attribute);
  }

  #isPresent(anchor: Anchor): boolean {
    switch (anchor.kind) {
      case "operand":
        return operandGroup(this.store, this.id, this.#name, anchor.group).count > 0;
      case "result":
        return this.store.opResultCount[this.id] !== 0;
      case "attribute": {
        const attribute = getAttribute(this.store, this.id, anchor.name);
        return attribute !== undefined && attribute !== this.#defaultOf(anchor.name);
      }
      case "region": {
        const region = regionsOf(this.store, this.id)[anchor.index];
        return region !== undefined && this.store.regionFirstBlock[region] !== 0;
      }
      case "successors":
        return this.store.opSuccessorCount[this.id] !== 0;
      case "directive":
        return anchor.directive.isPresent?.(this) ?? true;
    }
  }

  #defaultOf(name: string): Attribute | undefined {
    return this.#name.elided(name);
  }

  #hasNextRegion(frame: OpenOperation | undefined, first: number): boolean {
    return regionsOf(this.store, this.id).length > Math.max(frame?.custom?.nextRegion ?? 0, first);
  }

  #region(
    { index, repeats, style }: Extract<Instruction, { kind: "region" }>,
    place: { readonly program: Program; readonly counter: number },
    known: OpenOperation | undefined,
  ): void {
    const regions = regionsOf(this.store, this.id);
    const custom: OpenFormat = known?.custom ?? { program: place.program, counter: 0, nextRegion: 0 };
    custom.counter = place.counter;
    const number = repeats ? Math.max(custom.nextRegion, index) : index;
    const region = regions[number] ?? 0;
    custom.nextRegion = Math.max(custom.nextRegion, number + 1);
    const frame = known ?? this.#host.openFrame(this.id, this.#indent, custom);
    this.#host.beginRegion(frame, region, {
      hidesArguments: style.hidesArguments,
      hidesTerminator: this.#hidesTerminator(style, region),
      showsEmptyBlock: false,
    });
  }

  #hidesTerminator({ terminator }: RegionStyle, region: number): boolean {
    const { store } = this;
    if (terminator === "written") return false;
    if (terminator === "elided-without-results") return store.opResultCount[this.id] === 0;
    const last = store.blockLastOp[store.regionFirstBlock[region]!]!;
    if (last === 0) return false;
    return (
      store.opProperties[last] === 0 &&
      store.opAttributes[last] === 0 &&
      store.opOperandCount[last] === 0 &&
      store.opResultCount[last] === 0
    );
  }

  // What directives write with.

  get operation(): Operation {
    return Operation.of(this.store, this.id);
  }

  write(text: string): void {
    this.#host.out.text(text);
  }

  newline(): void {
    this.#host.out.byte(10);
    this.#host.out.spaces(this.#indent);
  }

  type(type: Type): void {
    this.#host.type(type);
  }

  types(types: readonly Type[]): void {
    for (let i = 0; i < types.length; i++) {
      if (i !== 0) this.#host.comma();
      this.#host.type(types[i]!);
    }
  }

  typeOf(value: number): Type {
    return this.#host.context.types[this.store.valueType[value]!]!;
  }

  attribute(attribute: Attribute): void {
    this.#host.attribute(attribute.id);
  }

  attributeWithoutType(attribute: Attribute): void {
    const text = renderUntyped(attribute, this.#host.aliases.renderer.elements);
    if (text === undefined) this.attribute(attribute);
    else this.write(text);
  }

  symbolName(name: Attribute): void {
    if (name.data.kind === "string") this.write(`@${keywordOrString(name.data.value)}`);
  }

  value(value: number): void {
    this.#host.value(value);
  }

  values(values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) {
      if (i !== 0) this.#host.comma();
      this.#host.value(values[i]!);
    }
  }

  block(block: number): void {
    this.#host.blockName(block);
  }

  attributes(options: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] } = {}): void {
    this.#attributes(this.#name.program!, options.withKeyword ?? false, options.hidden ?? []);
  }

  /** The attributes that the format does not write and that are not what they would be anyway, sorted by name. */
  #attributes(program: Program, withKeyword: boolean, hidden: readonly string[]): void {
    const { store, id } = this;
    const discardable = store.opAttributes[id]!;
    if (discardable === 0 && this.#name.unboundAttributes === 0) return;
    const { context } = this.#host;
    const shown: NamedAttribute[] = [];
    for (const dictionary of [store.opProperties[id]!, discardable]) {
      const data = context.attributes[dictionary]?.data;
      if (data?.kind !== "dictionary") continue;
      for (const entry of data.entries) {
        const { name, value } = entry;
        if (!program.bound.has(name) && !hidden.includes(name) && value !== this.#defaultOf(name)) shown.push(entry);
      }
    }
    if (shown.length === 0) return;
    shown.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.write(withKeyword ? " attributes {" : " {");
    shown.forEach(({ name, value }, i) => {
      if (i > 0) this.#host.comma();
      this.write(keywordOrString(name));
      if (value.data.kind === "unit") return;
      this.write(" = ");
      this.attribute(value);
    });
    this.write("}");
  }

  argumentLocation(value: number): void {
    if (this.#host.debugInfo) this.#host.location(this.store.valueLocation[value]!, false);
  }

  getAttr(name: string): Attribute | undefined {
    const { attributes } = this.#host.context;
    return (
      findEntry(attributes[this.store.opProperties[this.id]!], name) ??
      findEntry(attributes[this.store.opAttributes[this.id]!], name)
    );
  }

  operands(group: string): readonly number[] {
    const { first, count } = operandGroup(this.store, this.id, this.#name, this.#name.operandGroup(group));
    return Array.from({ length: count }, (_, i) => this.store.operandValue[first + i]!);
  }

  results(): readonly number[] {
    const first = this.store.opFirstResult[this.id]!;
    return Array.from({ length: this.store.opResultCount[this.id]! }, (_, i) => first + i);
  }

  successors(): readonly number[] {
    const first = this.store.opFirstSuccessor[this.id]!;
    return Array.from(
      { length: this.store.opSuccessorCount[this.id]! },
      (_, i) => this.store.successorBlock[first + i]!,
    );
  }

  get nextRegion(): number {
    const frame = this.#host.open.at(-1);
    return frame?.op === this.id ? (frame.custom?.nextRegion ?? 0) : 0;
  }

  regions(): readonly number[] {
    return regionsOf(this.store, this.id);
  }
}
