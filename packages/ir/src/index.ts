export { type WalkOptions, type WalkResult } from "./store/walk.ts";
export {
  Block,
  type EntityHandle,
  type IRMapping,
  Operation,
  type OpFoldResult,
  type OpOperand,
  Region,
  Value,
} from "./handles.ts";
export {
  type AttributeDefinition,
  type DialectStructure,
  type MemoryEffect,
  type OpStructure,
  type ResultNameSource,
  type TypeConstraint,
  type TypeLookup,
  type ValueDefinition,
} from "./dialects/op-structure.ts";
export { type AttributeParser, type DialectAttribute, type DialectSyntax, flagSet } from "./dialects/dialect-syntax.ts";
export { createMlirAdapter, mlir, mlir as default, type MlirAdapter, dialects } from "./adapter.ts";
export { AsmState } from "./asm-state.ts";
export {
  CallGraph,
  callGraph,
  type CallGraphEdge,
  type CallGraphEdgeKind,
  CallGraphNode,
} from "./analysis/call-graph.ts";
export { Liveness } from "./analysis/liveness.ts";
export { SccIterator } from "./analysis/scc-iterator.ts";
export {
  type AssemblyParser,
  type RegionArgument,
  type AssemblyPrinter,
  type AttributeFormat,
  type AssemblyDirective,
} from "./assembly/directive.ts";
export {
  type AttributeConstraint,
  boolAttribute,
  denseArrayAttribute,
  enumAttribute,
  flatSymbolAttribute,
  integerAttribute,
  stringAttribute,
  unitAttribute,
} from "./dialects/attribute-constraints.ts";
export { anyType, buildableType } from "./dialects/type-constraints.ts";
export { flags, flatSymbol, integerArray, integerEnum, integerOf, symbolName } from "./assembly/attribute-formats.ts";
export {
  Attribute,
  type AttributeContext,
  type AttributeData,
  DYNAMIC,
  DYNAMIC_INDEX,
  type NamedAttribute,
  Type,
  type TypeData,
} from "./attributes/attribute.ts";
export { sourceLocationOf } from "./attributes/parts.ts";
export { eraseFromSignature } from "./function-signature.ts";
export { type ForwardedOperand, getForwardedOperands } from "./interfaces/forwarded-operands.ts";
export { LiveValues } from "./dataflow/live-values.ts";
export { createModule, OpBuilder } from "./builder.ts";
export { type OperationState } from "./operation-state.ts";
export { type Constants, propagateConstants, SparseConstantPropagation } from "./dataflow/constant-propagation.ts";
export { type ConstantSource, DeadCodeAnalysis, PredecessorState } from "./dataflow/dead-code-analysis.ts";
export { type DataFlowAnalysis, type DataFlowConfig, DataFlowSolver, type ProgramPoint } from "./dataflow/solver.ts";
export { SparseForwardDataFlowAnalysis } from "./dataflow/sparse-analysis.ts";
export { Context, type ContextOptions } from "./context.ts";
export {
  type Complain,
  type DialectDefinition,
  type OpDefinition,
  type DialectInliner,
} from "./dialects/define-dialect.ts";
export {
  type Call,
  type Callable,
  type KnownOperands,
  type LoopLike,
  type OperandRange,
  type OpInterfaces,
  type RegionBranch,
  type RegionBranchPoint,
  type RegionBranchTerminator,
  type RegionSuccessor,
  type Speculatability,
} from "./dialects/op-interfaces.ts";
export {
  type DestructurableAccessor,
  type DestructurableAllocation,
  type DestructurableSlot,
  type MemorySlot,
  type MemorySlotInterfaces,
  type Promotable,
  type PromotableAllocation,
  type PromotableMemory,
  type SafeSlotAccess,
  type SlotUser,
} from "./dialects/memory-slot-interfaces.ts";
export { defineDialect } from "./dialects/check-definition.ts";
export { DiagnosticVerifier, type VerifyDiagnosticsLevel } from "./expected/diagnostic-verifier.ts";
export { type NameContext, OperationName } from "./dialects/operation-name.ts";
export { type TraitName } from "./dialects/traits.ts";
export { isConstantLike, matchConstant, materializeConstant } from "./fold/constants.ts";
export { FoldAdaptor, type FoldDefinition, type FoldResult } from "./fold/fold-adaptor.ts";
export { isAttribute } from "./fold/fold-operation.ts";
export { type IrContext } from "./store/store.ts";
export { parseModule, type ParseResult } from "./parse.ts";
export { type Sink } from "./printer/byte-writer.ts";
export { type PrintFlags } from "./printer/print-flags.ts";
export { dominance, DominanceInfo } from "./dominance.ts";
export { isMemoryEffectFree, isOpTriviallyDead, isPure, isSpeculatable } from "./effects.ts";
export {
  getSymbolUses,
  getUsesOfSymbol,
  getSymbolVisibility,
  lookupSymbolIn,
  SymbolReferences,
  SymbolTable,
  SymbolTableCollection,
  type SymbolUse,
  type SymbolVisibility,
} from "./symbol-table.ts";
export { Source } from "./text/source.ts";
export { DEFAULT_SPLIT_MARKER, type SplitInput, splitInput } from "./text/split-input.ts";
export { applyPatternsGreedily, type GreedyRewriteConfig, type RegionSimplification } from "./rewrite/greedy-driver.ts";
export { DagMatch, dagPattern, type DagPattern } from "./rewrite/dag-pattern.ts";
export { constant, type DagNode, node, type OperandPattern } from "./rewrite/dag-tree.ts";
export { type OpRewritePattern, type RewritePattern } from "./rewrite/pattern.ts";
export { FrozenPatternSet, getCanonicalizationPatterns, type PatternFilter } from "./rewrite/pattern-set.ts";
export { PatternRewriter, type RewriteListener } from "./rewrite/pattern-rewriter.ts";
export { verifyOperation } from "./verify/verify.ts";
