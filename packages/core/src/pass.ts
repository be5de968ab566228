import type { Analysis } from "./analysis.ts";
import { badAnchor, everywhere, everywhereAtTop, findMismatch, parseAnchor } from "./anchor.ts";
import type { Nesting } from "./anchor.ts";
import { UsageError } from "./diagnostic.ts";
import type { Diagnostic, Severity, SourceLocation } from "./diagnostic.ts";
import type { OperationName } from "./ir-adapter.ts";
import type { OptionsInput, OptionSpecs, ValuesOf, OptionValues } from "./options/option-spec.ts";
import { trim } from "./options/option-text.ts";
import type { PassDeclaration } from "./pass-declaration.ts";
import type { Counter } from "./statistics.ts";

/** What a pass that reports somebody else's findings knows of them besides the message. */
export type SpokenRest = Partial<Pick<Diagnostic, "code" | "notes" | "help" | "step">>;

/** A part of the work of a pass that is worth to be told of by itself: MLIR's `tracing::Action`. */
export interface Action {
  /** What kind it is: `GreedyPatternRewriteIteration`. */
  readonly tag: string;
  /** What is done, for logs: `GreedyPatternRewriteIteration(1)`. */
  readonly text: string;
  /** The region of the operation that it is done to, by number, if it is not all of it. */
  readonly region?: number;
}

/** What a pass may do while it runs on one operation. Not valid after `runOnOperation` ended. */
export interface PassContext<Op extends object, O = object, S extends string = string> {
  readonly options: O;
  readonly statistics: { readonly [K in S]: Counter };
  /** Computed now unless it is cached. */
  getAnalysis<A>(analysis: Analysis<Op, A>): A;
  getCachedAnalysis<A>(analysis: Analysis<Op, A>): A | undefined;
  /** The cached analysis of an operation around the current one, for instance its module. Parents are never computed. */
  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined;
  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A;
  getCachedChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A | undefined;
  /** Analyses that are still right after this pass. All others are dropped. */
  markAnalysesPreserved(...analyses: readonly Analysis<Op, unknown>[]): void;
  /** The pass changed nothing. */
  markAllAnalysesPreserved(): void;
  /** Ends the current operation's pipeline after this pass and makes the run fail. It does not throw: return afterwards. */
  signalPassFailure(): void;
  /** Reports an error at `at`, by default the current operation. It does not make the pass fail. */
  emitError(message: string, at?: Op): void;
  emitWarning(message: string, at?: Op): void;
  emitRemark(message: string, at?: Op): void;
  /** Reports something at a place rather than on an operation: MLIR's `emitError(Location)`. */
  emitAt(at: SourceLocation | undefined, severity: Severity, message: string, rest?: SpokenRest): void;
  /**
   * Writes text that the pass is there to write (`print-ir`, `print-op-stats`) to the manager's `output`. Without one it
   * becomes a remark at the current operation.
   */
  print(text: string): void;
  /** Does a part of the work that logs and profiles of actions tell of by itself, and answers what it answers. */
  runAction<T>(action: Action, body: () => T): T;
  /**
   * Runs a pipeline that the pass made, on the current operation or on one inside it (MLIR's dynamic pipelines). Answers
   * whether it succeeded. Any other operation is refused with an error.
   */
  runPipeline(manager: OpPassManager<Op>, op: Op): boolean;
  /**
   * Asks that the pipeline graph which runs this pipeline go on elsewhere when the pipeline is done: at one of the
   * pipeline's declared jump targets. The pass runs on. `reason` is for those who read the trace.
   *
   * @throws {@link UsageError} PWC0418 from a pass on a nested operation, PWC0419 where no graph runs the pipeline.
   */
  requestJump(target: string, reason: string): void;
}

/** A jump in a pipeline graph that a pass asked for. */
export interface JumpRequest {
  readonly target: string;
  readonly reason: string;
  /** The pass that asks. */
  readonly pass: string;
}

