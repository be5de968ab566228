import { block, inFunction, sketch } from "./sketch.ts";
import type { Sketch } from "./sketch.ts";

function yields(...types: readonly string[]): Sketch {
  return sketch("scf.yield", types);
}

function forall(
  lower: string,
  upper: string,
  step: string,
  operands: readonly string[],
  results: readonly string[],
  segments: string,
  mapping?: string,
): Sketch {
  const properties = {
    staticLowerBound: `array<i64${lower}>`,
    staticUpperBound: `array<i64${upper}>`,
    staticStep: `array<i64${step}>`,
    operandSegmentSizes: `array<i32: ${segments}>`,
    ...(mapping === undefined ? {} : { mapping }),
  };
  const ranks = lower.split(",").length;
  const inner = sketch("scf.forall.in_parallel", [], [], { regions: [[block([])]] });
  const args = [...Array.from({ length: ranks }, () => "index"), ...results];
  return sketch("scf.forall", operands, results, { properties, regions: [[block(args, inner)]] });
}

const reduction = [block(["f32", "f32"], sketch("scf.reduce.return", ["f32"]))];
const D = "-9223372036854775808";

const operations: readonly Sketch[] = [
  sketch("scf.for", ["index", "index", "index"], [], { regions: [[block(["index"], yields())]] }),
  sketch("scf.for", ["index=0", "index=4", "index=2", "f32", "i32"], ["f32", "i32"], {
    properties: { unsignedCmp: "unit" },
    regions: [[block(["index", "f32", "i32"], yields("f32", "i32"))]],
  }),
  sketch("scf.for", ["i32", "i32", "i32", "tensor<?xf32>"], ["tensor<?xf32>"], {
    regions: [[block(["i32", "tensor<?xf32>"], yields("tensor<?xf32>"))]],
  }),
  sketch("scf.if", ["i1"], [], { regions: [[block([], yields())], []] }),
  sketch("scf.if", ["i1"], ["f32", "i32"], {
    regions: [[block([], yields("f32", "i32"))], [block([], yields("f32", "i32"))]],
  }),
  sketch("scf.while", ["i32", "f32"], ["i64"], {
    regions: [[block(["i32", "f32"], sketch("scf.condition", ["i1", "i64"]))], [block(["i64"], yields("i32", "f32"))]],
  }),
  sketch("scf.while", [], [], { regions: [[block([], sketch("scf.condition", ["i1"]))], [block([], yields())]] }),
  sketch("scf.execute_region", [], ["f32"], {
    properties: { no_inline: "unit" },
    regions: [[block([], yields("f32"))]],
  }),
  sketch("scf.execute_region", [], ["i32"], {
    regions: [[block([], sketch("cf.br", [], [], { successors: [1] })), block([], yields("i32"))]],
  }),
  sketch("scf.index_switch", ["index"], ["i32"], {
    properties: { cases: "array<i64: 2, 5>" },
    regions: [[block([], yields("i32"))], [block([], yields("i32"))], [block([], yields("i32"))]],
  }),
  sketch("scf.index_switch", ["index"], [], { properties: { cases: "array<i64>" }, regions: [[block([], yields())]] }),
  sketch("scf.parallel", ["index", "index", "index"], [], {
    properties: { operandSegmentSizes: "array<i32: 1, 1, 1, 0>" },
    regions: [[block(["index"], sketch("scf.reduce"))]],
  }),
  sketch(
    "scf.parallel",
    ["index=0", "index=0", "index=4", "index=4", "index=1", "index=2", "f32", "f32"],
    ["f32", "f32"],
    {
      properties: { operandSegmentSizes: "array<i32: 2, 2, 2, 2>" },
      regions: [
        [block(["index", "index"], sketch("scf.reduce", ["f32", "f32"], [], { regions: [reduction, reduction] }))],
      ],
    },
  ),
  forall(": 0, 0", ": 4, 8", ": 1, 2", [], [], "0, 0, 0, 0"),
  forall(`: ${D}`, `: ${D}`, `: ${D}`, ["index", "index", "index"], [], "1, 1, 1, 0", "[#gpu.thread<x>]"),
  forall(": 0", ": 8", ": 1", ["tensor<8xf32>"], ["tensor<8xf32>"], "0, 0, 0, 1"),
];

/** Valid operations of scf. */
export const scfSketches: readonly Sketch[] = operations.map((operation) => inFunction(operation));
