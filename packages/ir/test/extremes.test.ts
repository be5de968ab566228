import { describeLong } from "@passwright/development";
import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { Store } from "@passwright/ir/store";
import { expect } from "chai";

/**
 * Nesting depth: the documented limit, because deep nesting can overflow the stack. All other sizes are a tenth of the
 * documented limits, and `bench/suites/shapes.mjs` tests the full sizes.
 */
const NESTED = 5_000;
const OPERATIONS = 40_000;
const FUNCTIONS = 20_000;
const ARGUMENTS = 10_000;
const STRING = 5_000_000;

const count = (length: number, text: (i: number) => string): string =>
  Array.from({ length }, (_, i) => text(i)).join("");

const programs: Readonly<Record<string, () => string>> = {
  "a function of many operations": () =>
    `func.func @f(%a: i32) -> i32 {\n${count(OPERATIONS, (i) => `%${i} = arith.addi %${i === 0 ? "a" : i - 1}, %a : i32\n`)}` +
    `return %${OPERATIONS - 1} : i32\n}\n`,
  "many functions": () => count(FUNCTIONS, (i) => `func.func @f${i}() {\n  return\n}\n`),
  "deep nesting in custom form": () =>
    `func.func @f(%c: i1) {\n${"scf.if %c {\n".repeat(NESTED)}${"}\n".repeat(NESTED)}return\n}\n`,
  "deep nesting in generic form": () =>
    `${'"t.nest"() ({\n'.repeat(NESTED)}"t.end"() : () -> ()\n${"}) : () -> ()\n".repeat(NESTED)}`,
  "deep nesting of symbol tables": () => "module {\n".repeat(NESTED) + "}\n".repeat(NESTED),
  "a block of many arguments": () =>
    `"t.op"() ({\n^bb0(${count(ARGUMENTS, (i) => `${i === 0 ? "" : ", "}%a${i}: i32`)}):\n"t.use"(%a0) : (i32) -> ()\n}) : () -> ()\n`,
  "many results": () => `%0:${ARGUMENTS} = "t.op"() : () -> (${"i32, ".repeat(ARGUMENTS - 1)}i32)\n`,
  "many blocks": () =>
    `func.func @f() {\n  cf.br ^b0\n${count(ARGUMENTS, (i) => `^b${i}:\n  cf.br ^b${i + 1}\n`)}^b${ARGUMENTS}:\n  return\n}\n`,
  "a long string": () => `"t.op"() {a = "${"x".repeat(STRING)}\\0A"} : () -> ()\n`,
  "many elements": () =>
    `"t.op"() {a = dense<[${"1, 2, ".repeat(ARGUMENTS)}3]> : tensor<${2 * ARGUMENTS + 1}xi32>} : () -> ()\n`,
};

function parse(context: Context, text: string): Operation {
  const parsed = parseModule(context, text, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op;
}

describeLong("extremes", () => {
  for (const [name, program] of Object.entries(programs)) {
    it(`${name}: read, verified, printed, walked, copied, erased`, () => {
      const context = new Context({ allowUnregistered: true, dialects });
      const op = parse(context, program());
      expect(verifyOperation(op, { recursive: true }, ({ message }) => expect.fail(message.slice(0, 200)))).to.equal(
        true,
      );
      for (const flags of [{}, { generic: true }, { debugInfo: true }]) {
        const text = op.print(flags);
        const again = parse(context, text).print(flags);
        // Compares with `===`, because a failed comparison by the assertion library would print the whole text.
        expect(again === text, JSON.stringify(flags)).to.equal(true);
      }
      const sizeOf = (top: Operation): number => {
        let size = 0;
        top.walk(() => void size++);
        return size;
      };
      const copy = op.clone({ into: new Store(context) });
      expect(sizeOf(copy)).to.equal(sizeOf(op));
      copy.erase();
      for (const inner of [...(op.getRegion(0).front?.operations ?? [])].reverse()) inner.erase();
      expect(sizeOf(op)).to.equal(1);
    });
  }
});
