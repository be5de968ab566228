import { UsageError } from "@passwright/core";
import type {
  Diagnostic,
  InstrumentedManager,
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  SiblingOrder,
} from "@passwright/core";
import { currentIr, requireParts } from "../current-ir.ts";
import * as errors from "../errors.ts";
import { runAgain } from "./run-again.ts";
import { passOn } from "./siblings.ts";

type ReadableAdapter<Op extends object> = IrAdapter<Op> & Required<Pick<IrAdapter<Op>, "clone" | "print">>;

/** Result of a pass on one operation: the pass, the operation, and the text of the operation after the pass. */
interface Left extends errors.PassOnOp {
  readonly text: string;
}

/**
 * Results of the passes of each pipeline. The key is the path of the pipeline's operation when the pipeline started.
 */
type Trail = ReadonlyMap<string, readonly Left[]>;

const OTHER_ORDER: SiblingOrder = { reversed: true, fresh: true };

/**
 * Error code of a pass that returns a promise. The check skips pipelines with this error, because asynchronous passes
 * are allowed.
 */
const PROMISE = "PWC0407";

/** Records the result of each pass on each nested operation. */
class TrailRecorder<Op extends object> implements Instrumentation<Op> {
  readonly #trail: Map<string, Left[]>;
  readonly #adapter: ReadableAdapter<Op>;
  readonly #places = new Map<Op, string>();

  constructor(adapter: ReadableAdapter<Op>, trail: Map<string, Left[]>) {
    this.#adapter = adapter;
    this.#trail = trail;
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    if (!pass.isAdaptor) return;
    const work = [op];
    for (let around = work.pop(); around !== undefined; around = work.pop()) {
      const nested: Op[] = [];
      this.#adapter.collectNested(around, nested);
      const place = this.#places.get(around) ?? "";
      for (const [index, inner] of nested.entries()) this.#places.set(inner, `${place}/${index}`);
      work.push(...nested);
    }
  }

  afterPass(pass: InstrumentedPass, op: Op): void {
    const place = this.#places.get(op);
    if (pass.isAdaptor || place === undefined) return;
    const adapter = this.#adapter;
    const left = this.#trail.get(place) ?? [];
    this.#trail.set(place, left);
    left.push({ ...passOn(adapter, pass, op), text: textOf(adapter, op) });
  }

  afterPassFailed(pass: InstrumentedPass, op: Op): void {
    this.afterPass(pass, op);
  }
}

function textOf<Op extends object>(adapter: IrAdapter<Op>, op: Op): string {
  if (adapter.prints === "roots" && adapter.fingerprint !== undefined) return adapter.fingerprint(op).toString();
  return (adapter as ReadableAdapter<Op>).print(op, { generic: true, debugInfo: true, localScope: true });
}

function findDifference(usual: Trail, other: Trail): Left | undefined {
  for (const [place, left] of usual) {
    const there = other.get(place) ?? [];
    const index = left.findIndex(({ pass, text }, at) => there[at]?.pass !== pass || there[at].text !== text);
    if (index >= 0) return left[index];
  }
  return undefined;
}

const FEATURE = "the order check";

/** Runs every pipeline again with siblings in reverse order. */
class OrderCheck<Op extends object> implements Instrumentation<Op> {
  readonly name = "order check";
  readonly #adapter: ReadableAdapter<Op>;
  #before: Op | undefined = undefined;

  constructor(adapter: ReadableAdapter<Op>) {
    this.#adapter = adapter;
  }

  beforeRun(op: Op): void {
    this.#before = this.#adapter.clone(op);
  }

  afterRun(op: Op, run: InstrumentedRun<Op>, succeeded: boolean): void {
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    const adapter = currentIr(this.#adapter, run, FEATURE, "print");
    const again = runAgain(run.manager, before, OTHER_ORDER);
    if (again.diagnostics.some(({ code }) => code === PROMISE)) return;
    const isSame = again.ir.name === adapter.name && textOf(again.ir, again.root) === textOf(adapter, op);
    if (again.succeeded === succeeded && isSame) return;
    throw new UsageError(this.#blame(run.manager, before, succeeded));
  }

  /**
   * Finds the responsible pass, and determines whether state in the pass is the only cause of the difference. If the
   * passes fail on a copy even in the usual order, the order is not the cause.
   */
  #blame(manager: InstrumentedManager<Op>, before: Op, succeeded: boolean): Diagnostic {
    const follow = (siblings: SiblingOrder): { readonly trail: Trail; readonly error: Diagnostic | undefined } => {
      const trail = new Map<string, Left[]>();
      const recorder = (adapter: IrAdapter<Op>): Instrumentation<Op> =>
        new TrailRecorder(adapter as ReadableAdapter<Op>, trail);
      const ran = runAgain(manager, before, siblings, recorder);
      return { trail, error: ran.succeeded ? undefined : ran.diagnostics.find(({ severity }) => severity === "error") };
    };
    const usual = follow({});
    if (succeeded && usual.error !== undefined) return errors.failsOnCopy(this.#adapter.name, usual.error);
    const stateful = findDifference(usual.trail, follow({ fresh: true }).trail);
    if (stateful !== undefined) return errors.keptState(stateful);
    return errors.dependsOnSiblings(findDifference(usual.trail, follow(OTHER_ORDER).trail));
  }
}

/**
 * Makes an instrumentation that runs each pipeline a second time on a copy, with siblings in reverse order and a new
 * instance of each pass per sibling. Ends the run if the two results differ, because a pass then keeps state between
 * operations or reads siblings of its operation. The check needs an additional run and a copy of the IR. Side effects
 * outside the IR, such as writing a file, happen twice. Pipelines with asynchronous passes are not checked.
 *
 * @throws UsageError PWN0102 if the adapter has no `clone` or `print`.
 */
export function verifyOrder<Op extends object>(adapter: IrAdapter<Op>): Instrumentation<Op> {
  return new OrderCheck(requireParts(adapter, FEATURE, "clone", "print"));
}
