const NESTED = /^( *)([^\s({]+)\($/;
const PASS = /^( *)([^\s({,]+)(?:\{.*\})?,?$/;

/**
 * Reads which operations passes are restricted to, out of what `--dump-pass-pipeline` prints for a list of passes on an
 * operation that none of them knows: a pass that runs on `func.func` alone stands in a manager for that.
 */
export function readAnchors(dump: string): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const seen = new Set<string>();
  const around: string[] = [];
  for (const line of dump.split(/\r?\n/)) {
    const nested = NESTED.exec(line);
    if (nested !== null) {
      around.push(nested[2] as string);
      continue;
    }
    if (/^ *\),?$/.test(line)) {
      around.pop();
      continue;
    }
    const name = PASS.exec(line)?.[2];
    const anchor = around.at(-1);
    if (name === undefined || anchor === undefined || seen.has(name)) continue;
    seen.add(name);
    if (around.length > 1) anchors.set(name, anchor);
  }
  return anchors;
}
