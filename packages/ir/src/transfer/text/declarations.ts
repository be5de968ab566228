import { OperationParser } from "../../parser/operation-parser.ts";
import { ifParsed } from "../../parser/reader.ts";
import type { IrContext, Store } from "../../store/store.ts";
import { byteString, byteStringOf, bytesOf } from "../../text/bytes.ts";
import { Source } from "../../text/source.ts";
import type { CutModule } from "./cut-text.ts";

/** Attributes of a function, from which its declaration is created. */
interface Head {
  readonly properties: number;
  readonly attributes: number;
}

const FUNCTION = "func.func";
const UNKNOWN = -1;

/**
 * Maps names of functions in a text to their declarations, for symbol lookups from other parts of the text. Each
 * declaration is parsed on first use, from the first line of the function. Functions with a signature of several lines
 * are not included.
 */
export class Declarations {
  readonly #context: IrContext;
  readonly #cut: CutModule;
  #lines: Map<string, number> | undefined;
  readonly #heads = new Map<string, Head | undefined>();

  constructor(context: IrContext, cut: CutModule) {
    this.#context = context;
    this.#cut = cut;
  }

  /**
   * Creates a declaration of the function `name`, a byte string, for a block. Returns the operation, or 0 if the
   * function is unknown. Does not link the operation into the block.
   */
  declare(store: Store, block: number, name: string): number {
    if (!this.#heads.has(name)) this.#heads.set(name, this.#read(name));
    const head = this.#heads.get(name);
    if (head === undefined) return 0;
    const op = store.newOp(this.#context.operationName(FUNCTION).id);
    store.opProperties[op] = head.properties;
    store.opAttributes[op] = head.attributes;
    const region = store.newRegion(op);
    store.opFirstRegion[op] = region;
    // The declaration is not in the list of operations of the block, so that walks (for example, in passes) skip it.
    store.opBlock[op] = block;
    return op;
  }

  #read(name: string): Head | undefined {
    const start = this.#functions().get(name);
    if (start === undefined || start === UNKNOWN) return undefined;
    const { bytes, bodyEnd } = this.#cut;
    const newline = bytes.indexOf(10, start);
    const text = byteString(bytes, start, newline < 0 || newline > bodyEnd ? bodyEnd : newline).trimEnd();
    // A line that does not open a body is a complete declaration, unless the next line continues the declaration.
    if (!text.endsWith("{") && !this.#endsAt(newline)) return undefined;
    const head = text.endsWith("{") ? text.slice(0, -1) : text;
    return ifParsed(() => {
      const source = Source.fromBytes(bytesOf(head), this.#cut.file);
      const { store, block } = new OperationParser(this.#context, source).parse();
      const op = store.blockFirstOp[block]!;
      if (op === 0 || store.opNext[op] !== 0) return undefined;
      return { properties: store.opProperties[op]!, attributes: store.opAttributes[op]! };
    });
  }

  /** Returns whether the line after `newline` starts an operation or ends the module. */
  #endsAt(newline: number): boolean {
    const { bytes, bodyEnd } = this.#cut;
    if (newline < 0 || newline >= bodyEnd) return true;
    const next = byteString(bytes, newline + 1, Math.min(bodyEnd, newline + 200));
    return /^\s*(?:$|\/\/|"|[a-z_]\w*\.)/i.test(next);
  }

  /** Maps names of functions to the starts of their lines. */
  #functions(): ReadonlyMap<string, number> {
    if (this.#lines !== undefined) return this.#lines;
    const { bytes, bodyStart, bodyEnd, indentation } = this.#cut;
    const lines = new Map<string, number>();
    const prefix = byteStringOf(`${indentation}${FUNCTION} `);
    const length = prefix.length;
    // The body of a module starts on the line after the opening brace.
    let newline = bodyStart === 0 ? -1 : bytes.indexOf(10, bodyStart);
    do {
      const at = newline + 1;
      let i = 0;
      while (i < length && bytes[at + i] === prefix.charCodeAt(i)) i++;
      if (i === length) {
        const line = byteString(bytes, at + length, Math.min(bodyEnd, at + length + 400));
        const name = /^\s*(?:(?:private|public|nested)\s+)?@([\w$.]+)\s*\(/.exec(line)?.[1];
        // Does not declare functions whose name occurs twice, because it is unknown which of the functions is nested.
        if (name !== undefined) lines.set(name, lines.has(name) ? UNKNOWN : at);
      }
      newline = bytes.indexOf(10, at);
    } while (newline >= 0 && newline < bodyEnd);
    this.#lines = lines;
    return lines;
  }
}
