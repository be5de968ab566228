import { PassManager, UsageError } from "@passwright/core";
import type {
  Analysis,
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  OperationName,
  OpPlace,
  SourceLocation,
} from "@passwright/core";
import * as errors from "../errors.ts";
import { knownBy } from "../printing/print-op.ts";
import type { Parents } from "../printing/print-op.ts";
import { describeOp, Siblings } from "./siblings.ts";
import type { ComparingAdapter, Damage } from "./siblings.ts";

/** What an operation shows without its contents, as texts to compare. */
export interface OperationHead {
  /** What not even a pass on the operation itself may change: operands, results, successors. */
  readonly fixed: string;
  /** What only a pass on the operation itself may change. */
  readonly attributes: string;
}

/** What {@link verifyIsolation} may use beside the adapter. */
export interface IsolationOptions<Op extends object> {
  /** Without it, changes of operands and of the attributes of operations around go unnoticed. */
  readonly headOf?: (op: Op) => OperationHead;
}

/** A pass on an operation. */
interface Step {
  readonly pass: string;
  readonly on: string;
  readonly at: SourceLocation | undefined;
}

/** What a pass at work found, which it has to leave as it was. */
interface Surroundings<Op extends object> {
  readonly step: Step;
  readonly op: Op;
  readonly name: OperationName;
  readonly parent: Op | undefined;
  readonly head: OperationHead | undefined;
  readonly around: readonly (OperationHead | undefined)[];
}

/** Checks that passes keep to the operation that they run on. */
class IsolationCheck<Op extends object> implements Instrumentation<Op> {
  readonly name = "isolation check";
  readonly #adapter: ComparingAdapter<Op>;
  readonly #options: IsolationOptions<Op>;
  /** Look at everything after every pass, which takes quadratic time, to know who it was. */
  readonly #isExact: boolean;
  /**
   * For each adaptor at work, outermost first, the operations directly inside the one that it runs on; after them, where it
   * reaches every depth, those on the way down to the operation at work.
   */
  #nested: Siblings<Op>[][] = [];
  #atWork: Surroundings<Op>[] = [];
  #analyses: bigint[] = [];
  /** What ran since nested pipelines started, outermost first, for blame. */
  #steps: Step[] = [];
  #run: InstrumentedRun<Op> | undefined = undefined;
  #copy: Op | undefined = undefined;

  constructor(adapter: ComparingAdapter<Op>, options: IsolationOptions<Op>, isExact: boolean) {
    this.#adapter = adapter;
    this.#options = options;
    this.#isExact = isExact;
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
    const step = { pass: pass.argument, on: describeOp(adapter, op), at: adapter.locationOf?.(op) };
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

  /** The operations from directly inside the one that an adaptor runs on down to `op`. */
  #pathTo(op: Op, [top]: readonly Siblings<Op>[]): Op[] {
    const path = [op];
    const parents = this.#parents;
    for (let at = parents.parentOf(op); at !== undefined && at !== top?.parent; at = parents.parentOf(at))
      path.unshift(at);
    return path;
  }

