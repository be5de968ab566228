import type { Analysis } from "./analysis.ts";
import { badAnchor, everywhere, everywhereAtTop, findMismatch, notInGroup, parseAnchor } from "./anchor.ts";
import { BRAND } from "./code.ts";
import type { CODE, Defined } from "./code.ts";
import type { Nesting } from "./anchor.ts";
import { UsageError } from "./diagnostic.ts";
import type { Diagnostic, Severity, SourceLocation } from "./diagnostic.ts";
import { groupIn, groupText } from "./group-declaration.ts";
import type { GroupDeclaration } from "./group-declaration.ts";
import type { IrAdapter, OperationName } from "./ir-adapter.ts";
import type { OptionsInput, OptionSpecs, ValuesOf, OptionValues } from "./options/option-spec.ts";
import { trim } from "./options/option-text.ts";
import type { PassDeclaration } from "./pass-declaration.ts";
import type { Counter } from "./statistics.ts";
import type { Value, ValueAccess } from "./value.ts";

/** Fields that a pass can set besides the message, for example to report a diagnostic of a tool. */
export type SpokenRest = Partial<Pick<Diagnostic, "code" | "notes" | "help" | "step">>;

/** Unit of work inside a pass, which logs and profiles show separately. Corresponds to `tracing::Action` in MLIR. */
export interface Action {
  /** Kind of action, such as `GreedyPatternRewriteIteration`. */
  readonly tag: string;
  /** Description for logs, such as `GreedyPatternRewriteIteration(1)`. */
  readonly text: string;
  /** Index of the region that the action changes. Absent if the action concerns the whole operation. */
  readonly region?: number;
}

/** Change at one operation that a pass tries, such as a pattern or folder. Instrumentations can skip the change. */
export interface Rewrite<Op extends object> {
  /** Name of the pattern, or `fold` if a folder makes the change. */
  readonly name: string;
  /** Operation that is rewritten. */
  readonly op: Op;
  /** Part of the IR that defines the change, for example a dialect. Absent if the pass itself defines the change. */
  readonly dialect?: string;
}

/**
 * Function that tries a rewrite and returns whether the IR changed. The argument `apply` makes the change. `apply`
 * returns the operations that it created, or `undefined` if it did not change anything.
 */
export type ApplyRewrite<Op extends object> = (rewrite: Rewrite<Op>, apply: () => readonly Op[] | undefined) => boolean;

