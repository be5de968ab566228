import { PassCatalogue, PropertyChecker } from "@passwright/builder";
import { diagnosticOf, PassManager } from "@passwright/core";
import type {
  Analysis,
  Diagnostic,
  Instrumentation,
  IrAdapter,
  ManagerRunResult,
  OpPassManager,
  Pass,
  PassDefinition,
  PassRegistry,
} from "@passwright/core";
import { placeOfThrown } from "@passwright/loader";
import type { Framework } from "@passwright/sdk";
import { firstDifference } from "./difference.ts";
import type { Labels } from "./difference.ts";
import * as errors from "./errors.ts";
import { describeOperation, OutsideWatch } from "./outside.ts";
import { PreservationTrial } from "./preservation.ts";
import type { Reporter } from "./protocol.ts";
import type { Support } from "./support.ts";
import { findTargets, isForRoot } from "./targets.ts";
import type { TrialInput } from "./trial-inputs.ts";

/** Result of a pass on one operation. */
interface Outcome {
  readonly name: string;
  readonly text: string;
}

/** Codes of errors that indicate a bug in the pass. A pass can fail with any other error without having a bug. */
const BREAKS: ReadonlySet<string> = new Set([
  "PWC0406",
  "PWC0407",
  "PWC0410",
  "PWC0412",
  "PWC0413",
  "PWC0415",
  "PWC0417",
  "PWI0019",
]);

/** Pass to check, and everything that its run needs. */
interface PassTrialParts {
  readonly plugin: string;
  /** Folder of the plugin. */
  readonly folder: string;
  readonly definition: PassDefinition<object>;
  readonly framework: Framework<object>;
  readonly support: Support;
  readonly reporter: Reporter;
  readonly input: TrialInput;
  /** Index into the result of {@link findTargets}, which selects a path of nested managers. */
  readonly way: number;
  /** Providers of the values that the tested pass requires, in the order in which they run. */
  readonly providers: readonly PassDefinition<object>[];
  /** All passes of the session, for options that are pipelines. */
  readonly registry: PassRegistry<object>;
}

/** All checks of one pass on one input and one path of nested managers. */
export class PassTrial {
  readonly #parts: PassTrialParts;
  readonly #definition: PassDefinition<object>;
  readonly #adapter: IrAdapter<object>;
  /** Whether the pass runs on operations below the root. */
  #isNested = false;
  /** Error of the pass, if the first run failed. */
  failure: string | undefined;

  constructor(parts: PassTrialParts) {
    this.#parts = parts;
    this.#definition = parts.definition;
    this.#adapter = parts.framework.ir;
  }

