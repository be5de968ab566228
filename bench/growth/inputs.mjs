/** What is measured with, made once for every kind and size: names in programs are there before anything is measured. */
export function madeOnce(make) {
  const inputs = new Map();
  return (kind, factor) => {
    const key = `${kind} ${factor}`;
    if (!inputs.has(key)) inputs.set(key, make(kind, factor));
    return inputs.get(key);
  };
}
