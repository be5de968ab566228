/** Returns a function that caches the results of `make`, so that each kind and size of input is made only once. */
export function madeOnce(make) {
  const inputs = new Map();
  return (kind, factor) => {
    const key = `${kind} ${factor}`;
    if (!inputs.has(key)) inputs.set(key, make(kind, factor));
    return inputs.get(key);
  };
}
