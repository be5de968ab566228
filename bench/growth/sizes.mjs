export const FACTORS = [1, 10, 100];
const MOST = Math.max(...FACTORS);

/**
 * What once, ten times and a hundred times the work costs. `sample(factor)` does it and answers milliseconds, part by part.
 *
 * All sizes are equally warm, as each is gone through before anything is measured, and every sample does the same work in all:
 * a hundred times that of 1x, or once that of 100x, so that each pays for its own garbage. They take turns; of each, the sample
 * that took least counts, as the others have something in them that other programs did: `parts` are those of that sample. `least`
 * is what each part took by itself when it took least, most likely without a garbage collection, which falls in any of them.
 */
export function measureSizes(sample, rounds) {
  let best = [];
  for (let round = 0; round <= rounds; round++) {
    const taken = FACTORS.map((factor) => {
      const parts = meanOf(() => sample(factor), MOST / factor);
      return { factor, parts, least: parts };
    });
    if (round > 0) best = leastOf(best, taken);
  }
  return best;
}

/** Of two measurements of the same sizes what took less. */
export function leastOf(some, others) {
  if (some.length === 0) return others;
  return some.map((one, at) => {
    const other = others[at];
    const { parts } = totalOf(other.parts) < totalOf(one.parts) ? other : one;
    const least = Object.entries(one.least).map(([part, cost]) => [part, Math.min(cost, other.least[part])]);
    return { factor: one.factor, parts, least: Object.fromEntries(least) };
  });
}

/** All parts together. */
export const totalOf = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);

function meanOf(sample, times) {
  const mean = {};
  for (let time = 0; time < times; time++) {
    for (const [part, cost] of Object.entries(sample())) mean[part] = (mean[part] ?? 0) + cost / times;
  }
  return mean;
}
