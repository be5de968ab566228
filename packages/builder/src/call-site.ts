/** A position in loaded code, from a stack: the file as a path or URL, line and column from 1. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const FRAME = /^\s*at .*?\(?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/;

function parseFrame(line: string): CallSite | undefined {
  const match = FRAME.exec(line);
  if (match === null) return undefined;
  return { file: match[1] as string, line: Number(match[2]), column: Number(match[3]) };
}

/** Returns the folder of the code that made a stack, with a trailing `/`. */
export function folderOf(stack: string | undefined): string | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const site = parseFrame(line);
    if (site !== undefined) return site.file.slice(0, site.file.lastIndexOf("/") + 1);
  }
  return undefined;
}

/** Folder of the builder, whose frames are skipped. */
const here: string | undefined = folderOf(new Error().stack);

/** Number of frames to request: calls inside the builder are deeper than the ten frames of the default. */
const FRAMES = 50;

/**
 * Returns the first frame of the stack outside the builder, and outside the folder `within` of a package that wraps it.
 * Returns `undefined` if the stack cannot be parsed.
 */
export function callSite(within?: string): CallSite | undefined {
  const own = [here, within].filter((folder) => folder !== undefined);
  return firstOutside(own, new Error().stack) ?? firstOutside(own, deepStack());
}

function firstOutside(own: readonly string[], stack: string | undefined): CallSite | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const site = parseFrame(line);
    if (site !== undefined && !own.some((folder) => site.file.startsWith(folder))) return site;
  }
  return undefined;
}

/** Returns a stack with more frames than the limit of the process. */
function deepStack(): string | undefined {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  // If the property is frozen, the limit stays.
  Reflect.set(Error, "stackTraceLimit", FRAMES);
  const { stack } = new Error();
  Reflect.set(Error, "stackTraceLimit", limit);
  return stack;
}
