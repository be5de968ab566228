import { definitionOf } from "../dialects/define-dialect.ts";
import { allOperands, NO_OPERANDS } from "../dialects/op-interfaces.ts";
import type { OperandRange, RegionBranchPoint } from "../dialects/op-interfaces.ts";
import type { Operation, Value } from "../handles.ts";

/**
 * Operand that is passed to a region or to a result. The operand belongs to an operation with regions, or to a
 * terminator in one of these regions.
 */
export interface ForwardedOperand {
  /** Operation that has the operand. */
  readonly owner: Operation;
  /** Index of the operand. */
  readonly index: number;
  /** Block arguments or results that can receive the operand. */
  readonly inputs: Value[];
}

/** A source of control flow: the operation itself, or a terminator in one of its regions. */
interface Source {
  readonly at: RegionBranchPoint;
  readonly owner: Operation;
}

/** Returns all sources of control flow in an operation (`getAllRegionBranchPoints`). */
function sourcesOf(op: Operation): readonly Source[] {
  const sources: Source[] = [{ at: "parent", owner: op }];
  op.regions.forEach((region, at) => {
    for (const block of region.blocks) {
      const owner = block.back;
      if (owner?.operationName.hasInterface("RegionBranchTerminatorOpInterface") === true) sources.push({ at, owner });
    }
  });
  return sources;
}

function operandsOf({ at, owner }: Source, to: RegionBranchPoint): OperandRange {
  const definition = definitionOf(owner.store, owner.liveId);
  if (at === "parent") return definition?.regionBranch?.entryOperands?.(owner, to) ?? NO_OPERANDS;
  return definition?.regionBranchTerminator?.successorOperands(owner, to) ?? allOperands(owner);
}

/**
 * Returns the operands that the operation `op`, or a terminator in `op`, passes to regions and results
 * (`getSuccessorOperandInputMapping`).
 */
export function getForwardedOperands(op: Operation): readonly ForwardedOperand[] {
  const branch = definitionOf(op.store, op.liveId)?.regionBranch;
  if (branch === undefined) return [];
  const all: ForwardedOperand[] = [];
  for (const source of sourcesOf(op)) {
    // The index identifies an operand here, because all operands of a source belong to the same operation.
    const found = new Map<number, ForwardedOperand>();
    for (const { to, inputs } of branch.successors(op, source.at, [])) {
      const { start, count } = operandsOf(source, to);
      for (let i = 0; i < Math.min(count, inputs.length); i++) {
        const index = start + i;
        const known = found.get(index);
        if (known !== undefined) {
          known.inputs.push(inputs[i]!);
          continue;
        }
        const operand = { owner: source.owner, index, inputs: [inputs[i]!] };
        found.set(index, operand);
        all.push(operand);
      }
    }
  }
  return all;
}
