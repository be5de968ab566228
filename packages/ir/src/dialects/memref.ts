import { integerValue } from "../attributes/parts.ts";
import * as verifiers from "./memref-verify.ts";
import * as constraints from "./memref-types.ts";
import { verifyCollapseShape, verifyExpandShape, verifyReshape, verifyTranspose } from "./memref-reshape-verify.ts";
import { allocaScopePatterns } from "./memref-patterns/alloca-scope-patterns.ts";
import * as slices from "./memref-patterns/slice-patterns.ts";
import { collapsePatterns, expandPatterns, reshapeFolder } from "./memref-patterns/reshape-patterns.ts";
import { SLICE_LISTS, verifyReinterpretCast, verifySubview } from "./memref-slice.ts";
import {
  allTypesMatch,
  typeMatches,
  anyMemRef,
  anyRankedOrUnrankedMemRef,
  index,
  many,
  one,
  signlessIntegerOrFloat,
} from "./type-constraints.ts";
import { defineOdsDialect } from "./define-dialect.ts";
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
import { materializeArithConstant } from "./arith-assembly.ts";
import * as folds from "./memref-fold.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import { flatSymbol, integerEnum, integerOf, symbolName } from "../assembly/attribute-formats.ts";
import { dynamicIndexList } from "./index-list.ts";
import * as assembly from "./memref-assembly.ts";
import { accessOfPart, allocaOfParts, allocaPromotion, loadPromotion, storePromotion } from "./memref-memory-slots.ts";
import type { Type } from "../attributes/attribute.ts";
import type { AttributeDefinition, MemoryEffect, TypeConstraint, TypeLookup, TypeRelation } from "./op-structure.ts";
import { spacedResults } from "./scf-assembly.ts";
import { executeRegionBranch } from "./scf-interfaces.ts";

const alignment: AttributeDefinition = { optional: true, constraint: alignmentAttribute };
const nontemporal: AttributeDefinition = { optional: true, defaultWhenAbsent: "false", constraint: boolAttribute };
const staticList: AttributeDefinition = { constraint: denseArrayAttribute(64) };
const reassociation: AttributeDefinition = { constraint: integerArrays };

const localityHint = integerAttribute(
  32,
  " whose minimum value is 0 whose maximum value is 3",
  (value) => value >= 0n && value <= 3n,
);

/** Returns a constraint that only the verifier checks, because MLIR's parser accepts all types. */
function ofAnyKind({ description, accepts }: TypeConstraint): TypeConstraint {
  return { description, accepts };
}

const memrefOf = one("memref", anyMemRef);
const indices = many("indices", index);

/** Defines an operation that views the memory of a memref as a different type. `resultName` is the printed name. */
function view(resultName: string, assemblyFormat: string, definition: OpDefinition): OpDefinition {
  return {
    resultNames: [resultName],
    traits: ["Pure"],
    interfaces: ["ViewLikeOpInterface"],
    operands: [one("source", anyRankedOrUnrankedMemRef)],
    results: [one("result", anyRankedOrUnrankedMemRef)],
    assemblyFormat,
    ...definition,
  };
}

/** Shared fields of the definitions of operations with static or dynamic offsets, sizes and strides. */
const slice: OpDefinition = {
  traits: ["AttrSizedOperandSegments", "Pure"],
  attributes: Object.fromEntries(SLICE_LISTS.map((name) => [`static_${name}`, staticList])),
  operands: [one("source", anyRankedOrUnrankedMemRef), ...SLICE_LISTS.map((name) => many(name, index))],
  directives: {
    Offsets: dynamicIndexList("offsets", "static_offsets"),
    Sizes: dynamicIndexList("sizes", "static_sizes"),
    Strides: dynamicIndexList("strides", "static_strides"),
  },
};

function elementOf(name: string, description: string): TypeRelation {
  return typeMatches(name, "memref", description, elementTypeOf);
}

function elementType(known: TypeLookup): readonly Type[] {
  return known.types("memref").flatMap((type) => elementTypeOf(type) ?? []);
}

function effects(effects: readonly MemoryEffect[], attributes: OpDefinition["attributes"] = {}): OpDefinition {
  return { effects, attributes: attributes ?? {} };
}

