import type { Attribute } from "../attributes/attribute.ts";
import type { Operation, Region, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { OpStructure } from "./op-structure.ts";
import type { TraitName } from "./traits.ts";

/*
 * What operations have in common beyond traits, in MLIR's words: a definition says how its operation does what the
 * interface asks, and passes ask only that. Each gives the operation the interface of that name for `hasInterface`.
 */

/**
 * Whether an operation may run where it did not run before (`ConditionallySpeculatable`,
 * `mlir/include/mlir/Interfaces/SideEffectInterfaces.td`). Recursively: if everything in it may.
 */
export type Speculatability = "speculatable" | "recursively-speculatable" | "not-speculatable";

/** Some operands in a row. */
export interface OperandRange {
  readonly start: number;
  readonly count: number;
}

/** The constants that operands are known to be, in order; undefined where it is not known. */
export type KnownOperands = readonly (Attribute | undefined)[];

/** An operation with regions that run several times (`LoopLikeOpInterface`). */
export interface LoopLike {
  /** The places of these regions; all if it is not said (`getLoopRegions`). */
  readonly regions?: readonly number[];
}

/** An operation that calls something (`CallOpInterface`). */
export interface Call {
  /** What it calls: the reference to a symbol, or a value (`getCallableForCallee`). */
  callee(op: Operation): Attribute | Value | undefined;
  /** What it passes on (`getArgOperands`). */
  argumentsOf(op: Operation): OperandRange;
}

/** An operation that can be called (`CallableOpInterface`). */
export interface Callable {
  /** What a call enters; undefined for a declaration (`getCallableRegion`). */
  region(op: Operation): Region | undefined;
}

/** A region of an operation by its place, or the operation itself: before its regions, or behind them. */
export type RegionBranchPoint = number | "parent";

/** Where control goes, and which block arguments, or results of the operation, get the values that are passed. */
export interface RegionSuccessor {
  readonly to: RegionBranchPoint;
  readonly inputs: readonly Value[];
}

/** An operation that passes control to its regions and between them (`RegionBranchOpInterface`). */
export interface RegionBranch {
  /**
   * Where control goes from a point. `known`: the operation's operands, if it comes from its outside (`getSuccessorRegions`,
   * `getEntrySuccessorRegions`).
   */
  successors(op: Operation, from: RegionBranchPoint, known: KnownOperands): readonly RegionSuccessor[];
  /** The operands that a successor gets from the operation itself; none if it is not said (`getEntrySuccessorOperands`). */
  entryOperands?(op: Operation, to: RegionBranchPoint): OperandRange;
  /**
   * By ids: false if an operation hands on nothing, neither into its regions nor out of them, so that nobody need look;
   * true if it is not given.
   */
  mayForward?(store: Store, op: number): boolean;
}

/** A terminator that leaves a region of such an operation (`RegionBranchTerminatorOpInterface`). */
export interface RegionBranchTerminator {
  /** The operands that a successor gets (`getSuccessorOperands`). */
  successorOperands(op: Operation, to: RegionBranchPoint): OperandRange;
  /** Where control goes, if the terminator decides that and not the operation around it (`getSuccessorRegions`). */
  successors?(op: Operation, known: KnownOperands): readonly RegionSuccessor[];
}

/** The interfaces that an operation may implement. */
export interface OpInterfaces {
  /** Without it, `Pure` operations are speculatable, `RecursivelySpeculatable` ones recursively, and no others. */
  speculatability?(op: Operation): Speculatability;
  readonly loopLike?: LoopLike;
  readonly call?: Call;
  readonly callable?: Callable;
  /** The successor that a branch jumps to with these operands; undefined if that is not known (`getSuccessorForOperands`). */
  successorFor?(op: Operation, known: KnownOperands): number | undefined;
  readonly regionBranch?: RegionBranch;
  /** That of a `ReturnLike` operation passes all its operands on. */
  readonly regionBranchTerminator?: RegionBranchTerminator;
}

/** MLIR's names of them. */
export const INTERFACE_NAMES: Readonly<Record<keyof OpInterfaces, string>> = {
  speculatability: "ConditionallySpeculatable",
  loopLike: "LoopLikeOpInterface",
  call: "CallOpInterface",
  callable: "CallableOpInterface",
  successorFor: "BranchOpInterface",
  regionBranch: "RegionBranchOpInterface",
  regionBranchTerminator: "RegionBranchTerminatorOpInterface",
};

/** Interfaces that go with a trait here, because the trait is how we say it. */
const INTERFACES_OF_TRAITS: Partial<Record<TraitName, readonly string[]>> = {
  Symbol: ["SymbolOpInterface"],
  ReturnLike: ["RegionBranchTerminatorOpInterface"],
  Pure: ["ConditionallySpeculatable", "MemoryEffectOpInterface"],
  NoMemoryEffect: ["MemoryEffectOpInterface"],
  RecursivelySpeculatable: ["ConditionallySpeculatable"],
};

/** MLIR's names of the interfaces that an operation has: those that it lists, and those that follow from traits and from how it is defined. */
export function interfacesOf(definition: OpStructure & OpInterfaces): ReadonlySet<string> {
  const interfaces = new Set(definition.interfaces);
  for (const trait of definition.traits ?? [])
    for (const name of INTERFACES_OF_TRAITS[trait] ?? []) interfaces.add(name);
  if (definition.effects !== undefined) interfaces.add("MemoryEffectOpInterface");
  for (const [key, name] of Object.entries(INTERFACE_NAMES)) {
    if (definition[key as keyof OpInterfaces] !== undefined) interfaces.add(name);
  }
  return interfaces;
}

/** All operands of an operation. */
export function allOperands(op: Operation): OperandRange {
  return { start: 0, count: op.numOperands };
}

export const NO_OPERANDS: OperandRange = { start: 0, count: 0 };
