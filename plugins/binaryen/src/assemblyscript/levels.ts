/** How much AssemblyScript's compiler optimises: its `optimizeLevel` and `shrinkLevel`. */
export interface Level {
  /** As `asc` spells it: `O3`, `O2s`, `O3z`. */
  readonly name: string;
  /** What Binaryen is told: 4 for everything above 2, and wherever size counts most. */
  readonly optimize: number;
  readonly shrink: number;
}

/** All that `asc` has, what `-O` means first: it is what a config gets that chooses none. */
export const levels: readonly Level[] = ["", "s", "z"].flatMap((suffix, shrink) =>
  [3, 2, 1, 0].map((asked) => ({
    name: `O${asked}${suffix}`,
    optimize: asked >= 3 || shrink >= 2 ? 4 : asked,
    shrink,
  })),
);

/** The level of that name, the first by default. */
export function levelOf(name: string | undefined): Level {
  return levels.find((level) => level.name === name) ?? (levels[0] as Level);
}

/** Whether a level optimises at all. */
export function optimizes({ optimize, shrink }: Level): boolean {
  return optimize > 0 || shrink > 0;
}
