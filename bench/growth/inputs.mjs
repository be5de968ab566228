/** Returns a function that makes the input of each kind and size once, and then returns the same input. */
export function madeOnce(make) {
  const inputs = new Map();
  return (kind, factor) => {
    const key = `${kind} ${factor}`;
    if (!inputs.has(key)) inputs.set(key, make(kind, factor));
    return inputs.get(key);
  };
}
