import type { Instruction, Program } from "../assembly/instruction.ts";
import type { Type } from "../attributes/attribute.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { threwIn } from "../dialect-errors.ts";
import { traitBit } from "../dialects/traits.ts";
import { helpForUnknown } from "../dialects/unknown-operation.ts";
import { insertBlock, insertOp } from "../store/edit.ts";
import { LOCATION_POSITION } from "../store/store.ts";
import { AssemblyReader } from "./assembly-reader.ts";
import { CustomOperation } from "./custom-operation.ts";
import type { OpenOperation } from "./custom-operation.ts";
import { finishOperation } from "./finish-operation.ts";
import { byteClass, CLASS_WORD } from "./reader.ts";

const USE_GENERIC_FORM =
  "generic form can be read of any operation: write the text with mlir-opt --mlir-print-op-generic, or register the dialect";

/** Parses operations in custom form by their formats (`parseCustomOperation` in `mlir/lib/AsmParser/Parser.cpp`). */
export class CustomParser extends AssemblyReader {
  readonly #singletons: (readonly number[])[] = [];
  /** State objects of finished operations, for reuse by later operations. */
  readonly #free: CustomOperation[] = [];

  /** Parses an operation from its name up to its first region or its end. */
  parse(block: number, resultBase: number, defaultDialect: string): void {
    const { reader, store, context } = this.host;
    const { at } = reader;
    // The lexer reads an integer type, such as `i32`, as a different token than an operation name.
    const nameId = isIntegerType(reader.bytes, at) ? 0 : this.host.spellings.customName(defaultDialect);
    if (nameId === 0) reader.failExpected("expected operation name in quotes");
    const name = context.names[nameId]!;
    const program = name.program ?? this.#refuse(name, at);
    const op = store.newOp(nameId);
    store.opLocation[op] = (at << 2) | LOCATION_POSITION;
    const custom = this.#free.pop() ?? new CustomOperation();
    custom.begin(name, program, op, block, at, resultBase);
    custom.operandBase = this.host.pending.top;
    this.#run(custom, undefined);
  }

