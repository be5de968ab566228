import { messageOf } from "../diagnostic.ts";
import type { Diagnostic, Severity, SourceLocation } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { SpokenRest } from "../pass.ts";
import { spoken } from "./run-errors.ts";
import type { OpPlace, PassFailure } from "./run-errors.ts";

/** All that one run tells: diagnostics, what passes say and print, and which of them failed. */
export class RunReporter<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #output: ((text: string) => void) | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly failures: PassFailure[] = [];

  constructor(
    adapter: IrAdapter<Op>,
    report: (diagnostic: Diagnostic) => void,
    output: ((text: string) => void) | undefined,
  ) {
    this.#adapter = adapter;
    this.#output = output;
    this.report = report;
  }

  /** What to call an operation, which may be erased by now. */
  placeOf(op: Op): OpPlace {
    try {
      return {
        name: this.#adapter.nameOf(op).text,
        symbol: this.#adapter.symbolOf?.(op),
        at: this.#adapter.locationOf?.(op),
      };
    } catch {
      return { name: "", symbol: undefined, at: undefined };
    }
  }

  /** Reports what is wrong with an operation, with what the adapter has to say of it. */
  reportOn(op: Op, diagnostic: Diagnostic): void {
    const text = this.#adapter.noteOn?.(op, diagnostic.severity);
    if (text === undefined) this.report(diagnostic);
    else {
      const note = { ...messageOf(text), ...(diagnostic.at === undefined ? {} : { at: diagnostic.at }) };
      this.report({ ...diagnostic, notes: [...(diagnostic.notes ?? []), note] });
    }
  }

  /** What a pass says of an operation. */
  speak(severity: Severity, step: { readonly argument: string }, message: string, at: Op): void {
    this.reportOn(at, spoken(severity, step.argument, message, this.placeOf(at)));
  }

  /** What a pass says of a place. */
  speakAt(
    severity: Severity,
    step: { readonly argument: string },
    message: string,
    at: SourceLocation | undefined,
    rest: SpokenRest = {},
  ): void {
    this.report({ ...spoken(severity, step.argument, message, { name: "", symbol: undefined, at }), ...rest });
  }

  /** What a pass is there to print; a remark where nobody takes it. */
  print(step: { readonly argument: string }, text: string, at: Op): void {
    if (this.#output === undefined) this.speak("remark", step, text, at);
    else this.#output(text);
  }

  /** The same before anything runs, where there is no operation to remark on. */
  printEarly(text: string): void {
    this.#output?.(text);
  }

  addFailure(pass: string, op: Op, thrown?: { readonly value: unknown }): void {
    this.failures.push({ pass, place: this.placeOf(op), ...(thrown === undefined ? {} : { thrown: thrown.value }) });
  }
}
