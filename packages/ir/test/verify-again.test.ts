import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { generateProgram, Random, samples } from "@passwright/development";
import { expect } from "chai";

const TYPES = ["i1", "i32", "i64", "index", "f32", "none", "memref<4xi32>"];
const ATTRIBUTES = ["1 : i1", "7 : i32", "7 : i64", "2.0 : f32", '"text"', "[1, 2]", "unit", "i32"];

function messagesOf(op: Operation): readonly string[] {
  const found: string[] = [];
  const isValid = verifyOperation(op, { recursive: true }, ({ message }) => found.push(message));
  expect(isValid).to.equal(found.length === 0);
  return found;
}

/** Changes an operation with functions that every pass is allowed to call. */
function change(op: Operation, all: readonly Operation[], random: Random, context: Context): void {
  const value = random.pick(all.flatMap(({ results }) => results));
  const name = random.pick(["value", ...op.attrs.map((attr) => attr.name)]);
  const attribute = context.parseAttribute(random.pick(ATTRIBUTES));
  const type = context.parseType(random.pick(TYPES));
  const changes = [
    () => op.setAttr(name, attribute),
    () => void op.removeAttr(name),
    () => op.results.forEach((result) => result.setType(type)),
    () => op.operands.forEach((_, i) => op.setOperand(i, value)),
    () => value.replaceAllUsesWith(random.pick(all.flatMap(({ results }) => results))),
  ];
  random.pick(changes)();
}

describe("verifying again", () => {
  it("reports the same errors for a changed operation as for an unverified copy", () => {
    let refused = 0;
    const count = samples(1000);
    for (let seed = 1; seed <= count; seed++) {
      const random = new Random(seed);
      const context = new Context({ allowUnregistered: true, dialects });
      const { text } = generateProgram({ seed: (seed % 20) + 1, functions: 3, operationsPerFunction: 20 });
      const parsed = parseModule(context, text);
      if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
      expect(messagesOf(parsed.op)).to.deep.equal([]);
      const all: Operation[] = [];
      parsed.op.walk((op) => void all.push(op));
      for (let i = 0; i < 3; i++) {
        change(random.pick(all), all, random, context);
        const other = parseModule(context, "module {\n}");
        if (!other.ok) throw new Error("the empty module");
        const again = messagesOf(parsed.op);
        expect(again, `seed ${seed}`).to.deep.equal(messagesOf(parsed.op.clone({ into: other.op.store })));
        refused += again.length;
      }
    }
    expect(refused).to.be.greaterThan(count / 4);
  });
});
