const NESTED = /^( *)([^\s({]+)\($/;
const PASS = /^( *)([^\s({,]+)(?:\{.*\})?,?$/;

/**
 * Parses the anchors of passes from the output of `--dump-pass-pipeline`. The program must have been started with a
 * list of passes and an unknown operation. In the output, a pass that is restricted to `func.func` is nested in
 * `func.func(…)`.
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
