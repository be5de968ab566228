import { collectNested, isReportedIfIdle, passesFilters, searchOf } from "@passwright/core";
import type {
  Instrumentation,
  InstrumentedPass,
  InstrumentedRun,
  IrAdapter,
  OpPassManager,
  OperationName,
  Pass,
  Search,
} from "@passwright/core";

/** Pass of a plan, with its index among the passes of all pipelines. */
interface Listed {
  readonly pass: Pass<object>;
  readonly index: number;
  readonly pipeline: OpPassManager<object>;
  /** Anchors of the managers around the pass, outermost first. */
  readonly chain: readonly string[];
  /** Number of conversions before the pass in the plan. */
  readonly part: number;
  /** Finds the operations that the pass works on, or `undefined` if it does not declare these operations. */
  search?: Search | undefined;
  /** Whether the operations existed in this input after an earlier pass, or after a later pass. */
  before?: boolean;
  after?: boolean;
  /**
   * Passes that created or removed operations that this pass looks for: the last earlier pass that created them, the
   * last earlier pass that removed them, and the first later pass that created them.
   */
  madeBy?: number | undefined;
  removedBy?: number | undefined;
  createdBy?: number | undefined;
}

interface Frame {
  op: object;
  readonly chain: readonly string[];
  names: ReadonlySet<OperationName> | undefined;
  /** Whether `present` depends not only on the names of operations, but also on the positions of nested operations. */
  isByPlace: boolean;
  /** Passes that would find operations to work on if they ran now. */
  present: ReadonlySet<Listed>;
}

interface NestedRun {
  readonly depth: number;
  /** Last pass before these pipelines (`from`), and last pass that ran in these pipelines (`last`). */
  readonly from: number;
  last: number;
}

/** Pass that did not find any operations to work on because of its position. Members are indices of passes. */
export interface Idle {
  /** Index of the idle pass. */
  readonly pass: number;
  /** Pass that removed or created the operations that the idle pass looks for. */
  readonly by: number;
  /** Pass that created the operations that `by` removed later. */
  readonly madeBy?: number | undefined;
}

/**
 * Finds passes that are idle because an earlier pass removed the operations they look for, or a later pass created
 * them. Reads the names of all operations after every pass that changed something.
 */
export class IdleWatch implements Instrumentation<object> {
  /** Name of the instrumentation in diagnostics. */
  readonly name = "idle passes";
  /**
   * If true, the run calls this watch only for passes that change the set of operation names. False for a plan with
   * nested pipelines, because the watch must then count every pass that runs.
   */
  readonly seesChangesOnly: boolean;
  readonly #managers = new Set<object>();
  readonly #frames: Frame[] = [];
  readonly #nestedRuns: NestedRun[] = [];
  readonly #listed = new Map<Pass<object>, Listed>();
  readonly #lookingFor = new Map<OperationName, readonly Listed[]>();
  readonly #found = new Set<string>();
  /** Passes for which the watch has recorded observations about the current input. */
  readonly #observed = new Set<Listed>();
  /** Managers of the pipelines that ran on the current input. A run of a graph can leave out pipelines. */
  readonly #ran = new Set<object>();
  #run: InstrumentedRun<object> | undefined;
  /** Number of conversions before the current position, counted over all pipelines. */
  #part = 0;
  /** Index of the last pass that ran, among the passes of all pipelines. */
  #at = -1;

