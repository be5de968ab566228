import { UsageError } from "@passwright/core";
import type { IrAdapter, IrReduction } from "@passwright/core";
import { isCompleted, Limits } from "../fault/limits.ts";
import { dropParts } from "./drop-parts.ts";
import { cannotClone } from "./errors.ts";
import { sharedProperties, treeReduction } from "./tree-reduction.ts";

/** Settings of {@link reduceRoot}. */
export interface ReduceRootOptions<Op> {
  /** Maximum number of candidates to try. Default: no limit. */
  readonly budget?: number;
  /** Signal that ends the reduction. The result is then the smallest root that was found so far. */
  readonly signal?: AbortSignal;
  /**
   * Number of candidates to try at the same time, for asynchronous tests. The result does not depend on this number.
   */
  readonly jobs?: number;
  /** Called for each smaller root that shows the fault, with this root and the number of tries so far. */
  readonly onSmaller?: (root: Op, tries: number) => void;
}

/** Result of {@link reduceRoot}. */
export interface ReducedRoot<Op> {
  /** Root of the smaller tree. */
  readonly root: Op;
  /** Number of calls to the test. */
  readonly tries: number;
}

/**
 * Finds a smaller tree for which `stillFails` holds: removes operations level by level, replaces operations with their
 * contents, removes attributes, and shortens values, until none of these edits succeeds. `stillFails` must hold for
 * `root`, which is never changed. If `root` passes the verifier, only candidates that pass the verifier are tested. If
 * the text of `root` can be parsed, the text of each tested candidate can be parsed too. The test is allowed to change
 * its argument. The same arguments give the same result.
 *
 * @throws UsageError PWE0201 if the IR cannot copy operations.
 */
export async function reduceRoot<Op extends object>(
  ir: IrAdapter<Op>,
  root: Op,
  stillFails: (root: Op) => boolean | Promise<boolean>,
  options: ReduceRootOptions<Op> = {},
): Promise<ReducedRoot<Op>> {
  const { clone } = ir;
  if (clone === undefined) throw new UsageError(cannotClone(ir.name));
  const search = new Search(ir, clone(root), stillFails, options);
  await isCompleted(async () => {
    while (await search.round());
  });
  return { root: search.best, tries: search.limits.tests };
}

/** Function that changes a copy of the best root. Throws or returns false if the change is not possible. */
type Edit<Op extends object> = (ops: readonly Op[], reduction: IrReduction<Op>) => boolean | void;

class Search<Op extends object> {
  best: Op;
  readonly limits: Limits;
  readonly #ir: IrAdapter<Op>;
  readonly #stillFails: (root: Op) => boolean | Promise<boolean>;
  readonly #options: ReduceRootOptions<Op>;
  /** Properties whose objects a copy shares with its original. */
  readonly #shared: ReadonlySet<string>;
  readonly #mustVerify: boolean;
  readonly #mustParse: boolean;
  /**
   * Maps the key (text or fingerprint) of each root to the result of the test. When a better root is found, the former
   * best root is mapped to `false`, so that the reduction does not return to it.
   */
  readonly #results = new Map<string, boolean | Promise<boolean>>();

  constructor(
    ir: IrAdapter<Op>,
    root: Op,
    stillFails: (root: Op) => boolean | Promise<boolean>,
    options: ReduceRootOptions<Op>,
  ) {
    this.#ir = ir;
    this.best = root;
    this.#stillFails = stillFails;
    this.#options = options;
    this.limits = new Limits(options);
    const copy = (ir.clone as (op: Op) => Op)(root);
    this.#shared = sharedProperties(preorder(ir, root), preorder(ir, copy));
    this.#mustVerify = this.#verifies(root);
    this.#mustParse = this.#reparsed(root) !== undefined;
    this.#results.set(this.#keyOf(root), false);
  }

  /** Tries each kind of edit once. Returns whether the root became smaller. */
  async round(): Promise<boolean> {
    const before = this.best;
    await this.#removeByLevel();
    await this.#hoist();
    await this.#simplify();
    return this.best !== before;
  }

