import { UsageError } from "../diagnostic.ts";
import type { Severity, SourceLocation } from "../diagnostic.ts";
import type { SpokenRest } from "../pass.ts";
import { PassRun } from "./pass-run.ts";
import { notText } from "./run-errors.ts";

/**
 * Context of a pass that `definePass` or `defineConversion` made. Checks the texts that the pass emits and prints.
 * Programs without these passes do not contain the checks.
 */
export class CheckedRun<Op extends object, Frame extends { readonly op: Op }> extends PassRun<Op, Frame> {
  override emitError(message: string, at?: Op): void {
    this.#check("emitError", message);
    super.emitError(message, at);
  }

  override emitWarning(message: string, at?: Op): void {
    this.#check("emitWarning", message);
    super.emitWarning(message, at);
  }

  override emitRemark(message: string, at?: Op): void {
    this.#check("emitRemark", message);
    super.emitRemark(message, at);
  }

  override emitAt(at: SourceLocation | undefined, severity: Severity, message: string, rest?: SpokenRest): void {
    this.#check("emitAt", message, 'position, "error", "text"');
    super.emitAt(at, severity, message, rest);
  }

  override print(text: string): void {
    this.#check("print", text, '"text"');
    super.print(text);
  }

  #check(method: string, text: unknown, form = '"text", operation'): void {
    if (typeof text !== "string") throw new UsageError(notText(this.step.argument, method, form, text));
  }
}
