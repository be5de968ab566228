import { defineDialect, type DialectDefinition, type OpDefinition } from "./define-dialect.ts";
import { anyType, i1, index, signlessIntegerOrIndex } from "./type-constraints.ts";

const anyResults = [{ name: "results", type: anyType, many: "variadic" }] as const;
const anyOperands = [{ name: "operands", type: anyType, many: "variadic" }] as const;

/** Loops over index ranges whose bounds are in segments. */
function parallelLoop(traits: OpDefinition["traits"], attributes: OpDefinition["attributes"]): OpDefinition {
  return {
    traits: ["AttrSizedOperandSegments", "RecursiveMemoryEffects", "SingleBlock", ...(traits ?? [])],
    interfaces: ["LoopLikeOpInterface", "RegionBranchOpInterface"],
    attributes: { operandSegmentSizes: { default: "array<i32: 0, 0, 0, 0>" }, ...attributes },
    results: anyResults,
    regions: 1,
    successors: 0,
  };
}

/** `mlir/include/mlir/Dialect/SCF/IR/SCFOps.td` */
export const scf: DialectDefinition = defineDialect({
  name: "scf",
  ops: {
    condition: {
      traits: ["Pure", "HasParent", "Terminator"],
      interfaces: ["RegionBranchTerminatorOpInterface"],
      parents: ["scf.while"],
      operands: [
        { name: "condition", type: i1 },
        { name: "args", type: anyType, many: "variadic" },
      ],
      results: [],
      regions: 0,
      successors: 0,
    },
    execute_region: {
      traits: ["RecursiveMemoryEffects", "RecursivelySpeculatable"],
      interfaces: ["RegionBranchOpInterface"],
      attributes: { no_inline: { optional: true } },
      operands: [],
      results: anyResults,
      regions: 1,
      successors: 0,
    },
    for: {
      traits: ["AutomaticAllocationScope", "SingleBlockImplicitTerminator", "RecursiveMemoryEffects"],
      interfaces: ["LoopLikeOpInterface", "RegionBranchOpInterface"],
      attributes: { unsignedCmp: { optional: true } },
      implicitTerminator: "scf.yield",
      operands: [
        { name: "lowerBound", type: signlessIntegerOrIndex },
        { name: "upperBound", type: signlessIntegerOrIndex },
        { name: "step", type: signlessIntegerOrIndex },
        { name: "initArgs", type: anyType, many: "variadic" },
      ],
      results: anyResults,
      regions: 1,
      successors: 0,
      verify(op, complain) {
        if (op.numOperands - 3 !== op.numResults) {
          complain(`mismatch in number of loop-carried values and defined values`);
        }
      },
    },
    forall: parallelLoop(["AutomaticAllocationScope"], {
      staticLowerBound: {},
      staticUpperBound: {},
      staticStep: {},
      mapping: { optional: true },
    }),
    if: {
      traits: [
        "NoRegionArguments",
        "RecursiveMemoryEffects",
        "RecursivelySpeculatable",
        "SingleBlockImplicitTerminator",
      ],
      interfaces: ["RegionBranchOpInterface", "InferTypeOpInterface"],
      implicitTerminator: "scf.yield",
      operands: [{ name: "condition", type: i1 }],
      results: anyResults,
      regions: 2,
      successors: 0,
      verify(op, complain) {
        if (op.numResults !== 0 && op.getRegion(1).isEmpty) complain("must have an else block if defining values");
      },
    },
    index_switch: {
      traits: ["RecursiveMemoryEffects", "RecursivelySpeculatable", "SingleBlockImplicitTerminator"],
      interfaces: ["RegionBranchOpInterface"],
      attributes: { cases: {} },
      implicitTerminator: "scf.yield",
      operands: [{ name: "arg", type: index }],
      results: anyResults,
      successors: 0,
    },
    parallel: parallelLoop(["AutomaticAllocationScope"], {}),
    reduce: {
      traits: ["Terminator", "RecursiveMemoryEffects", "HasParent"],
      interfaces: ["RegionBranchTerminatorOpInterface"],
      parents: ["scf.parallel"],
      operands: anyOperands,
      results: [],
      successors: 0,
    },
    "reduce.return": {
      traits: ["Pure", "Terminator", "HasParent"],
      interfaces: ["RegionBranchTerminatorOpInterface"],
      parents: ["scf.reduce"],
      operands: [{ name: "result", type: anyType }],
      results: [],
      regions: 0,
      successors: 0,
    },
    "forall.in_parallel": {
      traits: ["Pure", "Terminator", "HasParent", "NoTerminator", "SingleBlock"],
      parents: ["scf.forall"],
      operands: [],
      results: [],
      regions: 1,
      successors: 0,
    },
    while: {
      traits: ["RecursiveMemoryEffects", "SingleBlock"],
      interfaces: ["LoopLikeOpInterface", "RegionBranchOpInterface"],
      operands: [{ name: "inits", type: anyType, many: "variadic" }],
      results: anyResults,
      regions: 2,
      successors: 0,
    },
    yield: {
      traits: ["Pure", "ReturnLike", "HasParent"],
      parents: ["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"],
      operands: anyOperands,
      results: [],
      regions: 0,
      successors: 0,
    },
  },
});
