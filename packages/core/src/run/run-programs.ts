import { BugError, diagnosticIn, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, Pass, PassBatch, PipelineResult } from "../pass.ts";
import type { PassRegistry } from "../registry.ts";
import { batchCodeIn } from "../define-batch.ts";
import { finalize, refuseConversions } from "./finalize.ts";
import type { PassNames } from "./pass-names.ts";
import type { Program } from "./program.ts";
import * as errors from "./run-errors.ts";
import type { RunReporter } from "./run-reporter.ts";
import { isThrown } from "../thrown.ts";

export interface Prepared<Op extends object> {
  readonly program: Program<Op>;
  /** Value of `lastChange` of the manager when this program was made. */
  readonly lastChange: number;
  isRunning: boolean;
}

/** Settings of {@link RunPrograms}. All scopes of a run share these settings. */
export interface ProgramSettings<Op extends object> {
  readonly registry: PassRegistry<Op> | undefined;
  readonly names: PassNames<Op>;
  /** Returns whether a batch is allowed to run several passes in one call. `undefined` disables batches. */
  readonly allowsBatch: ((batch: PassBatch<Op>) => boolean) | undefined;
}

/** Programs of one run. Converts the managers of the run to programs, and initializes each pass once. */
export class RunPrograms<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #reporter: RunReporter<Op>;
  readonly #settings: ProgramSettings<Op>;
  readonly #initialized = new Set<Pass<Op>>();
  readonly #prepared = new Map<OpPassManager<Op>, Prepared<Op>>();

  constructor(adapter: IrAdapter<Op>, reporter: RunReporter<Op>, settings: ProgramSettings<Op>) {
    this.#adapter = adapter;
    this.#reporter = reporter;
    this.#settings = settings;
  }

  /**
   * Converts a manager to a program of this run, and adds the names of its passes to `names`. The default of `names`
   * contains the names of passes in dynamic pipelines. Loads the dialects of the passes. Throws the same errors as
   * {@link finalize}.
   *
   * @throws {@link UsageError} PWC0303 if a name has two definitions, PWC0411 or an error of the IR for a dialect.
   */
  finalize(manager: OpPassManager<Op>, names: PassNames<Op> = this.#settings.names): Program<Op> {
    loadDialects(manager, this.#adapter);
    const conflict = names.add(manager);
    if (conflict !== undefined) throw new UsageError(conflict);
    const isAllowed = this.#settings.allowsBatch;
    const code = batchCodeIn(manager);
    if (isAllowed === undefined || code === undefined) return finalize(manager, this.#adapter);
    const { batchSteps } = code;
    return finalize(manager, this.#adapter, (steps, anchor) => batchSteps(steps, anchor, this.#adapter, isAllowed));
  }

  /** Initializes the passes of a program once per run. Returns whether all initializations succeeded. */
  initialize(program: Program<Op>): boolean {
    for (const { pass, name } of program.initialized) {
      if (this.#initialized.has(pass)) continue;
      this.#initialized.add(pass);
      const diagnostic = this.#initializePass(pass, name);
      if (diagnostic === undefined) continue;
      this.#reporter.report({ step: name, ...diagnostic });
      return false;
    }
    return true;
  }

  /**
   * Returns the program of a dynamic pipeline that the pass `step` runs. Reuses the program if the pipeline is unchanged.
   * If the pipeline is invalid, reports errors and returns `undefined`.
   */
  prepare(manager: OpPassManager<Op>, op: Op, step: string): Prepared<Op> | undefined {
    let prepared = this.#prepared.get(manager);
    // A recursive pipeline needs separate contexts for each level.
    if (prepared === undefined || prepared.isRunning || prepared.lastChange !== manager.lastChange) {
      let program: Program<Op>;
      try {
        refuseConversions(manager);
        program = this.finalize(manager);
      } catch (thrown) {
        this.#reporter.report({ step, ...diagnosticIn(thrown) });
        return undefined;
      }
      const isFirst = prepared === undefined || !prepared.isRunning;
      prepared = { program, lastChange: manager.lastChange, isRunning: false };
      if (isFirst) this.#prepared.set(manager, prepared);
    }
    const { program } = prepared;
    if (program.anchor !== undefined && program.anchor !== this.#adapter.nameOf(op)) {
      this.#reporter.report({ step, ...errors.wrongRoot(program.anchorText, this.#reporter.placeOf(op)) });
      return undefined;
    }
    return this.initialize(program) ? prepared : undefined;
  }

  #initializePass(pass: Pass<Op>, name: string): Diagnostic | undefined {
    const { body, options } = pass;
    try {
      const diagnostic: unknown =
        body.batch?.prepare?.(pass) ??
        body.initialize?.({
          options: options.values,
          parsePipeline: (text, anchor) => this.#parsePipeline(name, text, anchor),
          print: (text) => this.#reporter.printEarly(text),
        });
      if (diagnostic === undefined) return undefined;
      return diagnosticOf({ diagnostic }) ?? errors.notDiagnostic(name, diagnostic);
    } catch (thrown) {
      if (isThrown(thrown, BugError)) throw thrown;
      return diagnosticOf(thrown) ?? errors.threwIn("initialize", name, thrown);
    }
  }

  #parsePipeline(pass: string, text: string, anchor: string | undefined): PipelineResult<Op> {
    const { registry } = this.#settings;
    if (registry === undefined) return { ok: false, diagnostic: errors.noRegistry(pass) };
    // Adding an anchor does not change positions, because positions are relative to the opening parenthesis.
    return registry.parsePipeline(anchor === undefined ? text : `${anchor}(${text})`);
  }
}

function loadDialects<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): void {
  manager.forEachPass(({ declaration: { name: step, dependentDialects = [] } }) => {
    if (dependentDialects.length === 0) return;
    const found =
      adapter.loadDialects === undefined
        ? errors.missingAdapterPart("loadDialects", adapter.name, "a dependent dialect")
        : adapter.loadDialects(dependentDialects);
    if (found !== undefined) throw new UsageError({ step, ...found });
  });
}
