/** Returns a copy of an array with at least twice its length, and with at least `atLeast` elements. */
export function grown(array: Int32Array, atLeast = 0): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(atLeast, array.length * 2));
  larger.set(array);
  return larger;
}
