import { BugError, diagnosticOf } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { Parents } from "./parents.ts";
import type { RunningPass } from "./pass-run.ts";
import type { AdaptorStep, Frame } from "./program.ts";
import * as errors from "./run-errors.ts";
import type { RunReporter } from "./run-reporter.ts";
import { isThrown } from "../thrown.ts";

const RECURSIVE: { readonly recursive: boolean } = { recursive: true };
const SHALLOW: { readonly recursive: boolean } = { recursive: false };

/** Runs the verifier after each pass. Diagnostics of the verifier name this pass. */
export class StepVerifier<Op extends object> {
  // Copied from the adapter for speed, because adapters have different object shapes.
  readonly #adapter: IrAdapter<Op>;
  readonly #parents: Parents<Op>;
  readonly #verifyOp: IrAdapter<Op>["verify"];
  readonly #reporter: RunReporter<Op>;
  #verified = "";

  constructor(adapter: IrAdapter<Op>, parents: Parents<Op>, reporter: RunReporter<Op>) {
    this.#adapter = adapter;
    this.#parents = parents;
    this.#verifyOp = adapter.verify;
    this.#reporter = reporter;
  }

  /**
   * Verifies the IR after a pass or an adaptor. Verifies nested operations again only after an adaptor that runs at
   * every depth, which might not have run on all of them. Returns whether the IR is valid.
   */
  verify(step: RunningPass<Op> | AdaptorStep<Op>, frame: Frame<Op>): boolean {
    const { op, outer, around, program } = frame;
    const pass = step.argument;
    const isNested = outer?.adaptor !== undefined && around !== undefined;
    let isLost = isNested && !this.#parents.isIn(op, around);
    let thrown: { readonly value: unknown } | undefined;
    this.#verified = pass;
    try {
      const depth = step.isAdaptor && !step.isEverywhere ? SHALLOW : RECURSIVE;
      const verify = this.#verifyOp;
      if (!isLost && (verify === undefined || verify.call(this.#adapter, op, depth, this.#reportInvalid) === true)) {
        // After the last step of a pipeline, any name is valid.
        const hasNext = isNested && !step.isAdaptor && frame.next + 1 < frame.limit;
        isLost = hasNext && program.anchor !== undefined && this.#adapter.nameOf(op) !== program.anchor;
        if (!isLost) return true;
      }
    } catch (value) {
      if (isThrown(value, BugError)) throw value;
      thrown = { value };
    }
    const place = this.#reporter.placeOf(op);
    this.#reporter.report(
      isLost
        ? errors.lostOp(pass, program.anchorText, place)
        : (diagnosticOf(thrown?.value) ?? errors.verifierFailed(pass, place, thrown)),
    );
    this.#reporter.addFailure(pass, op, thrown);
    return false;
  }

  /** Reports a diagnostic of the verifier as a diagnostic of the pass whose result was verified. */
  readonly #reportInvalid = (diagnostic: Diagnostic): void => {
    this.#reporter.report(this.#verified === "" ? diagnostic : { step: this.#verified, ...diagnostic });
  };
}