  #refuse(name: OperationName, at: number): never {
    const { reader, context } = this.host;
    const written = reader.source.slice(at, reader.at);
    const also = written === name.text ? "" : ` (tried '${name.text}' as well)`;
    if (name.isRegistered) {
      reader.fail(`custom op '${name.text}' has no custom assembly form`, at, [], [USE_GENERIC_FORM]);
    }
    if (context.findDialect(name.dialect) === undefined) {
      const known = context.dialects.map((dialect) => dialect.name).sort();
      const message = `Available dialects: ${known.join(", ")} ; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management`;
      const problem = `Dialect \`${name.dialect}' not found for custom op '${written}' ${also}`;
      reader.fail(problem, at, [{ message }], [USE_GENERIC_FORM]);
    }
    const help = helpForUnknown(context, name.text, USE_GENERIC_FORM);
    return reader.fail(`custom op '${written}' is unknown${also}`, at, [], [help]);
  }

  /** Continues to parse an operation after the `}` of a region. */
  resume(frame: OpenOperation, custom: CustomOperation): void {
    const { name } = custom;
    const mayHaveEmptyBlock = name.hasTrait("NoTerminator") && name.hasTrait("SingleBlock");
    if (name.terminator !== 0 && !custom.isRepeatedRegion) this.#ensureTerminator(frame, custom, name.terminator);
    else if (mayHaveEmptyBlock && this.host.store.regionFirstBlock[frame.region] === 0)
      this.host.regions.addBlock(frame);
    this.#run(custom, frame);
  }

  /** Adds the implied terminator of a region if it is missing (`SingleBlockImplicitTerminator::ensureTerminator`). */
  #ensureTerminator(frame: OpenOperation, custom: CustomOperation, terminator: number): void {
    const { store, regions } = this.host;
    const block = store.regionFirstBlock[frame.region] || regions.addBlock(frame);
    const last = store.blockLastOp[block]!;
    if (last !== 0 && (store.nameOf(last).traitBits & traitBit.Terminator) !== 0) return;
    const op = store.newOp(terminator);
    store.opLocation[op] = store.opLocation[custom.op]!;
    insertOp(store, op, block, 0);
    this.host.normalize(op);
    if (store.context.names[terminator]!.definition?.regions !== 1) return;
    const inner = store.newRegion(op);
    store.opFirstRegion[op] = inner;
    insertBlock(store, store.newBlock(), inner, 0);
  }

  /** Executes the format up to the next region or the end. `frame` is set if the operation already has regions. */
  #run(custom: CustomOperation, frame: OpenOperation | undefined): void {
    this.custom = custom;
    try {
      this.#execute(custom, frame);
    } catch (thrown) {
      throw threwIn("a function in the definition", this.host.store, custom.op, thrown);
    }
  }

  #execute(custom: CustomOperation, frame: OpenOperation | undefined): void {
    const { instructions } = custom.program;
    while (custom.counter < instructions.length) {
      const instruction = instructions[custom.counter++]!;
      switch (instruction.kind) {
        case "operand":
          if (instruction.many === undefined) this.operand(instruction.group);
          else if (instruction.many === "optional") this.optionalOperand(instruction.group);
          else this.operandList(instruction.group);
          break;
        case "literal":
          this.literal(instruction.text, instruction.isWord);
          break;
        case "type":
          this.#type(custom, instruction);
          break;
        case "attr-dict":
          this.parseOptionalAttributes(instruction);
          break;
        case "attribute":
          this.#attribute(instruction);
          break;
        case "optional":
        case "repeat":
          if (!this.#isNext(custom.program, instruction.first)) custom.counter = instruction.otherwise;
          break;
        case "jump":
          custom.counter = instruction.target;
          break;
        case "directive":
          instruction.directive.parse(this);
          break;
        case "region":
          custom.regionOrder.push(instruction.index);
          custom.isRepeatedRegion = instruction.repeats;
          this.#region(custom, frame);
          return;
        case "unit-attribute":
          this.setAttribute(instruction.name, this.host.context.internAttribute({ kind: "unit" }));
          break;
        default:
          this.#rare(custom, instruction);
      }
    }
    if (frame !== undefined) this.host.open.pop();
    finishOperation(this.host, custom);
    this.#free.push(custom);
  }

  #rare(custom: CustomOperation, instruction: Instruction): void {
    const { spellings, context } = this.host;
    switch (instruction.kind) {
      case "operands":
        this.operandList(0);
        custom.listsOperands = true;
        break;
      case "operand-types":
        custom.allOperandTypes = custom.operandBase === this.host.pending.top ? [] : this.typeIdList();
        break;
      case "result-types":
        custom.allResultTypes = this.typeIdList();
        break;
      case "functional-type": {
        const { data } = context.types[spellings.functionType()]!;
        if (data.kind !== "function") break;
        const inputs = data.inputs.map((type) => type.id);
        if (instruction.group < 0) custom.allOperandTypes = inputs;
        else custom.operandTypes[instruction.group] = inputs;
        custom.allResultTypes = data.results.map((type) => type.id);
        break;
      }
      case "empty-region":
        custom.regionOrder.push(instruction.index);
        this.addEmptyRegion();
        break;
      case "successor":
        this.parseSuccessor(instruction.later);
        break;
      case "successors":
        do this.parseSuccessor();
        while (this.reader.take(","));
        break;
      default:
        break;
    }
  }

  #type(custom: CustomOperation, { of, group, many, kinds }: Extract<Instruction, { kind: "type" }>): void {
    const at = kinds === undefined ? 0 : this.getLocation();
    const types = many === "variadic" ? this.typeIdList() : this.#alone(this.host.spellings.type());
    if (kinds !== undefined && many !== "variadic") this.#checkKind(types[0]!, kinds, at);
    if (of === "operand") custom.operandTypes[group] = types;
    else custom.resultTypes[group] = types;
  }

  /** Fails if `kinds` does not contain the kind of a type (`AsmParser::parseType`). */
  #checkKind(id: number, kinds: readonly Type["kind"][], at: number): void {
    const type = this.context.types[id]!;
    if (kinds.includes(type.kind)) return;
    const expected = kinds.length === 1 ? `: expected builtin.${kinds[0]}, but found '${type.byteText}'` : "";
    this.fail(`invalid kind of type specified${expected}`, at);
  }

  #alone(type: number): readonly number[] {
    return (this.#singletons[type] ??= [type]);
  }

  #attribute({ name, format }: Extract<Instruction, { kind: "attribute" }>): void {
    this.attributeName = name;
    const at = this.getLocation();
    const attribute = format === undefined ? this.parseAttribute() : format.parse(this);
    const op = this.custom.name;
    if (!op.canStore(name, attribute))
      this.host.reader.fail(`custom op '${op.text}' invalid kind of attribute specified`, at, [], op.helpFor(name));
    this.setAttribute(name, attribute);
  }

  /** Returns whether the next token can start the text of the instruction. Does not consume the token. */
  #isNext(program: Program, index: number): boolean {
    const first = program.instructions[index]!;
    switch (first.kind) {
      case "literal":
        return this.isLiteral(first.text, first.isWord);
      case "operand":
      case "operands":
        return this.peek() === 37;
      case "region":
        return this.peek() === 123;
      case "successor":
      case "successors":
        return this.peek() === 94;
      case "attribute":
        return first.format?.starts?.(this) ?? false;
      case "directive":
        return first.directive.starts?.(this) ?? true;
      case "space":
      case "newline":
        return this.#isNext(program, index + 1);
      default:
        return true;
    }
  }

  #region(custom: CustomOperation, known: OpenOperation | undefined): void {
    const host = this.host;
    custom.regionAt = this.getLocation();
    const frame = known ?? host.openFrame(custom, custom);
    host.regions.openRegion(frame);
    const { entryArguments } = custom;
    if (entryArguments.length === 0) return;
    custom.entryArguments = [];
    host.regions.addEntryArguments(host.regions.addBlock(frame), entryArguments);
    if (host.reader.next() === 94) host.reader.fail("invalid block name in region with named arguments");
  }
}

/** Returns whether the next token is an integer type, such as `i32`, `si8` or `ui1`. */
function isIntegerType(bytes: Uint8Array, start: number): boolean {
  let at = start;
  if (bytes[at] === 115 || bytes[at] === 117) at++;
  if (bytes[at++] !== 105) return false;
  const digits = at;
  while (bytes[at]! >= 48 && bytes[at]! <= 57) at++;
  return at > digits && byteClass[bytes[at]!] !== CLASS_WORD;
}
