import { expect } from "chai";
import { Pace } from "../../dist/inputs/pace.js";

interface Situation {
  readonly cores?: number;
  /** Number of workers that run. */
  readonly count?: number;
  /** Number of cores that the process has occupied. */
  readonly load?: number;
  readonly sendingMs?: number;
}

/**
 * Returns the number of workers after results that took `times`, in milliseconds. A worker takes 100 ms to start.
 */
function workersAfter(
  times: readonly number[],
  left: number,
  { cores = 8, count = 1, load = 1, sendingMs = 0 }: Situation = {},
): number {
  const pace = new Pace(100, 0, { cores, cpuMs: 0, sendingMs });
  let now = 0;
  for (const time of times) pace.count((now += time));
  return pace.workers(left, count, now, now * load);
}

const repeated = (time: number, count: number): number[] => Array.from({ length: count }, () => time);

describe("the number of workers that remaining inputs justify", () => {
  it("is not increased before workers could have started twice", () => {
    expect(workersAfter(repeated(10, 19), 10_000)).to.equal(1);
    expect(workersAfter(repeated(10, 20), 10_000)).to.equal(8);
  });

  it("does not depend on the first inputs, which are slow", () => {
    const times = [...repeated(50, 4), ...repeated(1, 600)];
    expect([500, 1000].map((left) => workersAfter(times, left))).to.deep.equal([1, 2]);
    // With 50 ms per result, more workers would be justified.
    expect(workersAfter(repeated(50, 16), 500)).to.equal(8);
  });

  it("grows with the remaining work", () => {
    const counts = [10, 50, 100, 200, 1000].map((left) => workersAfter(repeated(10, 100), left));
    expect(counts).to.deep.equal([1, 1, 2, 3, 6]);
  });

  it("counts the work of all workers", () => {
    expect(workersAfter(repeated(10, 100), 200, { count: 2 })).to.equal(4);
  });

  it("is smaller if the workers already occupy the cores", () => {
    const of = (load: number): number => workersAfter(repeated(10, 200), 900, { cores: 2, load });
    expect([0.1, 1, 1.4, 2].map(of)).to.deep.equal([2, 2, 1, 1]);
  });

  it("is not increased if sending takes longer than a worker saves", () => {
    const of = (sendingMs: number): number => workersAfter(repeated(0.2, 5000), 100_000, { cores: 2, sendingMs });
    expect([0, 0.05, 0.3].map(of)).to.deep.equal([2, 2, 1]);
  });

  it("grows while inputs do not end", () => {
    const pace = new Pace(100, 0, { cores: 8, cpuMs: 0 });
    const counts = [100, 200, 800, 3200].map((now) => pace.workers(2, 1, now, now));
    expect(counts).to.deep.equal([1, 1, 3, 3]);
    expect([100, 300].map((now) => pace.wait(now))).to.deep.equal([100, 300]);
  });
});
