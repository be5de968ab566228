import { mustBeFunction } from "@passwright/core";
import type {
  Action,
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  OperationName,
} from "@passwright/core";
import { checkArgument } from "../check-argument.ts";
import type { Clock } from "../clock.ts";
import { currentIr } from "../current-ir.ts";
import { nameOfAction } from "./action-log.ts";

/**
 * Records the start and end of passes in the format of Chrome's trace viewer and Perfetto, like `--profile-actions-to`
 * (mlir/lib/Debug/Observers/ActionProfiler.cpp).
 */
export class ActionProfile<Op extends object> implements Instrumentation<Op> {
  /** Name in messages. */
  readonly name = "action profile";
  readonly #nameOf: (op: Op) => OperationName;
  readonly #nowMs: Clock;
  readonly #startedAt: number;
  readonly #write: ((text: string) => void) | undefined;
  readonly #events: string[] = [];
  #isFirst = true;
  #run: InstrumentedRun<Op> | undefined = undefined;

  /**
   * Starts a profile. If `write` is set, each event is passed to `write` as text when the event occurs, and {@link
   * text} stays empty. The closing bracket is not written.
   */
  constructor(adapter: IrAdapter<Op>, nowMs: Clock, { write }: { readonly write?: (text: string) => void } = {}) {
    this.#nameOf = (op) => currentIr(adapter, this.#run, this.name).nameOf(op);
    checkArgument("`ActionProfile`", mustBeFunction, nowMs, "nowMs");
    this.#nowMs = nowMs;
    this.#startedAt = nowMs();
    this.#write = write;
    write?.("[");
  }

  /** All recorded events as JSON. */
  get text(): string {
    return `[${this.#events.join(",\n")}]`;
  }

  /** Records the run, whose IR a conversion can replace. */
  beforeRun(_op: Op, run: InstrumentedRun<Op>): void {
    this.#run = run;
  }

  /** Records the start of a pass. */
  beforePass(pass: InstrumentedPass, op: Op): void {
    const what = `\`pass-execution\` running \`${nameOfAction(pass)}\` on Operation \`${this.#nameOf(op).text}\``;
    this.#record("pass-execution", "B", what);
  }

  /** Records the end of a pass. */
  afterPass(): void {
    this.#record("pass-execution", "E");
  }

  /** Records the end of a pass that failed. */
  afterPassFailed(): void {
    this.#record("pass-execution", "E");
  }

  /** Records the start of an action. */
  beforeAction({ tag, text }: Action): void {
    this.#record(tag, "B", text);
  }

  /** Records the end of an action. */
  afterAction({ tag }: Action): void {
    this.#record(tag, "E");
  }

  #record(name: string, phase: "B" | "E", what?: string): void {
    const rest = what === undefined ? "" : `, "args": {"desc": ${JSON.stringify(what)}}`;
    const microseconds = Math.round((this.#nowMs() - this.#startedAt) * 1000);
    const event = `{"name": ${JSON.stringify(name)}, "cat": "PERF", "ph": "${phase}", "pid": 0, "tid": 0, "ts": ${microseconds}${rest}}`;
    if (this.#write === undefined) this.#events.push(event);
    else this.#write(this.#isFirst ? event : `,\n${event}`);
    this.#isFirst = false;
  }
}
