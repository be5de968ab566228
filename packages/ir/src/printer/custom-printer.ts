import type { Instruction, RegionStyle } from "../assembly/instruction.ts";
import type { Type } from "../attributes/attribute.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { getAttribute } from "../store/attributes.ts";
import { operandGroup, regionAt, resultGroup } from "../store/groups.ts";
import type { Range } from "../store/groups.ts";
import { byteStringOf, bytesOf } from "../text/bytes.ts";
import { AssemblyWriter } from "./assembly-writer.ts";
import type { OpenOperation } from "./assembly-writer.ts";

export abstract class CustomPrinter extends AssemblyWriter {
  /** Bytes of operation names, with and without the dialect. */
  readonly #fullNames: Uint8Array[] = [];
  readonly #shortNames: Uint8Array[] = [];
  readonly #literals = new Map<string, Uint8Array>();

  /** Writes the `{` of a region, and starts the region. `style` is `undefined` in generic form. */
  protected abstract beginRegion(frame: OpenOperation, region: number, style?: RegionStyle): void;

  /** Prints an operation up to its first region or its end. Returns false if the operation has no custom form. */
  protected printCustom(op: number, indent: number): boolean {
    const name = this.context.names[this.store.opName[op]!]!;
    if (name.program === undefined) return false;
    this.#writeName(name);
    this.#run(op, indent, undefined);
    return true;
  }

  /** Omits the default dialect, unless the rest of the name contains a dot and would look like a full name. */
  #writeName(name: OperationName): void {
    const { open, out } = this;
    const defaultDialect = open.length === 0 ? "builtin" : open[open.length - 1]!.defaultDialect;
    if (name.dialect === defaultDialect && !name.mnemonic.includes(".")) {
      out.write((this.#shortNames[name.id] ??= bytesOf(name.mnemonic)));
    } else out.write((this.#fullNames[name.id] ??= bytesOf(byteStringOf(name.text))));
  }

  /** Continues to print an operation after the `}` of a region. */
  protected resume(frame: OpenOperation): void {
    this.#run(frame.op, frame.indent, frame);
  }

  #run(op: number, indent: number, frame: OpenOperation | undefined): void {
    const { out } = this;
    this.id = op;
    this.name = this.context.names[this.store.opName[op]!]!;
    this.indent = indent;
    const program = this.name.program!;
    const { instructions } = program;
    let counter = frame?.counter ?? 0;
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
          this.#region(instruction, counter, frame);
          return;
        case "repeat":
          if (regionAt(this.store, op, Math.max(this.nextRegion, instruction.region)) === 0)
            counter = instruction.otherwise;
          break;
        default:
          this.#rare(instruction);
      }
    }
    this.endLocation(op);
    if (frame !== undefined) this.closeFrame();
    else if (this.store.opFirstRegion[op] !== 0 && this.open.length > 0) out.byte(10);
  }

  /** Prints the location of an operation, and the comment with the users of its results. */
  protected endLocation(op: number): void {
    if (this.debugInfo) this.location(this.store.opLocation[op]!, true);
    this.users?.afterOperation(op);
  }

  protected openFrame(op: number, indent: number): OpenOperation {
    const defaultDialect = this.store.nameOf(op).definition?.defaultDialect ?? "";
    const frame = { op, indent, counter: 0, nextRegion: 0, defaultDialect, region: 0, block: 0, next: 0, hidden: 0 };
    this.open.push(frame);
    return frame;
  }

  /** Removes the last operation with regions from `open`, and writes the line end if the operation is nested. */
  protected closeFrame(): void {
    this.open.pop();
    if (this.open.length > 0) this.out.byte(10);
  }

  #rare(instruction: Instruction): void {
    const { out, store } = this;
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
        return this.types(this.#resultTypes());
      case "functional-type":
        return this.#functionalType(instruction.group);
      case "successor":
        return this.block(store.successorBlock[store.opFirstSuccessor[this.id]! + instruction.index]!);
      case "successors":
        return this.printSuccessors(this.id);
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
    this.printOperands(first, count);
  }

  #typesOf({ first, count }: Range): Type[] {
    return Array.from({ length: count }, (_, i) => this.typeOf(this.store.operandValue[first + i]!));
  }

  #resultTypes(): Type[] {
    return this.results().map((value) => this.typeOf(value));
  }

  #groupTypes({ of, group }: Extract<Instruction, { kind: "type" }>): void {
    if (of === "operand") {
      const range = this.#operands(group);
      if (range.count === 1) this.type(this.typeOf(this.store.operandValue[range.first]!));
      else this.types(this.#typesOf(range));
      return;
    }
    const { first, count } = resultGroup(this.store, this.id, this.name, group);
    for (let i = 0; i < count; i++) {
      if (i !== 0) this.comma();
      this.type(this.typeOf(first + i));
    }
  }

  #functionalType(group: number): void {
    this.write("(");
    this.types(this.#typesOf(this.#operands(group)));
    this.write(") -> ");
    const results = this.#resultTypes();
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
        return resultGroup(this.store, id, name, anchor.group).count > 0;
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

  #region(
    { index, repeats, style }: Extract<Instruction, { kind: "region" }>,
    counter: number,
    frame: OpenOperation = this.openFrame(this.id, this.indent),
  ): void {
    const number = repeats ? Math.max(frame.nextRegion, index) : index;
    frame.counter = counter;
    frame.nextRegion = Math.max(frame.nextRegion, number + 1);
    this.beginRegion(frame, regionAt(this.store, this.id, number), style);
  }
}
