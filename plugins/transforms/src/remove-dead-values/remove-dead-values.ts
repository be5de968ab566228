import { bool, definePass, PassType } from "@passwright/sdk";
import {
  FrozenPatternSet,
  getCanonicalizationPatterns,
  getForwardedOperands,
  getSymbolUses,
  getUsesOfSymbol,
  getSymbolVisibility,
  isMemoryEffectFree,
  LiveValues,
} from "@passwright/ir";
import type { Operation, Region, SymbolUse, Value } from "@passwright/ir";
import { definitionOf, GreedyDriver, isBranch, successorOperands } from "@passwright/ir/store";
import { Cleanups } from "./cleanups.ts";

/**
 * Removes dead values: values that do not influence an effect or a result of a public function. Dead values can also be
 * arguments and results of private functions, and arguments of blocks and regions
 * (`mlir/lib/Transforms/RemoveDeadValues.cpp`). Precondition: any valid IR. Postcondition: the effects of the program
 * and the results of public functions are unchanged. Private functions keep their signature if their uses are unknown,
 * or if operations other than calls use them.
 */
export const removeDeadValues = definePass({
  name: "remove-dead-values",
  ir: "mlir",
  displayName: "RemoveDeadValues",
  summary: "Remove dead values",
  types: [PassType.Cleanup],
  options: { canonicalize: bool(true, "Canonicalize region branch ops") },
  runOnOperation(top: Operation, pass) {
    new DeadValues(top).remove();
    if (!pass.options.canonicalize) return;
    const branches: number[] = [];
    top.walk((op) => {
      if (definitionOf(op.store, op.id)?.regionBranch !== undefined) branches.push(op.id);
    });
    const patterns = new FrozenPatternSet(top.context, getCanonicalizationPatterns(top.context));
    new GreedyDriver(top.store, patterns).runOn(branches);
  },
});

class DeadValues {
  readonly #top: Operation;
  readonly #values: LiveValues;
  /** Values that the analysis considers live, but that are removed. */
  readonly #dropped = new Set<Value>();
  readonly #cleanups: Cleanups;
  readonly #uses = new Map<Region, readonly SymbolUse[] | undefined>();

  constructor(top: Operation) {
    this.#top = top;
    this.#values = new LiveValues(top);
    this.#cleanups = new Cleanups(top);
  }

  remove(): void {
    this.#top.walk((op) => {
      const definition = definitionOf(op.store, op.id);
      if (op.operationName.hasInterface("FunctionOpInterface")) this.#visitFunction(op);
      else if (definition?.regionBranch !== undefined) this.#visitRegionBranch(op);
      else if (isBranch(op.store, op.id)) this.#visitBranch(op);
      else if (!op.hasTrait("Terminator") && definition?.call === undefined) this.#visitSimple(op);
    });
    this.#cleanups.run();
  }

  #isDead(value: Value): boolean {
    return this.#dropped.has(value) || !this.#values.isLive(value);
  }

  #drop(values: readonly Value[]): void {
    for (const value of values) this.#dropped.add(value);
  }

  /** Visits an operation without control flow. A dead operand shows that an operation with effects is unreachable. */
  #visitSimple(op: Operation): void {
    const isDead = op.operands.some((value) => this.#isDead(value));
    if (!isDead && !(isMemoryEffectFree(op) && op.results.every((value) => this.#isDead(value)))) return;
    this.#cleanups.operations.push(op);
    this.#drop(op.results);
  }

  #visitFunction(func: Operation): void {
    const body = func.getRegion(0);
    if (getSymbolVisibility(func) === "public" || func === this.#top || body.front === undefined) return;
    const calls = getUsesOfSymbol(func, this.#top, (region) => this.#usesIn(region))?.map(({ user }) => user);
    if (calls?.every((call) => definitionOf(call.store, call.id)?.call !== undefined) !== true) return;
    const { arguments: parameters } = body.front;
    const inputs = new Set([...parameters.keys()].filter((i) => this.#isDead(parameters[i]!)));
    this.#drop(parameters.filter((_, i) => inputs.has(i)));
    const type = func.getAttr("function_type")?.data;
    const count = type?.kind === "type" && type.type.data.kind === "function" ? type.type.data.results.length : 0;
    const results = new Set(Array.from({ length: count }, (_, i) => i));
    for (const call of calls) {
      for (const i of results) if (!this.#isDead(call.getResult(i))) results.delete(i);
    }
    for (const { back } of body.blocks) {
      if (back?.hasTrait("ReturnLike") === true && back.numOperands === count)
        this.#cleanups.returned.push({ op: back, operands: results });
    }
    this.#cleanups.functions.push({ func, calls, inputs, results });
    for (const call of calls) this.#drop(call.results.filter((_, i) => results.has(i)));
  }

  #usesIn(region: Region): readonly SymbolUse[] | undefined {
    if (!this.#uses.has(region)) this.#uses.set(region, getSymbolUses(region));
    return this.#uses.get(region);
  }

  #visitRegionBranch(op: Operation): void {
    if (isMemoryEffectFree(op) && op.results.every((value) => this.#isDead(value))) {
      this.#cleanups.operations.push(op);
      return;
    }
    const dead = new Map<Operation, Set<number>>();
    for (const { owner, index, inputs } of getForwardedOperands(op)) {
      if (!this.#isDead(owner.getOperand(index)) && !inputs.every((value) => this.#isDead(value))) continue;
      dead.set(owner, (dead.get(owner) ?? new Set()).add(index));
    }
    for (const [owner, operands] of dead) this.#cleanups.poisoned.push({ op: owner, operands });
  }

  /**
   * Erases a branch with a dead condition, because this branch is not reachable. Otherwise, erases dead arguments of
   * the successors. As in MLIR, keeps a dead argument if all values that branches pass to it are live.
   */
  #visitBranch(op: Operation): void {
    const { store, successors } = op;
    const passed = successors.map((_, i) => {
      const { first, count } = successorOperands(store, op.id, i);
      return { start: first - store.opFirstOperand[op.id]!, count };
    });
    const isForwarded = (index: number): boolean =>
      passed.some(({ start, count }) => index >= start && index < start + count);
    if (op.operands.some((value, i) => !isForwarded(i) && this.#isDead(value))) {
      this.#cleanups.operations.push(op);
      return;
    }
    const values = op.operands;
    for (const [successor, { start, count }] of passed.entries()) {
      const block = successors[successor]!;
      const { arguments: inputs } = block;
      const dead = [...inputs.keys()].filter(
        (i) => this.#isDead(inputs[i]!) && i < count && this.#isDead(values[start + i]!),
      );
      if (dead.length === 0 || !block.predecessors.every(({ back }) => isBranch(store, back!.id))) continue;
      this.#drop(dead.map((i) => inputs[i]!));
      const known = this.#cleanups.blocks.get(block) ?? [];
      this.#cleanups.blocks.set(block, new Set([...known, ...dead]));
    }
  }
}
