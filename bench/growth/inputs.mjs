/** Creates the inputs of all kinds and sizes before any measurement. */
export function madeOnce(make) {
  const inputs = new Map();
  return (kind, factor) => {
    const key = `${kind} ${factor}`;
    if (!inputs.has(key)) inputs.set(key, make(kind, factor));
    return inputs.get(key);
  };
}
