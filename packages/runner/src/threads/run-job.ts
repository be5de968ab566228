import { openRun, parsePipeline, PassManager } from "@passwright/core";
import type { Counter, InstrumentedPass, OpenRun } from "@passwright/core";
import { countOf } from "./job.ts";
import type { Count, NestedAnswer, NestedJob, ThreadContents } from "./job.ts";

/** Pipeline that this thread has prepared, with initialized passes. */
interface OpenPipeline {
  readonly run: OpenRun<object>;
  readonly counters: readonly Counter[];
  /** Flag that is set when a pass prints. */
  readonly printed: { isSet: boolean };
  /** Number of passes that are running. Greater than 1 while a pass runs a dynamic pipeline. */
  readonly open: { depth: number };
  /** Called before a pass runs, with the index of the pass in the order of `forEachPass`. */
  atPass: (place: number) => void;
}

/** Runs jobs one after another. Jobs of the same run use the same passes. */
export class JobRunner {
  readonly #contents: ThreadContents;
  readonly #pipelines = new Map<string, OpenPipeline>();
  #run = -1;

  /** Makes a runner with the IR and passes of this thread. */
  constructor(contents: ThreadContents) {
    this.#contents = contents;
  }

  /**
   * Runs a job. Returns the operations on which the pipeline succeeded without diagnostics or printed text. The sender
   * runs the pipeline on the other operations itself, and reports their output. Calls `at` with the index of the
   * operation before each operation, and with the indices of the operation and the pass before each pass.
   */
  async runJob(job: NestedJob, at: (index: number, pass: number | undefined) => void): Promise<NestedAnswer> {
    const { adapter } = this.#contents;
    if (job.run !== this.#run) this.#pipelines.clear();
    this.#run = job.run;
    const arrived = adapter.transfer?.arrive(job.operations);
    if (arrived === undefined) throw new Error(`the IR \`${adapter.name}\` cannot be sent to threads`);
    for (const text of job.pipelines) this.#find(text, job.verifyEach).counters.forEach(reset);
    for (const [index, op] of arrived.ops.entries()) {
      at(index, undefined);
      const text = job.pipelines[job.pipelineOf[index] as number] as string;
      const pipeline = this.#find(text, job.verifyEach);
      pipeline.atPass = (pass) => at(index, pass);
      const before = pipeline.counters.map(({ value }) => value);
      pipeline.printed.isSet = false;
      pipeline.open.depth = 0;
      // oxlint-disable-next-line no-await-in-loop -- a thread does one thing at a time
      const { succeeded, diagnostics } = await pipeline.run.run(op, job.input);
      const isSilent = succeeded && diagnostics.length === 0 && !pipeline.printed.isSet;
      if (isSilent && arrived.pack(index)) continue;
      // Resets the counters to their earlier values, because the sender counts the statistics when it runs the
      // operation again.
      pipeline.counters.forEach((counter, place) => (counter.value = before[place] as number));
      // Makes new passes, because passes cannot be reused after a failure.
      if (!succeeded) this.#replace(text, job.verifyEach);
    }
    if (!arrived.isIntact()) throw new Error("a pass changed something outside its operation");
    const countsOf = (text: string): Count[] => this.#find(text, job.verifyEach).counters.map(countOf);
    return { operations: arrived.finish(), counts: job.pipelines.map(countsOf) };
  }

  #find(text: string, verifyEach: boolean): OpenPipeline {
    return this.#pipelines.get(text) ?? this.#open(text, verifyEach);
  }

  #replace(text: string, verifyEach: boolean): void {
    const old = this.#find(text, verifyEach);
    const next = this.#open(text, verifyEach);
    next.counters.forEach((counter, place) => (counter.value = old.counters[place]?.value ?? 0));
  }

  #open(text: string, verifyEach: boolean): OpenPipeline {
    const manager = managerFor(text, verifyEach, this.#contents);
    const counters: Counter[] = [];
    const places = new Map<string, number>();
    let count = 0;
    manager.forEachPass(({ declaration, statistics }) => {
      counters.push(...Object.values(statistics));
      if (!places.has(declaration.name)) places.set(declaration.name, count);
      count++;
    });
    const printed = { isSet: false };
    const open = { depth: 0 };
    const leave = ({ isAdaptor }: InstrumentedPass): void => void (isAdaptor || open.depth--);
    manager.output = () => void (printed.isSet = true);
    manager.addInstrumentation({
      name: "progress",
      beforePass: ({ isAdaptor, argument }) => {
        // Passes of dynamic pipelines are not recorded.
        if (isAdaptor || open.depth++ > 0) return;
        const place = places.get(argument);
        if (place !== undefined) pipeline.atPass(place);
      },
      afterPass: leave,
      afterPassFailed: leave,
    });
    const pipeline: OpenPipeline = { run: openRun(manager), counters, printed, open, atPass: () => undefined };
    this.#pipelines.set(text, pipeline);
    return pipeline;
  }
}

/** Makes a manager for the text of a pipeline, with the IR and passes of this thread. */
export function managerFor(
  text: string,
  verifyEach: boolean,
  { adapter, registry }: ThreadContents,
): PassManager<object> {
  const parsed = parsePipeline(text, registry);
  if (!parsed.ok) throw new Error(parsed.diagnostic.message);
  const { anchor } = parsed.manager;
  const manager = new PassManager<object>(adapter, anchor === undefined ? {} : { anchor });
  manager.append(parsed.manager);
  manager.verifyEach = verifyEach;
  manager.registry = registry;
  return manager;
}

function reset(counter: Counter): void {
  counter.value = 0;
}
