import { Worker } from "node:worker_threads";
import { describeThrown, stackOf } from "@passwright/core";
import type { Diagnostic, Instrumentation, InstrumentedPass } from "@passwright/core";
import { ownerOfThrown } from "@passwright/loader";
import {
  beginActivity,
  currentActivity,
  followActivities,
  memberNames,
  passActivity,
  withMembers,
} from "@passwright/sdk/loading";
import type { Activity, PassOwner } from "@passwright/sdk/loading";
import { contentOfMessage, endThread } from "@passwright/runner/inputs";
import type { LostInput } from "@passwright/runner/inputs";
import * as errors from "../errors/index.ts";
import type { Executable } from "../run/executable.ts";
import { callerIn } from "../terminal/caller-in.ts";
import { ProcessGuard } from "../terminal/process-guard.ts";
import type { Ending } from "../errors/ends.ts";

/* Records of a thread's activity in shared memory, for the main thread if the thread hangs or has ended. */

/** Size of the text of one record, in bytes. The two records are the last described activity and the running pass. */
const BYTES = 4096;
const HEAD = 16;
/** Indices of the numbers that precede the records. The length 0 means that the record is absent. */
const [LENGTH, PASS_LENGTH, IS_VERIFYING, CHANGES] = [0, 1, 2, 3];

interface ThreadState {
  readonly activity?: Activity;
  /** Reason for the end of the thread. Set if the thread ended before its work was done. */
  readonly ending?: Ending;
}

type PassRecord = Omit<Parameters<typeof passActivity>[0], "isVerifying"> & {
  readonly members: readonly string[];
  readonly input: string;
};

/** JSON texts that describe the running pass, its operation and its input. Reused, because the same texts recur. */
interface PassText {
  readonly pass: string;
  readonly place: string;
}

export const ACTIVITY_BYTES: number = HEAD + 2 * BYTES;

export function makeActivityMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(ACTIVITY_BYTES);
}

/** Reads the state of a thread. The activity is missing while the thread writes a record. */
export function readActivity(memory: SharedArrayBuffer): ThreadState {
  const numbers = new Int32Array(memory, 0, HEAD / 4);
  const pass = readRecord(memory, HEAD + BYTES, Atomics.load(numbers, PASS_LENGTH)) as PassRecord | undefined;
  if (pass !== undefined) return { activity: describePass(pass, Atomics.load(numbers, IS_VERIFYING) === 1) };
  return (readRecord(memory, HEAD, Atomics.load(numbers, LENGTH)) as ThreadState | undefined) ?? {};
}

export function changesIn(memory: SharedArrayBuffer): number {
  return Atomics.load(new Int32Array(memory, 0, HEAD / 4), CHANGES);
}

function describePass(pass: PassRecord, isVerifying: boolean): Activity {
  const activity = withMembers(passActivity({ ...pass, ...(isVerifying && { isVerifying }) }), pass.members);
  return { ...activity, input: pass.input };
}

function readRecord(memory: SharedArrayBuffer, start: number, length: number): object | undefined {
  // Copies the bytes, because decoders do not accept shared memory.
  const bytes = Uint8Array.from(new Uint8Array(memory, start, length));
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object;
  } catch {
    return undefined;
  }
}

/** Records the activities of this thread, and how the thread ends. Recording takes about a microsecond per pass. */
export class ThreadActivity {
  readonly #numbers: Int32Array;
  readonly #texts: { readonly [length: number]: Uint8Array };
  readonly #encoder = new TextEncoder();
  readonly guard: ProcessGuard;
  /** Functions that end the activities of running passes. An outer pass precedes its nested passes. */
  readonly #passes: (() => void)[] = [];
  /** Whether the activity changes because a pass begins or ends. Passes have a separate record. */
  #isOwnChange = false;

