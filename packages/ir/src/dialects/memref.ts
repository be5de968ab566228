import { integerValue } from "../attributes/parts.ts";
import { defineDialect } from "./define-dialect.ts";
import type { DialectDefinition, OpDefinition } from "./define-dialect.ts";
import {
  affineMapAttribute,
  alignmentAttribute,
  boolAttribute,
  denseArrayAttribute,
  integerArrays,
  integerAttribute,
  typeAttribute,
} from "./attribute-constraints.ts";
import { materializeArithConstant } from "./arith-constant.ts";
import { verifyMemRefCast } from "./memref-cast.ts";
import { allocationPatterns, deadAllocation, foldCast, foldDim, foldMemRefCast, foldStore } from "./memref-fold.ts";
import { elementTypeOf as elementTypeOfType } from "../attributes/dense.ts";
import { DYNAMIC } from "../attributes/attribute.ts";
import { flatSymbol, integerEnum, integerOf, symbolName } from "../assembly/attribute-formats.ts";
import { dynamicIndexList } from "./index-list.ts";
import {
  ATOMIC_KINDS,
  dmaTransfer,
  elementTypeOf,
  globalType,
  permutation,
  prefetchHints,
  quotedString,
  verifyGlobal,
  verifyGlobalUse,
} from "./memref-assembly.ts";
import { dimSpeculatability } from "./memref-interfaces.ts";
import type { AttributeDefinition, MemoryEffect, TypeConstraint, ValueDefinition } from "./op-structure.ts";
import { yieldedResults } from "./scf-assembly.ts";
import { executeRegionBranch } from "./scf-interfaces.ts";
import { anyMemRef, anyRankedOrUnrankedMemRef, anyType, index, signlessIntegerOrFloat } from "./type-constraints.ts";

const alignment: AttributeDefinition = { optional: true, constraint: alignmentAttribute };
const nontemporal: AttributeDefinition = { optional: true, defaultWhenAbsent: "false", constraint: boolAttribute };
const staticList: AttributeDefinition = { constraint: denseArrayAttribute(64) };
const reassociation: AttributeDefinition = { constraint: integerArrays };

const localityHint = integerAttribute(
  32,
  " whose minimum value is 0 whose maximum value is 3",
  (value) => value >= 0n && value <= 3n,
);

function one(name: string, type: TypeConstraint = anyType): ValueDefinition {
  return { name, type };
}

function many(name: string, type: TypeConstraint = anyType): ValueDefinition {
  return { name, type, many: "variadic" };
}

const memrefOf = one("memref", anyMemRef);
const indices = many("indices", index);

/** Another look at the memory of a memref. */
function view(assemblyFormat: string, definition: OpDefinition): OpDefinition {
  return {
    traits: ["Pure"],
    interfaces: ["ViewLikeOpInterface"],
    operands: [one("source", anyRankedOrUnrankedMemRef)],
    results: [one("result")],
    regions: 0,
    successors: 0,
    assemblyFormat,
    ...definition,
  };
}

/** Offsets, sizes and strides, each partly static. */
const slice: OpDefinition = {
  traits: ["AttrSizedOperandSegments", "Pure"],
  attributes: {
    static_offsets: staticList,
    static_sizes: staticList,
    static_strides: staticList,
  },
  operands: [
    one("source", anyRankedOrUnrankedMemRef),
    many("offsets", index),
    many("sizes", index),
    many("strides", index),
  ],
  directives: {
    Offsets: dynamicIndexList("offsets", "static_offsets"),
    Sizes: dynamicIndexList("sizes", "static_sizes"),
    Strides: dynamicIndexList("strides", "static_strides"),
  },
};

function effects(effects: readonly MemoryEffect[], attributes: OpDefinition["attributes"] = {}): OpDefinition {
  return { effects, attributes: attributes ?? {}, regions: 0, successors: 0 };
}

