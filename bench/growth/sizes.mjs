export const FACTORS = [1, 10, 100];
const MOST = Math.max(...FACTORS);

/**
 * Measures a task in three sizes, with the factors 1, 10 and 100. `sample(factor)` performs the task, and returns the
 * time of each part of the task in milliseconds.
 *
 * Runs each size once before the measurement, and then alternates between the sizes. Every sample does the same amount
 * of work (100 runs of the smallest size, or one run of the largest size), and therefore includes the same share of
 * garbage collection. `parts` contains the times of the fastest sample of each size, because other programs affected
 * this sample least. `least` contains the minimum time of each part, which usually excludes garbage collection.
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

/** Merges two measurements of the same sizes. For each part, keeps the smaller of the two times. */
export function leastOf(some, others) {
  if (some.length === 0) return others;
  return some.map((one, at) => {
    const other = others[at];
    const { parts } = totalOf(other.parts) < totalOf(one.parts) ? other : one;
    const least = Object.entries(one.least).map(([part, cost]) => [part, Math.min(cost, other.least[part])]);
    return { factor: one.factor, parts, least: Object.fromEntries(least) };
  });
}

/** Returns the sum of the times of all parts. */
export const totalOf = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);

function meanOf(sample, times) {
  const mean = {};
  for (let time = 0; time < times; time++) {
    for (const [part, cost] of Object.entries(sample())) mean[part] = (mean[part] ?? 0) + cost / times;
  }
  return mean;
}
