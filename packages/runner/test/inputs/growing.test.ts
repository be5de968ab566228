import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Growing, InProcess, NoWorker, runInputs } from "../../dist/inputs.js";
import type { Executor, InputJob, InputResult, Refusal } from "../../dist/inputs.js";

const jobs: readonly InputJob[] = Array.from({ length: 1000 }, (_, index) => ({ name: `${index}`, content: "" }));

function resultOf({ name }: InputJob, from: string): InputResult {
  return { name, ok: true, diagnostics: [], statistics: [], from };
}

interface Started {
  readonly results: readonly InputResult[];
  readonly isClosed: boolean;
}

/** Runs all jobs. One worker, besides this thread, is worth while as long as more than `growsAbove` jobs remain. */
async function run(
  growsAbove: number,
  pool: Pick<Executor, "run"> & { opened?(): Promise<Refusal | undefined> },
): Promise<Started> {
  let isClosed = false;
  const growing = new Growing({
    here: new InProcess({ run: (job) => Promise.resolve(resultOf(job, "here")) }),
    expected: jobs.length,
    pace: { count: () => undefined, workers: (left) => (left > growsAbove ? 2 : 1) },
    startPool(workers) {
      expect(workers).to.equal(1);
      const close = (): Promise<void> => {
        isClosed = true;
        return Promise.resolve();
      };
      return { width: 64, opened: () => sleep(1, undefined), close, ...pool };
    },
  });
  const results: InputResult[] = [];
  for await (const result of runInputs(growing, jobs)) results.push(result);
  await growing.close();
  expect(results.map(({ name }) => name)).to.deep.equal(jobs.map(({ name }) => name));
  return { results, isClosed };
}

/** Returns where the jobs ran. */
const placesOf = ({ results }: Started): string[] => [...new Set(results.map(({ from }) => from))].sort();

describe("a run in this thread that adds workers", () => {
  it("does not start workers for little work", async () => {
    const ended = await run(jobs.length, { run: () => Promise.reject(new Error("no pool")) });
    expect({ places: placesOf(ended), isClosed: ended.isClosed }).to.deep.equal({ places: ["here"], isClosed: false });
  });

  it("uses this thread and workers, and keeps the order of the results", async () => {
    const ended = await run(10, { run: (job) => sleep(1).then(() => resultOf(job, "pool")) });
    expect({ places: placesOf(ended), isClosed: ended.isClosed }).to.deep.equal({
      places: ["here", "pool"],
      isClosed: true,
    });
  });

  it("continues in this thread if no worker can be started", async () => {
    const refusal: Refusal = { kind: "refused" };
    const lost = await run(10, { run: () => Promise.reject(new NoWorker(refusal)) });
    const opened = (): Promise<Refusal> => Promise.resolve(refusal);
    const refused = await run(10, { opened, run: () => Promise.reject(new Error("the pool is not open")) });
    expect([lost, refused].map(placesOf)).to.deep.equal([["here"], ["here"]]);
  });
});
