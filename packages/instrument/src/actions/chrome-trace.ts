import type { Action, InstrumentedPass, Instrumentation, IrAdapter, OperationName } from "@passwright/core";
import type { Clock } from "../clock.ts";
import { nameOfAction } from "./action-log.ts";

/**
 * Records when passes start and end, in the format of Chrome's tracing, which Perfetto opens: what `--profile-actions-to`
 * writes (mlir/lib/Debug/Observers/ActionProfiler.cpp).
 */
export class ActionProfile<Op extends object> implements Instrumentation<Op> {
  readonly name = "action profile";
  readonly #nameOf: (op: Op) => OperationName;
  readonly #nowMs: Clock;
  readonly #startedAt: number;
  readonly #thread: number;
  readonly #write: ((text: string) => void) | undefined;
  readonly #events: string[] = [];
  #isFirst = true;

  /**
   * `write` gets all but the bracket at the end piece by piece, when it happens, for who shows it among other things; then
   * nothing is kept for {@link text}.
   */
  constructor(
    adapter: IrAdapter<Op>,
    nowMs: Clock,
    options: { readonly thread?: number; readonly write?: (text: string) => void } = {},
  ) {
    this.#nameOf = (op) => adapter.nameOf(op);
    this.#nowMs = nowMs;
    this.#startedAt = nowMs();
    this.#thread = options.thread ?? 0;
    this.#write = options.write;
    this.#write?.("[");
  }

  /** The JSON of all that was recorded so far. */
  get text(): string {
    return `[${this.#events.join(",\n")}]`;
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    const what = `\`pass-execution\` running \`${nameOfAction(pass)}\` on Operation \`${this.#nameOf(op).text}\``;
    this.#record("pass-execution", "B", what);
  }

  afterPass(): void {
    this.#record("pass-execution", "E");
  }

  afterPassFailed(): void {
    this.#record("pass-execution", "E");
  }

  beforeAction({ tag, text }: Action): void {
    this.#record(tag, "B", text);
  }

  afterAction({ tag }: Action): void {
    this.#record(tag, "E");
  }

  #record(name: string, phase: "B" | "E", what?: string): void {
    const rest = what === undefined ? "" : `, "args": {"desc": ${JSON.stringify(what)}}`;
    const microseconds = Math.round((this.#nowMs() - this.#startedAt) * 1000);
    const event = `{"name": ${JSON.stringify(name)}, "cat": "PERF", "ph": "${phase}", "pid": 0, "tid": ${this.#thread}, "ts": ${microseconds}${rest}}`;
    if (this.#write === undefined) this.#events.push(event);
    else this.#write(this.#isFirst ? event : `,\n${event}`);
    this.#isFirst = false;
  }
}
