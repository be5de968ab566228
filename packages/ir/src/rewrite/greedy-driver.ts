import { each, mustBe, mustBeFlag, mustBeOneOf, mustHaveOnly } from "@passwright/core";
import type { ApplyRewrite, PassContext } from "@passwright/core";
import { settled, threwIn, wrongResult } from "../dialect-errors.ts";
import { dialectOf } from "../dialects/define-dialect.ts";
import { isOpTriviallyDeadId } from "../effects.ts";
import { otherContext, wrongArgument } from "../errors.ts";
import { constantOfOperation, FoldAdaptor } from "../fold/fold-adaptor.ts";
import { foldAt, isAttribute, isList } from "../fold/fold-operation.ts";
import { Operation } from "../handles.ts";
import type { OpFoldResult } from "../handles.ts";
import { regionsAround } from "../store/groups.ts";
import { grown } from "../store/grown.ts";
import type { Store } from "../store/store.ts";
import { walkRegion } from "../store/walk.ts";
import { ActionTable } from "./action-table.ts";
import type { Actions } from "./action-table.ts";
import { ConstantMaker, OperationFolder } from "./operation-folder.ts";
import type { OpRewritePattern } from "./pattern.ts";
import type { FrozenPatternSet } from "./pattern-set.ts";
import { PatternRewriter } from "./pattern-rewriter.ts";
import type { RewriteListener } from "./pattern-rewriter.ts";
import { RegionDce } from "./region-simplification/region-dce.ts";
import { eraseUnreachableBlocks, simplifyRegion } from "./region-simplification/simplify-regions.ts";
import { Worklist } from "./worklist.ts";

/** Level of the control-flow simplification between two rounds (`GreedySimplifyRegionLevel`). */
export type RegionSimplification = "disabled" | "normal" | "aggressive";

/** Settings of the greedy driver (`GreedyRewriteConfig`). */
export interface GreedyRewriteConfig {
  /** Whether a round visits operations from the first to the last. Default: false. */
  readonly useTopDownTraversal?: boolean;
  /** Level of the control-flow simplification between two rounds. Default: `normal`. */
  readonly regionSimplification?: RegionSimplification;
  /** Maximum number of rounds, or -1 for no limit. Default: 10. */
  readonly maxIterations?: number;
  /** Maximum number of rewrites per round, or -1 for no limit. Default: -1. */
  readonly maxNumRewrites?: number;
  /** Whether operations are folded. Default: true. */
  readonly fold?: boolean;
  /** Whether equal constants are merged and moved to the front of the region. Default: true. */
  readonly cseConstants?: boolean;
}

const limit = mustBe("an integer from 0, or -1", (value) => Number.isInteger(value) && (value as number) >= -1);
const mustBeConfig = mustHaveOnly({
  ...each("useTopDownTraversal fold cseConstants", mustBeFlag),
  ...each("maxIterations maxNumRewrites", limit),
  regionSimplification: mustBeOneOf("disabled", "normal", "aggressive"),
});

/**
 * Applies patterns and folders to the operations of a region until nothing changes, in MLIR's order, because the result
 * depends on the order. The same driver can process many regions of a module, one after the other.
 */
export class GreedyDriver implements RewriteListener {
  /** Store of the rewritten operations. */
  readonly store: Store;
  readonly #config: GreedyRewriteConfig;
  readonly #rewriter: PatternRewriter;
  readonly #worklist = new Worklist();
  readonly #dce: RegionDce;
  readonly #adaptor: FoldAdaptor;
  readonly #folder: OperationFolder;
  readonly #constants: ConstantMaker;
  #ancestors = new Int32Array(64);
  #scope = 0;
  #isNested = false;
  #applyRewrite: ApplyRewrite<Operation> | undefined;
  /** Operations that the current rewrite created. Undefined if rewrites are not observed. */
  #created: Operation[] | undefined;
  readonly #actions: ActionTable;
  readonly #iterateInScope = (): boolean => this.#iterate(this.#scope);