  /** Starts recording. Calls `onEnd` with the last state if the thread or process ends before its work is done. */
  constructor(memory: SharedArrayBuffer, onEnd?: (state: ThreadState) => void) {
    this.#numbers = new Int32Array(memory, 0, HEAD / 4);
    this.#texts = {
      [LENGTH]: new Uint8Array(memory, HEAD, BYTES),
      [PASS_LENGTH]: new Uint8Array(memory, HEAD + BYTES, BYTES),
    };
    let owner: PassOwner | undefined;
    process.on("uncaughtExceptionMonitor", (thrown) => (owner = ownerOfThrown(thrown)));
    this.guard = new ProcessGuard((ending) => {
      const activity = currentActivity() ?? owner;
      this.#write(activity, ending);
      onEnd?.({ ...(activity && { activity }), ending });
    });
    followActivities((describe) => {
      if (!this.#isOwnChange) this.#write(describe?.());
    });
  }

  /** Makes an instrumentation that records the passes of `executable`. `inputOf` returns the name of its input. */
  instrumentation(
    executable: Pick<Executable, "ir" | "passes" | "ownerOf">,
    inputOf: () => string,
  ): Instrumentation<object> {
    const adapter = executable.ir;
    const steps = new Map(executable.passes().map((pass, index) => [pass as object, index + 1]));
    const passes = new Map<object, string>();
    const passOf = (pass: InstrumentedPass): string => {
      const { argument, identity } = pass;
      const step = steps.get(identity);
      const record = { pass: argument, owner: executable.ownerOf(argument), members: memberNames(pass) };
      return JSON.stringify({ ...record, ...(step !== undefined && { step: [step, steps.size] }) });
    };
    let last: { readonly op: object; readonly name: string; readonly symbol: string | undefined } | undefined;
    let place = "";
    const textOf = (pass: InstrumentedPass, op: object): PassText => {
      let text = passes.get(pass.identity);
      if (text === undefined) passes.set(pass.identity, (text = passOf(pass)));
      // A pass can change the name and the symbol of an operation.
      const [name, symbol] = [adapter.nameOf(op).text, adapter.symbolOf?.(op)];
      if (last?.op !== op || last.name !== name || last.symbol !== symbol) {
        last = { op, name, symbol };
        place = `${JSON.stringify({ name, symbol, at: adapter.locationOf?.(op) })},"input":${JSON.stringify(inputOf())}`;
      }
      return { pass: text, place };
    };
    /** Adaptor, which runs nested pipelines, whose result the verifier checks. */
    let verified: object | undefined;
    const end = ({ isAdaptor, identity }: InstrumentedPass): void => {
      if (!isAdaptor || verified === identity) this.#end();
      if (isAdaptor) verified = undefined;
    };
    return {
      name: "time limit",
      // Permits worker threads, because the pool watches its threads itself.
      allowsThreads: true,
      beforePass: (pass, op) => {
        if (!pass.isAdaptor) this.#begin(textOf(pass, op), false);
      },
      beforeVerifier: (pass, op) => {
        if (pass.isAdaptor) verified = pass.identity;
        else this.#end();
        this.#begin(textOf(pass, op), true);
      },
      afterPass: end,
      afterPassFailed: end,
    };
  }

  #begin({ pass, place }: PassText, isVerifying: boolean): void {
    const text = `${pass.slice(0, -1)},"place":${place}}`;
    this.#isOwnChange = true;
    this.#passes.push(beginActivity(() => describePass(JSON.parse(text) as PassRecord, isVerifying)));
    this.#isOwnChange = false;
    Atomics.store(this.#numbers, IS_VERIFYING, isVerifying ? 1 : 0);
    this.#record(PASS_LENGTH, text);
  }

