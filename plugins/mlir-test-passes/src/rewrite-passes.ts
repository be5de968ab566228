import { FrozenPatternSet, isAttribute, materializeConstant, OpBuilder, Region } from "@passwright/ir";
import type { Attribute, Operation, Type, Value } from "@passwright/ir";
import { GreedyDriver, insertionRegion } from "@passwright/ir/store";
import { bool, definePass, int } from "@passwright/sdk";

/**
 * Pass that folds operations and simplifies regions. Does not apply patterns, because the patterns of the test dialect
 * are not implemented.
 */
export const testGreedyPatterns = definePass({
  name: "test-greedy-patterns",
  displayName: "(anonymous namespace)::TestGreedyPatternDriver",
  summary: "Run test dialect patterns",
  options: {
    fold: bool(true, "Whether to fold"),
    "cse-constants": bool(true, "Whether to CSE constants"),
    "top-down": bool(false, "Seed the worklist in general top-down order"),
    "max-iterations": int(10, "Max. iterations in the GreedyRewriteConfig"),
  },
  runOnOperation(op: Operation, pass) {
    const driver = new GreedyDriver(op.store, new FrozenPatternSet(op.context, []), {
      useTopDownTraversal: pass.options["top-down"],
      maxIterations: pass.options["max-iterations"],
      fold: pass.options.fold,
      cseConstants: pass.options["cse-constants"],
      regionSimplification: "aggressive",
    });
    for (const region of op.regions) driver.run(region.id);
  },
});

export const testSingleFold = definePass({
  name: "test-single-fold",
  displayName: "(anonymous namespace)::TestSingleFold",
  summary: "Test single-pass operation folding and dead constant elimination",
  options: { "max-iterations": int(1, "Max iterations in the tryToFold") },
  runOnOperation(op: Operation, pass) {
    const operations: Operation[] = [];
    op.walk((nested) => void operations.push(nested), { order: "pre" });
    const folder = new SingleFolder(pass.options["max-iterations"]);
    for (const nested of operations.reverse()) folder.fold(nested);
    folder.eraseUnused();
  },
});

/**
 * Folds single operations, as MLIR's `OperationFolder` does. Creates only one constant for each combination of region,
 * dialect, value and type.
 */
class SingleFolder {
  readonly #maxIterations: number;
  readonly #constants = new Map<string, Operation>();
  readonly #owned = new Set<Operation>();

  constructor(maxIterations: number) {
    this.#maxIterations = maxIterations;
  }

  fold(op: Operation): void {
    if (this.#owned.has(op)) {
      this.#moveToFront(op);
      return;
    }
    let folded = op.fold();
    for (let i = 1; folded?.length === 0 && i < this.#maxIterations; i++) folded = op.fold() ?? folded;
    if (folded === undefined || folded.length === 0) return;
    const region = Region.of(op.store, insertionRegion(op.store, op.block!.id));
    // Creates the constants for results in the order of the results.
    const builder = OpBuilder.atStart(region.front!);
    const values: Value[] = [];
    for (const [i, result] of folded.entries()) {
      const value = isAttribute(result) ? this.#constant(builder, region, op, result, op.getResult(i).type) : result;
      if (value === undefined) return;
      values.push(value);
    }
    op.replaceAllUsesWith(values);
    op.erase();
  }

  eraseUnused(): void {
    for (const op of this.#owned) if (op.results.every((result) => !result.hasUses)) op.erase();
  }

  #moveToFront(op: Operation): void {
    const { previous } = op;
    if (previous !== undefined && !this.#owned.has(previous)) op.moveBefore(op.block!.front!);
  }

  #constant(builder: OpBuilder, region: Region, of: Operation, value: Attribute, type: Type): Value | undefined {
    const keyOf = (dialect: string): string => `${region.id} ${dialect} ${value.id} ${type.id}`;
    const key = keyOf(dialectNameOf(of));
    let op = this.#constants.get(key);
    if (op === undefined) {
      op = materializeConstant(builder, of, value, type);
      if (op === undefined) return undefined;
      op.store.opLocation[op.id] = 0;
      const other = this.#constants.get(keyOf(dialectNameOf(op)));
      if (other === undefined) {
        this.#owned.add(op);
        this.#constants.set(keyOf(dialectNameOf(op)), op);
      } else {
        op.erase();
        op = other;
      }
      this.#constants.set(key, op);
    }
    if (of.block === op.block && of.block!.front !== op) op.moveBefore(of.block!.front!);
    return op.getResult(0);
  }
}

function dialectNameOf(op: Operation): string {
  return op.name.slice(0, op.name.indexOf("."));
}
