/** Optimization level of AssemblyScript's compiler: its `optimizeLevel` and `shrinkLevel`. */
export interface Level {
  /** Name in `asc`: `O3`, `O2s`, `O3z`. */
  readonly name: string;
  /**
   * Optimization level for Binaryen. It is 4 for levels above `O2`, and for levels that end in `z`, which give size the
   * highest priority.
   */
  readonly optimize: number;
  /** Importance of the size, from 0 to 2 (shrink level). */
  readonly shrink: number;
}

/** All levels of `asc`. The first level corresponds to `-O`, and is the default for configs. */
export const levels: readonly Level[] = ["", "s", "z"].flatMap((suffix, shrink) =>
  [3, 2, 1, 0].map((asked) => ({
    name: `O${asked}${suffix}`,
    optimize: asked >= 3 || shrink >= 2 ? 4 : asked,
    shrink,
  })),
);

/** Returns the level of that name, or the first level. */
export function levelOf(name: string | undefined): Level {
  return levels.find((level) => level.name === name) ?? (levels[0] as Level);
}

/** Returns whether a level optimizes at all. */
export function optimizes({ optimize, shrink }: Level): boolean {
  return optimize > 0 || shrink > 0;
}
