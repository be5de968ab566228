import { block, inFunction, inModule, sketch } from "./sketch.ts";
import type { Sketch } from "./sketch.ts";

const M = "memref<2x3xf32>";
const aligned = { alignment: "8 : i64" };

function allocation(sizes: number, symbols: number, type: string, properties = {}): readonly Sketch[] {
  const operands = Array.from({ length: sizes + symbols }, () => "index");
  const segments = { operandSegmentSizes: `array<i32: ${sizes}, ${symbols}>`, ...properties };
  return ["memref.alloc", "memref.alloca"].map((name) => sketch(name, operands, [type], { properties: segments }));
}

/** Makes an operation with offsets, sizes and strides, where `?` represents an operand. */
function sliced(name: string, from: string, to: string, offsets: string, sizes: string, strides: string): Sketch {
  const groups = [offsets, sizes, strides].map((text) => text.split(" ").filter((part) => part !== ""));
  const counts = groups.map((group) => group.filter((part) => part === "?").length);
  const text = (group: readonly string[]): string =>
    group.length === 0
      ? "array<i64>"
      : `array<i64: ${group.map((part) => (part === "?" ? "-9223372036854775808" : part)).join(", ")}>`;
  return sketch(
    `memref.${name}`,
    [from, ...Array.from({ length: counts[0]! + counts[1]! + counts[2]! }, () => "index")],
    [to],
    {
      properties: {
        operandSegmentSizes: `array<i32: 1, ${counts.join(", ")}>`,
        static_offsets: text(groups[0]!),
        static_sizes: text(groups[1]!),
        static_strides: text(groups[2]!),
      },
    },
  );
}

function expand(from: string, to: string, groups: string, shape: string): Sketch {
  const dynamic = [...to.matchAll(/\?(?=x)/g)].map(() => "index");
  const properties = {
    reassociation: groups,
    static_output_shape: shape === "" ? "array<i64>" : `array<i64: ${shape}>`,
  };
  return sketch("memref.expand_shape", [from, ...dynamic], [to], { properties });
}

function collapse(from: string, to: string, groups: string): Sketch {
  return sketch("memref.collapse_shape", [from], [to], { properties: { reassociation: groups } });
}

function transpose(from: string, to: string, map: string): Sketch {
  return sketch("memref.transpose", [from], [to], { properties: { permutation: `affine_map<${map}>` } });
}

function unary(name: string, from: readonly string[], ...to: readonly string[]): Sketch {
  return sketch(`memref.${name}`, from, to);
}

const reshaping: readonly Sketch[] = [
  sliced("subview", "memref<8x16xf32>", "memref<2x3xf32, strided<[16, 1]>>", "0 0", "2 3", "1 1"),
  sliced("subview", "memref<8x16xf32>", "memref<2x?xf32, strided<[32, 1], offset: ?>>", "? 4", "2 ?", "2 1"),
  sliced("subview", "memref<8x16xf32>", "memref<4xf32, strided<[16], offset: 35>>", "2 3", "4 1", "1 1"),
  sliced("subview", "memref<?x?xf32>", "memref<?x?xf32, strided<[?, ?], offset: ?>>", "? ?", "? ?", "? ?"),
  sliced("subview", "memref<8xf32, 1>", "memref<2xf32, strided<[2]>, 1>", "0", "2", "2"),
  sliced("reinterpret_cast", M, "memref<6xf32>", "0", "6", "1"),
  sliced("reinterpret_cast", "memref<*xf32>", "memref<2x?xf32, strided<[?, 1], offset: ?>>", "?", "2 ?", "? 1"),
  sliced("reinterpret_cast", "memref<?xf32, 1>", "memref<4x5xf32, strided<[5, 1], offset: 2>, 1>", "2", "4 5", "5 1"),
  expand("memref<6x4xf32>", "memref<2x3x4xf32>", "[[0, 1], [2]]", "2, 3, 4"),
  expand("memref<?x4xf32>", "memref<?x3x4xf32>", "[[0, 1], [2]]", "-9223372036854775808, 3, 4"),
  expand("memref<6xf32, strided<[2], offset: ?>>", "memref<2x3xf32, strided<[6, 2], offset: ?>>", "[[0, 1]]", "2, 3"),
  expand("memref<f32>", "memref<1x1xf32>", "[]", "1, 1"),
  collapse("memref<2x3x4xf32>", "memref<6x4xf32>", "[[0, 1], [2]]"),
  collapse("memref<?x3x4xf32>", "memref<?x4xf32>", "[[0, 1], [2]]"),
  collapse("memref<2x3xf32, strided<[6, 2], offset: 1>>", "memref<6xf32, strided<[2], offset: 1>>", "[[0, 1]]"),
  collapse("memref<1x1xf32>", "memref<f32>", "[]"),
  transpose(M, "memref<3x2xf32, affine_map<(d0, d1) -> (d1 * 3 + d0)>>", "(d0, d1) -> (d1, d0)"),
  transpose("memref<?x?xf32>", "memref<?x?xf32, strided<[1, ?]>>", "(d0, d1) -> (d1, d0)"),
  transpose("memref<2x3xf32, 1>", "memref<2x3xf32, 1>", "(d0, d1) -> (d0, d1)"),
  unary("reshape", [M, "memref<1xindex>"], "memref<6xf32>"),
  unary("reshape", ["memref<*xf32>", "memref<?xi32>"], "memref<*xf32>"),
  unary("view", ["memref<64xi8>", "index"], "memref<4x4xf32>"),
  unary("view", ["memref<?xi8>", "index", "index"], "memref<?x4xf32>"),
];

