import type { Attribute } from "../attributes/attribute.ts";
import type { KnownOperands } from "../dialects/op-interfaces.ts";
import { FoldAdaptor } from "../fold/fold-adaptor.ts";
import { foldAt, foldResults, isAttribute } from "../fold/fold-operation.ts";
import type { Operation } from "../handles.ts";
import { operandsOf, setOperands } from "../store/edit.ts";
import { DeadCodeAnalysis } from "./dead-code-analysis.ts";
import type { ConstantSource } from "./dead-code-analysis.ts";
import { DataFlowSolver } from "./solver.ts";
import { SparseForwardDataFlowAnalysis } from "./sparse-analysis.ts";

/** State of a value that the analysis has not reached yet. */
const UNINITIALIZED = 0;
/** State of a value that is unknown or not constant. */
const UNKNOWN = -1;

/**
 * Finds values that are always the same constant, by folding (`SparseConstantPropagation`). As in MLIR, a few folders
 * change the IR: `memref.cast` can get another operand, and `memref.extract_strided_metadata` creates constants.
 */
export class SparseConstantPropagation extends SparseForwardDataFlowAnalysis implements ConstantSource {
  /** State of each value: the id of its constant attribute, `UNINITIALIZED` or `UNKNOWN`. */
  readonly #constants: Int32Array;
  /** For each value with a known constant, the operation whose dialect can materialize this constant. */
  readonly #origins: Int32Array;
  readonly #adaptor: FoldAdaptor;
  readonly #known: (Attribute | undefined)[] = [];

  constructor(solver: DataFlowSolver, deadCode: DeadCodeAnalysis) {
    super(solver, deadCode);
    this.#constants = new Int32Array(this.store.valueCount);
    this.#origins = new Int32Array(this.store.valueCount);
    this.#adaptor = new FoldAdaptor(this.store);
    deadCode.constants = this;
  }

  /** Returns the constant of the value with this id, or `undefined` if it is not constant or was never reached. */
  constantOf(value: number): Attribute | undefined {
    const constant = this.#constants[value] ?? UNKNOWN;
    return constant > 0 ? this.store.context.attributes[constant] : undefined;
  }

  /** Returns the id of the operation that was folded to the constant of the value with this id. */
  originOf(value: number): number {
    return this.#origins[value]!;
  }

  /** Returns the constants of an operation's operands, or `undefined` if an operand was not reached yet. */
  operandsOf(op: number): KnownOperands | undefined {
    const { opFirstOperand, opOperandCount, operandValue, context } = this.store;
    const first = opFirstOperand[op]!;
    const count = opOperandCount[op]!;
    const known = this.#known;
    known.length = count;
    for (let i = 0; i < count; i++) {
      const constant = this.#constants[operandValue[first + i]!]!;
      if (constant === UNINITIALIZED) return undefined;
      known[i] = constant > 0 ? context.attributes[constant] : undefined;
    }
    return known;
  }

  /** Joins the state of `from` into `into`. Returns whether the state of `into` changed. */
  protected override joinValues(into: number, from: number): boolean {
    // A folder can create values during the analysis.
    return this.#join(into, this.#constants[from] ?? UNKNOWN, this.#origins[from] ?? 0);
  }

  /** Marks a value as not constant. Returns whether the state changed. */
  protected override setToEntryState(value: number): boolean {
    return this.#join(value, UNKNOWN, 0);
  }

  #join(value: number, constant: number, origin: number): boolean {
    const old = this.#constants[value]!;
    if (constant === UNINITIALIZED || old === UNKNOWN || old === constant) return false;
    this.#constants[value] = old === UNINITIALIZED ? constant : UNKNOWN;
    this.#origins[value] = origin;
    return true;
  }

  /** Folds an operation with its constant operands, and updates its results. */
  protected override visitOperation(op: number): void {
    const { store } = this;
    const known = this.operandsOf(op);
    if (known === undefined) return;
    const first = store.opFirstResult[op]!;
    const folded = this.#fold(op, known);
    if (folded === undefined || folded.length === 0) return this.setAllResultsToEntryStates(op);
    folded.forEach((result, i) => {
      const changed = isAttribute(result)
        ? this.#join(first + i, result.id, op)
        : this.joinValues(first + i, result.liveId);
      if (changed) this.changed(first + i);
    });
  }

  /**
   * Folds an operation. If the result is a change in place, restores the operands and attributes, because later visits
   * can refute the assumed constants.
   */
  #fold(op: number, known: KnownOperands): ReturnType<typeof foldResults> {
    const { store } = this;
    const operands = operandsOf(store, op);
    const properties = store.opProperties[op]!;
    const attributes = store.opAttributes[op]!;
    const folded = foldResults(foldAt(this.#adaptor.at(op, known)));
    if (folded?.length !== 0) return folded;
    store.opProperties[op] = properties;
    store.opAttributes[op] = attributes;
    setOperands(store, op, operands);
    return folded;
  }
}

/** Constant values and reachable blocks in an operation. */
export interface Constants {
  /** Analysis that finds constant values. */
  readonly constants: SparseConstantPropagation;
  /** Analysis that finds reachable code. */
  readonly deadCode: DeadCodeAnalysis;
}

/** Runs constant propagation together with dead code analysis, because these analyses use each other's results. */
export function propagateConstants(top: Operation): Constants {
  const solver = new DataFlowSolver(top.store);
  const deadCode = solver.load(new DeadCodeAnalysis(solver));
  const constants = solver.load(new SparseConstantPropagation(solver, deadCode));
  solver.initializeAndRun(top);
  return { constants, deadCode };
}
