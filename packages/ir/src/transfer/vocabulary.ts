import type { IrContext } from "../store/store.ts";
import { byteStringOf } from "../text/bytes.ts";

/** Names, types and attributes as texts, by the number that stands for each, from 1. As data: it can be sent anywhere. */
export interface VocabularyTexts {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly attributes: readonly string[];
}

/** One kind of thing that is interned: its id in a context, and its number in a vocabulary. */
class Table {
  readonly #numbers = new Map<number, number>();
  readonly #ids: number[] = [0];
  readonly #textOf: (id: number) => string;
  readonly added: string[] = [];

  constructor(textOf: (id: number) => string) {
    this.#textOf = textOf;
  }

  /** The number of an id; it is given one if it has none. 0 stays 0. */
  numberOf(id: number): number {
    if (id === 0) return 0;
    let number = this.#numbers.get(id);
    if (number === undefined) {
      number = this.learn(id);
      this.added.push(this.#textOf(id));
    }
    return number;
  }

  idOf(number: number): number {
    return this.#ids[number]!;
  }

  /** Gives the next number to what the other side knows too. */
  learn(id: number): number {
    const number = this.#ids.length;
    this.#ids.push(id);
    this.#numbers.set(id, number);
    return number;
  }

  /** The texts that the other side has not seen. */
  takeAdded(): readonly string[] {
    return this.added.splice(0);
  }
}

/**
 * What both ends of a transfer call things: a word for each name, type and attribute of the context. Each text is sent, and
 * read, once.
 */
export class Vocabulary {
  readonly names: Table;
  readonly types: Table;
  readonly attributes: Table;
  readonly #context: IrContext;

  constructor(context: IrContext) {
    this.#context = context;
    this.names = new Table((id) => context.names[id]!.text);
    this.types = new Table((id) => context.types[id]!.toString());
    this.attributes = new Table((id) => context.attributes[id]!.toString());
  }

  /** The words that were used since this was last asked. */
  takeAdded(): VocabularyTexts {
    return {
      names: this.names.takeAdded(),
      types: this.types.takeAdded(),
      attributes: this.attributes.takeAdded(),
    };
  }

  /** Learns what the other end added, in its order. */
  learn({ names, types, attributes }: VocabularyTexts): void {
    const context = this.#context;
    const before = context.allowUnregistered;
    // Whatever was allowed where it comes from is in the IR already.
    context.allowUnregistered = true;
    try {
      for (const text of names) this.names.learn(context.operationName(byteStringOf(text)).id);
      for (const text of types) this.types.learn(context.parseType(text).id);
      for (const text of attributes) this.attributes.learn(context.parseAttribute(text).id);
    } finally {
      context.allowUnregistered = before;
    }
  }
}
