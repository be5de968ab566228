import { type PassCatalogue, type PassManagerBuilder, type Plan, toPassManager } from "@passwright/builder";
import {
  describeThrown,
  type Diagnostic,
  type Owner,
  ownerText,
  PassManager,
  PassRegistry,
  type RunResult,
  type TextInput,
  type TextRunOptions,
  type TextRunResult,
} from "@passwright/core";
import type { PipelineSchedule, PlannedGraph, ScheduleRunOptions, ScheduleRunResult } from "@passwright/graph";
import { type Framework } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { type TapSummary } from "../hooks/hook-set.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import { copyOf, type SessionHookSet } from "../hooks/session-hooks.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { placeOfThrown } from "../package/thrown-place.ts";
import { checkAnchors, plansOfGraph } from "./check-mistakes.ts";
import { loadIr } from "./load-ir.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly config: CheckedConfig;
  readonly framework: Framework<object>;
  /** Its name and the version of its package. */
  readonly owner: Owner;
  /** In alphabetical order, whatever the order in the config. */
  readonly plugins: readonly PluginPackage[];
  readonly catalogue: PassCatalogue;
  readonly builder: PassManagerBuilder;
  /** What plugins tapped, in the order of the calls. */
  readonly taps: readonly TapSummary[];
  /** Absent if there are errors, and where there is a graph. */
  readonly plan?: Plan;
  /** The pipelines in order, of a framework or config that has several. */
  readonly graph?: PlannedGraph<object>;
}

/** What planning came to: one of the two. */
export interface Planned {
  readonly plan?: Plan;
  readonly graph?: PlannedGraph<object>;
}

/** A plan or a graph, or why there is none. */
export type PlannedResult =
  (Planned & { readonly ok: true }) | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** What loading came to. Without a session there is an error among the diagnostics. */
export interface LoadResult {
  readonly session?: Session;
  readonly diagnostics: readonly Diagnostic[];
}

