import { messageOf } from "../diagnostic.ts";
import type { Diagnostic, Severity, SourceLocation } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { SpokenRest } from "../pass.ts";
import { fromPass } from "./run-errors.ts";
import type { OpPlace, PassFailure, Thrown } from "./run-errors.ts";

/** Destinations for the output of a run. All scopes of the run share these settings. */
export interface ReportSettings {
  readonly report: (diagnostic: Diagnostic) => void;
  readonly output: ((text: string) => void) | undefined;
  readonly failures: PassFailure[];
  input: string | undefined;
}

/** Reports the output of one run: diagnostics, texts that passes print, and failures. */
export class RunReporter<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #settings: ReportSettings;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly failures: PassFailure[];

  constructor(adapter: IrAdapter<Op>, settings: ReportSettings) {
    this.#adapter = adapter;
    this.#settings = settings;
    this.report = settings.report;
    this.failures = settings.failures;
  }

  get #place(): SourceLocation | undefined {
    const { input } = this.#settings;
    return input === undefined ? undefined : { file: input, line: 0, column: 0 };
  }

  /** Returns the name and position of an operation, which might be erased. */
  placeOf(op: Op): OpPlace {
    try {
      return {
        name: this.#adapter.nameOf(op).text,
        symbol: this.#adapter.symbolOf?.(op),
        at: this.#adapter.locationOf?.(op) ?? this.#place,
      };
    } catch {
      return { name: "", symbol: undefined, at: this.#place };
    }
  }

  /** Reports a diagnostic about an operation, with the adapter's note about the operation. */
  reportOn(op: Op, diagnostic: Diagnostic): void {
    const text = this.#adapter.noteOn?.(op, diagnostic.severity);
    if (text === undefined) this.report(diagnostic);
    else {
      const note = { ...messageOf(text), ...(diagnostic.at === undefined ? {} : { at: diagnostic.at }) };
      this.report({ ...diagnostic, notes: [...(diagnostic.notes ?? []), note] });
    }
  }

  emitOn(severity: Severity, step: { readonly argument: string }, message: string, at: Op): void {
    this.reportOn(at, fromPass(severity, step.argument, message, this.placeOf(at)));
  }

  emitAt(
    severity: Severity,
    step: { readonly argument: string },
    message: string,
    at: SourceLocation | undefined,
    rest: SpokenRest = {},
  ): void {
    this.report({
      ...fromPass(severity, step.argument, message, { name: "", symbol: undefined, at: at ?? this.#place }),
      ...rest,
    });
  }

  /** Writes text of a pass to the output. Without an output, reports the text as a remark. */
  print(step: { readonly argument: string }, text: string, at: Op): void {
    const { output } = this.#settings;
    if (output === undefined) this.emitOn("remark", step, text, at);
    else output(text);
  }

  /** Writes text that a pass prints in `initialize`. Without an output, drops it: a remark needs an operation. */
  printEarly(text: string): void {
    this.#settings.output?.(text);
  }

  addFailure(pass: string, op: Op, thrown?: Thrown): void {
    const { value, diagnostic } = thrown ?? {};
    this.failures.push({
      pass,
      place: this.placeOf(op),
      ...(thrown === undefined ? {} : { thrown: value }),
      ...(diagnostic === undefined ? {} : { diagnostic }),
    });
  }
}
