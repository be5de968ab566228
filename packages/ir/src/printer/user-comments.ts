import type { Store } from "../store/store.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { ValuePrinter } from "./value-printer.ts";

/** Prints comments that name the users of values (`--mlir-print-value-users`, `mlir/lib/IR/AsmPrinter.cpp`). */
export class UserComments {
  readonly #store: Store;
  readonly #out: ByteWriter;
  readonly #values: ValuePrinter;
  /** Maps each operation without results to its number plus 1. */
  readonly #numbers: Int32Array;

  constructor(store: Store, out: ByteWriter, values: ValuePrinter, numbers: Int32Array) {
    this.#store = store;
    this.#out = out;
    this.#values = values;
    this.#numbers = numbers;
  }

  /** Prints the users of results, or the number of an operation without results, to which comments can refer. */
  afterOperation(op: number): void {
    const { opFirstResult, opResultCount, opOperandCount } = this.#store;
    const count = opResultCount[op]!;
    if (count === 0) {
      if (opOperandCount[op] === 0) return;
      this.#out.text(" // id: ");
      this.#operation(op);
      return;
    }
    const results = Array.from({ length: count }, (_, index) => opFirstResult[op]! + index);
    const users = new Set(results.flatMap((result) => this.#usersOf(result)));
    if (users.size === 0) {
      this.#out.text(" // unused");
      return;
    }
    const [first] = users;
    const isOne = count === 1 && users.size === 1 && opResultCount[first!]! <= 1;
    this.#out.text(isOne ? " // user: " : " // users: ");
    this.#list(results, (result) => {
      if (count === 1) return this.#users(result);
      this.#out.text("(");
      this.#users(result);
      this.#out.text(")");
    });
  }

  forArguments(block: number, indent: number): void {
    const first = this.#store.blockFirstArgument[block]!;
    for (let argument = first; argument < first + this.#store.blockArgumentCount[block]!; argument++) {
      this.#out.spaces(indent);
      this.#out.text("// ");
      this.#values.write(argument);
      this.#out.text(this.#store.valueFirstUse[argument] === 0 ? " is " : " is used by ");
      this.#users(argument);
      this.#out.byte(10);
    }
  }

  #usersOf(value: number): readonly number[] {
    const { valueFirstUse, operandNext, operandOwner } = this.#store;
    const users = new Set<number>();
    for (let use = valueFirstUse[value]!; use !== 0; use = operandNext[use]!) users.add(operandOwner[use]!);
    return [...users];
  }

  #users(value: number): void {
    const users = this.#usersOf(value);
    if (users.length === 0) this.#out.text("unused");
    this.#list(users, (user) => this.#operation(user));
  }

  /** Prints the names of an operation's results, or the number of an operation without results. */
  #operation(op: number): void {
    const { opFirstResult, opResultCount } = this.#store;
    const results = Array.from({ length: opResultCount[op]! }, (_, index) => opFirstResult[op]! + index);
    if (results.length === 0) this.#out.text(`%${this.#numbers[op]! - 1}`);
    this.#list(results, (result) => this.#values.write(result));
  }

  #list(items: readonly number[], print: (item: number) => void): void {
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#out.text(", ");
      print(item);
    }
  }
}
