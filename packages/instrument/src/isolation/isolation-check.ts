import { UsageError } from "@passwright/core";
import type {
  Analysis,
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  OperationName,
  OpPlace,
} from "@passwright/core";
import { currentIr, requireParts } from "../current-ir.ts";
import * as errors from "../errors.ts";
import { parentsFrom } from "../printing/print-op.ts";
import type { Parents } from "../printing/print-op.ts";
import { runAgain } from "./run-again.ts";
import { describeOp, passOn, Siblings } from "./siblings.ts";
import type { ComparingAdapter, Damage } from "./siblings.ts";

/** Parts of an operation outside of its regions, as text that the check compares. */
export interface OperationHead {
  /** Operands, results and successors, which passes must not change. */
  readonly fixed: string;
  /** Attributes, which only a pass that runs on the operation itself is allowed to change. */
  readonly attributes: string;
}

/** Options of {@link verifyIsolation}. */
export interface IsolationOptions<Op extends object> {
  /**
   * Returns the parts of an operation outside of its regions. Without this function, the check detects neither changes
   * to operands nor changes to the attributes of surrounding operations.
   */
  readonly headOf?: (op: Op) => OperationHead;
}

/** State of the IR before a pass, limited to the parts that the pass must not change. */
interface StateBefore<Op extends object> {
  readonly step: errors.PassOnOp;
  readonly op: Op;
  readonly name: OperationName;
  readonly parent: Op | undefined;
  readonly head: OperationHead | undefined;
  readonly around: readonly (OperationHead | undefined)[];
}

const FEATURE = "the isolation check";

/** Checks that passes change only the operation that they run on. */
class IsolationCheck<Op extends object> implements Instrumentation<Op> {
  readonly name = "isolation check";
  readonly #given: ComparingAdapter<Op>;
  readonly #options: IsolationOptions<Op>;
  /**
   * Whether to compare the whole IR after every pass. The comparison identifies the responsible pass, but takes
   * quadratic time.
   */
  readonly #isExact: boolean;
  /**
   * Operations to compare. Contains one entry for each active adaptor, outermost first: the children of the adaptor's
   * operation. For an adaptor that reaches every depth, the entry also contains the siblings at each level down to the
   * current operation.
   */
  #nested: Siblings<Op>[][] = [];
  #atWork: StateBefore<Op>[] = [];
  #analyses: bigint[] = [];
  /** Passes that have run since the outermost active nested pipeline started. */
  #steps: errors.PassOnOp[] = [];
  #run: InstrumentedRun<Op> | undefined = undefined;
  #copy: Op | undefined = undefined;

  constructor(adapter: ComparingAdapter<Op>, options: IsolationOptions<Op>, isExact: boolean) {
    this.#given = adapter;
    this.#options = options;
    this.#isExact = isExact;
  }

  get #adapter(): ComparingAdapter<Op> {
    return currentIr(this.#given, this.#run, FEATURE, "fingerprint");
  }

  beforeRun(op: Op, run: InstrumentedRun<Op>): void {
    this.#nested = [];
    this.#atWork = [];
    this.#analyses = [];
    this.#steps = [];
    this.#run = run;
    this.#copy = this.#isExact ? undefined : this.#adapter.clone?.(op);
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) {
      this.#nested.push([new Siblings(op, this.#adapter, this.#parents)]);
      return;
    }
    const adapter = this.#adapter;
    const step = passOn(adapter, pass, op);
    const around = this.#headsAround();
    const head = this.#options.headOf?.(op);
    this.#atWork.push({ step, op, name: adapter.nameOf(op), parent: this.#parents.parentOf(op), head, around });
    if (this.#nested.length > 0) this.#steps.push(step);
  }