/** What `initialize` gets: the pass's own options, and nothing of the IR. */
export interface InitializeContext<O = object, Op extends object = object> {
  readonly options: O;
  /**
   * Makes a manager from text, for passes with pipelines as options: the names are those of the registry that the manager at
   * the top has. With `anchor`, the text is only what stands in the parentheses, as in `inline`'s `default-pipeline`; else
   * all of `func.func(cse)`. Bad text is answered, as PWC0201 to PWC0208.
   */
  parsePipeline(text: string, anchor?: string): PipelineResult<Op>;
  /** Writes text to the manager's `output`; nowhere if it has none. */
  print(text: string): void;
}

/** What `checkOptions` gets besides the options. */
export type OptionsContext<Op extends object = object> = Pick<InitializeContext<object, Op>, "parsePipeline">;

/** What a {@link PassBatch} gets for what it has to say. */
export interface BatchContext<Op extends object> {
  /** The context of the whole group: it reports, fails, and has no options of its own. */
  readonly pass: PassContext<Op>;
  /** What is reported and what fails from now on is put down to this pass of the group, rather than to all of them. */
  blame(pass: Pass<Op>): void;
}

/** What a {@link PassBatch} gets that runs on a text. */
export interface TextContext<Op extends object> {
  /** What diagnostics call the text. */
  readonly file: string;
  /** The file that the text is all of, where there is one. */
  readonly path?: string;
  readonly allowUnregistered: boolean;
  /** Whether the result may come in UTF-8. */
  readonly takesBytes: boolean;
  /** The batch that runs on the result. One that it knows may get it in a form of their own. */
  readonly next?: PassBatch<Op>;
  report(diagnostic: Diagnostic): void;
  /** As in a {@link BatchContext}. */
  blame(pass: Pass<Op>): void;
}

/**
 * Runs several passes in one call: a library or a program of another language, which can do more at once than one pass.
 * Passes whose bodies name the same batch object, next to each other in a manager, are handed to it together when nothing has
 * to happen between them: no instrumentation is installed, and the IR is not verified after each pass, or the batch does that
 * itself. A pass that filters what it runs on, or has `initialize`, stays on its own.
 */
export interface PassBatch<Op extends object> {
  /** Whether nested managers whose passes are all of this batch go along, so that one call goes into operations. */
  readonly takesNested?: boolean;
  /** Whether it verifies the IR after each of the passes by itself. */
  readonly verifiesEach?: boolean;
  /**
   * Looks at one of its passes before anything of the pipeline runs, whether the pass will run alone or not: for what only
   * this batch can find out, a program that is not there, say. A diagnostic ends the run.
   */
  prepare?(pass: Pass<Op>): Diagnostic | undefined;
  /**
   * Where a whole pipeline is batches that can do this: runs on a text, and answers the text of the result, or `undefined` if it failed. For
   * programs that read and print text themselves; reading and printing it here too would be for nothing. `text` reads it, once.
   */
  runText?(
    text: () => string | Uint8Array,
    group: OpPassManager<Op>,
    context: TextContext<Op>,
  ): string | Uint8Array | undefined;
  /** Runs what is in `group`, a manager anchored like the one that the passes are in, on `op`. */
  run(op: Op, group: OpPassManager<Op>, context: BatchContext<Op>): void | Promise<void>;
}

/** The code of a pass. */
export interface PassBody<Op extends object, O = object, S extends string = string> {
  /** The name that timing and dumps show for this instance, if it is not the declaration's (MLIR's `getName()`). */
  readonly displayName?: string;
  /** What can run this pass together with its neighbours. `runOnOperation` is for when it runs alone. */
  readonly batch?: PassBatch<Op>;
  /** Once per run of a whole pipeline, before anything in it runs. A diagnostic ends the run. */
  initialize?(context: InitializeContext<O, Op>): Diagnostic | undefined;
  /** Whether the pass can run on operations of this name, after its anchor and interface were looked at. */
  canScheduleOn?(name: OperationName): boolean;
  runOnOperation(op: Op, pass: PassContext<Op, O, S>): void | Promise<void>;
}

