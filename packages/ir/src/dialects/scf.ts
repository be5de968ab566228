import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition, OpDefinition } from "./define-dialect.ts";
import * as assembly from "./scf-assembly.ts";
import * as verifiers from "./scf-verify.ts";
import * as interfaces from "./scf-interfaces.ts";
import { regionBranchPatterns } from "../rewrite/region-branch-patterns.ts";
import { executeRegionPatterns, forPatterns, indexSwitchPatterns } from "./scf-patterns/inline-patterns.ts";
import { forallPatterns } from "./scf-patterns/forall-patterns.ts";
import { foldNegatedCondition, ifPatterns } from "./scf-patterns/if-patterns.ts";
import { parallelPatterns } from "./scf-patterns/parallel-patterns.ts";
import { whilePatterns } from "./scf-patterns/while-patterns.ts";
import { denseArrayAttribute, deviceMapping } from "./attribute-constraints.ts";
import { i1, index, many, one, rankedTensor, signlessIntegerOrIndex, allTypesMatch } from "./type-constraints.ts";

/** Shared fields of the definitions of loops over index ranges. Segment sizes determine the groups of operands. */
const parallelLoop: OpDefinition = {
  loopLike: {},
  regionBranch: interfaces.parallelBranch,
  results: [many("results")],
  regionNames: ["region"],
  regionSizes: ["one"],
};