  /** Creates a watch. `managers` are the managers of all pipelines of the plan, in order. */
  constructor(managers: readonly OpPassManager<object>[]) {
    for (const manager of managers) this.#list(manager, [], manager);
    this.seesChangesOnly = [...this.#listed.values()].every(({ chain }) => chain.length === 0);
  }

  /** Whether any pass would find operations to work on now, so that the removal of operations can make it idle. */
  get seesRemovals(): boolean {
    return this.#frames.at(-1)?.present.size !== 0;
  }

  /** Names of the passes that are reported if they are idle. */
  get passes(): readonly string[] {
    const declared = [...this.#listed.values()].filter(({ pass }) => isReportedIfIdle(pass.declaration));
    return [...new Set(declared.map(nameOf))];
  }

  /** Returns and clears the findings on the last input. */
  take(): readonly Idle[] {
    const idle: Idle[] = [];
    for (const one of [...this.#observed].sort((a, b) => a.index - b.index)) {
      const { index: pass, before, after, removedBy, madeBy, createdBy } = one;
      if (!this.#found.has(nameOf(one)) && this.#ran.has(one.pipeline)) {
        if (before === true && removedBy !== undefined) idle.push({ pass, by: removedBy, madeBy });
        else if (after === true && createdBy !== undefined) idle.push({ pass, by: createdBy });
      }
      one.before = one.after = false;
      one.madeBy = one.removedBy = one.createdBy = undefined;
    }
    this.#found.clear();
    this.#ran.clear();
    this.#observed.clear();
    return idle;
  }

  /** Starts the observation of a run. */
  beforeRun(op: object, run: InstrumentedRun<object>): void {
    this.#run = run;
    const first = this.#firstOf(run.manager);
    if (first !== undefined) this.#ran.add(first.pipeline);
    this.#at = (first?.index ?? 0) - 1;
    this.#startPart(first?.part ?? 0);
    this.#close();
    this.#open(op, []);
  }

  /** Ends the observation of a run. */
  afterRun(): void {
    this.#run = undefined;
    this.#close();
  }

  /** Ends the observation of all pipelines. Uses `pop`, because `pop` is faster than assigning to `length`. */
  #close(): void {
    while (this.#frames.length > 0) this.#frames.pop();
    while (this.#nestedRuns.length > 0) this.#nestedRuns.pop();
  }

  /** Starts the observation of a nested pipeline on one operation. */
  beforePipeline(anchor: OperationName | undefined, op: object, parent: InstrumentedPass): void {
    const nested = this.#nestedRuns.at(-1);
    if (nested === undefined || !this.#managers.has(parent.identity)) return;
    this.#at = nested.from;
    this.#frames.length = nested.depth;
    const [text = ""] = parent.anchorTexts;
    const chain = this.#frames.at(-1)?.chain ?? [];
    this.#open(op, [...chain, text.startsWith("**") ? text : (anchor?.text ?? "any")]);
  }

  /** Records whether the pass finds operations to work on. */
  beforePass({ passes = [], identity }: InstrumentedPass, op: object): void {
    if (this.#managers.has(identity))
      this.#nestedRuns.push({ depth: this.#frames.length, from: this.#at, last: this.#at });
    for (const pass of passes as readonly unknown[] as readonly Pass<object>[]) {
      if (!isReportedIfIdle(pass.declaration) || this.#found.has(pass.declaration.name)) continue;
      const listed = this.#listed.get(pass);
      // A dynamic pipeline can contain passes that the plan does not contain.
      const search = listed === undefined ? searchOf(pass, this.#adapter) : this.#searchOf(listed);
      if (search?.finds(this.#namesIn(op)) === true) this.#found.add(pass.declaration.name);
    }
  }

  /** Counts a pass that the run skipped. */
  afterSkipped({ identity }: InstrumentedPass): void {
    const listed = this.#listed.get(identity as Pass<object>);
    if (listed !== undefined) this.#reach(listed);
  }

  #reach({ index }: Listed): void {
    this.#at = index;
    const nested = this.#nestedRuns.at(-1);
    if (nested !== undefined) nested.last = Math.max(nested.last, index);
  }

  /** Updates the set of passes that would find operations to work on. */
  afterPass({ passes = [], identity }: InstrumentedPass, op: object): void {
    const listed = passes.length === 1 ? this.#listed.get(identity as Pass<object>) : undefined;
    const frame = this.#frames.at(-1);
    // Fast path: most passes do not change the set of operation names. After a conversion, and after a pass that
    // replaced the root, `op` is another operation, and the adapter can belong to another IR.
    const isSame = frame?.op === op && listed?.pass.declaration.to === undefined;
    if (isSame && frame.isByPlace === false && listed !== undefined && this.#namesIn(op) === frame.names)
      this.#reach(listed);
    else this.#afterChange(passes as never, identity, op);
  }

  #afterChange(passes: readonly Pass<object>[], identity: object, op: object): void {
    const by = passes.flatMap((pass) => this.#listed.get(pass) ?? []);
    const last = by.at(-1);
    if (this.#managers.has(identity)) {
      const nested = this.#nestedRuns.pop() ?? { depth: 1, last: this.#at };
      this.#frames.length = nested.depth;
      this.#at = nested.last;
    } else if (last === undefined) return;
    else this.#at = last.index;
    const frame = this.#frames.at(-1);
    const isConverted = last?.pass.declaration.to !== undefined;
    if (frame !== undefined && last !== undefined && (isConverted || frame.op !== op)) {
      if (isConverted) this.#startPart(last.part + 1);
      frame.op = op;
      frame.names = undefined;
    }
    const nested = this.#nestedRuns.at(-1);
    if (nested !== undefined) nested.last = Math.max(nested.last, this.#at);
    this.#observe(frame, by);
  }

  /** Updates the set of passes that would find operations to work on, in the same way as after a successful pass. */
  afterPassFailed(pass: InstrumentedPass, op: object): void {
    this.afterPass(pass, op);
  }

  #list(manager: OpPassManager<object>, chain: readonly string[], pipeline: OpPassManager<object>): void {
    this.#managers.add(manager);
    for (const element of manager.elements) {
      if (element.kind === "nested") {
        const { manager: inner } = element;
        this.#list(inner, inner.group === undefined ? [...chain, inner.anchorText] : chain, pipeline);
      } else {
        const { pass } = element;
        this.#listed.set(pass, { pass, index: this.#listed.size, pipeline, chain, part: this.#part });
        if (pass.declaration.to !== undefined) this.#part++;
      }
    }
  }

  #firstOf({ elements }: OpPassManager<object>): Listed | undefined {
    for (const element of elements) {
      const first = element.kind === "pass" ? this.#listed.get(element.pass) : this.#firstOf(element.manager);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  #startPart(part: number): void {
    if (part !== this.#part) this.#lookingFor.clear();
    this.#part = part;
  }

  get #adapter(): IrAdapter<object> {
    return (this.#run as InstrumentedRun<object>).adapter;
  }

  #searchOf(listed: Listed): Search | undefined {
    if (!isReportedIfIdle(listed.pass.declaration)) return undefined;
    return (listed.search ??= searchOf(listed.pass, this.#adapter));
  }

  #open(op: object, chain: readonly string[]): void {
    const frame: Frame = { op, chain, names: undefined, isByPlace: false, present: new Set() };
    this.#frames.push(frame);
    this.#observe(frame, []);
  }

  /** Returns whether the pass, possibly on an outer operation, would have found operations before the frame. */
  #wasAround(frame: Frame, one: Listed): boolean {
    if (isAlong(one, frame)) return true;
    return this.#frames.findLast((outer) => isInside(one, outer))?.present.has(one) === true;
  }

  #namesIn(op: object): ReadonlySet<OperationName> {
    return this.#run?.namesIn(op) ?? new Set();
  }

  /** Updates the passes that would find operations: after passes and nested pipelines, and at starts of pipelines. */
  #observe(frame: Frame | undefined, by: readonly Listed[]): void {
    if (frame === undefined) return;
    const names = this.#namesIn(frame.op);
    if (names === frame.names && !frame.isByPlace) return;
    const old = frame.present;
    frame.names = names;
    const present = (frame.present = this.#presentIn(frame, names));
    if (present.size === 0 && old.size === 0) return;
    const isOther = (one: Listed): boolean => by.length > 0 && by.every((other) => nameOf(other) !== nameOf(one));
    for (const one of [...old, ...present]) this.#observed.add(one);
    for (const one of old) {
      if (!present.has(one) && isOther(one) && this.#at < one.index && this.#wasAround(frame, one))
        one.removedBy = this.#at;
    }
    for (const one of present) {
      if (!old.has(one) && isOther(one)) {
        if (this.#at < one.index) one.madeBy = this.#at;
        else one.createdBy ??= this.#at;
      }
      if (!isAlong(one, frame)) continue;
      if (this.#at < one.index) one.before = true;
      else one.after = true;
    }
  }

  /** Returns each pass that would find operations inside the operation of a frame, or where it runs inside it. */
  #presentIn(frame: Frame, names: ReadonlySet<OperationName>): ReadonlySet<Listed> {
    const { op, chain } = frame;
    const present = new Set<Listed>();
    frame.isByPlace = false;
    for (const name of names) {
      let looking = this.#lookingFor.get(name);
      if (looking === undefined) {
        looking = [...this.#listed.values()].filter(
          (one) => one.part === this.#part && this.#searchOf(one)?.looksFor(name) === true,
        );
        this.#lookingFor.set(name, looking);
      }
      for (const one of looking) {
        if (this.#found.has(nameOf(one)) || present.has(one)) continue;
        const inner = isInside(one, { chain }) ? one.chain.slice(chain.length) : [];
        if (inner.length > 0) frame.isByPlace = true;
        if (inner.length === 0 || this.#reaches(op, inner, one)) present.add(one);
      }
    }
    return present;
  }

  /** Follows the path of anchors from `op`. Returns whether the pass `one` would find operations at an end of it. */
  #reaches(op: object, anchors: readonly string[], one: Listed): boolean {
    // A list instead of recursion, because trees can be deep.
    const open: [op: object, depth: number][] = [[op, 0]];
    const seen = anchors.map(() => new Set<object>());
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [around, depth] = next;
      const anchor = anchors[depth] as string;
      if (seen[depth]?.has(around) === true) continue;
      seen[depth]?.add(around);
      const isEverywhere = anchor.startsWith("**");
      const wanted = isEverywhere ? anchor.slice(2) : anchor;
      const nested: object[] = [];
      collectNested(this.#adapter, around, nested);
      for (const inner of nested) {
        const name = this.#adapter.nameOf(inner);
        const isAnchor =
          anchor === "any"
            ? name.isRegistered && name.isIsolatedFromAbove && passesFilters(one.pass, name)
            : name.text === wanted;
        if (isAnchor && depth + 1 < anchors.length) open.push([inner, depth + 1]);
        else if (isAnchor && one.search?.finds(this.#namesIn(inner)) === true) return true;
        if (isEverywhere) open.push([inner, depth]);
      }
    }
    return false;
  }
}

function nameOf({ pass }: Listed): string {
  return pass.declaration.name;
}

/** Returns whether a pass runs on the operation of a frame, or on operations nested in that operation. */
function isInside(one: Pick<Listed, "chain">, { chain }: Pick<Frame, "chain">): boolean {
  return chain.every((anchor, index) => anchor === one.chain[index]);
}

/** Returns whether a pass runs on the operation of a frame, on nested operations, or on surrounding operations. */
function isAlong(one: Pick<Listed, "chain">, { chain }: Pick<Frame, "chain">): boolean {
  return chain.every((anchor, index) => index >= one.chain.length || anchor === one.chain[index]);
}