/** One pass in one place of a pipeline: a definition with options, and with statistics and state of its own. */
export interface Pass<Op extends object> {
  readonly definition: PassDefinition<Op, OptionSpecs>;
  readonly declaration: PassDeclaration;
  readonly options: OptionValues;
  readonly statistics: { readonly [name: string]: Counter };
  readonly body: PassBody<Op>;
  /** The same pass with the same options and fresh state: what another thread gets. */
  clone(): Pass<Op>;
}

/** A pass as its author defined it: shared and frozen. `create` makes the passes that go into pipelines. */
export interface PassDefinition<Op extends object, O extends OptionSpecs = OptionSpecs> {
  readonly declaration: PassDeclaration;
  readonly options: O;
  readonly statistics: { readonly [name: string]: string };
  /**
   * What is wrong with options that are each right by themselves; asked when the pass is made from text (MLIR's
   * `initializeOptions`).
   */
  checkOptions?(this: void, options: ValuesOf<O>, context: OptionsContext<Op>): Diagnostic | undefined;
  /** Throws a {@link UsageError} for an unknown option or a value that is none of the option's. */
  create(options?: OptionsInput<O>): Pass<Op>;
  /** The same from options that were parsed from text. */
  createFrom(options: OptionValues): Pass<Op>;
}

/** Marks pass definitions across copies of this package, where `instanceof` would not. */
export const BRAND: unique symbol = Symbol.for("passwright.pass-definition") as never;

/** Whether `value` was made by {@link definePass}, of this copy of the package or of another. */
export function isPassDefinition(value: unknown): value is PassDefinition<object> {
  return typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}

/** A manager made from text, or what is wrong with the text. */
export type PipelineResult<Op extends object> =
  { readonly ok: true; readonly manager: OpPassManager<Op> } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** One entry of a manager: a pass, or a manager that runs on operations one level down. */
export type PipelineElement<Op extends object> =
  { readonly kind: "pass"; readonly pass: Pass<Op> } | { readonly kind: "nested"; readonly manager: OpPassManager<Op> };

/**
 * A list of passes that runs on operations of one name, or on any (`any`), with managers for nested operations among them.
 * The counterpart of MLIR's `OpPassManager`. It is only a list: {@link PassManager} runs it.
 */
export class OpPassManager<Op extends object = object> {
  /** The operation it runs on; `undefined` for an op-agnostic manager. */
  readonly anchor: string | undefined;
  /** Whether it runs, where it is nested, on operations at every depth rather than directly inside. */
  readonly isEverywhere: boolean;
  readonly nesting: Nesting;
  /** Whether an executor (`PassManager.executor`) may run this manager on several operations at a time, where it is nested. */
  threading = true;
  readonly #elements: PipelineElement<Op>[] = [];