/** Context of a pass that is running on one operation. Throws PWC0412 after `runOnOperation` has ended. */
export interface PassContext<Op extends object, O = object, S extends string = string, Written = never, Read = never> {
  /** Name of the input, for example its file. `undefined` if the caller did not set it. */
  readonly input: string | undefined;
  /** Whether the run awaits promises of the pass: true in `runAsync`, except in dynamic pipelines. */
  readonly mayWait: boolean;
  /** Values of this instance's options, including defaults. */
  readonly options: O;
  /** Statistics of this instance, by name. */
  readonly statistics: { readonly [K in S]: Counter };
  /** Access to the values that the pass requires and provides. */
  readonly values: ValueAccess<Op, Written, Read>;
  /** Returns an analysis of the current operation. Computes the analysis if it is not cached. */
  getAnalysis<A>(analysis: Analysis<Op, A>): A;
  /** Returns the cached analysis of the current operation, or `undefined`. */
  getCachedAnalysis<A>(analysis: Analysis<Op, A>): A | undefined;
  /** Returns the cached analysis of a surrounding operation, such as the module, or `undefined`. */
  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined;
  /**
   * Returns an analysis of an operation inside the current operation. Computes the analysis if it is not cached. Throws
   * PWC0415 for an operation that is not inside the current operation.
   */
  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A;
  /** Returns the cached analysis of an operation inside the current operation, or `undefined`. */
  getCachedChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A | undefined;
  /** Marks analyses as still valid after this pass. After the pass, the run drops all other cached analyses. */
  markAnalysesPreserved(...analyses: readonly Analysis<Op, unknown>[]): void;
  /** Marks all analyses as valid. Call this function if the pass did not change anything. Also skips the verifier. */
  markAllAnalysesPreserved(): void;
  /** Makes the pass and the run fail, and skips the rest of the pipeline for the operation. Does not throw. */
  signalPassFailure(): void;
  /** Reports an error about `at`. Default: the current operation. Does not make the pass fail. */
  emitError(message: string, at?: Op): void;
  /** Reports a warning about `at`. Default: the current operation. */
  emitWarning(message: string, at?: Op): void;
  /** Reports a remark about `at`. Default: the current operation. */
  emitRemark(message: string, at?: Op): void;
  /** Reports a diagnostic at a source position, like `emitError(Location)` in MLIR. */
  emitAt(at: SourceLocation | undefined, severity: Severity, message: string, rest?: SpokenRest): void;
  /** Writes text such as the output of `print-ir` to the `output` of the manager. Without it, reports a remark. */
  print(text: string): void;
  /** Runs `body` as an action, so that logs and profiles show the action separately. Returns the result of `body`. */
  runAction<T>(action: Action, body: () => T): T;
  /** Tries a rewrite that instrumentations can observe and skip. Absent if no instrumentation observes rewrites. */
  readonly applyRewrite?: ApplyRewrite<Op> | undefined;
  /**
   * Runs a pipeline on the current operation or on an operation inside it, like MLIR's dynamic pipelines. Returns
   * whether the pipeline succeeded. Reports an error for an operation outside the current operation.
   */
  runPipeline(manager: OpPassManager<Op>, op: Op): boolean;
  /**
   * Requests that the graph continues with the pipeline `target`, a declared jump target, after the current pipeline,
   * which runs to its end. Traces show `reason`.
   *
   * @throws {@link UsageError} PWC0418 from a pass on a nested operation, PWC0419 if the pipeline is not part of a
   * graph.
   */
  requestJump(target: string, reason: string): void;
  /**
   * Replaces the root of the run. The rest of this pass and later steps use the new root. In a conversion, the new root
   * belongs to the IR after the conversion, and replaces the old root when the conversion ends.
   *
   * @throws {@link UsageError} PWC0430 from a pass on a nested operation, PWC0433 for a root that the pipeline cannot
   * run on.
   */
  replaceRoot(root: object): void;
}

/** Jump in a pipeline graph that a pass requests. */
export interface JumpRequest {
  /** Name of the pipeline to continue with. */
  readonly target: string;
  /** Reason that traces show. */
  readonly reason: string;
  /** Name of the pass that requests the jump. */
  readonly pass: string;
}

/** Context of `initialize`: the options of the pass, without access to the IR. */
export interface InitializeContext<O = object, Op extends object = object> {
  /** Values of this instance's options, including defaults. */
  readonly options: O;
  /**
   * Parses a pipeline in an option with the registry of the topmost manager. If `anchor` is set, `text` contains only
   * the elements of the pipeline, otherwise also the anchor: `func.func(cse)`. Returns errors PWC0201 to PWC0208.
   */
  parsePipeline(text: string, anchor?: string): PipelineResult<Op>;
  /** Writes text to the `output` of the manager. Without an `output`, the text is dropped. */
  print(text: string): void;
}

/** Context of {@link BatchDefinition.run}. */
export interface BatchContext<Op extends object> {
  /** Context that all passes in the call share, with functions to report diagnostics and failure, without options. */
  readonly pass: PassContext<Op>;
  /** Sets the pass that later diagnostics and failures name. Default: all passes of the batch. */
  blame(pass: Pass<Op>): void;
}

/** Context of {@link BatchDefinition.runText}. */
export interface TextContext<Op extends object> {
  /** Name of the text in diagnostics. */
  readonly file: string;
  /** Path of the file that contains the text. Absent for a text without a file. */
  readonly path?: string;
  /** Whether operations of unregistered dialects are accepted. */
  readonly allowUnregistered: boolean;
  /** Whether the caller accepts UTF-8 bytes as the result. */
  readonly takesBytes: boolean;
  /** Next batch, which runs on the result. Two batches that know each other can use a private format. */
  readonly next?: PassBatch<Op>;
  /** Adds a diagnostic to the result of the run. */
  report(diagnostic: Diagnostic): void;
  /** Sets the pass that later diagnostics and failures name. Default: all passes of the batch. */
  blame(pass: Pass<Op>): void;
}

