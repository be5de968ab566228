import type { Diagnostic, Instrumentation, PassManager, PassRegistry, PrintOptions } from "@passwright/core";
import {
  collectStatistics,
  renderStatistics,
  Timing,
  verifyIsolation,
  verifyOrder,
  verifyPreservation,
} from "@passwright/instrument";
import type { MlirAdapter, Operation } from "@passwright/ir";
import type { Terminal } from "../../terminal/terminal.ts";
import { moduleScopeWithThreads } from "../opt-errors.ts";
import { isOn, valueOf } from "../parse-flags.ts";
import type { FlagUse } from "../parse-flags.ts";
import { Actions } from "./actions.ts";
import { crashReproducersFor } from "./crash-reproducers.ts";
import { dumpsFor, isModuleScope } from "./dumps.ts";
import { headOf } from "./operation-head.ts";

/** What of a run other flags decide. */
interface HowToRun {
  readonly disableThreading: boolean;
  readonly print: PrintOptions;
  /** Where analyses are found that declarations name. */
  readonly registry: PassRegistry<Operation>;
}

type Wanted =
  | { readonly ok: true; readonly instrumentations: readonly Instrumentation<Operation>[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * All that flags ask to be shown of the work on one input. The order is mlir-opt's: reproducers, dumps, and timing last, so
 * that the others' work is no pass's fault.
 */
export class Instruments {
  readonly #uses: readonly FlagUse[];
  readonly #terminal: Terminal;
  readonly #actions: Actions;
  readonly #timing: Timing | undefined;

  constructor(uses: readonly FlagUse[], terminal: Terminal) {
    this.#uses = uses;
    this.#terminal = terminal;
    this.#actions = new Actions(uses, terminal);
    this.#timing = isOn(uses, "mlir-timing") ? new Timing(() => performance.now()) : undefined;
  }

  /** Does a part of the work that is no pass, and times it under that name. */
  scope<T>(name: string, work: () => T): T {
    return this.#timing === undefined ? work() : this.#timing.scope(name, work);
  }

  /** What flags ask for, to be added to the manager in this order; or what they exclude. */
  forRun(adapter: MlirAdapter, how: HowToRun): Wanted {
    const { disableThreading, print, registry } = how;
    if (isModuleScope(this.#uses) && !disableThreading) return { ok: false, diagnostic: moduleScopeWithThreads() };
    const crashes = crashReproducersFor(adapter, this.#uses, how, this.#terminal);
    if (!crashes.ok) return crashes;
    const isolation = isOn(this.#uses, "verify-isolation")
      ? [
          verifyIsolation(adapter, { headOf }),
          verifyPreservation(adapter, { find: (name) => registry.findAnalysis(name) }),
          verifyOrder(adapter),
        ]
      : [];
    const dumps = dumpsFor(adapter, this.#uses, print, this.#terminal);
    const actions = this.#actions.instrumentations(adapter, print);
    const all = [crashes.instrumentation, dumps, ...isolation, ...actions, this.#timing];
    return { ok: true, instrumentations: all.filter((one) => one !== undefined) };
  }

  /** What is shown between the passes and the output. */
  afterRun(manager: PassManager<Operation>, adapter: MlirAdapter): void {
    if (!isOn(this.#uses, "mlir-pass-statistics")) return;
    const display = valueOf(this.#uses, "mlir-pass-statistics-display") === "list" ? "list" : "pipeline";
    this.#terminal.err(renderStatistics(collectStatistics(manager, adapter), { display }));
  }

  /** What is shown when everything is done, whether it went well or not. */
  finish(): void {
    this.#actions.finish();
    if (this.#timing === undefined) return;
    const display = valueOf(this.#uses, "mlir-timing-display") === "list" ? "list" : "tree";
    const format = valueOf(this.#uses, "mlir-output-format") === "json" ? "json" : "text";
    this.#terminal.err(this.#timing.report({ display, format }));
  }
}
