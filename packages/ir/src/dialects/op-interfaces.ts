import type { Attribute } from "../attributes/attribute.ts";
import type { Operation, Region, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { MemorySlotInterfaces } from "./memory-slot-interfaces.ts";
import type { OpStructure } from "./op-structure.ts";
import type { TraitName } from "./traits.ts";

/* Interfaces with MLIR's names. Passes use them so that they do not depend on particular operations. */

/**
 * Whether a pass can move an operation to a point that the program might not execute (`ConditionallySpeculatable`). A
 * `recursively-speculatable` operation is speculatable if all operations nested in it are speculatable.
 */
export type Speculatability = "speculatable" | "recursively-speculatable" | "not-speculatable";

/** Consecutive operands. */
export interface OperandRange {
  /** Index of the first operand. */
  readonly start: number;
  /** Number of operands. */
  readonly count: number;
}

/** Constants of the operands, in order. An entry is `undefined` if the operand is not known to be constant. */
export type KnownOperands = readonly (Attribute | undefined)[];

/** Interface of operations with regions that run several times (`LoopLikeOpInterface`). */
export interface LoopLike {
  /** Indices of the regions that run several times. Default: all regions (`getLoopRegions`). */
  readonly regions?: readonly number[];
}

/** Interface of operations that call a function (`CallOpInterface`). */
export interface Call {
  /** Returns the callee: a symbol reference or a value (`getCallableForCallee`). */
  callee(op: Operation): Attribute | Value | undefined;
  /** Returns the arguments of the call (`getArgOperands`). */
  argumentsOf(op: Operation): OperandRange;
}

/** Interface of callable operations (`CallableOpInterface`). */
export interface Callable {
  /** Returns the region that a call enters. Returns `undefined` for a declaration (`getCallableRegion`). */
  region(op: Operation): Region | undefined;
}

/** Start or end of a control flow edge: the index of a region, or `parent` for the operation with the regions. */
export type RegionBranchPoint = number | "parent";

/** A successor of a point in the control flow, and the block arguments or results that receive the passed values. */
export interface RegionSuccessor {
  /** Index of the region to which control flows, or `parent`. */
  readonly to: RegionBranchPoint;
  /** Values that receive the operands of the branch: arguments of a region, or results. */
  readonly inputs: readonly Value[];
}

/** Interface of operations that pass control to their regions or between them (`RegionBranchOpInterface`). */
export interface RegionBranch {
  /** Returns the successors of a point. For `parent`, `known` are the constant operands (`getSuccessorRegions`). */
  successors(op: Operation, from: RegionBranchPoint, known: KnownOperands): readonly RegionSuccessor[];
  /** Returns the operands that the operation passes to a successor. Default: none (`getEntrySuccessorOperands`). */
  entryOperands?(op: Operation, to: RegionBranchPoint): OperandRange;
  /** Whether each region runs at most once. Default: false (`getRegionInvocationBounds`). */
  readonly runsOnce?: boolean;
  /** Returns whether values can pass into or out of regions. If not, patterns skip the operation. Default: true. */
  mayForward?(store: Store, op: number): boolean;
}

/** Interface of terminators in the regions of {@link RegionBranch} operations (`RegionBranchTerminatorOpInterface`). */
export interface RegionBranchTerminator {
  /** Returns the operands that are passed to a successor (`getSuccessorOperands`). */
  successorOperands(op: Operation, to: RegionBranchPoint): OperandRange;
  /** Returns the successors if the terminator, and not the parent, determines them (`getSuccessorRegions`). */
  successors?(op: Operation, known: KnownOperands): readonly RegionSuccessor[];
}

/** Interfaces that an operation can implement. */
export interface OpInterfaces extends MemorySlotInterfaces {
  /** Returns the speculatability. Default: follows from the traits `Pure` and `RecursivelySpeculatable`. */
  speculatability?(op: Operation): Speculatability;
  /** Implemented by loops, such as `scf.for`. */
  readonly loopLike?: LoopLike;
  /** Implemented by operations that call a callable, such as `func.call`. */
  readonly call?: Call;
  /** Implemented by operations that can be called, such as `func.func`. */
  readonly callable?: Callable;
  /** Returns the index of the successor that a branch takes, or `undefined` if unknown (`getSuccessorForOperands`). */
  successorFor?(op: Operation, known: KnownOperands): number | undefined;
  /** Implemented by operations that pass control to their regions, such as `scf.if`. */
  readonly regionBranch?: RegionBranch;
  /** Implemented by terminators in regions. Default: a `ReturnLike` operation passes all its operands. */
  readonly regionBranchTerminator?: RegionBranchTerminator;
}

/** MLIR's names of the interfaces that follow from a field of a definition. */
const INTERFACES_OF_FIELDS: Readonly<Record<keyof OpInterfaces, string> & Record<string, string>> = {
  areCastCompatible: "CastOpInterface",
  effects: "MemoryEffectOpInterface",
  verifySymbolUses: "SymbolUserOpInterface",
  speculatability: "ConditionallySpeculatable",
  loopLike: "LoopLikeOpInterface",
  call: "CallOpInterface",
  callable: "CallableOpInterface",
  successorFor: "BranchOpInterface",
  regionBranch: "RegionBranchOpInterface",
  regionBranchTerminator: "RegionBranchTerminatorOpInterface",
  promotableAllocation: "PromotableAllocationOpInterface",
  promotableMemory: "PromotableMemOpInterface",
  promotable: "PromotableOpInterface",
  destructurableAllocation: "DestructurableAllocationOpInterface",
  destructurableAccessor: "DestructurableAccessorOpInterface",
  safeSlotAccess: "SafeMemorySlotAccessOpInterface",
};

const INTERFACES_OF_TRAITS: Partial<Record<TraitName, readonly string[]>> = {
  Symbol: ["SymbolOpInterface"],
  ReturnLike: ["RegionBranchTerminatorOpInterface"],
  Pure: ["ConditionallySpeculatable", "MemoryEffectOpInterface"],
  NoMemoryEffect: ["MemoryEffectOpInterface"],
  RecursivelySpeculatable: ["ConditionallySpeculatable"],
};

/** Returns MLIR's names of the interfaces that the definition lists, or implies by a trait or a field. */
export function interfacesOf(definition: OpStructure & OpInterfaces): ReadonlySet<string> {
  const interfaces = new Set(definition.interfaces);
  for (const trait of definition.traits ?? [])
    for (const name of INTERFACES_OF_TRAITS[trait] ?? []) interfaces.add(name);
  for (const [field, name] of Object.entries(INTERFACES_OF_FIELDS))
    if (definition[field as keyof OpInterfaces] !== undefined) interfaces.add(name);
  return interfaces;
}

export function allOperands(op: Operation): OperandRange {
  return { start: 0, count: op.numOperands };
}

export const NO_OPERANDS: OperandRange = { start: 0, count: 0 };
