import type { Instruction, Program, RegionStyle } from "../assembly/instruction.ts";
import type { Type } from "../attributes/attribute.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { getAttribute } from "../store/attributes.ts";
import { operandGroup, regionAt, resultRange } from "../store/groups.ts";
import type { Range } from "../store/groups.ts";
import { byteStringOf, bytesOf } from "../text/bytes.ts";
import { AssemblyWriter } from "./assembly-writer.ts";
import type { OpenFormat, OpenOperation } from "./open-operation.ts";

/** Prints operations by their assembly formats. */
export class CustomPrinter extends AssemblyWriter {
  /** Bytes of operation names, with and without the dialect. */
  readonly #fullNames: Uint8Array[] = [];
  readonly #shortNames: Uint8Array[] = [];
  readonly #literals = new Map<string, Uint8Array>();

  /** Prints an operation up to its first region or its end. Returns false if the operation has no custom form. */
  print(op: number, indent: number): boolean {
    const name = this.host.context.names[this.store.opName[op]!]!;
    const { program } = name;
    if (program === undefined) return false;
    this.#writeName(name);
    this.select(op, name, indent);
    this.#run(program, 0, undefined);
    return true;
  }

  /**
   * Writes the operation name. Omits the default dialect, unless the rest of the name contains a dot and would look
   * like a name with a dialect.
   */
  #writeName(name: OperationName): void {
    const { open, out } = this.host;
    const defaultDialect = open.length === 0 ? "builtin" : open[open.length - 1]!.defaultDialect;
    if (name.dialect === defaultDialect && !name.mnemonic.includes(".")) {
      out.write((this.#shortNames[name.id] ??= bytesOf(name.mnemonic)));
    } else out.write((this.#fullNames[name.id] ??= bytesOf(byteStringOf(name.text))));
  }

  /** Continues to print an operation after the `}` of a region. */
  resume(frame: OpenOperation, custom: OpenFormat): void {
    const name = this.host.context.names[this.store.opName[frame.op]!]!;
    this.select(frame.op, name, frame.indent);
    this.#run(custom.program, custom.counter, frame);
  }

  #run(program: Program, start: number, frame: OpenOperation | undefined): void {
    const { out } = this.host;
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
          this.#range(this.#operands(instruction.group));
          break;
        case "type":
          this.#groupTypes(instruction);
          break;
        case "attr-dict":
          this.attributesOf(program, instruction.withKeyword, []);
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
    this.host.endLocation(this.id);
    if (frame !== undefined) this.host.closeFrame();
    else if (this.store.opFirstRegion[this.id] !== 0 && this.host.open.length > 0) out.byte(10);
  }

  #rare(instruction: Instruction): void {
    const { out, store } = this.host;
    switch (instruction.kind) {
      case "newline":
        return this.newline();
      case "space":
        return out.byte(32);
      case "operands":
        return this.#range(this.#operands(-1));
      case "operand-types":
        return this.types(this.#typesOf(this.#operands(-1)));
      case "result-types":
        return this.types(this.results().map((value) => this.typeOf(value)));
      case "functional-type":
        return this.#functionalType(instruction.group);
      case "successor":
        return this.block(store.successorBlock[store.opFirstSuccessor[this.id]! + instruction.index]!);
      case "successors":
        return this.host.successors(this.id);
      default:
    }
  }

  #literal(text: string): Uint8Array {
    let bytes = this.#literals.get(text);
    if (bytes === undefined) this.#literals.set(text, (bytes = bytesOf(text)));
    return bytes;
  }

  /** Returns the operands of a group, or all operands if `group` is negative. */
  #operands(group: number): Range {
    const { id, name } = this;
    if (group >= 0) return operandGroup(this.store, id, name, group);
    return { first: this.store.opFirstOperand[id]!, count: this.store.opOperandCount[id]! };
  }

  #range({ first, count }: Range): void {
    this.host.operands(first, count);
  }

  #typesOf({ first, count }: Range): Type[] {
    return Array.from({ length: count }, (_, i) => this.typeOf(this.store.operandValue[first + i]!));
  }

  #groupTypes({ of, group }: Extract<Instruction, { kind: "type" }>): void {
    if (of === "operand") {
      const range = this.#operands(group);
      if (range.count === 1) this.type(this.typeOf(this.store.operandValue[range.first]!));
      else this.types(this.#typesOf(range));
      return;
    }
    const { first, count } = resultRange(this.store, this.id, this.name, group);
    for (let i = 0; i < count; i++) {
      if (i !== 0) this.host.comma();
      this.type(this.typeOf(first + i));
    }
  }

  #functionalType(group: number): void {
    this.write("(");
    this.types(this.#typesOf(this.#operands(group)));
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

  #isPresent(anchor: Instruction): boolean {
    const { id, name } = this;
    switch (anchor.kind) {
      case "operand":
      case "type":
        if (anchor.kind === "operand" || anchor.of === "operand") return this.#operands(anchor.group).count > 0;
        return this.store.opResultCount[id] !== 0;
      case "result-types":
        return this.store.opResultCount[id] !== 0;
      case "attribute":
      case "unit-attribute": {
        const attribute = getAttribute(this.store, id, anchor.name);
        return attribute !== undefined && attribute !== name.elided(anchor.name);
      }
      case "region": {
        const region = regionAt(this.store, id, anchor.index);
        return region !== 0 && this.store.regionFirstBlock[region] !== 0;
      }
      case "successors":
        return this.store.opSuccessorCount[id] !== 0;
      case "directive":
        return anchor.directive.isPresent?.(this) ?? true;
      default:
        return true;
    }
  }

  #hasNextRegion(frame: OpenOperation | undefined, first: number): boolean {
    return regionAt(this.store, this.id, Math.max(frame?.custom?.nextRegion ?? 0, first)) !== 0;
  }

  #region(
    { index, repeats, style }: Extract<Instruction, { kind: "region" }>,
    place: { readonly program: Program; readonly counter: number },
    known: OpenOperation | undefined,
  ): void {
    const custom: OpenFormat = known?.custom ?? { program: place.program, counter: 0, nextRegion: 0 };
    custom.counter = place.counter;
    const number = repeats ? Math.max(custom.nextRegion, index) : index;
    const region = regionAt(this.store, this.id, number);
    custom.nextRegion = Math.max(custom.nextRegion, number + 1);
    const frame = known ?? this.host.openFrame(this.id, this.indent, custom);
    this.host.beginRegion(frame, region, {
      hidesArguments: style.hidesArguments,
      hidesTerminator: this.#hidesTerminator(style, region),
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
}
