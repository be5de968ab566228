import type { IrAdapter } from "@passwright/core";
import { mlir } from "@passwright/ir";
import { cssIr } from "@passwright/postcss";
import { reduceRoot } from "@passwright/runner";
import { svg } from "@passwright/svgo";
import { sampleOf } from "@passwright/development";
import { expect } from "chai";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.a{fill:red}.b{stroke-width:2px}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><g transform="translate(1 2)"><g class="a"><path d="M10 10L20 20 30.5 40.25Z" fill="url(#g)"/><rect x="1" width="3.5"/></g><circle class="b" r="5"/></g><text>Hello <tspan>world</tspan></text></svg>`;

const SHEET = `@media (min-width: 100px) { .a, .b > c { color: red; background: url(x.png); --x: calc(1px + 2px) } }
/* note */
.d::before { content: "x"; margin: 0 auto !important }
@supports (display: grid) { .e { display: grid } }`;

const PROGRAM = `module {
  memref.global "private" @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  func.func private @ext(f32) -> f32
  func.func @f(%m: memref<4xf32>, %n: index, %x: vector<4x8xf32>) -> (f32, vector<4x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %init = arith.constant 3.5 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
      %v = memref.load %m[%i] : memref<4xf32>
      %c = arith.cmpf olt, %v, %acc : f32
      %r = scf.if %c -> (f32) {
        %y = func.call @ext(%v) : (f32) -> f32
        scf.yield %y : f32
      } else {
        %z = arith.addf %v, %acc fastmath<fast> : f32
        scf.yield %z : f32
      }
      scf.yield %r : f32
    }
    %w = arith.addf %x, %x : vector<4x8xf32>
    return %sum, %w : f32, vector<4x8xf32>
  }
  func.func @cfg(%c: i1, %a: i64, %s: i32) -> i64 {
    cf.switch %s : i32, [default: ^d(%a : i64), 1: ^b(%a : i64), 2: ^e]
  ^b(%x: i64):
    %q = arith.muli %x, %x : i64
    cf.br ^d(%q : i64)
  ^e:
    cf.cond_br %c, ^b(%a : i64), ^d(%a : i64)
  ^d(%r: i64):
    return %r : i64
  }
}`;

/** Faults, and the length of the smallest text that is known to show each. */
const CASES: readonly (readonly [ir: IrAdapter<never>, text: string, fault: RegExp, smallest: number])[] = [
  [svg as never, ICON, /L\s*20.*url\(#/, 28],
  [svg as never, ICON, /stroke-width/, 27],
  [svg as never, ICON, /<tspan>/, 16],
  [cssIr() as never, SHEET, /calc\(/, 7],
  [cssIr() as never, SHEET, /@media[^{]*\{[^}]*\{[^}]*red/, 14],
  [cssIr() as never, SHEET, /!important/, 12],
  [mlir as never, PROGRAM, /arith\.addf.*vector/, 116],
  [mlir as never, PROGRAM, /scf\.if/, 183],
  [mlir as never, PROGRAM, /cf\.switch/, 262],
  [mlir as never, PROGRAM, /func\.func @cfg[\s\S]*arith\.muli/, 166],
  [mlir as never, PROGRAM, /dense/, 68],
  [mlir as never, PROGRAM, /cond_br/, 211],
];

describe("reduceRoot, by the size of its results", () => {
  for (const [ir, text, fault, smallest] of sampleOf(CASES)) {
    it(`${ir.name}: ${fault.source}`, async () => {
      const adapter = ir as unknown as Required<IrAdapter<object>>;
      const print = (root: object): string => adapter.print(root, {});
      const parsed = adapter.parse(text, { file: `input.${ir.name}` });
      if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
      const { root } = await reduceRoot<object>(adapter, parsed.op, (one) => fault.test(print(one)));
      const result = print(root);
      expect(result).to.match(fault);
      expect(result.length, result).to.be.at.most(smallest * 1.2);
      const again = adapter.parse(result, { file: "result" });
      expect(again.ok && (adapter.verify?.(again.op, { recursive: true }, () => undefined) ?? true)).to.equal(true);
    });
  }
});
