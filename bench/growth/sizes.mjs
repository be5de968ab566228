export const FACTORS = [1, 10, 100];
const MOST = Math.max(...FACTORS);

/**
 * Measures 1, 10 and 100 times the work. `sample(factor)` does the work and returns the milliseconds of each part.
 *
 * All sizes run once before the measurement. Every sample does the same amount of work (the smallest size
 * runs 100 times, and the largest size once), so every sample includes its own garbage collection. Sizes take turns.
 * `parts` belongs to the fastest sample of a size, which other programs affected least. `least` contains the minimum of
 * each part, which probably excludes garbage collection.
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

/** Returns the smaller values of two measurements of the same sizes. */
export function leastOf(some, others) {
  if (some.length === 0) return others;
  return some.map((one, at) => {
    const other = others[at];
    const { parts } = totalOf(other.parts) < totalOf(one.parts) ? other : one;
    const least = Object.entries(one.least).map(([part, cost]) => [part, Math.min(cost, other.least[part])]);
    return { factor: one.factor, parts, least: Object.fromEntries(least) };
  });
}

/** Returns the sum of all parts. */
export const totalOf = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);

function meanOf(sample, times) {
  const mean = {};
  for (let time = 0; time < times; time++) {
    for (const [part, cost] of Object.entries(sample())) mean[part] = (mean[part] ?? 0) + cost / times;
  }
  return mean;
}
