/**
 * Replaces the parts that differ from run to run: times, threads, addresses, and the name of the program. Also
 * normalizes the order of a list of times, because the list is sorted by time. Also normalizes the column of user
 * times, because the column exists only if user times differ from wall times.
 */
export function normalize(text: string): string {
  return sortLists(maskTimes(text))
    .replace(/\[thread [\w-]+\]/g, "[thread T]")
    .replace(/"tid": \d+, "ts": \d+/g, '"tid": N, "ts": N')
    .replaceAll("passwright-opt", "mlir-opt");
}

function maskTimes(text: string): string {
  return text
    .replace(/"user": \{"duration": +-?[\d.]+, "percentage": +-?[\d.]+\}, /g, "")
    .replace(/"duration": +-?[\d.]+, "percentage": +-?[\d.]+/g, '"duration": N, "percentage": N')
    .replaceAll("  ----User Time----", "")
    .replace(/^(?: +-?\d+\.\d{4} \( *-?[\d.]+%\)){1,2}/gm, "    N (N%)")
    .replace(/(Total Execution Time:) \d+\.\d{4}/g, "$1 N");
}

/** Sorts the rows without indentation from the row of the root up to `Rest`, in text and in JSON. */
function sortLists(text: string): string {
  const lines = text.split("\n");
  const isRow = (line: string | undefined): boolean => /^( {4}N \(N%\) {2}\S|\{"wall": )/.test(line ?? "");
  const start = lines.findIndex((line) => / root$|"name": "root"/.test(line));
  if (start < 0) return text;
  let [first, end] = [start, start];
  while (isRow(lines[first - 1])) first--;
  while (isRow(lines[end]) && !/ Rest$|"name": "Rest"/.test(lines[end] as string)) end++;
  return [...lines.slice(0, first), ...lines.slice(first, end).sort(), ...lines.slice(end)].join("\n");
}