  /** Removes operations by hierarchical delta debugging: outer operations first. */
  async #removeByLevel(): Promise<void> {
    for (let level = 1; ; level++) {
      const indexes = levelOf(this.#ir, this.best, level);
      if (indexes.length === 0) return;
      await this.#drop(indexes.length, (dropped, ops, reduction) => {
        const removed = [...dropped].map((part) => ops[indexes[part] as number] as Op);
        // Removes in reverse order, because uses of values usually follow their definitions.
        return removed.reverse().every((op) => reduction.remove(op));
      });
    }
  }

  /**
   * Replaces an operation with all operations directly inside it, or with one of these operations. Tries the
   * replacement with the shortest result first, because often only one of two nested operations can be replaced.
   */
  async #hoist(): Promise<void> {
    while (await this.#hoistOne());
  }

  async #hoistOne(): Promise<boolean> {
    const edits: { readonly edit: Edit<Op>; readonly length: number }[] = [];
    preorder(this.#ir, this.best).forEach((op, index) => {
      if (index === 0) return;
      const count = childrenOf(this.#ir, op).length;
      for (let choice = -1; choice < count; choice++) {
        const edit: Edit<Op> = (ops, reduction) => {
          const children = childrenOf(this.#ir, ops[index] as Op);
          const chosen = choice === -1 ? children : children.slice(choice, choice + 1);
          return chosen.length > 0 && reduction.replaceByChildren(ops[index] as Op, chosen);
        };
        const key = this.#keyOfEdited((this.#ir.clone as (op: Op) => Op)(this.best), edit);
        if (key !== undefined) edits.push({ edit, length: key.length });
      }
    });
    for (const { edit } of edits.sort((left, right) => left.length - right.length))
      if (await this.#attempt(edit)) return true;
    return false;
  }

  /**
   * Removes parts of operations. First removes coarse parts from all operations together. Then removes fine parts, such
   * as single characters, from one value at a time.
   */
  async #simplify(): Promise<void> {
    const lists = (): {
      readonly op: number;
      readonly list: number;
      readonly size: number;
      readonly isFine: boolean;
    }[] => {
      const reduction = this.#reductionOf(this.best);
      return preorder(this.#ir, this.best).flatMap((op, index) =>
        reduction.simplify(op).map(({ size, isFine = false }, list) => ({ op: index, list, size, isFine })),
      );
    };
    const depth = Math.max(0, ...lists().flatMap(({ list, isFine }) => (isFine ? [] : [list + 1])));
    for (let list = 0; list < depth; list++) {
      const parts = lists().flatMap((one) =>
        one.list === list && !one.isFine ? [...Array(one.size).keys()].map((part) => ({ op: one.op, part })) : [],
      );
      await this.#drop(parts.length, (dropped, ops, reduction) => {
        const byOp = new Map<number, Set<number>>();
        for (const index of dropped) {
          const { op, part } = parts[index] as (typeof parts)[number];
          byOp.set(op, (byOp.get(op) ?? new Set()).add(part));
        }
        // Simplifies inner operations before outer operations.
        for (const [op, indexes] of [...byOp].sort(([left], [right]) => right - left))
          reduction.simplify(ops[op] as Op)[list]?.drop(indexes);
      });
    }
    for (let at = 0; ; at++) {
      const fine = lists().filter(({ isFine }) => isFine);
      const one = fine[at];
      if (one === undefined) return;
      await this.#drop(one.size, (dropped, ops, reduction) =>
        reduction.simplify(ops[one.op] as Op)[one.list]?.drop(dropped),
      );
    }
  }

  /** Drops as many of `count` parts of the best root as possible. `edit` drops parts from a copy of this root. */
  async #drop(
    count: number,
    edit: (dropped: ReadonlySet<number>, ops: readonly Op[], reduction: IrReduction<Op>) => boolean | void,
  ): Promise<void> {
    const start = this.best;
    const found = new Map<ReadonlySet<number>, Op>();
    await dropParts(
      count,
      async (dropped) => {
        const candidate = await this.#candidate(start, (ops, reduction) => edit(dropped, ops, reduction));
        if (candidate !== undefined) found.set(dropped, candidate);
        return candidate !== undefined;
      },
      (dropped) => this.#accept(found.get(dropped) as Op),
      this.#options.jobs,
    );
  }

  async #attempt(edit: Edit<Op>): Promise<boolean> {
    const candidate = await this.#candidate(this.best, edit);
    if (candidate !== undefined) this.#accept(candidate);
    return candidate !== undefined;
  }

  #accept(candidate: Op): void {
    this.best = candidate;
    this.#results.set(this.#keyOf(candidate), false);
    this.#options.onSmaller?.(candidate, this.limits.tests);
  }

  /** Returns a changed copy of a root if the copy is valid and shows the fault. */
  async #candidate(start: Op, edit: Edit<Op>): Promise<Op | undefined> {
    const copy = (this.#ir.clone as (op: Op) => Op)(start);
    const key = this.#keyOfEdited(copy, edit);
    if (key === undefined || this.#isLonger(key, start)) return undefined;
    const known = this.#results.get(key) ?? this.#test(copy);
    this.#results.set(key, known);
    return (await known) ? copy : undefined;
  }

  /**
   * Returns whether an edit of {@link treeReduction} made the text longer. The text can become longer if a printer
   * writes a long default for a missing property.
   */
  #isLonger(text: string, start: Op): boolean {
    const isDerived = this.#ir.reduction === undefined && this.#ir.print !== undefined;
    return isDerived && text.length > this.#keyOf(start).length;
  }

  async #test(candidate: Op): Promise<boolean> {
    const tested = this.#mustParse ? this.#reparsed(candidate) : (this.#ir.clone as (op: Op) => Op)(candidate);
    if (tested === undefined) return false;
    if (this.#mustVerify && !(this.#verifies(candidate) && this.#verifies(tested))) return false;
    return this.limits.test(() => this.#stillFails(tested));
  }

  /** Edits a copy and returns the key of the result, or `undefined` if the edit is not possible or throws. */
  #keyOfEdited(copy: Op, edit: Edit<Op>): string | undefined {
    try {
      return edit(preorder(this.#ir, copy), this.#reductionOf(copy)) === false ? undefined : this.#keyOf(copy);
    } catch {
      return undefined;
    }
  }

  #reductionOf(root: Op): IrReduction<Op> {
    return this.#ir.reduction ?? treeReduction(this.#ir, root, this.#shared);
  }

  /**
   * Returns a key that identifies a root: its text or its fingerprint. Edits that do not change the key are not tested.
   */
  #keyOf(root: Op): string {
    return this.#ir.print?.(root, {}) ?? String(this.#ir.fingerprint?.(root));
  }

  #verifies(root: Op): boolean {
    try {
      return this.#ir.verify?.(root, { recursive: true }, () => undefined) ?? true;
    } catch {
      return false;
    }
  }

  /** Prints a root, and parses the printed text. Returns `undefined` if printing or parsing fails. */
  #reparsed(root: Op): Op | undefined {
    try {
      const text = this.#ir.print?.(root, {});
      const parsed =
        text === undefined ? undefined : this.#ir.parse?.(text, { file: "reduced", allowUnregistered: true });
      return parsed?.ok === true ? parsed.op : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Returns an operation and all operations inside it, in pre-order. */
function preorder<Op extends object>(ir: IrAdapter<Op>, root: Op): Op[] {
  const found: Op[] = [];
  for (const open = [root]; open.length > 0;) {
    const op = open.pop() as Op;
    found.push(op);
    open.push(...childrenOf(ir, op).reverse());
  }
  return found;
}

function childrenOf<Op extends object>(ir: IrAdapter<Op>, op: Op): Op[] {
  const children: Op[] = [];
  ir.collectNested(op, children);
  return children;
}

/** Returns the indices, in pre-order, of the operations `level` levels below the root. */
function levelOf<Op extends object>(ir: IrAdapter<Op>, root: Op, level: number): number[] {
  const open: [Op, number][] = [[root, 0]];
  const found: number[] = [];
  for (let index = 0; open.length > 0; index++) {
    const [op, depth] = open.pop() as [Op, number];
    if (depth === level) found.push(index);
    for (const child of childrenOf(ir, op).reverse()) open.push([child, depth + 1]);
  }
  return found;
}
