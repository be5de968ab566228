/** What a framework says of an extension point besides its name, so that plugins keep working while names change. */
export interface PointSettings {
  /** Names that it had before: whoever asks for one of them gets this place, and is told the new name. */
  readonly formerly?: readonly string[];
  /** It will go: what to take instead, in words. Whoever asks for it gets it, and is told. */
  readonly deprecated?: string;
}

/** All names that an extension point can be asked for by. */
export function pointNames(name: string, { formerly = [] }: PointSettings): readonly string[] {
  return [name, ...formerly];
}
