export const FACTORS = [1, 10, 100];
const MOST = Math.max(...FACTORS);

/**
 * What once, ten times and a hundred times the work costs. `sample(factor)` does it and answers milliseconds, part by part.
 *
 * All sizes are equally warm, as each is gone through before anything is measured, and every sample does the same work in all:
 * a hundred times that of 1x, or once that of 100x, so that each pays for its own garbage. They take turns; of each, the sample
 * that took least counts, as the others have something in them that other programs did.
 */
export function measureSizes(sample, rounds) {
  const least = new Map();
  for (let round = 0; round <= rounds; round++) {
    for (const factor of FACTORS) {
      const taken = meanOf(() => sample(factor), MOST / factor);
      const isLess = !least.has(factor) || totalOf(taken) < totalOf(least.get(factor));
      if (round > 0 && isLess) least.set(factor, taken);
    }
  }
  return FACTORS.map((factor) => ({ factor, parts: least.get(factor) }));
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