/**
 * Runs several passes in one call, for example with a tool that is faster if it gets all passes at once: adjacent
 * passes with the same batch object, without filters, `worksOn`, values or `initialize`, and without instrumentations.
 * To run together with verification after each pass, the batch itself must verify the IR.
 */
export interface BatchDefinition<Op extends object> {
  /** Whether the batch also accepts nested managers whose passes all belong to it, and runs them in the same call. */
  readonly takesNested?: boolean;
  /** Whether the batch itself verifies the IR after each pass. */
  readonly verifiesEach?: boolean;
  /**
   * Checks a pass of the batch before the run, even if the pass will run alone, for problems such as a missing program.
   * A returned diagnostic ends the run.
   */
  prepare?(pass: Pass<Op>): Diagnostic | undefined;
  /**
   * Runs on a text and returns the resulting text, or `undefined` after a failure. For external programs that parse and
   * print, if the whole pipeline consists of such batches. `text` can be called only once.
   */
  runText?(
    text: () => string | Uint8Array,
    group: OpPassManager<Op>,
    context: TextContext<Op>,
  ): string | Uint8Array | undefined;
  /** Runs the passes in `group` on `op`. `group` has the anchor of the manager to which the passes belong. */
  run(op: Op, group: OpPassManager<Op>, context: BatchContext<Op>): void | Promise<void>;
}

/** Batch that passes can share. Made by {@link defineBatch}. */
export interface PassBatch<Op extends object> extends BatchDefinition<Op>, Defined {}

/** Pass in a group. The function `run` of the group receives a list of its members. */
export interface GroupMember<Member = unknown> {
  /** Name of the pass. */
  readonly name: string;
  /** Plugin of the host, from `member` of the pass's definition. */
  readonly member: Member;
  /** Values of the pass's options, including defaults. */
  readonly options: object;
  /** Statistics of the pass, by name. */
  readonly statistics: { readonly [name: string]: Counter };
  /**
   * Access to the values that the pass declares, if any: values of passes before the group and, if the group declares
   * `visibleWithin`, of earlier members. Passes after the group can read the values that the member sets.
   */
  readonly values?: ValueAccess<object, Value<unknown>, Value<unknown>>;
}

/** Context that the members of a group share while the group runs on one operation. Analyses are not available. */
export interface GroupContext<Op extends object> extends Pick<
  PassContext<Op>,
  | "input"
  | "mayWait"
  | "emitError"
  | "emitWarning"
  | "emitRemark"
  | "emitAt"
  | "print"
  | "runAction"
  | "requestJump"
  | "signalPassFailure"
  | "markAllAnalysesPreserved"
> {
  /** Throws PWC0425, because an analysis could become invalid during the traversal. */
  getAnalysis(): never;
  /**
   * Sets the member that is responsible for later diagnostics and failures. Default: the group. `at` is the position of
   * a later exception without its own position. Default: the position of the operation.
   */
  blame(member: GroupMember, at?: SourceLocation): void;
  /**
   * Runs `body` as work of a member, and returns the result of `body`. Reports attribute the time, exceptions and
   * diagnostics of `body` to this member. If `body` returns a promise, the work ends when the promise settles.
   */
  timeMember<T>(member: GroupMember, body: () => T): T;
}

/** Group, with the code that runs its members in one traversal. */
export interface GroupDefinition<Op extends object, Member = unknown> extends GroupDeclaration {
  /** Runs the members in order on the operation, in place. Can return the operation or, with `runAsync`, a promise. */
  run(
    members: readonly GroupMember<Member>[],
    root: Op,
    context: GroupContext<Op>,
  ): object | void | Promise<object | void>;
}

/** Code of a pass. */
export interface PassBody<Op extends object, O = object, S extends string = string, Written = never, Read = never> {
  /** Name of this instance in timing reports and dumps. Default: the name in the declaration. MLIR's `getName()`. */
  readonly displayName?: string;
  /** Plugin of the host, for a member of a group. The `runOnOperation` of a member is not called. */
  readonly member?: unknown;
  /** Batch that can run this pass together with adjacent passes of the same batch. */
  readonly batch?: PassBatch<Op>;
  /** Called once per run, before the first pass of the pipeline. A returned diagnostic ends the run. */
  initialize?(context: InitializeContext<O, Op>): Diagnostic | undefined;
  /** Returns whether the pass can run on operations with this name, which match its anchor and interface. */
  canScheduleOn?(name: OperationName): boolean;
  /**
   * Runs the pass on one operation, and changes the operation in place. To replace the root, call `pass.replaceRoot`.
   * If the pipeline runs with `runAsync`, the result can be a promise. A different operation as the result is an error.
   */
  runOnOperation(op: Op, pass: PassContext<Op, O, S, Written, Read>): void | Promise<void>;
}

