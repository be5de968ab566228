import type { Plan, Slice } from "@passwright/builder";
import type { Diagnostic, IrAdapter, Result, RunResult } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import { sliceOf } from "@passwright/sdk";
import type { Framework } from "@passwright/sdk";
import { afterRun, beforeRun } from "@passwright/sdk/loading";
import type { Assembly, ManagerResult, PlannedManager, ScheduleResult, SlicedPlan } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import { staleManifestOfFramework } from "../manifest/compare.ts";
import type { PluginPackage } from "../package/read-package.ts";
import * as errors from "../errors/index.ts";
import { assemblyOf } from "./assembly-input.ts";
import type { Opened } from "./assembly-input.ts";

/** Plan, or graph of plans. */
export interface Planned extends PlannedManager {
  /** Planned graph. Absent for a single pipeline. */
  readonly graph?: PlannedGraph<object> | undefined;
}

/** Manager or schedule. */
export interface Runs<T extends RunResult, O extends object> {
  /** Adapter of the IR at the start. */
  readonly adapter: IrAdapter<object>;
  /** Runs the passes on an operation. */
  runAsync(op: object, options?: O): Promise<T>;
}

/** Result of loading: a session, or diagnostics with an error. */
export interface LoadResult {
  /** Loaded config with its plan. */
  readonly session?: Session;
  /** Errors, warnings and remarks. `session` is not set if there is an error. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Codes of errors that do not name a step, but can be detected only with the code of a pass. */
const KNOWN_BY_CODE = ["PWL0205", "PWL0405"];

/** Loaded config with its plan. Before a run, loads all code and makes the plan again. */
export class Session {
  /** Config of the session. */
  readonly config: CheckedConfig;
  readonly #opened: Opened;
  #assembly: Assembly;
  #lateWarnings: readonly Diagnostic[] = [];
  #loading: Promise<readonly Diagnostic[]> | undefined;

  /** @internal */
  constructor(opened: Opened, assembly: Assembly) {
    this.config = opened.config;
    this.#opened = opened;
    this.#assembly = assembly;
  }

  /** The assembly: from manifests before {@link loadCode}, and from code afterwards. */
  get assembly(): Assembly {
    return this.#assembly;
  }

  /** Framework of the session: from its manifest or, if the code is loaded, from the code. */
  get framework(): Framework<object> {
    return this.#assembly.input.framework.framework;
  }

  /** Plugins in alphabetical order, or in the `order` that the options set. */
  get plugins(): readonly PluginPackage[] {
    return this.#opened.packages.plugins.map((plugin) => plugin.package);
  }

  /** Resolved pipeline. `undefined` for a graph. */
  get plan(): Plan | undefined {
    return this.#assembly.plan;
  }

  /** Planned graph. `undefined` for a single pipeline. */
  get graph(): PlannedGraph<object> | undefined {
    return this.#assembly.graph as PlannedGraph<object> | undefined;
  }

  /** Warnings of planning with the loaded code that planning with the manifests did not report. */
  get lateWarnings(): readonly Diagnostic[] {
    return this.#lateWarnings;
  }

  /** Loads all code and assembles again. Returns errors, and differences between manifests and code. */
  loadCode(): Promise<readonly Diagnostic[]> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<readonly Diagnostic[]> {
    const { config, packages, code, options } = this.#opened;
    const assembly = this.#assembly;
    const shown = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => withShownPlaces(diagnostics, config);
    if (options.dataOnly === true) return [errors.dataOnlyCannotRun()];
    const isPartial = !code.isComplete || !assembly.input.framework.hasIr;
    const problems = await code.loadAll();
    if (problems.length > 0) return shown(problems);
    const { framework: found } = packages;
    const stale = found && code.framework && staleManifestOfFramework(found, code.framework);
    if (stale !== undefined) return shown([stale]);
    const fromCode = isPartial ? assemblyOf(this.#opened) : assembly;
    const known = new Set(assembly.diagnostics.map((one) => JSON.stringify(one)));
    this.#lateWarnings = fromCode.diagnostics.filter(
      (one) => one.severity === "warning" && !known.has(JSON.stringify(one)),
    );
    const wrong = fromCode.diagnostics.filter(({ severity }) => severity === "error");
    if (wrong.length === 0) this.#assembly = fromCode;
    return wrong;
  }

  /** Returns errors that only code shows: invalid options, failed creation of passes, unsuitable operations. */
  async findBadSteps(): Promise<readonly Diagnostic[]> {
    return (await this.loadCode()).filter(({ code, step }) => step !== undefined || KNOWN_BY_CODE.includes(code));
  }

  /** Loads code and IR, and makes a manager for the plan or for another plan of this session. */
  makeManager(planned: Planned = this): Promise<ManagerResult> {
    return this.#make(() => this.#assembly.realizeManager(this.#current(planned)));
  }

  /** Loads code and IR, and returns a slice of the plan. */
  slice(slice: Slice): Promise<SlicedPlan> {
    return this.#make(() => sliceOf(this.#assembly, slice));
  }

  /** Loads code and IR, and makes a schedule for the graph or for another graph of this session. */
  makeSchedule(planned: Planned = this): Promise<ScheduleResult> {
    return this.#make(() => this.#assembly.realizeSchedule(this.#current(planned)));
  }

  /** Returns `planned` or, if `planned` is this session, the latest plan. The plan is replaced when code is loaded. */
  #current(planned: Planned): Planned {
    return planned === this ? this.#assembly : planned;
  }

  async #make<R extends ManagerResult | ScheduleResult | SlicedPlan>(
    realize: () => R,
  ): Promise<R | Extract<Result<Planned>, { readonly ok: false }>> {
    const problems = await this.loadCode();
    const unready = problems.length > 0 ? undefined : await this.#assembly.loadIrs();
    if (unready !== undefined || problems.length > 0) return { ok: false, diagnostics: unready ? [unready] : problems };
    const made = realize();
    return made.ok ? made : { ok: false, diagnostics: withShownPlaces(made.diagnostics, this.config) };
  }

  /**
   * Runs a manager or schedule of this session on an operation, and calls the session hooks. If a tap of `beforeRun`
   * throws, the run does not start.
   */
  async run<T extends RunResult, O extends object>(runs: Runs<T, O>, op: object, options?: O): Promise<T> {
    const { work } = this.#assembly;
    const refusal = beforeRun(work, op);
    if (refusal === undefined) return afterRun(work, op, await runs.runAsync(op, options));
    const none = { diagnostics: [refusal], failures: [], trace: [], root: op, ir: runs.adapter };
    return { ...none, succeeded: false } as unknown as T;
  }
}
