import { parsePipeline, PassManager } from "@passwright/core";
import type { Counter, InstrumentedPass, OpenRun } from "@passwright/core";
import { countOf } from "./job.ts";
import type { Count, NestedAnswer, NestedJob, ThreadContents } from "./job.ts";

/** A pipeline in this thread, with its passes as they are initialized. */
interface OpenPipeline {
  readonly run: OpenRun<object>;
  readonly counters: readonly Counter[];
  /** Whether a pass printed something. */
  readonly heard: { hasPrinted: boolean };
  /** How many passes are at work, one inside of the other. */
  readonly open: { depth: number };
  /** The pass of that place, in the order of `forEachPass`, is about to run. */
  atPass: (place: number) => void;
}

/** Runs jobs one after the other, and keeps the passes of a run from one to the next. */
export class JobRunner {
  readonly #contents: ThreadContents;
  readonly #pipelines = new Map<string, OpenPipeline>();
  #run = -1;

  constructor(contents: ThreadContents) {
    this.#contents = contents;
  }

  /**
   * Answers what is left of the operations on which everything succeeded in silence. The others do not come back: whoever
   * sent them has to run them, and hears what there is to hear. `at` is told which operation is next, and then before each
   * pass, by its place in the pipeline, that it runs.
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
      pipeline.heard.hasPrinted = false;
      pipeline.open.depth = 0;
      // oxlint-disable-next-line no-await-in-loop -- a thread does one thing at a time
      const { succeeded, diagnostics } = await pipeline.run.run(op);
      const isSilent = succeeded && diagnostics.length === 0 && !pipeline.heard.hasPrinted;
      if (isSilent && arrived.pack(index)) continue;
      // What it counted on this one is counted where it is run again.
      pipeline.counters.forEach((counter, place) => (counter.value = before[place] as number));
      // A run that was left in its middle is not gone on with.
      if (!succeeded) this.#replace(text, job.verifyEach);
    }
    if (!arrived.isIntact()) throw new Error("a pass changed something beside its operation");
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
    const { adapter, registry } = this.#contents;
    const parsed = parsePipeline(text, registry);
    if (!parsed.ok) throw new Error(parsed.diagnostic.message);
    const { anchor } = parsed.manager;
    const manager = new PassManager<object>(adapter, anchor === undefined ? {} : { anchor });
    manager.append(parsed.manager);
    manager.verifyEach = verifyEach;
    manager.registry = registry;
    const counters: Counter[] = [];
    const places = new Map<string, number>();
    let count = 0;
    manager.forEachPass(({ declaration, statistics }) => {
      counters.push(...Object.values(statistics));
      if (!places.has(declaration.name)) places.set(declaration.name, count);
      count++;
    });
    const heard = { hasPrinted: false };
    const open = { depth: 0 };
    const leave = ({ isAdaptor }: InstrumentedPass): void => void (isAdaptor || open.depth--);
    manager.output = () => void (heard.hasPrinted = true);
    manager.addInstrumentation({
      name: "progress",
      beforePass: ({ isAdaptor, argument }) => {
        // What a pass runs inside of itself is its own affair.
        if (isAdaptor || open.depth++ > 0) return;
        const place = places.get(argument);
        if (place !== undefined) pipeline.atPass(place);
      },
      afterPass: leave,
      afterPassFailed: leave,
    });
    const pipeline: OpenPipeline = { run: manager.open(), counters, heard, open, atPass: () => undefined };
    this.#pipelines.set(text, pipeline);
    return pipeline;
  }
}

function reset(counter: Counter): void {
  counter.value = 0;
}