  constructor(store: Store, patterns: FrozenPatternSet, config: GreedyRewriteConfig = {}) {
    // In another context, the ids of names are different, so patterns would match the wrong operations.
    if (patterns.context !== store.context) throw otherContext();
    this.store = store;
    this.#actions = new ActionTable(store, patterns, config.fold ?? true);
    this.#config = config;
    this.#rewriter = new PatternRewriter(store, this);
    this.#dce = new RegionDce(this.#rewriter);
    this.#adaptor = new FoldAdaptor(store);
    this.#folder = new OperationFolder(this.#rewriter);
    this.#constants = new ConstantMaker(this.#rewriter);
  }

  /** Simplifies a region. Returns whether the last round made no changes, and whether any round made changes. */
  run(
    region: number,
    inIteration: (number: number, iterate: () => boolean) => boolean = (_number, iterate) => iterate(),
    applyRewrite?: ApplyRewrite<Operation>,
  ): { readonly converged: boolean; readonly changed: boolean } {
    const { maxIterations = 10 } = this.#config;
    const limit = maxIterations < 0 ? Infinity : maxIterations;
    this.#scope = region;
    this.#applyRewrite = applyRewrite;
    this.#created = undefined;
    for (let iteration = 1; iteration <= limit; iteration++)
      if (!inIteration(iteration, this.#iterateInScope)) return { converged: true, changed: iteration > 1 };
    return { converged: limit === 0, changed: limit > 0 };
  }

  /** Simplifies these operations, and others that change as a result (`applyOpPatternsGreedily`). Takes ids. */
  runOn(ops: readonly number[]): void {
    if (ops.length === 0) return;
    const { store } = this;
    this.#folder.reset();
    this.#worklist.clear();
    this.#isNested = true;
    this.#applyRewrite = undefined;
    let common = regionsAround(store, store.opBlock[ops[0]!]!);
    for (const op of ops) {
      const around = new Set(regionsAround(store, store.opBlock[op]!));
      common = common.filter((region) => around.has(region));
      this.#worklist.push(op);
    }
    this.#scope = common[0]!;
    this.#processWorklist();
  }

  #iterate(region: number): boolean {
    const { regionSimplification = "normal" } = this.#config;
    this.#worklist.clear();
    this.#isNested = false;
    this.#fillWorklist(region);
    const { blockNext, regionFirstBlock } = this.store;
    const mayBeUnreachable = this.#isNested || blockNext[regionFirstBlock[region]!] !== 0;
    let changed = mayBeUnreachable && eraseUnreachableBlocks(this.#rewriter, region);
    if (this.#processWorklist()) changed = true;
    if (regionSimplification === "disabled") return changed;
    const isAggressive = regionSimplification === "aggressive";
    const simplify = (): boolean => simplifyRegion(this.#dce, region, isAggressive, this.#isNested);
    return this.#observe("simplify-regions", this.store.regionOwner[region]!, simplify) || changed;
  }

  /** Applies a rewrite of an operation, unless `applyRewrite` skips it. Returns whether anything changed. */
  #observe(name: string, op: number, apply: () => boolean, dialect?: string): boolean {
    if (this.#applyRewrite === undefined) return apply();
    const rewrite = { name, op: Operation.of(this.store, op), ...(dialect !== undefined && { dialect }) };
    return this.#applyRewrite(rewrite, () => {
      const created: Operation[] = (this.#created = []);
      const isChanged = apply();
      this.#created = undefined;
      return isChanged ? created.filter(({ isErased }) => !isErased) : undefined;
    });
  }

  #fillWorklist(region: number): void {
    const { useTopDownTraversal = false, cseConstants = true } = this.#config;
    if (cseConstants) this.#folder.reset();
    const visit = (op: number): void => {
      if (!this.#isKept(op, cseConstants)) return;
      // In pre-order, the enclosing operations are already in the worklist.
      if (useTopDownTraversal) this.#worklist.push(op);
      else this.#add(op);
    };
    walkRegion(this.store, region, visit, { order: useTopDownTraversal ? "pre" : "post" });
    if (useTopDownTraversal) this.#worklist.reverse();
  }

  /** Returns false for a duplicate constant, after erasing it, and true for all other operations. */
  #isKept(op: number, cseConstants: boolean): boolean {
    const { store } = this;
    if (store.opFirstRegion[op] !== 0) this.#isNested = true;
    if (!cseConstants || !this.#actions.ofName(op).isConstant) return true;
    const constant = constantOfOperation(store, op);
    return constant === undefined || this.#folder.insertKnownConstant(op, constant);
  }

  #processWorklist(): boolean {
    const { maxNumRewrites = -1 } = this.#config;
    const { store } = this;
    let changed = false;
    let rewritesLeft = maxNumRewrites < 0 ? Infinity : maxNumRewrites;
    while (rewritesLeft > 0) {
      const op = this.#worklist.pop();
      if (op === 0) break;
      if (isOpTriviallyDeadId(store, op) && this.#erase(op)) {
        changed = true;
        continue;
      }
      const actions = this.#actions.of(op);
      if (actions.folds && this.#fold(op, actions)) {
        changed = true;
        continue;
      }
      const { patterns } = actions;
      if (patterns.length === 0 || !this.#rewrite(op, patterns)) continue;
      changed = true;
      rewritesLeft--;
    }
    return changed;
  }

  #erase(op: number): boolean {
    return this.#applyRewrite === undefined
      ? this.#applyErase(op)
      : this.#observe("erase", op, () => this.#applyErase(op), this.store.nameOf(op).dialect);
  }

  #applyErase(op: number): true {
    this.#rewriter.eraseOpId(op);
    return true;
  }

  #fold(op: number, actions: Actions): boolean {
    return this.#applyRewrite === undefined
      ? this.#applyFold(op, actions)
      : this.#observe("fold", op, () => this.#applyFold(op, actions), this.store.nameOf(op).dialect);
  }