  /** Runs the checks and returns the first problem. Later problems can be consequences of the first. */
  async run(round: "first" | "second"): Promise<Diagnostic | undefined> {
    const first = await this.#runAmongOthers();
    // The outputs of a pass that is declared as not deterministic differ in each run, so they are not compared.
    const isDeterministic = this.#definition.declaration.deterministic !== false;
    const compared = isDeterministic ? first.outcomes : [];
    compared.forEach(({ name, text }, index) => {
      const key = JSON.stringify([this.#definition.declaration.name, this.#parts.input.name, this.#parts.way, index]);
      this.#parts.reporter.observe({ key, text, of: { kind: "pass", at: this.#at(name) } });
    });
    if (round === "second" || first.problem !== undefined) return first.problem;
    return (
      (isDeterministic ? await this.#tryOthers(first.outcomes) : undefined) ??
      (await this.#tryPreservation(first.analyses))
    );
  }

  /** Runs the pass in different ways. Returns a problem if any result differs from `first`. */
  async #tryOthers(first: readonly Outcome[]): Promise<Diagnostic | undefined> {
    return (
      (await this.#tryState(first)) ??
      (await this.#tryWorksOn(first)) ??
      (await this.#tryAlone(first)) ??
      (await this.#tryReversed(first)) ??
      (await this.#tryTwice(first))
    );
  }

  async #runAmongOthers(): Promise<{
    readonly outcomes: readonly Outcome[];
    readonly problem: Diagnostic | undefined;
    readonly analyses: readonly Analysis<object, unknown>[];
  }> {
    const { root, ops, names } = this.#makeRoot();
    const watch = new OutsideWatch(this.#adapter, this.#parts.support.window);
    const catalogue = new PassCatalogue();
    const { declaration } = this.#definition;
    catalogue.add({ declaration, owner: { name: this.#parts.plugin }, definition: this.#definition });
    const checks = { ...this.#parts.framework.checks, ...this.#parts.support.checks };
    const { name: owner, properties: declared = {} } = this.#parts.framework;
    const properties = new PropertyChecker(this.#adapter, catalogue, declared, checks, owner);
    const analyses = new Map<string, Analysis<object, unknown>>();
    const collector: Instrumentation<object> = {
      afterAnalysis: (analysis) => void analyses.set(analysis.name, analysis),
    };
    const result = await this.#runNested(root, [this.#definition.create()], [watch, properties, collector]);
    const outcomes = this.#outcomes(ops, names, new Map([[root, result]]));
    if (!result.succeeded)
      this.failure = result.diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
    // The check finds the problem only after the whole run, so each operation with this name can be the cause.
    const [name = ""] = names[0]?.split(" ", 1) ?? [];
    const problem =
      this.#broken(result, name) ??
      this.#outside(watch) ??
      this.#invalid(result, name) ??
      this.#findWrongProperty(properties, name);
    return { outcomes, problem, analyses: [...analyses.values()] };
  }

  #broken(result: ManagerRunResult, name: string): Diagnostic | undefined {
    const thrown = result.failures.find((failure) => failure.thrown !== undefined)?.thrown;
    const cause = diagnosticOf(thrown) ?? result.diagnostics.find(({ code }) => BREAKS.has(code));
    if (cause !== undefined) return errors.passThrows(this.#at(name), cause, placeOfThrown(thrown, this.#parts.folder));
    // If the run failed without a failed pass, the run did not start, for example because a dependent dialect is
    // unknown.
    const refusal = result.succeeded || result.failures.length > 0 ? undefined : result.diagnostics.at(-1);
    return refusal && errors.cannotStart(this.#at(name), refusal);
  }

  #outside({ writes }: OutsideWatch): Diagnostic | undefined {
    const [write] = writes;
    if (write === undefined) return undefined;
    return errors.writesOutside(this.#at(describeOperation(this.#adapter, write.op)), write.what);
  }

  #invalid({ succeeded, root, ir }: ManagerRunResult, name: string): Diagnostic | undefined {
    const found: Diagnostic[] = [];
    if (ir.verify === undefined || !succeeded) return undefined;
    const isValid = ir.verify(root, { recursive: true }, (one) => void found.push(one));
    return isValid ? undefined : errors.makesInvalid(this.#at(name), found);
  }

  #findWrongProperty({ diagnostics }: PropertyChecker<object>, name: string): Diagnostic | undefined {
    const [wrong] = diagnostics;
    return wrong === undefined ? undefined : errors.wrongProperty(this.#at(name), wrong);
  }

  /**
   * Runs a new instance of the pass twice, and then a separate instance on each operation. `first` contains the results
   * of an earlier instance. Returns a problem if any result differs from `first`.
   */
  async #tryState(first: readonly Outcome[]): Promise<Diagnostic | undefined> {
    const instance = this.#definition.create();
    const turns: (readonly [Labels, () => Promise<readonly Outcome[]>])[] = [
      [["output of the first instance", "output of the second instance"], () => this.#runOnAll([instance])],
      [["output of the first run", "output of the second run of the instance"], () => this.#runOnAll([instance])],
    ];
    if (this.#runsApart)
      turns.push([
        ["output with one instance for all operations", "output with one instance for each operation"],
        () => this.#runOneByOne(() => this.#definition.create()),
      ]);
    for (const [labels, turn] of turns) {
      // Runs these trials one after another, because the first and the second use the same instance.
      const difference = compare(first, await turn(), labels);
      if (difference !== undefined) return errors.keepsState(this.#at(difference.name), difference.notes);
    }
    return undefined;
  }

  /**
   * Runs the pass on all operations, including operations that the pass skips because of its `worksOn`. Compares the
   * results with `first`.
   */
  async #tryWorksOn(first: readonly Outcome[]): Promise<Diagnostic | undefined> {
    if (this.#definition.declaration.worksOn === undefined) return undefined;
    const idle = await this.#runOnAll([this.#definition.create()], [{ runIdle: true }]);
    const difference = compare(first, idle, ["output with `worksOn`", "output without `worksOn`"]);
    return difference && errors.worksOnMore(this.#at(difference.name), difference.notes);
  }

  /**
   * Whether the trial can run the pass on each operation separately. False if other passes must run before this pass.
   */
  get #runsApart(): boolean {
    return this.#parts.providers.length === 0;
  }

  async #tryAlone(first: readonly Outcome[]): Promise<Diagnostic | undefined> {
    if (!this.#runsApart) return undefined;
    const { window } = this.#parts.support;
    const alone: Outcome[] = [];
    for (let index = 0; index < first.length; index++) {
      const { ops, names } = this.#makeRoot();
      let op = ops[index] as object;
      if (window !== undefined) window.keepOnly(op);
      else if (this.#adapter.clone !== undefined) op = this.#adapter.clone(op);
      else return undefined;
      alone.push(...(await this.#runOn([op], [names[index] ?? ""], () => this.#definition.create())));
    }
    const difference = compare(first, alone, ["output with siblings", "output without siblings"]);
    return difference && errors.readsSiblings(this.#at(difference.name), difference.notes);
  }

  async #tryReversed(first: readonly Outcome[]): Promise<Diagnostic | undefined> {
    const { root, ops, names } = this.#makeRoot();
    const parents = new Set(ops.map((op) => this.#adapter.parentOf?.(op)).filter((op) => op !== undefined));
    for (const parent of parents) this.#parts.support.window?.reverse(parent);
    const result = await this.#runNested(root, [this.#definition.create()], []);
    const turned = this.#outcomes(ops, names, new Map([[root, result]]));
    const inTurn = compare(first, turned, [
      "output for siblings in this order",
      "output for siblings in reverse order",
    ]);
    if (inTurn !== undefined || !this.#runsApart)
      return inTurn && errors.dependsOnOperationOrder(this.#at(inTurn.name), inTurn.notes);
    const pass = this.#definition.create();
    const executed = await this.#runOneByOne(() => pass, true);
    const difference = compare(first, executed, [
      "output if processed first to last",
      "output if processed last to first",
    ]);
    return difference && errors.dependsOnOperationOrder(this.#at(difference.name), difference.notes);
  }

  /** Runs two instances of an idempotent pass in a row. The second instance must not change the result. */
  async #tryTwice(first: readonly Outcome[]): Promise<Diagnostic | undefined> {
    if (this.#definition.declaration.idempotent !== true || !this.#runsApart) return undefined;
    const twice = await this.#runOnAll([this.#definition.create(), this.#definition.create()]);
    const difference = compare(first, twice, ["output after one run", "output after two runs"]);
    return difference && errors.notIdempotent(this.#at(difference.name), difference.notes);
  }

  async #tryPreservation(seen: readonly Analysis<object, unknown>[]): Promise<Diagnostic | undefined> {
    const { root } = this.#makeRoot();
    const given = this.#parts.support.analyses.filter((one) => seen.every(({ name }) => name !== one.name));
    const trial = new PreservationTrial(this.#adapter, [...seen, ...given]);
    await this.#runNested(root, trial.around(this.#definition.create()), []);
    const [violation] = trial.violations;
    if (violation === undefined) return undefined;
    const at = this.#at(describeOperation(this.#adapter, violation.op));
    return violation.analysis === undefined
      ? errors.undeclaredChange(at)
      : errors.analysisNotPreserved(at, violation.analysis);
  }

  async #runOnAll(
    passes: readonly Pass<object>[],
    instrumentations: readonly Instrumentation<object>[] = [],
  ): Promise<readonly Outcome[]> {
    const { root, ops, names } = this.#makeRoot();
    const result = await this.#runNested(root, passes, instrumentations);
    return this.#outcomes(ops, names, new Map([[root, result]]));
  }

  async #runOneByOne(make: () => Pass<object>, isReversed = false): Promise<readonly Outcome[]> {
    const { ops, names } = this.#makeRoot();
    if (!isReversed) return this.#runOn(ops, names, make);
    const outcomes = await this.#runOn(ops.toReversed(), names.toReversed(), make);
    return outcomes.toReversed();
  }

  /** Runs the pass on each operation with a separate manager. */
  async #runOn(
    ops: readonly object[],
    names: readonly string[],
    make: () => Pass<object>,
  ): Promise<readonly Outcome[]> {
    const left = new Map<object, ManagerRunResult>();
    for (const op of ops) {
      const manager = this.#manager(this.#adapter.nameOf(op).text);
      // Runs the pass on one operation at a time, as a pipeline does.
      left.set(op, await manager.addPass(make()).runAsync(op));
    }
    return this.#outcomes(ops, names, left);
  }

  async #runNested(
    root: object,
    passes: readonly Pass<object>[],
    instrumentations: readonly Instrumentation<object>[],
  ): Promise<ManagerRunResult> {
    const [top = "", ...path] = findTargets(this.#adapter, root, this.#definition)[this.#parts.way]?.path ?? [];
    const manager = this.#manager(top);
    for (const instrumentation of instrumentations) manager.addInstrumentation(instrumentation);
    for (const one of this.#parts.providers) if (isForRoot(one.declaration)) manager.addPass(one.create());
    const inner = path.reduce<OpPassManager<object>>((outer, name) => outer.nest(name), manager);
    for (const one of this.#parts.providers) {
      if (isForRoot(one.declaration)) continue;
      const { anchor = path.at(-1) ?? top } = one.declaration;
      (anchor === (path.at(-1) ?? top) ? inner : inner.nest(anchor)).addPass(one.create());
    }
    for (const pass of passes) inner.addPass(pass);
    return manager.runAsync(root);
  }

  #manager(anchor: string): PassManager<object> {
    const manager = new PassManager(this.#adapter, { anchor });
    manager.registry = this.#parts.registry;
    // Verifies the IR only at the end, to distinguish a pass that fails from a pass that produces invalid IR.
    manager.verifyEach = false;
    return manager;
  }

  #makeRoot(): { readonly root: object; readonly ops: readonly object[]; readonly names: readonly string[] } {
    const root = this.#parts.input.makeRoot();
    const ops = findTargets(this.#adapter, root, this.#definition)[this.#parts.way]?.ops ?? [];
    this.#isNested = ops.some((op) => this.#adapter.parentOf?.(op) !== undefined);
    return { root, ops, names: ops.map((op) => describeOperation(this.#adapter, op)) };
  }

  /**
   * Prints the roots that runs returned. `left` maps each initial root to the root after the run, because a pass can
   * replace the root.
   */
  #outcomes(
    ops: readonly object[],
    names: readonly string[],
    left: ReadonlyMap<object, ManagerRunResult>,
  ): readonly Outcome[] {
    return ops.map((op, index) => {
      const { root, ir } = left.get(op) ?? { root: op, ir: this.#adapter };
      return { name: names[index] ?? "", text: this.#print(root, ir) };
    });
  }

  #print(op: object, ir: IrAdapter<object>): string {
    try {
      // Prints a detached copy, so that the numbers of values start at 0.
      const alone = ir.clone?.(op) ?? op;
      const canPrint = ir.prints !== "roots" || !this.#isNested;
      return (canPrint ? ir.print?.(alone, { generic: true }) : undefined) ?? ir.fingerprint?.(alone).toString() ?? "";
    } catch {
      return "erased";
    }
  }

  #at(op: string): errors.Sighting {
    return { plugin: this.#parts.plugin, pass: this.#definition.declaration.name, op, input: this.#parts.input.name };
  }
}

function compare(
  first: readonly Outcome[],
  other: readonly Outcome[],
  labels: Labels,
): { readonly name: string; readonly notes: string[] } | undefined {
  const index = first.findIndex(({ text }, at) => text !== other[at]?.text);
  if (index < 0) return undefined;
  return {
    name: first[index]?.name ?? "",
    notes: firstDifference(first[index]?.text ?? "", other[index]?.text ?? "", labels),
  };
}