/** Dialect scf (`mlir/include/mlir/Dialect/SCF/IR/SCFOps.td`). */
export const scf: DialectDefinition = defineOdsDialect({
  name: "scf",
  inliner: { isLegalToInlineRegion: () => true, isLegalToInline: true },
  isClosed: true,
  ops: () => ({
    condition: {
      traits: ["Pure", "HasParent", "Terminator"],
      regionBranchTerminator: interfaces.conditionTerminator,
      parents: ["scf.while"],
      operands: [one("condition", i1), many("args")],
      assemblyFormat: "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
    },
    execute_region: {
      traits: ["RecursiveMemoryEffects"],
      regionBranch: interfaces.executeRegionBranch,
      canonicalizationPatterns: [...executeRegionPatterns, ...regionBranchPatterns],
      attributes: { no_inline: { optional: true, unit: true } },
      regionNames: ["region"],
      assemblyFormat: "custom<Results> (`no_inline` $no_inline^)? region($region, hide-arguments) attr-dict",
      directives: { Results: assembly.arrowTypes },
      verify(op, complain) {
        const { front } = op.getRegion(0);
        if (front === undefined) complain("region needs to have at least one block");
        if (front?.numArguments !== 0) complain("region cannot have any arguments");
      },
      results: [many("results")],
    },
    for: {
      canonicalizationPatterns: [...forPatterns, ...regionBranchPatterns],
      traits: ["AutomaticAllocationScope", "SingleBlockImplicitTerminator", "RecursiveMemoryEffects"],
      loopLike: {},
      regionBranch: interfaces.forBranch,
      speculatability: interfaces.forSpeculatability,
      attributes: { unsignedCmp: { optional: true, unit: true } },
      regionNames: ["region"],
      regionSizes: ["one"],
      assemblyFormat:
        "(`unsigned` $unsignedCmp^)? custom<Header> `` region($region, hide-arguments, drop-terminator) attr-dict",
      directives: { Header: assembly.forHeader },
      implicitTerminator: "scf.yield",
      operands: [...assembly.BOUNDS.map((name) => one(name, signlessIntegerOrIndex)), many("initArgs")],
      results: [many("results")],
      verifyRegions: verifiers.verifyFor,
      relations: [allTypesMatch(...assembly.BOUNDS)],
      verify(op, complain) {
        if (op.numOperands - 3 !== op.numResults) {
          complain(`mismatch in number of loop-carried values and defined values`);
        }
      },
    },
    forall: {
      ...parallelLoop,
      traits: [
        "AttrSizedOperandSegments",
        "AutomaticAllocationScope",
        "RecursiveMemoryEffects",
        "SingleBlockImplicitTerminator",
      ],
      attributes: {
        ...Object.fromEntries(assembly.STATIC.map((name) => [name, { constraint: denseArrayAttribute(64) }])),
        mapping: { optional: true, constraint: deviceMapping },
      },
      canonicalizationPatterns: forallPatterns,
      operands: [...assembly.DYNAMIC.map((name) => many(name, index)), many("outputs", rankedTensor)],
      implicitTerminator: "scf.forall.in_parallel",
      assemblyFormat: "custom<Header> region($region, hide-arguments, drop-terminator) attr-dict",
      directives: { Header: assembly.forallHeader },
      verify: verifiers.verifyForall,
      verifyRegions: verifiers.verifyDestinations,
    },
    if: {
      fold: foldNegatedCondition,
      canonicalizationPatterns: [...ifPatterns, ...regionBranchPatterns],
      traits: [
        "NoRegionArguments",
        "RecursiveMemoryEffects",
        "RecursivelySpeculatable",
        "SingleBlockImplicitTerminator",
      ],
      interfaces: ["InferTypeOpInterface"],
      regionBranch: interfaces.ifBranch,
      implicitTerminator: "scf.yield",
      operands: [one("condition", i1)],
      regionNames: ["thenRegion", "elseRegion"],
      regionSizes: ["one", "at most one"],
      assemblyFormat: `$condition custom<Results> region($thenRegion, hide-arguments, drop-terminator)
        (\`else\` region($elseRegion, hide-arguments, drop-terminator)^)? attr-dict`,
      directives: { Results: assembly.yieldedResults },
      results: [many("results")],
      verify(op, complain) {
        if (op.numResults !== 0 && op.getRegion(1).isEmpty) complain("must have an else block if defining values");
      },
    },
    index_switch: {
      traits: ["RecursiveMemoryEffects", "SingleBlockImplicitTerminator"],
      regionBranch: interfaces.indexSwitchBranch,
      canonicalizationPatterns: [...indexSwitchPatterns, ...regionBranchPatterns],
      attributes: { cases: { constraint: denseArrayAttribute(64) } },
      regionNames: ["defaultRegion", "caseRegions"],
      regionSizes: ["one"],
      assemblyFormat: `$arg attr-dict (\`->\` type($results)^)? \` \`
        (\`\\n\` \`case\` custom<Case> region($caseRegions, hide-arguments))* \`\\n\` \`default\` custom<Cases> $defaultRegion`,
      directives: { Case: assembly.caseValue, Cases: assembly.caseList },
      verify: verifiers.verifyIndexSwitch,
      implicitTerminator: "scf.yield",
      operands: [one("arg", index)],
      results: [many("results")],
    },
    parallel: {
      ...parallelLoop,
      traits: ["AttrSizedOperandSegments", "AutomaticAllocationScope", "RecursiveMemoryEffects", "SingleBlock"],
      canonicalizationPatterns: parallelPatterns,
      operands: [...assembly.BOUNDS.map((name) => many(name, index)), many("initVals")],
      implicitTerminator: "scf.reduce",
      assemblyFormat: "custom<Header> region($region, hide-arguments) attr-dict",
      directives: { Header: assembly.parallelHeader },
      verify: verifiers.verifyParallel,
    },
    reduce: {
      traits: ["Terminator", "RecursiveMemoryEffects", "HasParent"],
      regionBranchTerminator: interfaces.reduceTerminator,
      parents: ["scf.parallel"],
      regionNames: ["reductions"],
      regionSizes: ["one"],
      assemblyFormat: `(\`(\` $operands^ \`:\` type($operands) \`)\`)? \` \` ($reductions^ (\`,\` $reductions)*)? attr-dict`,
      verify: verifiers.verifyReductionCount,
      verifyRegions: verifiers.verifyReduce,
      operands: [many("operands")],
    },
    "reduce.return": {
      traits: ["Pure", "Terminator", "HasParent"],
      regionBranchTerminator: interfaces.reduceTerminator,
      parents: ["scf.reduce"],
      assemblyFormat: "$result attr-dict `:` type($result)",
      verify: verifiers.verifyReduceReturn,
      operands: [one("result")],
    },
    "forall.in_parallel": {
      traits: ["Pure", "Terminator", "HasParent", "NoTerminator", "SingleBlock"],
      parents: ["scf.forall"],
      regionNames: ["region"],
      regionSizes: ["one"],
      assemblyFormat: "$region attr-dict",
      verify: verifiers.verifyInParallel,
    },
    while: {
      canonicalizationPatterns: [...whilePatterns, ...regionBranchPatterns],
      traits: ["RecursiveMemoryEffects", "SingleBlock"],
      loopLike: {},
      regionBranch: interfaces.whileBranch,
      regionNames: ["before", "after"],
      regionSizes: ["one"],
      assemblyFormat: "custom<Header> region($before, hide-arguments) `do` $after attr-dict-with-keyword",
      directives: { Header: assembly.whileHeader },
      verify: verifiers.verifyWhile,
      operands: [many("inits")],
      results: [many("results")],
    },
    yield: {
      traits: ["Pure", "ReturnLike", "HasParent"],
      parents: ["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"],
      assemblyFormat: "attr-dict ($results^ `:` type($results))?",
      operands: [many("results")],
    },
  }),
});
