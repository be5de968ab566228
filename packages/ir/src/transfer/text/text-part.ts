import type { ArrivedText, CutText, TextAnswer } from "@passwright/core";
import { Operation } from "../../handles.ts";
import { moduleAround } from "../../parse.ts";
import { OperationParser } from "../../parser/operation-parser.ts";
import { ifParsed } from "../../parser/reader.ts";
import type { IrContext, Store } from "../../store/store.ts";
import { symbolNameOf } from "../../symbol-table-collection.ts";
import { joined } from "../../text/bytes.ts";
import { Source } from "../../text/source.ts";
import { verifyOperation } from "../../verify/verify.ts";
import { headOf } from "./cut-text.ts";
import type { CutModule, ModuleHead } from "./cut-text.ts";
import { Declarations } from "./declarations.ts";

/** Result of processing a part of a module, as printed text. */
export interface PartAnswer extends TextAnswer {
  readonly more: {
    /** The first line of the module, as printed. */
    readonly head: string;
    /** Symbols of the part before and after processing, as byte strings. */
    readonly before: readonly string[];
    readonly after: readonly string[];
    /** Symbols that were looked up in other parts, as byte strings. */
    readonly declared: readonly string[];
  };
}

/** Parses the parts of one text. */
export class TextReader {
  readonly #context: IrContext;
  readonly #cut: CutModule;
  readonly #whole: Source;
  readonly #head: ModuleHead | undefined;
  readonly #declarations: Declarations;

  constructor(context: IrContext, text: CutText) {
    this.#context = context;
    this.#cut = text as CutModule;
    this.#whole = Source.fromBytes(text.bytes, text.file, text.length);
    this.#head = headOf(context, this.#cut);
    this.#declarations = new Declarations(context, this.#cut);
  }

  /** Returns whether this reader was created for the given text. */
  isOf(text: CutText): boolean {
    return this.#cut.bytes.buffer === text.bytes.buffer && this.#cut.bodyStart === (text as CutModule).bodyStart;
  }

  read(part: number): ArrivedText<Operation> | undefined {
    const head = this.#head;
    if (head === undefined) return undefined;
    const { starts, bodyEnd } = this.#cut;
    const source = this.#whole.part(starts[part]!, starts[part + 1] ?? bodyEnd);
    return ifParsed(() => {
      const { store, block, reader } = new OperationParser(this.#context, source).parse();
      const isPlain = !reader.hasAliases && store.resources.length === 0;
      if (!isPlain || !areAlone(store, block)) return undefined;
      const module = this.#moduleAround(store, block, head);
      return new Part(store, module, block, this.#declarations).arrive();
    });
  }

  #moduleAround(store: Store, block: number, { properties, attributes, location }: ModuleHead): number {
    const context = this.#context;
    const module = moduleAround(store, block, location);
    const idOf = (text: string | undefined): number => (text === undefined ? 0 : context.parseAttribute(text).id);
    store.opProperties[module] = idOf(properties);
    store.opAttributes[module] = idOf(attributes);
    return module;
  }
}

/** Returns whether the operations of a part can be processed without the other parts. */
function areAlone(store: Store, block: number): boolean {
  let count = 0;
  for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!, count++) {
    const name = store.nameOf(op);
    const isIsolated = name.isIsolatedFromAbove || store.opFirstRegion[op] === 0;
    if (!isIsolated || !name.isRegistered || name.text === "builtin.module") return false;
    if (store.opResultCount[op] !== 0 || store.opOperandCount[op] !== 0 || store.opSuccessorCount[op] !== 0)
      return false;
  }
  return count > 0;
}

/** Part of a text. The operations of each part are parsed into a separate module. */
class Part {
  readonly #store: Store;
  readonly #module: number;
  readonly #block: number;
  readonly #declared = new Map<
    string,
    { readonly op: number; readonly properties: number; readonly attributes: number }
  >();
  #isComplete = true;

