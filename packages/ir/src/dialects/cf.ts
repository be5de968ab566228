import { defineDialect, type DialectDefinition } from "./define-dialect.ts";
import { anyInteger, anyType, i1 } from "./type-constraints.ts";

/** `mlir/include/mlir/Dialect/ControlFlow/IR/ControlFlowOps.td` */
export const cf: DialectDefinition = defineDialect({
  name: "cf",
  ops: {
    assert: {
      attributes: { msg: {} },
      effects: ["write"],
      operands: [{ name: "arg", type: i1 }],
      results: [],
      regions: 0,
      successors: 0,
    },
    br: {
      traits: ["Pure", "Terminator"],
      interfaces: ["BranchOpInterface"],
      operands: [{ name: "destOperands", type: anyType, many: "variadic" }],
      results: [],
      regions: 0,
      successors: 1,
    },
    cond_br: {
      traits: ["AttrSizedOperandSegments", "Pure", "Terminator"],
      interfaces: ["BranchOpInterface", "WeightedBranchOpInterface"],
      attributes: { operandSegmentSizes: {}, branch_weights: { optional: true } },
      operands: [
        { name: "condition", type: i1 },
        { name: "trueDestOperands", type: anyType, many: "variadic" },
        { name: "falseDestOperands", type: anyType, many: "variadic" },
      ],
      results: [],
      regions: 0,
      successors: 2,
    },
    switch: {
      traits: ["AttrSizedOperandSegments", "Pure", "Terminator"],
      interfaces: ["BranchOpInterface"],
      attributes: { operandSegmentSizes: {}, case_operand_segments: {}, case_values: { optional: true } },
      operands: [
        { name: "flag", type: anyInteger },
        { name: "defaultOperands", type: anyType, many: "variadic" },
        { name: "caseOperands", type: anyType, many: "variadic" },
      ],
      results: [],
      regions: 0,
      successors: "variadic",
    },
  },
});