/** A manager that is ready to run, or what stands in its way. */
export type ManagerResult =
  | { readonly ok: true; readonly manager: PassManager<object> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A schedule that is ready to run, or what stands in its way. */
export type ScheduleResult =
  | { readonly ok: true; readonly schedule: PipelineSchedule<object>; readonly registry: PassRegistry<object> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Who is told of runs. */
interface RunHooks {
  readonly program: LoaderHooks | undefined;
  readonly plugins: SessionHookSet;
}

/** All the parts, as properties of their own. */
// oxlint-disable-next-line typescript/no-extraneous-class -- each part is said once, in the interface
const WithParts: new (parts: SessionParts) => SessionParts = class {
  constructor(parts: SessionParts) {
    Object.assign(this, parts);
  }
} as new (parts: SessionParts) => SessionParts;

/** A framework and its plugins, loaded as a config names them, the plan that they make together, and its runs. */
export class Session extends WithParts {
  readonly #loadRest: () => Promise<readonly Diagnostic[]>;
  readonly #hooks: RunHooks;

  /** @internal `loadRest` loads what planning could do without. */
  constructor(parts: SessionParts, loadRest: () => Promise<readonly Diagnostic[]>, hooks: RunHooks) {
    super(parts);
    this.#loadRest = loadRest;
    this.#hooks = hooks;
  }

  /** Loads the code that planning could do without. What it is wrong with, and where it is not what was planned with, is answered. */
  async loadCode(): Promise<readonly Diagnostic[]> {
    return this.#shown(await this.#loadRest());
  }

  /**
   * Warns of steps on operations that the IR has not (PWL0221), and loads the code for that, if it is not there. Loading tells
   * of them itself where it has the IR: not of a pipeline that is data. Code that cannot be loaded is told by who runs it.
   */
  async findUnknownAnchors(): Promise<readonly Diagnostic[]> {
    if ((await this.#loadRest()).length > 0) return [];
    const plans = this.graph === undefined ? [] : plansOfGraph(this.graph.plan);
    return this.#shown(checkAnchors(this.plan === undefined ? plans : [this.plan, ...plans], this.framework.ir));
  }

  /**
   * Options of steps that their passes do not take (PWB0402), of which planning could not tell as only the code knows them: it is
   * loaded for that. Code that cannot be loaded is told by who runs it.
   */
  async findBadOptions(): Promise<readonly Diagnostic[]> {
    if ((await this.#loadRest()).length > 0) return [];
    const found = this.plan && this.builder.errorsOf(this.plan);
    const all = found ?? this.graph?.planWithDuplicates().diagnostics ?? [];
    return this.#shown(all.filter(({ code }) => code === "PWB0402"));
  }

  /** At places that can be opened. */
  #shown(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return withShownPlaces(diagnostics, this.config);
  }

  /** Plans once more, with duplicate cleanups left where they are. */
  planWithDuplicates(): PlannedResult {
    if (this.graph !== undefined) {
      const { planned, diagnostics } = this.graph.planWithDuplicates();
      return planned === undefined
        ? { ok: false, diagnostics: this.#shown(diagnostics) }
        : { ok: true, graph: planned };
    }
    const { plan, diagnostics } = this.builder.resolve({ keepDuplicates: true });
    return plan === undefined ? { ok: false, diagnostics: this.#shown(diagnostics) } : { ok: true, plan };
  }

  /**
   * Loads the code and the IR that planning could do without, and makes a plan an ordinary manager: the session's, if no other
   * is given.
   */
  async makeManager({ plan }: Planned = this): Promise<ManagerResult> {
    const problems = await this.#getReady();
    if (problems.length > 0) return { ok: false, diagnostics: problems };
    const manager = new PassManager(this.framework.ir, { anchor: this.framework.anchor });
    manager.registry = this.#makeRegistry();
    // At the place of who set an option, where that is not who asked for the step.
    if (plan !== undefined) problems.push(...this.builder.errorsOf(plan));
    if (plan !== undefined && problems.length === 0) problems.push(...toPassManager(plan, this.catalogue, manager));
    return problems.length > 0 ? { ok: false, diagnostics: this.#shown(problems) } : { ok: true, manager };
  }

  /** The same for a graph. */
  async makeSchedule({ graph }: Planned = this): Promise<ScheduleResult> {
    const problems = await this.#getReady();
    if (problems.length > 0) return { ok: false, diagnostics: problems };
    const made = graph?.createPipelineSchedule();
    return made?.schedule === undefined
      ? { ok: false, diagnostics: this.#shown(made?.diagnostics ?? []) }
      : { ok: true, schedule: made.schedule, registry: this.#makeRegistry() };
  }

  async #getReady(): Promise<Diagnostic[]> {
    const problems = [...(await this.loadCode())];
    if (problems.length > 0) return problems;
    const unready = await loadIr(this.framework);
    return unready === undefined ? [] : [unready];
  }

  #makeRegistry(): PassRegistry<object> {
    const registry = new PassRegistry();
    for (const { definition, owner } of this.catalogue.entries()) {
      if (definition !== undefined) registry.registerPass(definition, owner);
    }
    return registry;
  }

  /**
   * Runs a manager of this session on an operation, and tells the hooks. A plugin's tap that throws fails the run: before it,
   * nothing runs.
   */
  run(manager: PassManager<object>, op: object): Promise<RunResult> {
    return this.#told(manager, op, () => manager.runAsync(op), { diagnostics: [], failures: [] });
  }

  /**
   * Runs on a text, where the whole pipeline is one program's and nobody is to be told of an operation; else answers
   * `undefined`, and {@link run} is to be called.
   */
  runOnText(manager: PassManager<object>, text: TextInput, options: TextRunOptions): TextRunResult | undefined {
    const { program, plugins } = this.#hooks;
    const isWatched = program?.beforeRun.isUsed() === true || program?.afterRun.isUsed() === true;
    if (isWatched || plugins.taps.some(({ hook }) => hook === "beforeRun" || hook === "afterRun")) return undefined;
    return manager.runOnText(text, options);
  }

  /** The same for a schedule. */
  runSchedule(
    schedule: PipelineSchedule<object>,
    op: object,
    options: ScheduleRunOptions<object>,
  ): Promise<ScheduleRunResult> {
    const none = { diagnostics: [], failures: [], trace: [] };
    return this.#told(schedule, op, () => schedule.runAsync(op, options), none);
  }

  /** Runs between the hooks. `none` is what a run comes to that never began. */
  async #told<T extends RunResult>(
    what: PassManager<object> | PipelineSchedule<object>,
    op: object,
    run: () => Promise<T>,
    none: Omit<T, "succeeded">,
  ): Promise<T> {
    const { program, plugins } = this.#hooks;
    program?.beforeRun.call(op, what);
    const refusal = plugins.tell("beforeRun", () => [op]);
    if (refusal !== undefined) return { ...none, succeeded: false, diagnostics: [refusal] } as unknown as T;
    const result = this.#withOwners(await run());
    program?.afterRun.call(op, result);
    const { succeeded, diagnostics } = result;
    const complaint = plugins.tell("afterRun", () => [op, copyOf({ succeeded, diagnostics })]);
    if (complaint === undefined) return result;
    return { ...result, succeeded: false, diagnostics: [...diagnostics, complaint] };
  }

  /** What is known here of passes that threw: whose they are, and where in their sources that was. */
  #withOwners<T extends RunResult>(result: T): T {
    if (!result.diagnostics.some(({ code }) => code === "PWC0406")) return result;
    return { ...result, diagnostics: result.diagnostics.map((one) => this.#withOwner(one, result)) };
  }

  #withOwner(diagnostic: Diagnostic, { failures }: RunResult): Diagnostic {
    const { code, step = "", message, notes = [] } = diagnostic;
    const owner = this.catalogue.find(step)?.owner.name;
    const found = this.plugins.find(({ name }) => name === owner);
    if (code !== "PWC0406" || found === undefined) return diagnostic;
    const failure = failures.find((one) => one.pass === step && message.endsWith(describeThrown(one.thrown)));
    const place = failure && placeOfThrown(failure.thrown, found.folder);
    const thrown = place === undefined ? [] : [{ message: `it was thrown at ${place.file}:${place.line}` }];
    return {
      ...diagnostic,
      plugin: ownerText(found),
      ...(notes.length + thrown.length === 0 ? {} : { notes: [...notes, ...thrown] }),
    };
  }
}
