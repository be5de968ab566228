/**
 * Replaces the parts that differ from run to run: times, threads, addresses, and the name of the program. A list of
 * times is sorted by them, and a column of user times is there when they differ from wall times, so both are times
 * too.
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

/** Rows without indentation from the first one, which is the root's, up to `Rest`, in text and in JSON. */
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
