import { eraseFromSignature, PatternRewriter } from "@passwright/ir";
import type { Block, Operation, Value } from "@passwright/ir";
import { eraseOperand, eraseSuccessorOperand } from "@passwright/ir/store";

type Indices = ReadonlySet<number>;

interface FunctionCleanup {
  readonly func: Operation;
  readonly calls: readonly Operation[];
  readonly inputs: Indices;
  readonly results: Indices;
}

interface OperandCleanup {
  readonly op: Operation;
  readonly operands: Indices;
}

/** Changes to make after all dead values are known, in MLIR's order (`RDVFinalCleanupList`). */
export class Cleanups {
  readonly operations: Operation[] = [];
  readonly functions: FunctionCleanup[] = [];
  readonly poisoned: OperandCleanup[] = [];
  readonly returned: OperandCleanup[] = [];
  /** Arguments to erase, grouped by block. The values that branches pass for these arguments are also erased. */
  readonly blocks = new Map<Block, Set<number>>();
  readonly #poison: Operation[] = [];
  readonly #rewriter: PatternRewriter;

  constructor(top: Operation) {
    this.#rewriter = new PatternRewriter(top.store);
  }

  run(): void {
    this.#cleanBlocks();
    for (const { func, inputs, results } of this.functions) {
      eraseArguments(func.getRegion(0).front!, inputs, (value) => this.#dropUses(value));
      eraseFromSignature(func, inputs, results);
    }
    for (const { op, operands } of this.poisoned) {
      this.#rewriter.setInsertionPoint(op);
      for (const index of descending(operands).reverse()) op.setOperand(index, this.#makePoison(op.getOperand(index)));
    }
    for (const { op, operands } of this.returned) eraseOperands(op, operands);
    for (const { calls, inputs, results } of this.functions) {
      for (const call of calls) this.#cleanCall(call, inputs, results);
    }
    for (const op of this.operations) this.#erase(op);
    for (const op of this.#poison) if (!op.isErased && !op.getResult(0).hasUses) op.erase();
  }

  #cleanBlocks(): void {
    for (const [block, indices] of this.blocks) {
      for (const op of new Set(block.predecessors.map(({ back }) => back!))) {
        for (const [successor, target] of op.successors.entries()) {
          if (target !== block) continue;
          for (const index of descending(indices)) eraseSuccessorOperand(op.store, op.id, successor, index);
        }
      }
      eraseArguments(block, indices, (value) => this.#dropUses(value));
    }
  }

  #cleanCall(call: Operation, inputs: Indices, results: Indices): void {
    eraseOperands(call, inputs);
    if (call.numResults === 0) return;
    for (const index of results) this.#dropUses(call.getResult(index));
    this.#rewriter.eraseOpResults(call, (index) => results.has(index));
  }

  #makePoison(value: Value): Value {
    this.#rewriter.location = value.location;
    const op = this.#rewriter.create("ub.poison", { results: [value.type] });
    this.#poison.push(op);
    return op.getResult(0);
  }

  /** Replaces uses of a value by poison. All remaining uses are in operations that are erased later. */
  #dropUses(value: Value): void {
    if (!value.hasUses) return;
    const { definingOp, parentBlock } = value;
    if (definingOp !== undefined) this.#rewriter.setInsertionPointAfter(definingOp);
    else this.#rewriter.setInsertionPointToStart(parentBlock!);
    const poison = this.#makePoison(value);
    this.#rewriter.replaceAllUsesWith(value, poison);
  }

  #erase(op: Operation): void {
    if (op.hasTrait("Terminator")) {
      this.#rewriter.setInsertionPoint(op);
      this.#rewriter.createAt(op, "ub.unreachable", {});
    }
    for (const result of op.results) this.#dropUses(result);
    op.erase();
  }
}

function eraseOperands(op: Operation, indices: Indices): void {
  for (const index of descending(indices)) eraseOperand(op.store, op.id, index);
}

function eraseArguments(block: Block, indices: Indices, dropUses: (value: Value) => void): void {
  for (const index of descending(indices)) {
    dropUses(block.getArgument(index));
    block.eraseArgument(index);
  }
}

function descending(indices: Indices): number[] {
  return [...indices].sort((a, b) => b - a);
}
