/** Position in a source text, with lines and columns counted from 1. */
export interface Position {
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/** Keys of positions, ranges, or lists of positions in unified, PostCSS, Peggy, GraphQL and yaml. */
const POSITIONS = ["place", "position", "source", "location", "locations", "linePos"];

/** Returns whether a value is a valid line or column. `first` is the number of the first line or column. */
function isCount(value: unknown, first: 0 | 1): value is number {
  return Number.isSafeInteger(value) && (value as number) >= first;
}

/** Returns the position that an object contains directly. Columns start at `firstColumn`. */
export function positionIn(value: unknown, firstColumn: 0 | 1): Position | undefined {
  const { line, lineNumber, column, col, columnNumber } = (value ?? {}) as { readonly [key: string]: unknown };
  const [at, along] = [line ?? lineNumber, column ?? col ?? columnNumber];
  if (!isCount(at, 1)) return undefined;
  return { line: at, column: isCount(along, firstColumn) ? along + 1 - firstColumn : 1 };
}

/** Returns the position in `loc` or under one of {@link POSITIONS}. */
export function positionOf({ loc, ...places }: { readonly [key: string]: unknown }): Position | undefined {
  const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
  const start = (value: unknown): unknown => (value as { start?: unknown } | null | undefined)?.start ?? value;
  let found = positionIn(start(loc), 0);
  for (const key of POSITIONS) found ??= positionIn(start(first(places[key])), 1);
  return found;
}
