import {
  type AttributeDefinition,
  defineDialect,
  type DialectDefinition,
  type MemoryEffect,
  type OpDefinition,
} from "./define-dialect.ts";
import { anyMemRef, anyRankedOrUnrankedMemRef, anyType, index } from "./type-constraints.ts";

const optional: AttributeDefinition = { optional: true };

function view(attributes: OpDefinition["attributes"] = {}): OpDefinition {
  return {
    traits: ["Pure"],
    interfaces: ["ViewLikeOpInterface"],
    attributes: attributes ?? {},
    regions: 0,
    successors: 0,
  };
}

/** Offsets, sizes and strides, each partly static. */
const slice = {
  operandSegmentSizes: { default: "array<i32: 0, 0, 0, 0>" },
  static_offsets: {},
  static_sizes: {},
  static_strides: {},
} as const;

function effects(effects: readonly MemoryEffect[], attributes: OpDefinition["attributes"] = {}): OpDefinition {
  return { effects, attributes: attributes ?? {}, regions: 0, successors: 0 };
}

function allocation(): OpDefinition {
  return {
    ...effects(["allocate"], { operandSegmentSizes: { default: "array<i32: 0, 0>" }, alignment: optional }),
    traits: ["AttrSizedOperandSegments"],
    operands: [
      { name: "dynamicSizes", type: index, many: "variadic" },
      { name: "symbolOperands", type: index, many: "variadic" },
    ],
    results: [{ name: "memref", type: anyMemRef }],
  };
}

/** `mlir/include/mlir/Dialect/MemRef/IR/MemRefOps.td` */
export const memref: DialectDefinition = defineDialect({
  name: "memref",
  ops: {
    alloc: allocation(),
    alloca: allocation(),
    alloca_scope: {
      traits: [
        "AutomaticAllocationScope",
        "SingleBlockImplicitTerminator",
        "RecursiveMemoryEffects",
        "NoRegionArguments",
      ],
      implicitTerminator: "memref.alloca_scope.return",
      interfaces: ["RegionBranchOpInterface"],
      operands: [],
      regions: 1,
      successors: 0,
    },
    "alloca_scope.return": {
      traits: ["Pure", "ReturnLike", "HasParent"],
      parents: ["memref.alloca_scope"],
      regions: 0,
      successors: 0,
    },
    assume_alignment: { ...view({ alignment: {} }) },
    atomic_rmw: effects(["read", "write"], { kind: {} }),
    atomic_yield: {
      traits: ["Pure", "Terminator", "HasParent"],
      parents: ["memref.generic_atomic_rmw"],
      regions: 0,
      successors: 0,
    },
    cast: { ...view(), interfaces: ["CastOpInterface", "ViewLikeOpInterface"] },
    collapse_shape: view({ reassociation: {} }),
    copy: {
      ...effects(["read", "write"]),
      operands: [
        { name: "source", type: anyRankedOrUnrankedMemRef },
        { name: "target", type: anyRankedOrUnrankedMemRef },
      ],
      results: [],
    },
    dealloc: { ...effects(["free"]), operands: [{ name: "memref", type: anyRankedOrUnrankedMemRef }], results: [] },
    dim: {
      traits: ["NoMemoryEffect"],
      operands: [
        { name: "source", type: anyRankedOrUnrankedMemRef },
        { name: "index", type: index },
      ],
      results: [{ name: "result", type: index }],
      regions: 0,
      successors: 0,
    },
    distinct_objects: { traits: ["Pure"], regions: 0, successors: 0 },
    dma_start: effects(["read", "write"]),
    dma_wait: effects(["read", "write"]),
    expand_shape: view({ reassociation: {}, static_output_shape: {} }),
    extract_aligned_pointer_as_index: view(),
    extract_strided_metadata: view(),
    generic_atomic_rmw: { ...effects(["read", "write"]), regions: 1, traits: ["SingleBlock"] },
    get_global: {
      traits: ["Pure"],
      interfaces: ["SymbolUserOpInterface"],
      attributes: { name: {} },
      operands: [],
      regions: 0,
      successors: 0,
    },
    global: {
      traits: ["Symbol"],
      attributes: {
        sym_name: {},
        sym_visibility: optional,
        type: {},
        initial_value: optional,
        constant: optional,
        alignment: optional,
      },
      operands: [],
      results: [],
      regions: 0,
      successors: 0,
    },
    load: {
      ...effects(["read"], { nontemporal: optional, alignment: optional }),
      operands: [
        { name: "memref", type: anyMemRef },
        { name: "indices", type: index, many: "variadic" },
      ],
      results: [{ name: "result", type: anyType }],
      verify(op, complain) {
        const { data } = op.getOperand(0).type;
        if (data.kind !== "memref") return;
        if (op.numOperands - 1 !== data.shape.length) {
          complain(`incorrect number of indices for load, expected ${data.shape.length} but got ${op.numOperands - 1}`);
        } else if (op.getResult(0).type !== data.elementType) {
          complain("failed to verify that result type matches element type of 'memref'");
        }
      },
    },
    memory_space_cast: { ...view(), interfaces: ["CastOpInterface", "ViewLikeOpInterface"] },
    prefetch: effects(["read", "write"], { isWrite: {}, localityHint: {}, isDataCache: {} }),
    rank: { traits: ["Pure"], results: [{ name: "result", type: index }], regions: 0, successors: 0 },
    realloc: effects(["free", "allocate"], { alignment: optional }),
    reinterpret_cast: { ...view(slice), traits: ["AttrSizedOperandSegments", "Pure"] },
    reshape: view(),
    store: {
      ...effects(["write"], { nontemporal: optional, alignment: optional }),
      operands: [
        { name: "value", type: anyType },
        { name: "memref", type: anyMemRef },
        { name: "indices", type: index, many: "variadic" },
      ],
      results: [],
      verify(op, complain) {
        const { data } = op.getOperand(1).type;
        if (data.kind !== "memref") return;
        if (op.getOperand(0).type !== data.elementType) {
          complain("failed to verify that type of 'value' matches element type of 'memref'");
        } else if (op.numOperands - 2 !== data.shape.length) {
          complain(`store index operand count not equal to memref rank`);
        }
      },
    },
    subview: { ...view(slice), traits: ["AttrSizedOperandSegments", "Pure"] },
    transpose: view({ permutation: {} }),
    view: view(),
  },
});