  #applyFold(op: number, actions: Actions): boolean {
    const folded = foldAt(this.#adaptor.at(op));
    if (folded === undefined) {
      if (this.#adaptor.looked === 0) this.#actions.foldsInVain(actions);
      return false;
    }
    if (folded === "in-place") {
      this.operationModified(op);
      return true;
    }
    this.#rewriter.insertAt(this.store.opBlock[op]!, op);
    if (!(isList(folded) ? this.#replaceAll(op, folded) : this.#replaceResult(op, folded))) return false;
    this.#rewriter.eraseOpId(op);
    return true;
  }

  /** Replaces the only result of `op`. Returns false if the dialect cannot create the folded constant. */
  #replaceResult(op: number, folded: OpFoldResult): boolean {
    const value = this.#materialize(op, 0, folded);
    if (value !== 0) this.#rewriter.replaceAllUsesId(this.store.opFirstResult[op]!, value);
    return value !== 0;
  }

  /** Replaces all results of `op`, or none if the dialect cannot create one of the folded constants. */
  #replaceAll(op: number, folded: readonly OpFoldResult[]): boolean {
    const { store } = this;
    const values: number[] = [];
    for (const result of folded) {
      const value = this.#materialize(op, values.length, result);
      if (value === 0) {
        values.forEach((made, i) => {
          if (isAttribute(folded[i]!)) this.#rewriter.eraseOpId(store.valueOwner[made]!);
        });
        return false;
      }
      values.push(value);
    }
    const first = store.opFirstResult[op]!;
    values.forEach((value, i) => this.#rewriter.replaceAllUsesId(first + i, value));
    return true;
  }

  /** Returns the id of the folded value of a result, or 0 if the dialect cannot create the constant. */
  #materialize(op: number, index: number, folded: OpFoldResult): number {
    if (!isAttribute(folded)) return folded.liveId;
    const { opFirstResult, valueType } = this.store;
    const dialect = dialectOf(this.store, op);
    if (dialect === undefined) return 0;
    const made = this.#constants.make(dialect, folded, valueType[opFirstResult[op]! + index]!, op);
    return made === 0 ? 0 : this.store.opFirstResult[made]!;
  }

  #rewrite(op: number, patterns: readonly OpRewritePattern[]): boolean {
    const { store } = this;
    for (let i = 0; i < patterns.length; i++) {
      const pattern = patterns[i]!;
      if (settled(pattern, store, op, pattern.couldMatch?.(store, op)) === false) continue;
      this.#rewriter.insertAt(store.opBlock[op]!, op);
      const isChanged =
        this.#applyRewrite === undefined
          ? this.#applyPattern(pattern, op)
          : this.#observe(pattern.name, op, () => this.#applyPattern(pattern, op), pattern.dialect);
      if (isChanged) return true;
    }
    return false;
  }

