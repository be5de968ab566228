import { definitionOf } from "../dialects/define-dialect.ts";
import { wouldOpBeTriviallyDeadId } from "../effects.ts";
import { Operation } from "../handles.ts";
import type { Value } from "../handles.ts";
import { isBranch, successorOperands } from "../interfaces/branch.ts";
import { getForwardedOperands } from "../interfaces/forwarded-operands.ts";
import type { ForwardedOperand } from "../interfaces/forwarded-operands.ts";
import { getOrMake } from "../maps.ts";
import { operandsOf } from "../store/edit.ts";
import type { Store } from "../store/store.ts";
import { walkRegion } from "../store/walk.ts";
import { propagateConstants } from "./constant-propagation.ts";
import type { DeadCodeAnalysis } from "./dead-code-analysis.ts";

/**
 * Finds the live values. A value is live if an effect or a result of a public function depends on it, directly or
 * through regions, branches and calls (`RunLivenessAnalysis`, `mlir/lib/Analysis/DataFlow/LivenessAnalysis.cpp`).
 * Values in unreachable code are not live.
 */
export class LiveValues {
  readonly #store: Store;
  readonly #deadCode: DeadCodeAnalysis;
  readonly #live: Uint8Array;
  /** Maps each value that is not live yet to the operations to visit again when the value becomes live. */
  readonly #dependents = new Map<number, Set<number>>();
  readonly #forwarded = new Map<number, readonly ForwardedOperand[]>();
  readonly #work: number[] = [];

  constructor(top: Operation) {
    const { store } = top;
    this.#store = store;
    this.#deadCode = propagateConstants(top).deadCode;
    // Constant propagation can create constants, because some folders do.
    this.#live = new Uint8Array(store.valueCount);
    for (const region of top.regions) walkRegion(store, region.id, (op) => void this.#work.push(op));
    for (let op = this.#work.pop(); op !== undefined; op = this.#work.pop()) this.#visit(op);
  }

  /** Returns whether an effect or a result of a public function depends on a value. */
  isLive(value: Value): boolean {
    return this.#live[value.liveId] === 1;
  }

  #mark(value: number): void {
    if (this.#live[value] === 1) return;
    this.#live[value] = 1;
    for (const op of this.#dependents.get(value) ?? []) this.#work.push(op);
  }

  /** Returns whether a value is live. If the value becomes live later, `op` is visited again. */
  #dependsOn(op: number, value: number): boolean {
    if (this.#live[value] === 1) return true;
    getOrMake(this.#dependents, value, () => new Set()).add(op);
    return false;
  }

  #visit(op: number): void {
    const store = this.#store;
    if (!this.#deadCode.isLive(store.opBlock[op]!)) return;
    const name = store.nameOf(op);
    const around = store.parentOp(op);
    const definition = definitionOf(store, op);
    const parent = definitionOf(store, around);
    if (definition?.regionBranch !== undefined) this.#visitRegionBranch(op);
    else if (isBranch(store, op)) this.#visitBranch(op);
    else if (definition?.call !== undefined && this.#visitCall(op)) return;
    else if (parent?.regionBranch !== undefined && name.hasInterface("RegionBranchTerminatorOpInterface"))
      this.#visitForwarded(op, around);
    else if (parent?.callable !== undefined && name.hasTrait("ReturnLike")) this.#visitReturn(op, around);
    else if (this.#isNeeded(op, op)) operandsOf(this.#store, op).forEach((value) => this.#mark(value));
  }

  /** Returns whether an operation has effects or a live result. If not, visits `visitor` again when this changes. */
  #isNeeded(op: number, visitor: number): boolean {
    const store = this.#store;
    if (!wouldOpBeTriviallyDeadId(store, op)) return true;
    const first = store.opFirstResult[op]!;
    let isLive = false;
    for (let i = 0; i < store.opResultCount[op]!; i++) isLive = this.#dependsOn(visitor, first + i) || isLive;
    return isLive;
  }

  #visitRegionBranch(op: number): void {
    this.#visitForwarded(op, op);
    const handle = Operation.of(this.#store, op);
    for (const { to, inputs } of definitionOf(this.#store, op)!.regionBranch!.successors(handle, "parent", [])) {
      if (to === "parent") continue;
      const others = handle.getRegion(to).front?.arguments.filter((argument) => !inputs.includes(argument)) ?? [];
      if (others.length > 0 && this.#isNeeded(op, op)) others.forEach(({ id }) => this.#mark(id));
    }
  }

  /**
   * Marks the live operands of `op`, which is the operation `around` or a terminator in its regions. An operand that is
   * not forwarded is live if `around` is needed.
   */
  #visitForwarded(op: number, around: number): void {
    const all = getOrMake(this.#forwarded, around, () => getForwardedOperands(Operation.of(this.#store, around)));
    const operands = operandsOf(this.#store, op);
    const rest = new Set(operands.keys());
    for (const { owner, index, inputs } of all) {
      if (owner.id !== op) continue;
      rest.delete(index);
      const isLive = inputs.map(({ id }) => this.#dependsOn(op, id));
      if (isLive.includes(true)) this.#mark(operands[index]!);
    }
    if (rest.size > 0 && this.#isNeeded(around, op)) for (const index of rest) this.#mark(operands[index]!);
  }

  #visitBranch(op: number): void {
    const store = this.#store;
    const operands = operandsOf(this.#store, op);
    const rest = new Set(operands.keys());
    for (let i = 0; i < store.opSuccessorCount[op]!; i++) {
      const block = store.successorBlock[store.opFirstSuccessor[op]! + i]!;
      const { first, count } = successorOperands(store, op, i);
      for (let j = 0; j < count; j++) {
        rest.delete(first + j - store.opFirstOperand[op]!);
        if (this.#dependsOn(op, store.blockFirstArgument[block]! + j)) this.#mark(store.operandValue[first + j]!);
      }
    }
    for (const index of rest) this.#mark(operands[index]!);
  }

  /** Marks the operands of a call as live if the callee needs them. Returns false if the callee is unknown. */
  #visitCall(op: number): boolean {
    const store = this.#store;
    const callee = this.#deadCode.calleeOf(op);
    const callable = callee === 0 ? undefined : definitionOf(store, callee)?.callable;
    if (callable === undefined) return false;
    const entry = callable.region(Operation.of(store, callee))?.front;
    const { start, count } = definitionOf(store, op)!.call!.argumentsOf(Operation.of(store, op));
    operandsOf(this.#store, op).forEach((value, i) => {
      const argument = i >= start && i < start + count ? entry?.arguments[i - start] : undefined;
      if (argument === undefined || this.#dependsOn(op, argument.id)) this.#mark(value);
    });
    return true;
  }

  #visitReturn(op: number, around: number): void {
    const store = this.#store;
    const { areAllKnown, known } = this.#deadCode.predecessorsOf(around);
    operandsOf(store, op).forEach((value, i) => {
      const isLive = [...known].map(
        (call) => i < store.opResultCount[call]! && this.#dependsOn(op, store.opFirstResult[call]! + i),
      );
      if (!areAllKnown || isLive.includes(true)) this.#mark(value);
    });
  }
}