  constructor(store: Store, module: number, block: number, declarations: Declarations) {
    this.#store = store;
    this.#module = module;
    this.#block = block;
    store.findElsewhere = (table, name) => {
      if (table !== module) return 0;
      const known = this.#declared.get(name);
      if (known !== undefined) return known.op;
      const op = declarations.declare(store, block, name);
      // The symbol might exist although its declaration was not found, so the lookup might be wrong.
      if (op === 0) this.#isComplete = false;
      else this.#declared.set(name, { op, properties: store.opProperties[op]!, attributes: store.opAttributes[op]! });
      return op;
    };
  }

  arrive(): ArrivedText<Operation> | undefined {
    const store = this.#store;
    const op = Operation.of(store, this.#module);
    const before = this.#symbols();
    const around = this.#around();
    if (!this.#verify()) return undefined;
    return {
      op,
      finish: (isVerified) => {
        if (!isVerified && !this.#verify()) return undefined;
        if (!this.#isComplete || !this.#isIntact(around) || usesNumbersOfTheWhole(store)) return undefined;
        return this.#print(op, before);
      },
    };
  }

  /**
   * Verifies each operation separately instead of the whole module, because the declarations in the module must not be
   * verified.
   */
  #verify(): boolean {
    const store = this.#store;
    const ignore = (): void => undefined;
    const { blockFirstOp, opNext } = store;
    for (let op = blockFirstOp[this.#block]!; op !== 0; op = opNext[op]!) {
      if (!verifyOperation(Operation.of(store, op), { recursive: true }, ignore)) return false;
    }
    return verifyOperation(Operation.of(store, this.#module), { recursive: false }, ignore) && this.#isComplete;
  }

  #symbols(): string[] {
    const store = this.#store;
    const found: string[] = [];
    for (let op = store.blockFirstOp[this.#block]!; op !== 0; op = store.opNext[op]!) {
      const name = symbolNameOf(store, op);
      if (name !== undefined) found.push(name);
    }
    return found;
  }

  #around(): readonly number[] {
    const store = this.#store;
    return [store.opProperties[this.#module]!, store.opAttributes[this.#module]!, store.opFirstRegion[this.#module]!];
  }

  /**
   * Returns whether the module and the declarations are unchanged, and whether the operations can still be processed
   * without the other parts.
   */
  #isIntact(around: readonly number[]): boolean {
    const store = this.#store;
    const isHead = this.#around().every((value, index) => value === around[index]);
    const isDeclared = [...this.#declared.values()].every(
      ({ op, properties, attributes }) =>
        store.opBlock[op] === this.#block &&
        store.opProperties[op] === properties &&
        store.opAttributes[op] === attributes &&
        store.regionFirstBlock[store.opFirstRegion[op]!] === 0,
    );
    return isHead && isDeclared && areAlone(store, this.#block);
  }

  #print(op: Operation, before: readonly string[]): PartAnswer | undefined {
    const chunks: Uint8Array[] = [];
    op.printTo((chunk) => void chunks.push(chunk.slice()), { assumeVerified: true });
    const text = joined(chunks);
    const end = text.indexOf(10) + 1;
    const head = String.fromCharCode(...text.subarray(0, end));
    // Aliases precede the module, and resources follow the module. Aliases and resources belong to the whole text, so a
    // part must not print them.
    const isPlain = head.startsWith("module") && head.endsWith("{\n") && text[text.length - 2] === 125;
    if (!isPlain || text[text.length - 3] !== 10) return undefined;
    const more = { head, before, after: this.#symbols(), declared: [...this.#declared.keys()] };
    return { text: text.subarray(end, text.length - 2), more };
  }
}

/** Returns whether the context has distinct attributes, whose numbers must be unique in the whole text. */
function usesNumbersOfTheWhole({ context }: Store): boolean {
  return context.attributes.some((attribute) => attribute?.data.kind === "distinct");
}
