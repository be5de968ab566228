import type { MlirAdapter, Operation } from "@passwright/ir";

interface Place {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/**
 * What `--log-mlir-actions-filter=FILE[:LINE[:COLUMN]],…` lets through. With a place that cannot be read nothing is, as in
 * mlir-opt.
 */
export function locationFilter(text: string, adapter: MlirAdapter): (op: Operation) => boolean {
  const places = text.split(",").map(placeOf);
  if (places.includes(undefined)) return () => false;
  return (op) => {
    const at = adapter.locationOf(op);
    if (at === undefined) return false;
    return (places as Place[]).some(
      ({ file, line, column }) =>
        file === at.file && (line === undefined || line === at.line) && (column === undefined || column === at.column),
    );
  };
}

function placeOf(text: string): Place | undefined {
  const match = /^([^:]+)(?::(\d+)(?::(\d+))?)?$/.exec(text);
  if (match === null) return undefined;
  const [, file = "", line, column] = match;
  const numberOf = (digits: string | undefined): number | undefined =>
    digits === undefined ? undefined : Number(digits);
  return { file, line: numberOf(line), column: numberOf(column) };
}
