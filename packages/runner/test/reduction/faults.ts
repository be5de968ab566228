import { javascriptIr } from "@passwright/babel";
import type { IrAdapter } from "@passwright/core";
import { mlir } from "@passwright/ir";
import { cssIr } from "@passwright/postcss";
import { svg } from "@passwright/svgo";
import { image, program, script, sheet } from "./hosts.ts";
import type { Host } from "./hosts.ts";

/** Fault that is planted in several large inputs. */
export interface ReductionFault {
  readonly ir: IrAdapter<never>;
  readonly host: Host;
  /** Number of large inputs that contain the fragment. */
  readonly count: number;
  readonly fragment: string;
  /** Pattern that matches an output if the output shows the fault. */
  readonly fault: RegExp;
  /** Length of the smallest text that is known to show the fault. */
  readonly smallest: number;
}

const LOOP = `func.func private @ext_(f32) -> f32
  func.func @loop_(%m: memref<4xf32>, %n: index, %x: vector<4x8xf32>) -> (f32, vector<4x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %init = arith.constant 3.5 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
      %v = memref.load %m[%i] : memref<4xf32>
      %c = arith.cmpf olt, %v, %acc : f32
      %r = scf.if %c -> (f32) {
        %y = func.call @ext_(%v) : (f32) -> f32
        scf.yield %y : f32
      } else {
        %z = arith.addf %v, %acc fastmath<fast> : f32
        scf.yield %z : f32
      }
      scf.yield %r : f32
    }
    %w = arith.addf %x, %x : vector<4x8xf32>
    return %sum, %w : f32, vector<4x8xf32>
  }`;

const BRANCHES = `memref.global "private" @global_ : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  func.func @branches_(%c: i1, %a: i64, %s: i32) -> i64 {
    cf.switch %s : i32, [default: ^d(%a : i64), 1: ^b(%a : i64), 2: ^e]
  ^b(%x: i64):
    %q = arith.muli %x, %x : i64
    cf.br ^d(%q : i64)
  ^e:
    cf.cond_br %c, ^b(%a : i64), ^d(%a : i64)
  ^d(%r: i64):
    return %r : i64
  }`;

const ofPrograms = (fragment: string, fault: RegExp, smallest: number): ReductionFault => ({
  ir: mlir as never,
  host: program,
  count: 5,
  fragment,
  fault,
  smallest,
});

const ofImages = (fragment: string, fault: RegExp, smallest: number): ReductionFault => ({
  ir: svg as never,
  host: image,
  count: 5,
  fragment,
  fault,
  smallest,
});

const ofSheets = (fragment: string, fault: RegExp, smallest: number): ReductionFault => ({
  ir: cssIr() as never,
  host: sheet,
  count: 3,
  fragment,
  fault,
  smallest,
});

const ofScripts = (fragment: string, fault: RegExp, smallest: number): ReductionFault => ({
  ir: javascriptIr() as never,
  host: script,
  count: 2,
  fragment,
  fault,
  smallest,
});

/** Faults of 100 inputs: 50 of the embedded IR, 25 images, 15 style sheets and 10 modules. */
export const REDUCTION_FAULTS: readonly ReductionFault[] = [
  ofPrograms(LOOP, /arith\.addf.*vector/, 116),
  ofPrograms(LOOP, /scf\.if/, 64),
  ofPrograms(LOOP, /iter_args\(.*f32/, 194),
  ofPrograms(LOOP, /call @ext_/, 70),
  ofPrograms(LOOP, /fastmath<fast>/, 104),
  ofPrograms(BRANCHES, /cf\.switch/, 158),
  ofPrograms(BRANCHES, /func\.func @branches_[\s\S]*arith\.muli/, 133),
  ofPrograms(BRANCHES, /memref\.global.*@global_ .*dense/, 74),
  ofPrograms(BRANCHES, /cond_br %[^,]*, \^bb\d\(/, 219),
  ofPrograms(BRANCHES, /return %\w+ : i64/, 104),
  ofImages('<path d="M10 10L20 20 30.5 40.25Z" fill="url(#g)"/>', /L\s*20.*url\(#/, 28),
  ofImages("<style>.s{fill:red}.b{stroke-width:2px}</style>", /stroke-width/, 19),
  ofImages("<text>Hello <tspan>world</tspan></text>", /<text>.*<tspan>wo/, 30),
  ofImages('<g clip-path="url(#c)"><g><image width="3"/></g></g>', /clip-path.*<image/, 25),
  ofImages('<a href="x"/><polygon points="1 2 3 4"/>', /href.*<polygon points="1 2/, 35),
  ofSheets(".x { width: calc(1px + 2px); top: 0 }", /calc\(/, 7),
  ofSheets("@media print { .y { color: rebeccapurple } }", /@media[^{]*\{[^}]*\{[^}]*rebecca/, 18),
  ofSheets(".d::before { content: 'x'; margin: 0 auto !important }", /!important/, 12),
  ofSheets("@supports (display: grid) { .e { display: grid } }", /@supports \(display: grid\)/, 27),
  ofSheets(".f > .g + .h { grid-area: 1 / 2 }", /> \.g \+ \.h/, 11),
  ofScripts("async function load(url) { const got = await fetch(url); return got; }", /async[\s\S]*await/, 32),
  ofScripts("class Shape { #area = 1; get area() { return this.#area; } }", /class[\s\S]*#area/, 19),
  ofScripts("outer: for (;;) { while (true) { continue outer; } }", /continue outer/, 31),
  ofScripts("const { first, ...others } = call(`text ${first}`);", /\.\.\.others/, 26),
  ofScripts("switch (kind) { case 1: call(); break; default: call(2); }", /switch[\s\S]*default/, 25),
];
