/** Optimization level of AssemblyScript's compiler, which consists of `optimizeLevel` and `shrinkLevel`. */
export interface Level {
  /** Name of the level in `asc`, such as `O3`, `O2s` or `O3z`. */
  readonly name: string;
  /**
   * Optimization level for Binaryen. The value is 4 for levels above `O2` and for all levels that end in `z`. The
   * suffix `z` gives size the highest priority.
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

/** Returns the level with the given name, or the first level if the name is not a level. */
export function levelOf(name: string | undefined): Level {
  return levels.find((level) => level.name === name) ?? (levels[0] as Level);
}

/** Returns whether a level enables any optimization. */
export function optimizes({ optimize, shrink }: Level): boolean {
  return optimize > 0 || shrink > 0;
}
