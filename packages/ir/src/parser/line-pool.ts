import { type Store } from "../store/store.ts";

/** A line that was read, and the operation that came of it. */
export interface Line {
  readonly store: Store;
  readonly op: number;
  /** Its bytes, with another byte for each name of a value, and its end. */
  readonly text: readonly number[];
  /** By operand: the how many-th of the values in the text it is. */
  readonly places: readonly number[];
  readonly hash: number;
  /** What was behind it. */
  readonly follower: number;
  /** The dialect that names without one belong to. */
  readonly dialect: string;
}

const BUCKETS = 1 << 12;

/** What is known of lines, by number from 1, in columns. */
export class LinePool {
  count = 0;
  text: Uint8Array = new Uint8Array(1 << 14);
  #textEnd = 0;
  #operandEnd = 0;
  /** The expected types of the values, in the order of the text; and by operand, which of the values it is. */
  operandType: Int32Array = new Int32Array(256);
  place: Int32Array = new Int32Array(256);
  start: Int32Array = new Int32Array(256);
  name: Int32Array = new Int32Array(256);
  properties: Int32Array = new Int32Array(256);
  attributes: Int32Array = new Int32Array(256);
  signature: Int32Array = new Int32Array(256);
  firstOperand: Int32Array = new Int32Array(256);
  operandCount: Int32Array = new Int32Array(256);
  /** 0 for none. */
  resultType: Int32Array = new Int32Array(256);
  follower: Int32Array = new Int32Array(256);
  hash: Int32Array = new Int32Array(256);
  /** The next line whose hash ends the same; 0 for none. */
  next: Int32Array = new Int32Array(256);
  readonly dialect: string[] = [""];
  readonly #buckets = new Int32Array(BUCKETS);

  /** The first of the lines whose hash ends like this one; 0 for none. */
  first(hash: number): number {
    return this.#buckets[hash & (BUCKETS - 1)]!;
  }

  /** Answers the number of the line. */
  add({ store, op, text, places, hash, follower, dialect }: Line): number {
    const line = ++this.count;
    if (line >= this.start.length) this.#grow();
    const operands = this.#operandEnd;
    const first = store.opFirstOperand[op]!;
    this.#reserve(text.length, places.length);
    this.start[line] = this.#textEnd;
    this.text.set(text, this.#textEnd);
    this.#textEnd += text.length;
    this.name[line] = store.opName[op]!;
    this.properties[line] = store.opProperties[op]!;
    this.attributes[line] = store.opAttributes[op]!;
    this.signature[line] = store.signatureOf(op);
    this.firstOperand[line] = operands;
    this.operandCount[line] = places.length;
    places.forEach((place, i) => {
      this.place[operands + i] = place;
      this.operandType[operands + place] = store.valueType[store.operandValue[first + i]!]!;
    });
    this.#operandEnd += places.length;
    this.resultType[line] = store.opResultCount[op] === 0 ? 0 : store.valueType[store.opFirstResult[op]!]!;
    this.follower[line] = follower;
    this.hash[line] = hash;
    this.dialect.push(dialect);
    this.next[line] = this.first(hash);
    this.#buckets[hash & (BUCKETS - 1)] = line;
    return line;
  }

  #reserve(bytes: number, operands: number): void {
    if (this.#textEnd + bytes > this.text.length) {
      const larger = new Uint8Array(Math.max(this.text.length * 2, this.#textEnd + bytes));
      larger.set(this.text);
      this.text = larger;
    }
    if (this.#operandEnd + operands <= this.place.length) return;
    this.place = doubled(this.place);
    this.operandType = doubled(this.operandType);
  }

  #grow(): void {
    this.start = doubled(this.start);
    this.name = doubled(this.name);
    this.properties = doubled(this.properties);
    this.attributes = doubled(this.attributes);
    this.signature = doubled(this.signature);
    this.firstOperand = doubled(this.firstOperand);
    this.operandCount = doubled(this.operandCount);
    this.resultType = doubled(this.resultType);
    this.follower = doubled(this.follower);
    this.hash = doubled(this.hash);
    this.next = doubled(this.next);
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
