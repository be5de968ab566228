/** Runs the tasks one after the other, again and again, so that a busy machine hurts all of them alike. Answers medians. */
export async function interleave(tasks, rounds) {
  const samples = new Map(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      // One at a time is the point: two measurements side by side would measure each other.
      samples.get(name).push(await task());
    }
  }
  return new Map([...samples].map(([name, taken]) => [name, medianOf(taken)]));
}

/** The median of numbers; of objects whose fields are numbers, field by field. */
function medianOf(taken) {
  if (typeof taken[0] === "number") return taken.toSorted((a, b) => a - b)[taken.length >> 1];
  return Object.fromEntries(Object.keys(taken[0]).map((key) => [key, medianOf(taken.map((one) => one[key]))]));
}