  #end(): void {
    this.#isOwnChange = true;
    this.#passes.pop()?.();
    this.#isOwnChange = false;
    // Records the pass that is still running: an outer pass, or a pass that waited for a promise.
    if (this.#passes.length > 0) this.#write(currentActivity());
    else Atomics.store(this.#numbers, PASS_LENGTH, 0);
  }

  #write(activity: Activity | undefined, ending?: Ending): void {
    this.#record(LENGTH, JSON.stringify({ ...(activity && { activity }), ...(ending && { ending }) }));
    Atomics.store(this.#numbers, PASS_LENGTH, 0);
  }

  /** Writes a record. The reader ignores a truncated text, because it is not valid JSON. */
  #record(length: number, text: string): void {
    Atomics.store(this.#numbers, length, 0);
    Atomics.add(this.#numbers, CHANGES, 1);
    const { written } = this.#encoder.encodeInto(text, this.#texts[length] as Uint8Array);
    Atomics.store(this.#numbers, length, written);
  }
}

export function badEndOf({ how, memory, last, job }: Omit<LostInput, "job"> & Partial<LostInput>): BadEnd {
  const state = (last as ThreadState | undefined) ?? (memory === undefined ? {} : readActivity(memory));
  const { ending } = state;
  // A worker can process several inputs at the same time.
  const isOfOther = job !== undefined && state.activity?.input !== undefined && state.activity.input !== job.name;
  const activity = isOfOther ? undefined : state.activity;
  if (how.kind !== "died") return { ...how, activity };
  const { reason, thrown } = how;
  if (ending !== undefined && thrown === undefined) return { kind: "early", ending, activity };
  return { kind: "died", reason, from: callerIn(thrown?.stack), activity };
}

export type BadEnd = (
  | { readonly kind: "time"; readonly seconds: number }
  | { readonly kind: "interrupt" }
  | { readonly kind: "early"; readonly ending: Ending }
  | { readonly kind: "memory" }
  /** The thread crashed. `from` is the position of the exception in third-party code. */
  | { readonly kind: "died"; readonly reason: string; readonly from?: string | undefined }
) & { readonly activity?: Activity | undefined };

export type End<Done> = { readonly kind: "done"; readonly value: Done } | BadEnd;

export interface ThreadMemory {
  readonly memory: SharedArrayBuffer;
}

export interface Watching<Message, Done> {
  /** Receives the messages of the thread until the thread ends. */
  take(message: Message, end: (how: End<Done>) => void): void;
  watch?(end: (how: End<Done>) => void): () => void;
}

/** Runs a file in a thread that can be ended, because an endless loop does not react to signals or timers. */
export function runWatched<Message, Done>(
  file: URL,
  workerData: ThreadMemory,
  { take, watch }: Watching<Message, Done>,
): { readonly worker: Worker; readonly ended: Promise<End<Done>> } {
  const { memory } = workerData;
  const worker = new Worker(file, { workerData });
  const ended = new Promise<End<Done>>((resolve) => {
    let isOver = false;
    const end = (how: End<Done>): void => {
      if (isOver) return;
      isOver = true;
      stop?.();
      const whole = (): End<Done> => (how.kind === "done" ? how : { ...readActivity(memory), ...how });
      void endThread(worker).then(() => resolve(whole()));
    };
    const stop = watch?.(end);
    worker.on("message", (message: unknown) => {
      const content = contentOfMessage(message) as Message | undefined;
      if (!isOver && content !== undefined) take(content, end);
    });
    worker.on("error", (thrown: unknown) => {
      end({ kind: "died", reason: describeThrown(thrown), from: callerIn(stackOf(thrown)) });
    });
    worker.on("exit", (code) => {
      const { ending } = readActivity(memory);
      end(ending === undefined ? { kind: "died", reason: `it ended with code ${code}` } : { kind: "early", ending });
    });
  });
  return { worker, ended };
}

interface EndContext {
  readonly input?: string;
  readonly kept?: string | undefined;
  readonly limitFlag?: string;
  readonly moreMemory?: string;
}

export function problemOf(end: BadEnd, context: EndContext = {}): Diagnostic {
  const { input, kept, limitFlag = "--time-limit", moreMemory = "increase --worker-memory" } = context;
  const { activity } = end;
  if (end.kind === "time") return errors.outOfTime(input, end.seconds, activity, kept, limitFlag);
  if (end.kind === "interrupt") return errors.interrupted(input, activity, kept);
  if (end.kind === "early") return errors.unfinished(end, kept);
  if (end.kind === "memory") return errors.threadDied(input, "it ran out of memory", activity, [kept], moreMemory);
  return errors.threadDied(input, end.reason, activity, [end.from && `thrown at ${end.from}`, kept]);
}