/** Instance of a pass in a pipeline: a definition, with its own options, statistics and state. */
export interface Pass<Op extends object> {
  /** Definition that the instance was made from. */
  readonly definition: PassDefinition<Op, OptionSpecs>;
  /** Declaration of the definition. */
  readonly declaration: PassDeclaration;
  /** Values of all options, and the names of the options that were set. */
  readonly options: OptionValues;
  /** Statistics of this instance, by name. */
  readonly statistics: { readonly [name: string]: Counter };
  /** Code of this instance. */
  readonly body: PassBody<Op>;
  /** Returns an instance with the same options and fresh state, for example for a worker thread. */
  clone(): Pass<Op>;
}

/** Frozen and shared definition of a pass. `create` makes instances for pipelines. */
export interface PassDefinition<Op extends object, O extends OptionSpecs = OptionSpecs> {
  /** Name, anchor, types and properties of the pass, as JSON data. */
  readonly declaration: PassDeclaration;
  /** Options of the pass, by name. */
  readonly options: O;
  /** Descriptions of the statistics, by name. */
  readonly statistics: { readonly [name: string]: string };
  /** Group that the pass belongs to. */
  readonly group?: GroupDefinition<Op>;
  /**
   * Checks a combination of valid option values when an instance is made from text, like `initializeOptions` in MLIR.
   * Returns a diagnostic if the combination is invalid.
   */
  checkOptions?(
    this: void,
    options: ValuesOf<O>,
    context: Pick<InitializeContext<object, Op>, "parsePipeline">,
  ): Diagnostic | undefined;
  /** Returns whether the pass works on operations with this name, if `worksOn` of the declaration is `predicate`. */
  worksOn?(this: void, name: OperationName, options: ValuesOf<O>): boolean;
  /** @internal Code that provides access to the declared values. */
  readonly [CODE]?: unknown;
  /** Adapter of the IR after a conversion. */
  readonly leaves?: Pick<IrAdapter<never>, "name" | "nameOf" | "intern" | "operationsBeside">;
  /** Makes an instance. @throws {@link UsageError} PWC0102 for an unknown option or an invalid value. */
  create(options?: OptionsInput<O>): Pass<Op>;
  /** Makes an instance from options that were parsed from text. */
  createFrom(options: OptionValues): Pass<Op>;
}

/** Returns whether {@link definePass} made `value`, in this or another copy of the package. */
export function isPassDefinition(value: unknown): value is PassDefinition<object> {
  return (value as { [BRAND]?: unknown } | null | undefined)?.[BRAND] === true;
}

/** Manager parsed from text, or a problem in the text. */
export type PipelineResult<Op extends object> =
  { readonly ok: true; readonly manager: OpPassManager<Op> } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Element of a manager: a pass, or a nested manager. */
export type PipelineElement<Op extends object> =
  { readonly kind: "pass"; readonly pass: Pass<Op> } | { readonly kind: "nested"; readonly manager: OpPassManager<Op> };

let changes = 0;

/**
 * List of passes and nested managers. A manager runs on operations with the name `anchor` or, if it is op-agnostic
 * (`any`), on operations with any name. The counterpart of MLIR's `OpPassManager`. Does not have a method `run`,
 * because it runs only inside a {@link PassManager} or as a dynamic pipeline.
 */