  #applyPattern(pattern: OpRewritePattern, op: number): boolean {
    const { store } = this;
    let isChanged: boolean;
    try {
      isChanged = pattern.matchAndRewrite(Operation.of(store, op), this.#rewriter);
    } catch (thrown) {
      throw threwIn(pattern, store, op, thrown);
    }
    settled(pattern, store, op, isChanged);
    if (isChanged || store.opBlock[op] !== -1) return isChanged;
    throw wrongResult(pattern, store, op, `${isChanged}, but erased the operation`, "return `true` after a change");
  }

  /** Adds an inserted operation to the worklist. */
  operationInserted(op: number): void {
    this.#created?.push(Operation.of(this.store, op));
    if (this.store.opFirstRegion[op] !== 0) this.#isNested = true;
    this.#add(op);
  }

  /** Adds a changed operation to the worklist. */
  operationModified(op: number): void {
    this.#add(op);
  }

  /** Removes an erased operation from the worklist. */
  operationErased(op: number): void {
    this.#addOperands(op);
    this.#worklist.remove(op);
  }

  /** Adds an operation and the operations around it, except operations outside the simplified region. */
  #add(op: number): void {
    const { blockRegion, opBlock, regionOwner } = this.store;
    let block = opBlock[op]!;
    if (block <= 0) return;
    let region = blockRegion[block]!;
    if (region === this.#scope) {
      this.#worklist.push(op);
      return;
    }
    let count = 0;
    this.#ancestors[count++] = op;
    while (region !== this.#scope) {
      if (region <= 0) return;
      const parent = regionOwner[region]!;
      if (count === this.#ancestors.length) this.#ancestors = grown(this.#ancestors, count + 1);
      this.#ancestors[count++] = parent;
      block = opBlock[parent]!;
      if (block <= 0) return;
      region = blockRegion[block]!;
    }
    for (let i = 0; i < count; i++) this.#worklist.push(this.#ancestors[i]!);
  }

  /** Adds the definitions of operands with at most one other user: they can be dead, or match with this user. */
  #addOperands(op: number): void {
    const { store } = this;
    const first = store.opFirstOperand[op]!;
    const count = store.opOperandCount[op]!;
    for (let i = 0; i < count; i++) {
      const value = store.operandValue[first + i]!;
      const definition = value === 0 ? 0 : store.valueOwner[value]!;
      if (definition > 0 && this.#hasAtMostOneOtherUser(value, op)) this.#add(definition);
    }
  }

  #hasAtMostOneOtherUser(value: number, op: number): boolean {
    const { operandNext, operandOwner, valueFirstUse } = this.store;
    let other = 0;
    for (let use = valueFirstUse[value]!; use !== 0; use = operandNext[use]!) {
      const user = operandOwner[use]!;
      if (user === op || user === other) continue;
      if (other !== 0) return false;
      other = user;
    }
    return true;
  }
}

/**
 * Applies patterns and folders to the contents of an operation until nothing changes (`applyPatternsGreedily`). The
 * operation must be isolated from above, and only its contents change. If a pass provides its context, instrumentations
 * can observe the rewrites.
 *
 * @throws UsageError PWI0016 if the patterns are from a different context, PWI0021 if the settings are invalid.
 */
export function applyPatternsGreedily(
  op: Operation,
  patterns: FrozenPatternSet,
  config: GreedyRewriteConfig = {},
  { applyRewrite }: Pick<PassContext<Operation>, "applyRewrite"> = {},
): { readonly converged: boolean; readonly changed: boolean } {
  const [problem] = mustBeConfig(config, "config");
  if (problem !== undefined)
    throw wrongArgument("`applyPatternsGreedily`", problem, "settings, for example `{ maxIterations: 1 }`");
  const driver = new GreedyDriver(op.store, patterns, config);
  const results = op.regions.map((region) => driver.run(region.id, undefined, applyRewrite));
  return { converged: results.every((one) => one.converged), changed: results.some((one) => one.changed) };
}
