import { diagnosticOf } from "../diagnostic.ts";
import { CheckedRun } from "./checked-run.ts";
import type { RunningPass, RunServices } from "./pass-run.ts";
import { badNewRoot } from "./run-errors.ts";
import { describeThrown } from "../thrown.ts";

/** Services that a run provides for a conversion. */
export interface ConversionServices<Op extends object, Frame extends { readonly op: Op }> extends RunServices<
  Op,
  Frame
> {
  /** Continues the run with a root of the IR after the conversion. Throws if `root` cannot be the new root. */
  convertTo(step: RunningPass<Op>, frame: Frame, root: unknown): void;
}

/** Context of a conversion. When the conversion has ended, the run switches to the new IR and verifies the new root. */
export class ConversionRun<Op extends object, Frame extends { readonly op: Op }> extends CheckedRun<Op, Frame> {
  #conversions: ConversionServices<Op, Frame>;
  #root: unknown;

  constructor(step: RunningPass<Op>, services: ConversionServices<Op, Frame>) {
    super(step, services);
    this.#conversions = services;
  }

  override attach(services: ConversionServices<Op, Frame>): void {
    super.attach(services);
    this.#conversions = services;
  }

  override replaceRoot(root: object): void {
    this.current("replaceRoot");
    this.#root = root;
  }

  override end(): void {
    const frame = this.current("end");
    super.end();
    const root = this.#root;
    this.#root = undefined;
    if (this.failed) return;
    this.all = false;
    try {
      this.#conversions.convertTo(this.step, frame, root);
    } catch (thrown) {
      const { declaration } = this.step.pass;
      const { to = "" } = declaration;
      const what = `a root that \`nameOf\` of IR \`${to}\` refuses: ${describeThrown(thrown)}`;
      this.#conversions.reporter.report(diagnosticOf(thrown) ?? badNewRoot(declaration, to, what));
      this.fail();
    }
  }
}
