export { cloneBlocksBefore } from "./store/clone.ts";
export { constantOfOperation } from "./fold/fold-adaptor.ts";
/* Access to the IR by ids, for fast passes. For the rules of these functions, see store/store.ts and store/edit.ts. */
export { isSymbolId, visibilityOfId, walkSymbolTables } from "./symbol-table.ts";
export { operationsOfRegion, walkIds } from "./store/walk-ids.ts";
export { traitBit, type TraitName } from "./dialects/traits.ts";
export { constantOfValue } from "./fold/constants.ts";
export { definitionOf, dialectOf } from "./dialects/define-dialect.ts";
export { foldAt } from "./fold/fold-operation.ts";
export { isMemoryEffectFreeId, isSpeculatableId, wouldOpBeTriviallyDeadId } from "./effects.ts";
export { fingerprintOperation } from "./fingerprint.ts";
export { callableRegionOf } from "./analysis/call-graph.ts";
export { insertionRegion } from "./rewrite/operation-folder.ts";
export { GreedyDriver } from "./rewrite/greedy-driver.ts";
export { numberValues } from "./printer/custom-numbering.ts";
export { type Numbering } from "./printer/numbering.ts";
export { eraseArgument, insertArgument } from "./store/arguments.ts";
export { appendSuccessorOperands, eraseSuccessorOperand, isBranch, successorOperands } from "./interfaces/branch.ts";
export { getAttribute, removeAttribute, setAttribute } from "./store/attributes.ts";
export { type DominatorTree, dominatorTree, postOrder, treeDominates } from "./store/dominance.ts";
export {
  appendRegion,
  eraseOperand,
  insertBlock,
  insertOp,
  linkOperand,
  linkSuccessor,
  moveBlocks,
  moveOps,
  removeBlock,
  removeOp,
  replaceAllUses,
  setOperand,
  setOperands,
  unlinkOperand,
  unlinkSuccessor,
} from "./store/edit.ts";
export { eraseBlock, eraseOp, operationsInside } from "./store/erase.ts";
export { encodeLocation, resolveLocation } from "./store/location.ts";
export { byteStringOf, textOf } from "./text/bytes.ts";
export { LOCATION_ATTRIBUTE, LOCATION_POSITION, LOCATION_TEXT, Store, type StoreSize } from "./store/store.ts";
