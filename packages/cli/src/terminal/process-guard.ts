import { renderDiagnostic, stackOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { ownerOfThrown } from "@passwright/loader";
import { certainActivity } from "@passwright/sdk/loading";
import type { PassOwner } from "@passwright/sdk/loading";
import { unexpected } from "../errors/ends.ts";
import type { Ending } from "../errors/ends.ts";
import { stackText } from "../render/diagnostics.ts";
import { callerIn } from "./caller-in.ts";

interface Internals {
  reallyExit(code: number): never;
}

/** Sets exit code 1 unless the task completes, so that a plugin cannot end the process with code 0. */
export class ProcessGuard {
  readonly #onEarlyEnd: (ending: Ending) => void;
  #code: number | undefined = undefined;
  #isDrained = false;

  /** Creates the guard, which calls the synchronous `onEarlyEnd` if the process ends before {@link finish}. */
  constructor(onEarlyEnd: (ending: Ending) => void) {
    this.#onEarlyEnd = onEarlyEnd;
    process.exitCode = 1;
    process.on("beforeExit", () => {
      this.#isDrained = true;
      // Resets the flag if another listener of this event starts a new task.
      setImmediate(() => (this.#isDrained = false)).unref();
    });
    process.on("exit", () => {
      process.exitCode = this.#settle(this.#isDrained ? { kind: "unsettled" } : ended("process.exit"));
    });
    const { reallyExit } = process as unknown as Internals;
    // Also covers `process.exit`, which calls `reallyExit` after all listeners.
    const leave = (): never => reallyExit.call(process, this.#settle(ended("process.reallyExit")));
    Object.assign(process, { reallyExit: leave });
  }

  finish(code: number): void {
    this.#code ??= code;
  }

  restart(): void {
    this.#code = undefined;
    this.#isDrained = false;
    process.exitCode = 1;
  }

  get isFinished(): boolean {
    return this.#code !== undefined;
  }

  #settle(ending: Ending): number {
    if (this.#code !== undefined) return this.#code;
    this.#code = 1;
    this.#onEarlyEnd(ending);
    return 1;
  }
}

function ended(call: string): Ending {
  const from = callerIn(new Error().stack);
  return { kind: "ended", call, ...(from === undefined ? {} : { from }) };
}

/** Describes an unexpected exception in this program or in third-party code, for example in a timer. */
export function unexpectedError(thrown: unknown): Diagnostic {
  const activity = certainActivity() ?? {};
  const owner = ownerOfThrown(thrown);
  // Code of one package can throw in a timer or a promise while code of another package runs.
  const isElsewhere = owner !== undefined && activity.plugin !== undefined && nameIn(owner) !== nameIn(activity);
  const { what } = activity;
  const blamed = isElsewhere ? { ...(what !== undefined && { what }), ...owner } : { ...owner, ...activity };
  return unexpected(thrown, blamed, callerIn(stackOf(thrown)));
}

/** Returns the name of a plugin or framework without its version. */
function nameIn({ plugin = "" }: PassOwner): string {
  return plugin.replace(/ \S+$/, "");
}

/** Returns the text of {@link unexpectedError}, with the stack of the exception if `isDebug` is true. */
export function unexpectedText(thrown: unknown, isDebug: boolean): string {
  const stack = stackOf(thrown);
  const text = renderDiagnostic(unexpectedError(thrown));
  return isDebug && stack !== undefined ? `${text}\n${stackText(stack)}` : text;
}
