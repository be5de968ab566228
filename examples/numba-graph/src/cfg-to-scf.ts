import { definePass } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";
import type { Block, Operation } from "@passwright/ir";

/**
 * Conditional branch to the blocks `taken` and `otherwise`, which both branch to the block `join`. The three blocks do
 * not have other predecessors.
 */
interface Diamond {
  readonly branch: Operation;
  readonly taken: Block;
  readonly otherwise: Block;
  readonly join: Block;
}

function findDiamond(func: Operation): Diamond | undefined {
  for (const { terminator } of func.regions[0]?.blocks ?? []) {
    if (terminator?.name !== "cf.cond_br") continue;
    const [taken, otherwise] = terminator.successors;
    if (taken === undefined || otherwise === undefined || taken === otherwise) continue;
    const join = joinOf(taken);
    const isDiamond = join !== undefined && joinOf(otherwise) === join && join.predecessors.length === 2;
    if (isDiamond && taken.numArguments + otherwise.numArguments === 0) {
      return { branch: terminator, taken, otherwise, join };
    }
  }
  return undefined;
}

/** Returns the only successor of a block. Returns `undefined` if the block has several predecessors or successors. */
function joinOf({ terminator, predecessors }: Block): Block | undefined {
  return terminator?.name === "cf.br" && predecessors.length === 1 ? terminator.successors[0] : undefined;
}

/**
 * Replaces the branch with `scf.if`, moves the contents of `taken` and `otherwise` into the regions of the `scf.if`,
 * and appends the contents of `join` to the block that contained the branch.
 */
function liftDiamond({ branch, taken, otherwise, join }: Diamond): void {
  const results = join.arguments.map(({ type }) => type);
  const condition = branch.getOperand(0);
  const lifted = OpBuilder.before(branch).create("scf.if", { operands: [condition], results, regions: 2 });
  for (const [index, block] of [taken, otherwise].entries()) {
    const inside = lifted.getRegion(index).addBlock();
    const jump = block.terminator as Operation;
    OpBuilder.atEnd(inside).create("scf.yield", { operands: jump.operands });
    jump.erase();
    for (const op of block.operations) op.moveBefore(inside.terminator as Operation);
  }
  branch.erase();
  join.arguments.forEach((argument, index) => argument.replaceAllUsesWith(lifted.getResult(index)));
  for (const op of join.operations) lifted.block?.push(op);
  for (const block of [taken, otherwise, join]) block.erase();
}

/**
 * Replaces a conditional branch with `scf.if` if both targets branch to the same block. Starts with inner branches.
 * Leaves loops unchanged.
 */
export const cfgToScf = definePass({
  name: "numba-cfg-to-scf",
  summary: "lift branches that meet again to scf.if",
  anchor: "func.func",
  dependentDialects: ["scf"],
  statistics: { lifted: "branches lifted" },
  runOnOperation(func: Operation, pass) {
    let found = findDiamond(func);
    if (found === undefined) pass.markAllAnalysesPreserved();
    for (; found !== undefined; found = findDiamond(func)) {
      liftDiamond(found);
      pass.statistics.lifted.add();
    }
  },
});
