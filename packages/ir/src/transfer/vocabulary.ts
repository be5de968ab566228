import type { IrContext } from "../store/store.ts";
import { byteStringOf } from "../text/bytes.ts";
import type { PackedOperations } from "@passwright/core";

/** Printed names, types and attributes, numbered from 1. A plain object that can be sent to a worker thread. */
export interface VocabularyTexts {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly attributes: readonly string[];
}

/** Maps ids of one kind in a context to numbers of the vocabulary. */
class Table {
  readonly #numbers = new Map<number, number>();
  readonly #ids: number[] = [0];
  readonly #textOf: (id: number) => string;
  readonly added: string[] = [];

  constructor(textOf: (id: number) => string) {
    this.#textOf = textOf;
  }

  /** Returns the number of an id, and assigns a number if necessary. Returns 0 for the id 0. */
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

  /** Assigns the next number to `id`, whose text the other end sent. */
  learn(id: number): number {
    const number = this.#ids.length;
    this.#ids.push(id);
    this.#numbers.set(id, number);
    return number;
  }

  /** Returns the texts that were not sent to the other end yet. */
  takeAdded(): readonly string[] {
    return this.added.splice(0);
  }
}

/**
 * Numbering of names, types and attributes that both ends of a transfer share. Each text is sent and parsed only once.
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

  /** Returns the texts that were added since the last call. */
  takeAdded(): VocabularyTexts {
    return {
      names: this.names.takeAdded(),
      types: this.types.takeAdded(),
      attributes: this.attributes.takeAdded(),
    };
  }

  /** Adds texts that the other end sent, in the order in which they were sent. */
  learn({ names, types, attributes }: VocabularyTexts): void {
    const context = this.#context;
    const before = context.allowUnregistered;
    // Accepts unregistered names, because the sender has already accepted them.
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

/** Encoded operations for a worker. The data starts with the surroundings of the operations. */
export interface PackedJob extends PackedOperations {
  readonly texts: VocabularyTexts & {
    /** File to which the positions refer. */
    readonly file: string;
  };
  /** Line and column of each position. */
  readonly places: ArrayLike<number>;
  readonly allowsUnregistered: boolean;
}

/** Encoded operations that a worker returns. Positions are indices into the list `places` of the job. */
export interface PackedAnswer extends PackedOperations {
  readonly texts: VocabularyTexts;
  /**
   * For each operation, the index in `words` at which the operation starts, or -1 if the operation cannot be returned.
   */
  readonly starts: readonly number[];
  /** Fused locations that the worker created, in order. */
  readonly fused: readonly (readonly number[])[];
}