export class OpPassManager<Op extends object = object> {
  /** Name of the operation that the manager runs on. `undefined` for an op-agnostic manager. */
  readonly anchor: string | undefined;
  /** Whether a nested manager runs on operations at every depth instead of only on direct children. */
  readonly isEverywhere: boolean;
  /** Group whose members are the elements. They run as one pass on the operations of the surrounding manager. */
  readonly group: GroupDefinition<Op> | { readonly name: string } | undefined;
  /** Behavior of `addPass` if a pass and its manager run on different operations. */
  readonly nesting: Nesting;
  /** Whether `PassManager.executor` is allowed to run this nested manager on several operations at the same time. */
  threading = true;
  readonly #elements: PipelineElement<Op>[] = [];
  readonly #nested: OpPassManager<Op>[] = [];
  #changed = 0;
  #endAnchor: string | undefined;

  /**
   * Makes an empty manager. `isOutermost` means that the anchor is the start of a textual pipeline, where MLIR allows
   * every character except `(`.
   *
   * @throws {@link UsageError} PWC0206 for an anchor that a textual pipeline cannot contain, PWC0214 for `**` on an
   * outermost manager.
   */
  constructor(
    anchor?: string,
    options: {
      readonly nesting?: Nesting;
      readonly isOutermost?: boolean;
      readonly group?: OpPassManager<Op>["group"];
    } = {},
  ) {
    const end = options.isOutermost === true ? /\(/ : /[,(){]/;
    if (anchor !== undefined && (end.test(anchor) || trim(anchor) !== anchor)) throw new UsageError(badAnchor(anchor));
    const parsed = parseAnchor(anchor ?? "any");
    if (parsed.isEverywhere && options.isOutermost === true) throw new UsageError(everywhereAtTop(anchor ?? ""));
    this.isEverywhere = parsed.isEverywhere;
    // An empty anchor means an op-agnostic manager, as in MLIR, which stores an empty name for these managers.
    this.anchor = parsed.anchor === "any" || parsed.anchor === "" ? undefined : parsed.anchor;
    this.#endAnchor = this.anchor;
    this.nesting = options.nesting ?? "explicit";
    this.group = options.group;
  }

  /** Name of the operation that an appended element would run on: `anchor`, or the root after the last conversion. */
  get endAnchor(): string | undefined {
    return this.#endAnchor;
  }

  /** @internal Records that later elements run on the root after a conversion. */
  noteConversion({ to, toAnchor }: PassDeclaration): void {
    if (to !== undefined) this.#endAnchor = toAnchor;
  }

  /** Anchor in textual pipelines: `any` if op-agnostic, a prefix `**` for every depth, `group<postcss>` for a group. */
  get anchorText(): string {
    if (this.group !== undefined) return groupText(this.group.name);
    const text = this.anchor ?? "any";
    return this.isEverywhere ? everywhere(text) : text;
  }

  /** Passes and nested managers, in order. */
  get elements(): readonly PipelineElement<Op>[] {
    return this.#elements;
  }

  /** @internal Number of the last change to this manager or inside it. Each change gets a larger number. */
  get lastChange(): number {
    let last = this.#changed;
    for (const manager of this.#nested) last = Math.max(last, manager.lastChange);
    return last;
  }

  /** Whether the list of elements is empty. */
  get isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  /**
   * Appends an instance of a pass, which is made from a definition and the options. A member of a group is added to the
   * last element if this is its group, or else to a new group. Returns the manager.
   *
   * @throws {@link UsageError} PWC0204 if the pass runs on a different operation and nesting is explicit, PWC0102 for
   * invalid options, PWC0215 in a group for a pass that is not a member, PWC0105 for a value that is not a pass.
   */
  addPass<O extends OptionSpecs>(pass: PassDefinition<Op, O> | Pass<Op>, options?: OptionsInput<NoInfer<O>>): this {
    const instance = isPassDefinition(pass) ? (pass as PassDefinition<Op, O>).create(options) : (pass as Pass<Op>);
    const mismatch = findMismatch((instance as Partial<Pass<Op>> | undefined)?.declaration, this);
    if (mismatch !== undefined) throw new UsageError(mismatch);
    const { anchor, group, name } = instance.declaration;
    if (this.group !== undefined) {
      if (group !== this.group.name) throw new UsageError(notInGroup(`pass \`${name}\``, this.group.name));
    } else {
      const isElsewhere = anchor !== undefined && this.#endAnchor !== undefined && anchor !== this.#endAnchor;
      if (isElsewhere || group !== undefined) {
        const last = this.#elements.at(-1);
        const text = isElsewhere ? anchor : groupText(group as string);
        const isOpen = group !== undefined && last?.kind === "nested" && last.manager.anchorText === text;
        (isOpen ? last.manager : this.nest(text)).addPass(instance);
        return this;
      }
    }
    this.#elements.push({ kind: "pass", pass: instance });
    this.#changed = ++changes;
    this.noteConversion(instance.declaration);
    return this;
  }

  /**
   * Appends a manager for direct children with this name, and returns it. A prefix `**` means every depth.
   * `group<postcss>` means a group.
   */
  nest(anchor: string): OpPassManager<Op> {
    const name = groupIn(anchor);
    return name === undefined
      ? this.addNested(new OpPassManager<Op>(anchor, { nesting: this.nesting }))
      : this.nestGroup({ name });
  }

  /**
   * Appends a group and returns it. Adjacent groups are not merged. If `group` does not have a `run` function, uses the
   * `run` function of the group that its members declare.
   *
   * @throws {@link UsageError} PWC0215 inside a group.
   */
  nestGroup(group: NonNullable<OpPassManager<Op>["group"]>): OpPassManager<Op> {
    return this.addNested(new OpPassManager<Op>(this.#endAnchor, { isOutermost: true, group }));
  }

  /**
   * Appends a manager for operations with this name at every depth, and returns it. Runs all passes on one operation
   * before the next, and on outer operations before the operations inside them. Also runs on operations that passes
   * add, but not on removed operations, and not inside an operation on which a pass failed.
   */
  nestEverywhere(anchor: string): OpPassManager<Op> {
    return this.nest(everywhere(anchor));
  }

  /** Appends a manager for all operations on which its passes can run, and returns it. */
  nestAny(): OpPassManager<Op> {
    return this.addNested(new OpPassManager<Op>(undefined, { nesting: this.nesting }));
  }

  /** Appends a manager without copying it, and returns it. @throws {@link UsageError} PWC0215 inside a group. */
  addNested(manager: OpPassManager<Op>): OpPassManager<Op> {
    if (this.group !== undefined) throw new UsageError(notInGroup(`\`${manager.anchorText}\``, this.group.name));
    this.#elements.push({ kind: "nested", manager });
    this.#nested.push(manager);
    this.#changed = ++changes;
    return manager;
  }

  /** Removes all elements. Returns the manager. */
  clear(): this {
    this.#elements.length = 0;
    this.#nested.length = 0;
    this.#changed = ++changes;
    this.#endAnchor = this.anchor;
    return this;
  }

  /** Appends elements of a manager, and shares them except for groups, which are copied. Returns the manager. */
  append({ elements }: Pick<OpPassManager<Op>, "elements">): this {
    // Iterates over a copy, because a manager can be appended to itself.
    for (const element of elements.slice()) {
      if (element.kind === "pass") this.addPass(element.pass);
      else if (element.manager.group === undefined) this.addNested(element.manager);
      else this.nestGroup(element.manager.group).append(element.manager);
    }
    return this;
  }

  /** Number of elements, also in nested managers. An equal size means no change, unless {@link clear} was called. */
  get size(): number {
    let size = this.#elements.length;
    for (const element of this.#elements) if (element.kind === "nested") size += element.manager.size;
    return size;
  }

  /** Returns a copy whose passes have fresh state and statistics. */
  clone(): OpPassManager<Op> {
    // The anchor was already checked for this manager.
    const { nesting, isEverywhere, group } = this;
    const anchor = group === undefined ? this.anchorText : this.anchor;
    const copy = new OpPassManager<Op>(anchor, { nesting, isOutermost: !isEverywhere, group });
    copy.threading = this.threading;
    copy.#endAnchor = this.#endAnchor;
    for (const element of this.#elements) {
      if (element.kind === "pass") copy.#elements.push({ kind: "pass", pass: element.pass.clone() });
      else copy.addNested(element.manager.clone());
    }
    return copy;
  }

  /** Calls `visit` for every pass in order, including the passes of nested managers. */
  forEachPass(visit: (pass: Pass<Op>) => void): void {
    for (const element of this.#elements) {
      if (element.kind === "pass") visit(element.pass);
      else element.manager.forEachPass(visit);
    }
  }
}