const casts: readonly Sketch[] = [
  unary("cast", ["memref<4x?xf32>"], "memref<?x5xf32>"),
  unary("cast", ["memref<4xf32, strided<[1], offset: 0>>"], "memref<?xf32, strided<[?], offset: ?>>"),
  unary("cast", [M], "memref<*xf32>"),
  unary("cast", ["memref<*xf32, 1>"], "memref<?xf32, 1>"),
  unary("memory_space_cast", [M], "memref<2x3xf32, 1>"),
  unary("memory_space_cast", ["memref<*xf32>"], 'memref<*xf32, "x">'),
  unary("extract_aligned_pointer_as_index", [M], "index"),
  unary("extract_strided_metadata", [M], "memref<f32>", "index", "index", "index", "index", "index"),
  unary("extract_strided_metadata", ["memref<?xf32, 1>"], "memref<f32, 1>", "index", "index", "index"),
  unary("distinct_objects", [M, "memref<4xi32>"], M, "memref<4xi32>"),
];

const accesses: readonly Sketch[] = [
  sketch("memref.load", [M, "index", "index"], ["f32"], { properties: { nontemporal: "true", ...aligned } }),
  sketch("memref.store", ["f32", M, "index", "index"], [], { properties: { nontemporal: "false", ...aligned } }),
  sketch("memref.load", ["memref<f32>"], ["f32"]),
  sketch("memref.prefetch", [M, "index", "index"], [], {
    properties: { isWrite: "true", localityHint: "3 : i32", isDataCache: "false" },
  }),
  sketch("memref.atomic_rmw", ["f32", M, "index", "index"], ["f32"], { properties: { kind: "0 : i64" } }),
  sketch("memref.atomic_rmw", ["i32", "memref<4xi32>", "index"], ["i32"], { properties: { kind: "1 : i64" } }),
  sketch("memref.atomic_rmw", ["i32", "memref<4xi32>", "index"], ["i32"], { properties: { kind: "6 : i64" } }),
  sketch("memref.generic_atomic_rmw", [M, "index", "index"], ["f32"], {
    regions: [[block(["f32"], sketch("memref.atomic_yield", ["f32"]))]],
  }),
  sketch("memref.generic_atomic_rmw", ["memref<4xi32>", "index"], ["i32"], {
    regions: [
      [
        block(
          ["i32"],
          sketch("arith.addi", ["i32", "i32"], ["i32"], { properties: { overflowFlags: "#arith.overflow<none>" } }),
          sketch("memref.atomic_yield", ["i32"]),
        ),
      ],
    ],
  }),
  unary("copy", [M, "memref<2x?xf32>"]),
  unary("copy", ["memref<*xf32>", "memref<*xf32, 1>"]),
  unary("dealloc", ["memref<*xf32>"]),
  unary("dim", [M, "index"], "index"),
  unary("dim", ["memref<4xf32>", "index=7"], "index"),
  unary("rank", [M], "index"),
  unary("dma_wait", ["memref<2xi32>", "index", "index"]),
  unary("dma_start", [M, "index", "index", "memref<8xf32, 1>", "index", "index", "memref<1xi32>", "index"]),
  unary(
    "dma_start",
    "memref<f32> memref<8xf32, 1> index index memref<1xi32> index index index".match(/\S+<[^>]*>|\S+/g)!,
  ),
];

const allocations: readonly Sketch[] = [
  ...allocation(0, 0, M, aligned),
  ...allocation(1, 0, "memref<?x3xf32>"),
  ...allocation(2, 1, "memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>"),
  ...allocation(0, 1, "memref<4xf32, strided<[1], offset: ?>>"),
  sketch("memref.realloc", ["memref<4xf32>"], ["memref<8xf32>"], { properties: aligned }),
  sketch("memref.realloc", ["memref<?xf32, 1>", "index"], ["memref<?xf32, 1>"]),
  sketch("memref.assume_alignment", [M], [M], { properties: { alignment: "16 : i32" } }),
  sketch("memref.get_global", [], [M], { properties: { name: "@global" } }),
  sketch("memref.alloca_scope", [], ["f32"], {
    regions: [[block([], sketch("memref.alloca_scope.return", ["f32"]))]],
  }),
  sketch("memref.alloca_scope", [], [], {
    regions: [
      [
        block(
          [],
          sketch("memref.alloca", [], [M], { properties: { operandSegmentSizes: "array<i32: 0, 0>" } }),
          sketch("memref.alloca_scope.return"),
        ),
      ],
    ],
  }),
];

const globals: readonly Sketch[] = [
  { sym_name: '"g"', type: M },
  { sym_name: '"g"', type: M, initial_value: "unit", constant: "unit", sym_visibility: '"private"' },
  { sym_name: '"g"', type: M, initial_value: "dense<1.0> : tensor<2x3xf32>", ...aligned },
  { sym_name: '"g"', type: "memref<2xi32>", initial_value: "dense<[1, 2]> : tensor<2xi32>" },
  { sym_name: '"g"', type: "memref<2xi32>", initial_value: "dense_resource<name> : tensor<2xi32>" },
].map((properties) => sketch("memref.global", [], [], { properties }));

/** Valid operations of memref. */
export const memrefSketches: readonly Sketch[] = [
  ...[...reshaping, ...casts, ...accesses, ...allocations].map((operation) => inFunction(operation)),
  ...globals.map((operation) => inModule(operation)),
];
