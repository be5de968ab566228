import { diagnosticOf } from "../diagnostic.ts";
import { CheckedRun } from "./checked-run.ts";
import { badNewRoot } from "./run-errors.ts";
import { describeThrown } from "../thrown.ts";

/** Context of a conversion. When the conversion has ended, the run switches to the new IR and verifies the new root. */
export class ConversionRun<Op extends object, Frame extends { readonly op: Op }> extends CheckedRun<Op, Frame> {
  #root: unknown;

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
      this.services.convertTo(this.step, frame, root);
    } catch (thrown) {
      const { declaration } = this.step.pass;
      const { to = "" } = declaration;
      const what = `a root that \`nameOf\` of IR \`${to}\` refuses: ${describeThrown(thrown)}`;
      this.services.reporter.report(diagnosticOf(thrown) ?? badNewRoot(declaration, to, what));
      this.fail();
    }
  }
}
