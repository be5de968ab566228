import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, Pass, PassBatch, PipelineResult } from "../pass.ts";
import type { PassRegistry } from "../registry.ts";
import { parsePipeline } from "../text/build-pipeline.ts";
import { batchSteps } from "./batch.ts";
import { finalize } from "./finalize.ts";
import { PassNames } from "./pass-names.ts";
import type { PassStep, Program } from "./program.ts";
import * as errors from "./run-errors.ts";
import type { RunReporter } from "./run-reporter.ts";
import { isThrown } from "../thrown.ts";

/** A manager that a pass ran as a dynamic pipeline, made ready. */
export interface Prepared<Op extends object> {
  readonly program: Program<Op>;
  readonly size: number;
  isRunning: boolean;
}

/** The programs of one run: made of managers, and their passes initialized, each once. */
export class RunPrograms<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #reporter: RunReporter<Op>;
  readonly #registry: PassRegistry<Op> | undefined;
  readonly #allowsBatch: ((batch: PassBatch<Op>) => boolean) | undefined;
  readonly #names: PassNames<Op>;
  readonly #initialized = new Set<Pass<Op>>();
  readonly #prepared = new Map<OpPassManager<Op>, Prepared<Op>>();

  /** `allowsBatch` answers which passes may run together in one call; without it, none may. */
  constructor(
    adapter: IrAdapter<Op>,
    reporter: RunReporter<Op>,
    registry: PassRegistry<Op> | undefined,
    allowsBatch: ((batch: PassBatch<Op>) => boolean) | undefined,
  ) {
    this.#adapter = adapter;
    this.#reporter = reporter;
    this.#registry = registry;
    this.#names = new PassNames(registry);
    this.#allowsBatch = allowsBatch;
  }

  /**
   * Makes a manager ready for this run. Throws as {@link finalize} does.
   *
   * @throws {@link UsageError} PWC0303 if a name means two definitions.
   */
  finalize(manager: OpPassManager<Op>): Program<Op> {
    const clash = this.#names.add(manager);
    if (clash !== undefined) throw new UsageError(clash);
    const isAllowed = this.#allowsBatch;
    if (isAllowed === undefined) return finalize(manager, this.#adapter);
    return finalize(manager, this.#adapter, (steps, anchor) => batchSteps(steps, anchor, this.#adapter, isAllowed));
  }

  /**
   * Calls `initialize` of every pass of a program, nested ones included, that this run has not called yet; answers whether
   * all succeeded.
   */
  initialize(program: Program<Op>): boolean {
    for (const step of program.steps) {
      if (step.isAdaptor) {
        if (!step.programs.every((nested) => this.initialize(nested))) return false;
        continue;
      }
      if (this.#initialized.has(step.pass)) continue;
      this.#initialized.add(step.pass);
      const diagnostic = this.#initializePass(step);
      if (diagnostic === undefined) continue;
      this.#reporter.report({ step: step.argument, ...diagnostic });
      return false;
    }
    return true;
  }

  /** Makes a dynamic pipeline ready, once per run unless it grew since; reports why not. */
  prepare(manager: OpPassManager<Op>, op: Op): Prepared<Op> | undefined {
    let prepared = this.#prepared.get(manager);
    // A pipeline that runs itself again further inside needs contexts of its own there.
    if (prepared === undefined || prepared.isRunning || prepared.size !== manager.size) {
      let program: Program<Op>;
      try {
        program = this.finalize(manager);
      } catch (thrown) {
        const diagnostic = diagnosticOf(thrown);
        if (diagnostic === undefined) throw thrown;
        this.#reporter.report(diagnostic);
        return undefined;
      }
      const isFirst = prepared === undefined || !prepared.isRunning;
      prepared = { program, size: manager.size, isRunning: false };
      if (isFirst) this.#prepared.set(manager, prepared);
    }
    const { program } = prepared;
    if (program.anchor !== undefined && program.anchor !== this.#adapter.nameOf(op)) {
      this.#reporter.report(errors.wrongRoot(program.anchorText, this.#reporter.placeOf(op)));
      return undefined;
    }
    return this.initialize(program) ? prepared : undefined;
  }

  #initializePass(step: PassStep<Op>): Diagnostic | undefined {
    const { body, options } = step.pass;
    try {
      if (body.batch?.prepare !== undefined) {
        const problem = body.batch.prepare(step.pass);
        if (problem !== undefined) return problem;
      }
      if (body.initialize === undefined) return undefined;
      return body.initialize({
        options: options.values,
        parsePipeline: (text, anchor) => this.#parsePipeline(step.argument, text, anchor),
        print: (text) => this.#reporter.printEarly(text),
      });
    } catch (thrown) {
      if (isThrown(thrown, BugError)) throw thrown;
      return diagnosticOf(thrown) ?? errors.threwIn("initialize", step.argument, thrown);
    }
  }

  #parsePipeline(pass: string, text: string, anchor: string | undefined): PipelineResult<Op> {
    const registry = this.#registry;
    if (registry === undefined) return { ok: false, diagnostic: errors.noRegistry(pass) };
    // The text in the parentheses is what positions in errors count from, so wrapping it moves none.
    return parsePipeline(anchor === undefined ? text : `${anchor}(${text})`, registry);
  }
}