function allocation(name: string): OpDefinition {
  return {
    ...effects(["allocate"], { alignment }),
    traits: ["AttrSizedOperandSegments"],
    operands: [many("dynamicSizes", index), many("symbolOperands", index)],
    results: [one("memref", anyMemRef)],
    assemblyFormat: "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
    resultNames: [name],
    canonicalizationPatterns: folds.allocationPatterns,
    verify: name === "alloca" ? verifiers.verifyAlloca : verifiers.verifyAllocation,
  };
}

/** Dialect memref (`mlir/include/mlir/Dialect/MemRef/IR/MemRefOps.td`). */
export const memref: DialectDefinition = defineOdsDialect({
  name: "memref",
  inliner: { isLegalToInline: true },
  isClosed: true,
  materializeConstant: materializeArithConstant,
  ops: () => ({
    alloc: allocation("alloc"),
    alloca: {
      ...allocation("alloca"),
      promotableAllocation: allocaPromotion,
      destructurableAllocation: allocaOfParts,
    },
    alloca_scope: {
      traits: [
        "AutomaticAllocationScope",
        "SingleBlockImplicitTerminator",
        "RecursiveMemoryEffects",
        "NoRegionArguments",
      ],
      implicitTerminator: "memref.alloca_scope.return",
      regionBranch: executeRegionBranch,
      canonicalizationPatterns: allocaScopePatterns,
      results: [many("results")],
      regionNames: ["bodyRegion"],
      regionSizes: ["one"],
      assemblyFormat: "custom<Results> region($bodyRegion, hide-arguments, drop-terminator) attr-dict",
      directives: { Results: spacedResults },
    },
    "alloca_scope.return": {
      traits: ["Pure", "ReturnLike", "HasParent"],
      parents: ["memref.alloca_scope"],
      operands: [many("results")],
      assemblyFormat: "attr-dict ($results^ `:` type($results))?",
    },
    assume_alignment: view("assume_align", "$memref `,` $alignment attr-dict `:` type($memref)", {
      attributes: {
        alignment: {
          format: integerOf(32),
          constraint: integerAttribute(32, " whose value is positive", (value) => value > 0n),
        },
      },
      traits: ["Pure", "SameOperandsAndResultType"],
      interfaces: ["InferTypeOpInterface", "ViewLikeOpInterface"],
      operands: [memrefOf],
      results: [one("result", anyMemRef)],
      fold: folds.foldAssumeAlignment,
      verify(op, complain) {
        const value = integerValue(op.getAttr("alignment")) ?? 0n;
        if ((value & (value - 1n)) !== 0n) complain("alignment must be power of 2");
      },
    }),
    atomic_rmw: {
      fold: folds.foldMemRefCast,
      ...effects(["read", "write"], { kind: { format: integerEnum(assembly.ATOMIC_KINDS, 64) } }),
      operands: [one("value", signlessIntegerOrFloat), one("memref", constraints.numberMemRef), indices],
      results: [one("result", signlessIntegerOrFloat)],
      relations: [allTypesMatch("value", "result"), elementOf("value", "value type matches element type of memref")],
      verifySignature: verifiers.verifyAtomicRmw,
      assemblyFormat:
        "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
    },
    atomic_yield: {
      traits: ["Pure", "Terminator", "HasParent"],
      parents: ["memref.generic_atomic_rmw"],
      operands: [one("result")],
      verify: verifiers.verifyAtomicYield,
      assemblyFormat: "$result attr-dict `:` type($result)",
    },
    cast: view("cast", "$source attr-dict `:` type($source) `to` type($result)", {
      fold: folds.foldCast,
      areCastCompatible: constraints.areMemRefCastCompatible,
    }),
    collapse_shape: view("collapse_shape", "$source $reassociation attr-dict `:` type($source) `into` type($result)", {
      attributes: { reassociation },
      operands: [one("source", constraints.stridedMemRef)],
      results: [one("result", constraints.stridedMemRef)],
      verifySignature: verifyCollapseShape,
      fold: reshapeFolder("memref.expand_shape"),
      canonicalizationPatterns: collapsePatterns,
    }),
    copy: {
      canonicalizationPatterns: folds.copyPatterns,
      ...effects(["read", "write"]),
      traits: ["SameOperandsElementType", "SameOperandsShape"],
      operands: [one("source", anyRankedOrUnrankedMemRef), one("target", anyRankedOrUnrankedMemRef)],
      assemblyFormat: "$source `,` $target attr-dict `:` type($source) `to` type($target)",
    },
    dealloc: {
      fold: folds.foldMemRefCast,
      ...effects(["free"]),
      operands: [one("memref", anyRankedOrUnrankedMemRef)],
      assemblyFormat: "$memref attr-dict `:` type($memref)",
    },
    dim: {
      fold: folds.foldDim,
      canonicalizationPatterns: folds.dimPatterns,
      traits: ["NoMemoryEffect"],
      speculatability: folds.dimSpeculatability,
      operands: [one("source", constraints.memrefWithDimensions), one("index", index)],
      results: [one("result", index)],
      assemblyFormat: "attr-dict $source `,` $index `:` type($source)",
      resultNames: ["dim"],
    },
    distinct_objects: {
      traits: ["Pure"],
      operands: [many("objects", anyMemRef)],
      results: [many("results", anyMemRef)],
      verifySignature: verifiers.verifyDistinctObjects,
      assemblyFormat: "$objects attr-dict `:` type($objects)",
      inferTypes: { results: "objects" },
    },
    dma_start: {
      fold: folds.foldMemRefCast,
      ...effects(["read", "write"]),
      operands: [many("operands")],
      verifySignature: verifiers.verifyDmaStart,
      assemblyFormat: "custom<Transfer>",
      directives: { Transfer: assembly.dmaTransfer },
    },
    dma_wait: {
      fold: folds.foldMemRefCast,
      ...effects(["read", "write"]),
      operands: [one("tagMemRef", anyMemRef), many("tagIndices", index), one("numElements", index)],
      verifySignature: verifiers.verifySubscripts(
        0,
        (rank, found) =>
          `expected tagIndices to have the same number of elements as the tagMemRef rank, expected ${rank}, but got ${found}`,
        1,
      ),
      assemblyFormat: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
    },
    expand_shape: view(
      "expand_shape",
      "$source $reassociation `output_shape` custom<Shape> attr-dict `:` type($source) `into` type($result)",
      {
        attributes: { reassociation, static_output_shape: staticList },
        operands: [one("source", constraints.stridedMemRef), many("output_shape", index)],
        results: [one("result", constraints.stridedMemRef)],
        verifySignature: verifyExpandShape,
        fold: reshapeFolder("memref.collapse_shape"),
        canonicalizationPatterns: expandPatterns,
        directives: { Shape: dynamicIndexList("output_shape", "static_output_shape") },
      },
    ),
    extract_aligned_pointer_as_index: view("intptr", "$source attr-dict `:` type($source) `->` type($result)", {
      results: [one("result", index)],
    }),
    extract_strided_metadata: view("base_buffer", "$source attr-dict `:` type($source) `->` type(results)", {
      operands: [one("source", constraints.stridedMemRef)],
      results: [one("base_buffer", constraints.stridedScalarMemRef), one("offset", index), many("sizes", index)],
      inferResultTypes: ([source]) => verifiers.metadataTypes(source!),
      fold: slices.foldMetadata,
      resultNames: (op) => {
        const rank = (op.resultTypes.length - 2) / 2;
        const rest = Array.from({ length: Math.max(rank - 1, 0) }, () => undefined);
        return ["base_buffer", "offset", ...(rank > 0 ? ["sizes", ...rest, "strides", ...rest] : [])];
      },
    }),
    generic_atomic_rmw: {
      ...effects(["read", "write"]),
      traits: ["SingleBlock"],
      operands: [one("memref", ofAnyKind(constraints.numberMemRef)), indices],
      results: [one("result", signlessIntegerOrFloat)],
      relations: [elementOf("result", "result type matches element type of memref")],
      verifyRegions: verifiers.verifyGenericAtomicRmw,
      regionNames: ["atomic_body"],
      assemblyFormat: "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict",
      inferTypes: { result: elementType },
    },
    get_global: {
      traits: ["Pure"],
      attributes: { name: { format: flatSymbol } },
      results: [one("result", constraints.staticMemRef)],
      assemblyFormat: "$name attr-dict `:` type($result)",
      verifySymbolUses: verifiers.verifyGlobalUse,
    },
    global: {
      traits: ["Symbol"],
      attributes: {
        sym_name: { format: symbolName },
        sym_visibility: { optional: true, format: assembly.quotedString },
        type: { constraint: typeAttribute("memref type attribute", "memref") },
        initial_value: { optional: true },
        constant: { optional: true, unit: true },
        alignment,
      },
      assemblyFormat: "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<Type> attr-dict",
      directives: { Type: assembly.globalType },
      verify: verifiers.verifyGlobal,
    },
    load: {
      fold: folds.foldMemRefCast,
      promotableMemory: loadPromotion,
      destructurableAccessor: accessOfPart(0),
      ...effects(["read"], { nontemporal, alignment }),
      operands: [memrefOf, indices],
      results: [one("result")],
      assemblyFormat: "$memref `[` $indices `]` attr-dict `:` type($memref)",
      inferTypes: { result: elementType },
      relations: [elementOf("result", "result type matches element type of 'memref'")],
      verifySignature: verifiers.verifySubscripts(
        0,
        (rank, found) => `incorrect number of indices for load, expected ${rank} but got ${found}`,
      ),
    },
    memory_space_cast: view("memspacecast", "$source attr-dict `:` type($source) `to` type($result)", {
      areCastCompatible: verifiers.differInMemorySpace,
      fold: folds.foldMemorySpaceCast,
    }),
    prefetch: {
      fold: folds.foldMemRefCast,
      ...effects(["read", "write"], {
        isWrite: { constraint: boolAttribute },
        localityHint: { constraint: localityHint },
        isDataCache: { constraint: boolAttribute },
      }),
      operands: [memrefOf, indices],
      verifySignature: verifiers.verifySubscripts(0, () => "too few indices"),
      assemblyFormat: "$memref custom<Hints>",
      directives: { Hints: assembly.prefetchHints },
    },
    rank: {
      fold: folds.foldRank,
      traits: ["Pure"],
      operands: [one("memref", anyRankedOrUnrankedMemRef)],
      results: [one("result", index)],
      assemblyFormat: "$memref attr-dict `:` type($memref)",
    },
    realloc: {
      ...effects(["free", "allocate"], { alignment }),
      canonicalizationPatterns: [folds.deadAllocation],
      operands: [one("source", constraints.vectorMemRef), { name: "dynamicResultSize", type: index, many: "optional" }],
      results: [one("result", ofAnyKind(constraints.vectorMemRef))],
      verifySignature: verifiers.verifyRealloc,
      assemblyFormat: "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)",
    },
    reinterpret_cast: view(
      "reinterpret_cast",
      "$source `to` `offset` `` `:` custom<Offsets> `,` `sizes` `` `:` custom<Sizes> `,` `strides` `` `:` custom<Strides> attr-dict `:` type($source) `to` type($result)",
      {
        ...slice,
        results: [one("result", constraints.stridedMemRef)],
        verifySignature: verifyReinterpretCast,
        fold: slices.foldReinterpretCast,
        canonicalizationPatterns: slices.reinterpretCastPatterns,
      },
    ),
    reshape: view("reshape", "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)", {
      operands: [one("source", anyRankedOrUnrankedMemRef), one("shape", constraints.indexVectorMemRef)],
      verifySignature: verifyReshape,
    }),
    store: {
      fold: (op) => folds.foldMemRefCast(op, 1),
      promotableMemory: storePromotion,
      destructurableAccessor: accessOfPart(1),
      ...effects(["write"], { nontemporal, alignment }),
      operands: [one("value"), memrefOf, indices],
      assemblyFormat: "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
      inferTypes: { value: elementType },
      relations: [elementOf("value", "type of 'value' matches element type of 'memref'")],
      verifySignature: verifiers.verifySubscripts(1, () => "store index operand count not equal to memref rank"),
    },
    subview: view(
      "subview",
      "$source `` custom<Offsets> custom<Sizes> custom<Strides> attr-dict `:` type($source) `to` type($result)",
      {
        ...slice,
        operands: [one("source", anyMemRef), ...slice.operands!.slice(1)],
        results: [one("result", anyMemRef)],
        verifySignature: verifySubview,
        fold: slices.foldSubview,
        canonicalizationPatterns: slices.subviewPatterns,
      },
    ),
    transpose: view("transpose", "$in custom<Permutation> `to` type(results)", {
      attributes: { permutation: { constraint: affineMapAttribute } },
      operands: [one("in", constraints.stridedMemRef)],
      results: [one("result", constraints.stridedMemRef)],
      verifySignature: verifyTranspose,
      fold: folds.foldTranspose,
      directives: { Permutation: assembly.permutation },
    }),
    view: view("view", "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)", {
      operands: [one("source", constraints.byteVectorMemRef), one("byte_shift", index), many("sizes", index)],
      results: [one("result", anyMemRef)],
      verifySignature: verifiers.verifyView,
      fold: folds.foldView,
      canonicalizationPatterns: folds.viewPatterns,
    }),
  }),
});