function allocation(name: string): OpDefinition {
  return {
    ...effects(["allocate"], { alignment }),
    traits: ["AttrSizedOperandSegments"],
    operands: [many("dynamicSizes", index), many("symbolOperands", index)],
    results: [one("memref", anyMemRef)],
    assemblyFormat: "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
    resultNames: [name],
    canonicalizationPatterns: allocationPatterns,
    verify(op, complain) {
      const data = op.resultTypes[0]?.data;
      const sizes = op.getAttr("operandSegmentSizes")?.data;
      if (data?.kind !== "memref" || sizes?.kind !== "dense-array") return;
      const wanted = data.shape.filter((size) => size === DYNAMIC).length;
      if (Number(sizes.values[0]) === wanted) return;
      complain(`incorrect number of dynamic sizes, has ${String(sizes.values[0])}, expected ${wanted}`);
    },
  };
}

/** `mlir/include/mlir/Dialect/MemRef/IR/MemRefOps.td` */
export const memref: DialectDefinition = defineDialect({
  name: "memref",
  inliner: { isLegalToInline: true },
  isClosed: true,
  materializeConstant: materializeArithConstant,
  ops: {
    alloc: allocation("alloc"),
    alloca: allocation("alloca"),
    alloca_scope: {
      traits: [
        "AutomaticAllocationScope",
        "SingleBlockImplicitTerminator",
        "RecursiveMemoryEffects",
        "NoRegionArguments",
      ],
      implicitTerminator: "memref.alloca_scope.return",
      regionBranch: executeRegionBranch,
      operands: [],
      results: [many("results")],
      regions: 1,
      successors: 0,
      regionNames: ["bodyRegion"],
      regionSizes: ["one"],
      assemblyFormat: "custom<Results> region($bodyRegion, hide-arguments, elide-terminator) attr-dict",
      directives: { Results: yieldedResults },
    },
    "alloca_scope.return": {
      traits: ["Pure", "ReturnLike", "HasParent"],
      parents: ["memref.alloca_scope"],
      operands: [many("results")],
      results: [],
      regions: 0,
      successors: 0,
      assemblyFormat: "attr-dict ($results^ `:` type($results))?",
    },
    assume_alignment: view("$memref `,` $alignment attr-dict `:` type($memref)", {
      attributes: {
        alignment: {
          format: integerOf(32),
          constraint: integerAttribute(32, " whose value is positive", (value) => value > 0n),
        },
      },
      operands: [memrefOf],
      inferTypes: { result: "memref" },
      resultNames: ["assume_align"],
      verify(op, complain) {
        const value = integerValue(op.getAttr("alignment")) ?? 0n;
        if ((value & (value - 1n)) !== 0n) complain("alignment must be power of 2");
      },
    }),
    atomic_rmw: {
      ...effects(["read", "write"], { kind: { format: integerEnum(ATOMIC_KINDS, 64) } }),
      operands: [one("value", signlessIntegerOrFloat), memrefOf, indices],
      results: [one("result", signlessIntegerOrFloat)],
      verify(op, complain) {
        const [value, target] = op.operandTypes;
        if (value !== op.resultTypes[0]) complain("failed to verify that all of {value, result} have same type");
        if (target?.data.kind === "memref" && target.data.shape.length !== op.numOperands - 2) {
          complain("expects the number of subscripts to be equal to memref rank");
        }
        const kind = ATOMIC_KINDS[Number(integerValue(op.getAttr("kind")))] ?? "";
        if (/^(add|maximum|minimum|mul)f$/.test(kind) && value!.kind !== "float") {
          complain(`with kind '${kind}' expects a floating-point type`);
        } else if (/([ius])$/.test(kind) && value!.kind !== "integer") {
          complain(`with kind '${kind}' expects an integer type`);
        }
      },
      assemblyFormat:
        "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
    },
    atomic_yield: {
      traits: ["Pure", "Terminator", "HasParent"],
      parents: ["memref.generic_atomic_rmw"],
      operands: [one("result")],
      results: [],
      regions: 0,
      successors: 0,
      assemblyFormat: "$result attr-dict `:` type($result)",
    },
    cast: view("$source attr-dict `:` type($source) `to` type($result)", {
      fold: foldCast,
      verify: verifyMemRefCast,
      interfaces: ["CastOpInterface", "ViewLikeOpInterface"],
      resultNames: ["cast"],
    }),
    collapse_shape: view("$source $reassociation attr-dict `:` type($source) `into` type($result)", {
      attributes: { reassociation },
      resultNames: ["collapse_shape"],
    }),
    copy: {
      ...effects(["read", "write"]),
      operands: [one("source", anyRankedOrUnrankedMemRef), one("target", anyRankedOrUnrankedMemRef)],
      results: [],
      verify(op, complain) {
        const [source, target] = op.operandTypes.map((type) => elementTypeOfType(type));
        if (source !== target) complain("requires the same element type for all operands");
      },
      assemblyFormat: "$source `,` $target attr-dict `:` type($source) `to` type($target)",
    },
    dealloc: {
      fold: foldMemRefCast,
      ...effects(["free"]),
      operands: [one("memref", anyRankedOrUnrankedMemRef)],
      results: [],
      assemblyFormat: "$memref attr-dict `:` type($memref)",
    },
    dim: {
      fold: foldDim,
      traits: ["NoMemoryEffect"],
      speculatability: dimSpeculatability,
      operands: [one("source", anyRankedOrUnrankedMemRef), one("index", index)],
      results: [one("result", index)],
      regions: 0,
      successors: 0,
      assemblyFormat: "attr-dict $source `,` $index `:` type($source)",
      resultNames: ["dim"],
    },
    distinct_objects: {
      traits: ["Pure"],
      operands: [many("objects")],
      results: [many("results")],
      regions: 0,
      successors: 0,
      assemblyFormat: "$objects attr-dict `:` type($objects)",
      inferTypes: { results: "objects" },
    },
    dma_start: {
      ...effects(["read", "write"]),
      operands: [many("operands")],
      results: [],
      assemblyFormat: "custom<Transfer>",
      directives: { Transfer: dmaTransfer },
    },
    dma_wait: {
      ...effects(["read", "write"]),
      operands: [one("tagMemRef", anyMemRef), many("tagIndices", index), one("numElements", index)],
      results: [],
      assemblyFormat: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
    },
    expand_shape: view(
      "$source $reassociation `output_shape` custom<Shape> attr-dict `:` type($source) `into` type($result)",
      {
        attributes: { reassociation, static_output_shape: staticList },
        operands: [one("source", anyRankedOrUnrankedMemRef), many("output_shape", index)],
        directives: { Shape: dynamicIndexList("output_shape", "static_output_shape") },
        resultNames: ["expand_shape"],
      },
    ),
    extract_aligned_pointer_as_index: view("$source attr-dict `:` type($source) `->` type($result)", {
      results: [one("result", index)],
      resultNames: ["intptr"],
    }),
    extract_strided_metadata: view("$source attr-dict `:` type($source) `->` type(results)", {
      results: [many("results")],
      resultNames: (op) => {
        const rank = (op.resultTypes.length - 2) / 2;
        const rest = Array.from({ length: Math.max(rank - 1, 0) }, () => undefined);
        return ["base_buffer", "offset", ...(rank > 0 ? ["sizes", ...rest, "strides", ...rest] : [])];
      },
    }),
    generic_atomic_rmw: {
      ...effects(["read", "write"]),
      traits: ["SingleBlock"],
      operands: [memrefOf, indices],
      results: [one("result")],
      regions: 1,
      regionNames: ["atomic_body"],
      assemblyFormat: "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict",
      inferTypes: { result: (known) => elementTypeOf(known, "memref") },
    },
    get_global: {
      traits: ["Pure"],
      interfaces: ["SymbolUserOpInterface"],
      attributes: { name: { format: flatSymbol } },
      operands: [],
      results: [one("result", anyMemRef)],
      regions: 0,
      successors: 0,
      assemblyFormat: "$name attr-dict `:` type($result)",
      verifySymbolUses: verifyGlobalUse,
    },
    global: {
      traits: ["Symbol"],
      attributes: {
        sym_name: { format: symbolName },
        sym_visibility: { optional: true, format: quotedString },
        type: { constraint: typeAttribute("memref type attribute", "memref") },
        initial_value: { optional: true },
        constant: { optional: true, unit: true },
        alignment,
      },
      operands: [],
      results: [],
      regions: 0,
      successors: 0,
      assemblyFormat: "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<Type> attr-dict",
      directives: { Type: globalType },
      verify: verifyGlobal,
    },
    load: {
      fold: foldMemRefCast,
      ...effects(["read"], { nontemporal, alignment }),
      operands: [memrefOf, indices],
      results: [one("result")],
      assemblyFormat: "$memref `[` $indices `]` attr-dict `:` type($memref)",
      inferTypes: { result: (known) => elementTypeOf(known, "memref") },
      verify(op, complain) {
        const { data } = op.getOperand(0).type;
        if (data.kind !== "memref") return;
        if (op.getResult(0).type !== data.elementType) {
          complain("failed to verify that result type matches element type of 'memref'");
        } else if (op.numOperands - 1 !== data.shape.length) {
          complain(`incorrect number of indices for load, expected ${data.shape.length} but got ${op.numOperands - 1}`);
        }
      },
    },
    memory_space_cast: view("$source attr-dict `:` type($source) `to` type($result)", {
      interfaces: ["CastOpInterface", "ViewLikeOpInterface"],
      resultNames: ["memspacecast"],
    }),
    prefetch: {
      ...effects(["read", "write"], {
        isWrite: { constraint: boolAttribute },
        localityHint: { constraint: localityHint },
        isDataCache: { constraint: boolAttribute },
      }),
      operands: [memrefOf, indices],
      results: [],
      assemblyFormat: "$memref `[` $indices `]` `,` custom<Hints> attr-dict `:` type($memref)",
      directives: { Hints: prefetchHints },
    },
    rank: {
      traits: ["Pure"],
      operands: [one("memref", anyRankedOrUnrankedMemRef)],
      results: [one("result", index)],
      regions: 0,
      successors: 0,
      assemblyFormat: "$memref attr-dict `:` type($memref)",
    },
    realloc: {
      ...effects(["free", "allocate"], { alignment }),
      canonicalizationPatterns: [deadAllocation],
      operands: [one("source", anyMemRef), { name: "dynamicResultSize", type: index, many: "optional" }],
      results: [one("result", anyMemRef)],
      assemblyFormat: "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)",
    },
    reinterpret_cast: view(
      "$source `to` `offset` `` `:` custom<Offsets> `,` `sizes` `` `:` custom<Sizes> `,` `strides` `` `:` custom<Strides> attr-dict `:` type($source) `to` type($result)",
      { ...slice, resultNames: ["reinterpret_cast"] },
    ),
    reshape: view("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)", {
      operands: [one("source", anyRankedOrUnrankedMemRef), one("shape", anyMemRef)],
      resultNames: ["reshape"],
    }),
    store: {
      fold: foldStore,
      ...effects(["write"], { nontemporal, alignment }),
      operands: [one("value"), memrefOf, indices],
      results: [],
      assemblyFormat: "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
      inferTypes: { value: (known) => elementTypeOf(known, "memref") },
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
    subview: view(
      "$source `` custom<Offsets> custom<Sizes> custom<Strides> attr-dict `:` type($source) `to` type($result)",
      { ...slice, resultNames: ["subview"] },
    ),
    transpose: view("$in custom<Permutation> attr-dict `:` type($in) `to` type($result)", {
      attributes: { permutation: { constraint: affineMapAttribute } },
      operands: [one("in", anyMemRef)],
      results: [one("result", anyMemRef)],
      directives: { Permutation: permutation },
      resultNames: ["transpose"],
    }),
    view: view("$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type($result)", {
      operands: [one("source", anyMemRef), one("byte_shift", index), many("sizes", index)],
      resultNames: ["view"],
    }),
  },
});