  beforePipeline(_anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void {
    if (!parent.isAdaptor) return;
    const levels = this.#nested.at(-1);
    if (levels === undefined) return;
    const path = this.#pathTo(op, levels);
    while (levels.length > 1 && levels.at(-1)?.parent !== path[levels.length - 2]) this.#close(levels);
    path.forEach((child, depth) => {
      if (depth === levels.length) levels.push(new Siblings(path[depth - 1] as Op, this.#adapter, this.#parents));
      const damage = levels[depth]?.start(child);
      if (damage !== undefined) this.#blame(damage);
    });
  }

  /** Returns `op` and its ancestors below the adaptor's operation, outermost first. */
  #pathTo(op: Op, [top]: readonly Siblings<Op>[]): Op[] {
    const path = [op];
    const parents = this.#parents;
    for (let at = parents.parentOf(op); at !== undefined && at !== top?.parent; at = parents.parentOf(at))
      path.unshift(at);
    return path;
  }

  #close(levels: Siblings<Op>[]): void {
    const siblings = levels.pop();
    siblings?.end();
    const damage = siblings?.check();
    if (damage !== undefined) this.#blame(damage);
  }

  afterPass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) this.#endNested();
    else this.#endPass(op);
  }

  afterPassFailed(pass: InstrumentedPass, op: Op): void {
    this.afterPass(pass, op);
  }

  beforeAnalysis(_analysis: Analysis<Op, unknown>, op: Op): void {
    this.#analyses.push(this.#adapter.fingerprint(op));
  }

  afterAnalysis(analysis: Analysis<Op, unknown>, op: Op): void {
    if (this.#analyses.pop() === this.#adapter.fingerprint(op)) return;
    throw new UsageError(errors.analysisWrote(analysis.name, this.#place(op)));
  }

  #endNested(): void {
    const levels = this.#nested.at(-1) ?? [];
    while (levels.length > 0) this.#close(levels);
    this.#nested.pop();
    if (this.#nested.length === 0) this.#steps = [];
  }

  #endPass(op: Op): void {
    const found = this.#atWork.pop();
    // Skips the check if the pass replaced the operation. Only the root can be replaced, and the root does not have
    // surrounding operations.
    if (found === undefined || found.op !== op) return;
    const { step } = found;
    const wrong = this.#findWrong(found);
    if (wrong !== undefined) throw new UsageError(errors.wroteOutside([step], wrong));
    if (!this.#isExact) return;
    for (const siblings of this.#nested.flat()) {
      const damage = siblings.check();
      if (damage !== undefined) throw new UsageError(errors.wroteOutside([step], textOf(damage)));
    }
  }

  /**
   * Returns a description of a forbidden change to the operation itself or to surrounding operations. Called after
   * every pass, because this check is cheap.
   */
  #findWrong({ op, name, parent, head, around, step }: StateBefore<Op>): string | undefined {
    let isInPlace: boolean;
    try {
      // Reads the name first, because reading the name of an erased operation throws.
      isInPlace = this.#adapter.nameOf(op) === name && this.#parents.parentOf(op) === parent;
    } catch {
      return `${step.on}, the operation that it runs on, was erased`;
    }
    if (!isInPlace) return `${step.on}, the operation that it runs on, was moved or replaced`;
    if (head?.fixed !== this.#options.headOf?.(op).fixed)
      return `operands, results or successors of ${step.on} were changed`;
    const after = this.#headsAround();
    const index = around.findIndex(
      (one, at) => one?.fixed !== after[at]?.fixed || one?.attributes !== after[at]?.attributes,
    );
    const outer = this.#nested.flat()[index]?.parent;
    return outer === undefined ? undefined : `surrounding operation ${describeOp(this.#adapter, outer)} was changed`;
  }

  get #parents(): Parents<Op> {
    return this.#run ?? parentsFrom(this.#adapter);
  }

  #headsAround(): (OperationHead | undefined)[] {
    return this.#nested.flat().map(({ parent }) => this.#options.headOf?.(parent));
  }

  /**
   * Throws the error for a forbidden change. Several passes might have made the change, so this function runs the
   * pipeline again on a copy to find the responsible pass.
   */
  #blame(damage: Damage): never {
    const exact = this.#runAgain();
    throw exact ?? new UsageError(errors.wroteOutside(this.#steps, textOf(damage)));
  }

  #runAgain(): UsageError | undefined {
    if (this.#copy === undefined || this.#run === undefined) return undefined;
    const exact = (adapter: IrAdapter<Op>): IsolationCheck<Op> =>
      new IsolationCheck(adapter as ComparingAdapter<Op>, this.#options, true);
    const { diagnostics } = runAgain(this.#run.manager, this.#copy, {}, exact);
    const diagnostic = diagnostics.find(({ code }) => code === errors.WROTE_OUTSIDE);
    return diagnostic === undefined ? undefined : new UsageError(diagnostic);
  }

  #place(op: Op): OpPlace {
    const adapter = this.#adapter;
    return { name: adapter.nameOf(op).text, symbol: adapter.symbolOf?.(op), at: adapter.locationOf?.(op) };
  }
}

function textOf({ kind, description }: Damage): string {
  if (kind === "changed") return `sibling ${description} was changed`;
  return kind === "gone" ? `sibling ${description} was erased or moved` : `sibling ${description} was added`;
}

/**
 * Makes an instrumentation that ends the run when a pass makes a forbidden change: to siblings of its operation, to
 * surrounding operations, or to operands, results or successors of its own operation. Also ends the run when an
 * analysis changes the IR. For each level of nesting, takes time linear in the size of the IR. If several passes can be
 * responsible, runs the pipeline again on a copy, and compares the copy after every pass. If the second run does not
 * find the pass, or if the adapter has no `clone`, the error lists all passes that ran.
 *
 * @throws UsageError PWN0102 if the adapter has no `fingerprint`.
 */
export function verifyIsolation<Op extends object>(
  adapter: IrAdapter<Op>,
  options: IsolationOptions<Op> = {},
): Instrumentation<Op> {
  return new IsolationCheck(requireParts(adapter, FEATURE, "fingerprint"), options, false);
}
