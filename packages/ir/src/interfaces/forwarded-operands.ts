import type { Complain } from "../dialects/define-dialect.ts";
import { definitionOf } from "../dialects/define-dialect.ts";
import { allOperands, NO_OPERANDS } from "../dialects/op-interfaces.ts";
import { verifyEdge } from "../dialects/region-edges.ts";
import type { OperandRange, RegionBranch, RegionBranchPoint } from "../dialects/op-interfaces.ts";
import { Operation } from "../handles.ts";
import type { Value } from "../handles.ts";
import { getOrMake } from "../maps.ts";
import type { Store } from "../store/store.ts";

/** Operand of an operation with regions, or of a terminator in them, that is passed to a region or to a result. */
export interface ForwardedOperand {
  /** Operation that has the operand. */
  readonly owner: Operation;
  /** Index of the operand. */
  readonly index: number;
  /** Block arguments or results that can receive the operand. */
  readonly inputs: Value[];
}

/** A source of control flow: the operation itself, or a terminator in one of its regions. */
type Source = readonly [at: RegionBranchPoint, owner: Operation];

/** Returns all sources of control flow in an operation (`getAllRegionBranchPoints`). */
function sourcesOf(op: Operation): readonly Source[] {
  const sources: Source[] = [["parent", op]];
  op.regions.forEach((region, at) => {
    for (const block of region.blocks) {
      const owner = block.back;
      if (owner?.operationName.hasInterface("RegionBranchTerminatorOpInterface") === true) sources.push([at, owner]);
    }
  });
  return sources;
}

/** Returns the operands that `op` passes to `to`, or `undefined` if unknown. `isParent` is false for terminators. */
export function operandsTo(
  store: Store,
  op: number,
  isParent: boolean,
  to: RegionBranchPoint,
): OperandRange | undefined {
  const definition = definitionOf(store, op);
  if (isParent) return definition?.regionBranch?.entryOperands?.(Operation.of(store, op), to) ?? NO_OPERANDS;
  const terminator = definition?.regionBranchTerminator;
  if (terminator !== undefined) return terminator.successorOperands(Operation.of(store, op), to);
  return store.nameOf(op).hasTrait("ReturnLike") ? { start: 0, count: store.opOperandCount[op]! } : undefined;
}

/** Checks that operands have the types of the arguments and results that receive them (`verifyTypesAlongAllEdges`). */
export function verifyForwardedOperands(op: Operation, branch: RegionBranch, complain: Complain): void {
  for (const [at, owner] of sourcesOf(op)) {
    for (const { to, inputs } of branch.successors(op, at, [])) {
      const { start, count } = operandsTo(owner.store, owner.id, owner === op, to) ?? allOperands(owner);
      const given = owner.operandTypes.slice(start, start + count);
      const target = to === "parent" ? to : `Region #${to}`;
      const wanted = inputs.map(({ type }) => type);
      verifyEdge(owner === op ? "parent" : owner, target, given, wanted, complain);
    }
  }
}

/** Returns operands that `op` and its terminators pass to regions and results (`getSuccessorOperandInputMapping`). */
export function getForwardedOperands(op: Operation): readonly ForwardedOperand[] {
  const branch = definitionOf(op.store, op.liveId)?.regionBranch;
  if (branch === undefined) return [];
  return sourcesOf(op).flatMap(([at, owner]) => {
    // The index identifies an operand here, because all operands of a source belong to the same operation.
    const found = new Map<number, ForwardedOperand>();
    for (const { to, inputs } of branch.successors(op, at, [])) {
      const { start, count } = operandsTo(owner.store, owner.id, owner === op, to) ?? allOperands(owner);
      for (let index = start; index < start + Math.min(count, inputs.length); index++)
        getOrMake(found, index, () => ({ owner, index, inputs: [] })).inputs.push(inputs[index - start]!);
    }
    return [...found.values()];
  });
}
