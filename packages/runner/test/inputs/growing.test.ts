import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Growing, InProcess, NoWorker, runInputs } from "../../dist/inputs.js";
import type { Executor, InputJob, InputResult, Refusal } from "../../dist/inputs.js";

const jobs: readonly InputJob[] = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, content: "" }));

function resultOf({ name }: InputJob, from: string): InputResult {
  return { name, ok: true, diagnostics: [], statistics: [], from };
}

/** Spends time in this thread. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Runs all jobs. Returns the numbers of started workers, and the results. */
async function run(
  milliseconds: number,
  pool: Pick<Executor, "run"> & { opened?(): Promise<Refusal | undefined> },
): Promise<{
  readonly started: readonly number[];
  readonly results: readonly InputResult[];
  readonly isClosed: boolean;
}> {
  const started: number[] = [];
  let isClosed = false;
  const here = new InProcess({
    run(job) {
      work(milliseconds);
      return Promise.resolve(resultOf(job, "here"));
    },
  });
  const growing = new Growing({
    here,
    expected: jobs.length,
    startMs: 1,
    cores: 64,
    startPool(workers) {
      started.push(workers);
      const close = (): Promise<void> => {
        isClosed = true;
        return Promise.resolve();
      };
      return { width: 64, opened: () => sleep(5, undefined), close, ...pool };
    },
  });
  const results: InputResult[] = [];
  for await (const result of runInputs(growing, jobs)) results.push(result);
  await growing.close();
  return { started, results, isClosed };
}

const names = (results: readonly InputResult[]): string[] => results.map(({ name }) => name);

describe("a run in this thread that adds workers", () => {
  it("does not start workers for little work", async () => {
    const { started, results } = await run(0, { run: (job) => Promise.resolve(resultOf(job, "pool")) });
    expect(started).to.deep.equal([]);
    expect(names(results)).to.deep.equal(jobs.map(({ name }) => name));
  });

  it("uses this thread and workers, and keeps the order of the results", async () => {
    const { started, results, isClosed } = await run(10, {
      run: (job) => sleep(10).then(() => resultOf(job, "pool")),
    });
    expect(started).to.have.length(1);
    expect(names(results)).to.deep.equal(jobs.map(({ name }) => name));
    const places = new Set(results.map(({ from }) => from));
    expect({ places: [...places].sort(), isClosed }).to.deep.equal({ places: ["here", "pool"], isClosed: true });
  });

  it("continues in this thread if no worker can be started", async () => {
    const refusal: Refusal = { kind: "refused" };
    const lost = await run(5, { run: () => Promise.reject(new NoWorker(refusal)) });
    expect(names(lost.results)).to.deep.equal(jobs.map(({ name }) => name));
    const refused = await run(5, {
      opened: () => Promise.resolve(refusal),
      run: () => Promise.reject(new Error("the pool is not open")),
    });
    expect(refused.results.every(({ from }) => from === "here")).to.equal(true);
  });
});
