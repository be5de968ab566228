import { expect } from "chai";
import { Pace } from "../../dist/inputs/pace.js";

/**
 * Returns the number of workers after results that took `times`, in milliseconds. A worker takes 100 ms to start.
 */
function workersAfter(times: readonly number[], left: number, count = 1): number {
  const pace = new Pace(100, 0);
  let now = 0;
  for (const time of times) pace.count((now += time));
  return pace.workers(left, count, now);
}

const repeated = (time: number, count: number): number[] => Array.from({ length: count }, () => time);

describe("the number of workers that remaining inputs justify", () => {
  it("is not increased before workers could have started twice", () => {
    expect(workersAfter(repeated(10, 19), 10_000)).to.equal(1);
    expect(workersAfter(repeated(10, 20), 10_000)).to.equal(125);
  });

  it("does not depend on the first inputs, which are slow", () => {
    expect(workersAfter([...repeated(50, 4), ...repeated(1, 600)], 1500)).to.equal(1);
    expect(workersAfter([...repeated(50, 4), ...repeated(1, 600)], 1700)).to.equal(2);
  });

  it("counts the work of all workers", () => {
    expect(workersAfter(repeated(10, 100), 200, 2)).to.equal(5);
  });

  it("grows while inputs do not end", () => {
    const pace = new Pace(100, 0);
    expect([100, 200, 800, 3200].map((now) => pace.workers(2, 1, now))).to.deep.equal([1, 1, 2, 8]);
    expect([100, 300].map((now) => pace.wait(now))).to.deep.equal([100, 300]);
  });
});
