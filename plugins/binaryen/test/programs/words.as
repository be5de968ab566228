/** Counts words: strings, maps and the garbage collector. */
export function countWords(text: string): string {
  const counts = new Map<string, i32>();
  const words = text.split(" ");
  for (let i = 0; i < words.length; i++) {
    const word = words[i].trim().toLowerCase();
    if (word.length == 0) continue;
    counts.set(word, (counts.has(word) ? counts.get(word) : 0) + 1);
  }
  const keys = counts.keys();
  keys.sort((a, b) => (a < b ? -1 : 1));
  let result = "";
  for (let i = 0; i < keys.length; i++) result += keys[i] + ":" + counts.get(keys[i]).toString() + ";";
  return result;
}