  #close(levels: Siblings<Op>[]): void {
    const siblings = levels.pop();
    siblings?.finish();
    const damage = siblings?.check();
    if (damage !== undefined) this.#blame(damage);
  }

  afterPass(pass: InstrumentedPass): void {
    if (pass.isAdaptor) this.#finishNested();
    else this.#finishPass();
  }

  afterPassFailed(pass: InstrumentedPass): void {
    this.afterPass(pass);
  }

  beforeAnalysis(_analysis: Analysis<Op, unknown>, op: Op): void {
    this.#analyses.push(this.#adapter.fingerprint(op));
  }

  afterAnalysis(analysis: Analysis<Op, unknown>, op: Op): void {
    if (this.#analyses.pop() === this.#adapter.fingerprint(op)) return;
    throw new UsageError(errors.analysisWrote(analysis.name, this.#place(op)));
  }

  #finishNested(): void {
    const levels = this.#nested.at(-1) ?? [];
    while (levels.length > 0) this.#close(levels);
    this.#nested.pop();
    if (this.#nested.length === 0) this.#steps = [];
  }

  #finishPass(): void {
    const found = this.#atWork.pop();
    if (found === undefined) return;
    const { step } = found;
    const wrong = this.#findWrong(found);
    if (wrong !== undefined) throw new UsageError(errors.wroteOutside([step], wrong));
    if (!this.#isExact) return;
    for (const siblings of this.#nested.flat()) {
      const damage = siblings.check();
      if (damage !== undefined) throw new UsageError(errors.wroteOutside([step], textOf(damage)));
    }
  }

  /** What can be told right after a pass without looking at everything: the operation itself, and those around it. */
  #findWrong({ op, name, parent, head, around, step }: Surroundings<Op>): string | undefined {
    let isInPlace: boolean;
    try {
      isInPlace = this.#parents.parentOf(op) === parent && this.#adapter.nameOf(op) === name;
    } catch {
      return `the operation itself, ${step.on}, was erased`;
    }
    if (!isInPlace) return `the operation itself, ${step.on}, was moved or replaced`;
    if (head?.fixed !== this.#options.headOf?.(op).fixed) return `more than attributes of ${step.on} was changed`;
    const after = this.#headsAround();
    const index = around.findIndex(
      (one, at) => one?.fixed !== after[at]?.fixed || one?.attributes !== after[at]?.attributes,
    );
    const outer = this.#nested.flat()[index]?.parent;
    return outer === undefined ? undefined : `${describeOp(this.#adapter, outer)}, which is around, was changed`;
  }

  get #parents(): Parents<Op> {
    return this.#run ?? knownBy(this.#adapter);
  }

  #headsAround(): (OperationHead | undefined)[] {
    return this.#nested.flat().map(({ parent }) => this.#options.headOf?.(parent));
  }

  /** One of several passes did it. Runs the pipeline again on the copy to find out which. */
  #blame(damage: Damage): never {
    const exact = this.#runAgain();
    throw exact ?? new UsageError(errors.wroteOutside(this.#steps, textOf(damage)));
  }

  #runAgain(): UsageError | undefined {
    if (this.#copy === undefined || this.#run === undefined) return undefined;
    const { manager } = this.#run;
    const again = new PassManager(manager.adapter, { anchor: manager.anchorText });
    again.verifyEach = manager.verifyEach;
    again.append(manager.clone());
    again.addInstrumentation(new IsolationCheck(this.#adapter, this.#options, true));
    const diagnostic = again.run(this.#copy).diagnostics.find(({ code }) => code === errors.WROTE_OUTSIDE);
    return diagnostic === undefined ? undefined : new UsageError(diagnostic);
  }

  #place(op: Op): OpPlace {
    const adapter = this.#adapter;
    return { name: adapter.nameOf(op).text, symbol: adapter.symbolOf?.(op), at: adapter.locationOf?.(op) };
  }
}

function textOf({ kind, what }: Damage): string {
  if (kind === "changed") return `${what}, which is beside, was changed`;
  return kind === "gone" ? `${what} was taken from beside` : `${what} was put beside`;
}

/**
 * Makes an instrumentation that ends the run when a pass writes where it has no right to: beside its operation, around it,
 * or, of the operation itself, other than attributes and contents; or when an analysis writes at all. It takes time linear
 * in the size of the IR per level of nesting. Where that does not tell which pass it was, the pipeline is run again on a copy
 * with everything compared after every pass; if that does not show it, or the adapter cannot copy, all that ran are named.
 *
 * @throws UsageError PWN0102 if the adapter has no `fingerprint`.
 */
export function verifyIsolation<Op extends object>(
  adapter: IrAdapter<Op>,
  options: IsolationOptions<Op> = {},
): Instrumentation<Op> {
  if (adapter.fingerprint === undefined) {
    throw new UsageError(errors.missingPart("fingerprint", adapter.name, "the isolation check"));
  }
  return new IsolationCheck(adapter as ComparingAdapter<Op>, options, false);
}