  /**
   * `isOutermost`: the anchor of a whole text ends at nothing but `(`, as MLIR reads it.
   *
   * @throws {@link UsageError} PWC0206 for an anchor that could not stand in the text of a pipeline, PWC0214 for `**` before
   * an outermost one.
   */
  constructor(anchor?: string, options: { readonly nesting?: Nesting; readonly isOutermost?: boolean } = {}) {
    const end = options.isOutermost === true ? /\(/ : /[,(){]/;
    if (anchor !== undefined && (end.test(anchor) || trim(anchor) !== anchor)) {
      throw new UsageError(badAnchor(anchor));
    }
    const parsed = parseAnchor(anchor ?? "any");
    if (parsed.isEverywhere && options.isOutermost === true) throw new UsageError(everywhereAtTop(anchor ?? ""));
    this.isEverywhere = parsed.isEverywhere;
    // MLIR keeps the name of an op-agnostic manager as an empty one, so an empty name is that, too.
    this.anchor = parsed.anchor === "any" || parsed.anchor === "" ? undefined : parsed.anchor;
    this.nesting = options.nesting ?? "explicit";
  }

  /** The anchor as text: `any` where there is none, and after `**` where it reaches every depth. */
  get anchorText(): string {
    const text = this.anchor ?? "any";
    return this.isEverywhere ? everywhere(text) : text;
  }

  get elements(): readonly PipelineElement<Op>[] {
    return this.#elements;
  }

  get isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  /**
   * Appends a pass, or makes one from a definition and options.
   *
   * @throws {@link UsageError} PWC0204 if the pass runs on another operation and nesting is explicit, PWC0102 for bad options.
   */
  addPass<O extends OptionSpecs>(pass: PassDefinition<Op, O> | Pass<Op>, options?: OptionsInput<NoInfer<O>>): this {
    const instance = isPassDefinition(pass) ? (pass as PassDefinition<Op, O>).create(options) : (pass as Pass<Op>);
    const mismatch = findMismatch(instance.declaration, this);
    if (mismatch !== undefined) throw new UsageError(mismatch);
    const { anchor } = instance.declaration;
    if (anchor !== undefined && this.anchor !== undefined && anchor !== this.anchor) {
      this.nest(anchor).addPass(instance);
      return this;
    }
    this.#elements.push({ kind: "pass", pass: instance });
    return this;
  }

  /** Appends a manager for operations of that name directly inside, and returns it. `**` before the name means every depth. */
  nest(anchor: string): OpPassManager<Op> {
    return this.addNested(new OpPassManager<Op>(anchor, { nesting: this.nesting }));
  }

  /**
   * Appends a manager for every operation of that name below, however deep, and returns it. Each operation runs through the
   * whole manager before the next one does, an outer one before those inside it: what is detached by then is skipped, what
   * was attached below is visited. Nothing below an operation on which a pass failed is visited.
   */
  nestEverywhere(anchor: string): OpPassManager<Op> {
    return this.nest(everywhere(anchor));
  }

  /** Appends a manager for whatever operations its passes can run on, and answers it. */
  nestAny(): OpPassManager<Op> {
    return this.addNested(new OpPassManager<Op>(undefined, { nesting: this.nesting }));
  }

  /** Appends a manager that exists already. It is not copied. */
  addNested(manager: OpPassManager<Op>): OpPassManager<Op> {
    this.#elements.push({ kind: "nested", manager });
    return manager;
  }

  /** Takes everything out. */
  clear(): this {
    this.#elements.length = 0;
    return this;
  }

  /** Appends what another manager has: of a text that was read, for a manager that runs. Its passes are not copied. */
  append({ elements }: Pick<OpPassManager<Op>, "elements">): this {
    // A copy: they may be its own.
    for (const element of elements.slice()) {
      if (element.kind === "pass") this.addPass(element.pass);
      else this.addNested(element.manager);
    }
    return this;
  }

  /** The number of its elements, those of nested managers included. Lists only grow: the same size is the same list. */
  get size(): number {
    let size = this.#elements.length;
    for (const element of this.#elements) if (element.kind === "nested") size += element.manager.size;
    return size;
  }

  /** A copy whose passes have fresh state and statistics. */
  clone(): OpPassManager<Op> {
    // The anchor was good enough for this one.
    const copy = new OpPassManager<Op>(this.anchorText, { nesting: this.nesting, isOutermost: !this.isEverywhere });
    copy.threading = this.threading;
    for (const element of this.#elements) {
      if (element.kind === "pass") copy.#elements.push({ kind: "pass", pass: element.pass.clone() });
      else copy.addNested(element.manager.clone());
    }
    return copy;
  }

  /** Visits every pass, in order, nested ones included. */
  forEachPass(visit: (pass: Pass<Op>) => void): void {
    for (const element of this.#elements) {
      if (element.kind === "pass") visit(element.pass);
      else element.manager.forEachPass(visit);
    }
  }
}
