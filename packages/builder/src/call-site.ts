/** A place in loaded code, as the engine tells it: the file as a path or URL, line and column from 1. */
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

/** The folder of the code that made a stack, with `/` behind it: what a package takes for itself. */
export function folderOf(stack: string | undefined): string | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const site = parseFrame(line);
    if (site !== undefined) return site.file.slice(0, site.file.lastIndexOf("/") + 1);
  }
  return undefined;
}

/** The folder of the builder, which is not the caller that anybody looks for. */
const here: string | undefined = folderOf(new Error().stack);

/** As deep as calls inside of the builder go, and more: engines tell ten frames when nobody asks for more. */
const FRAMES = 50;

/**
 * Who called into the builder: the first frame of the stack outside of it, and outside of the folder `within` of a package
 * that is called in its place. `undefined` where the engine has no stack that can be read.
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

/** The stack with more frames than a process wants in its own errors, which cost time. */
function deepStack(): string | undefined {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  // Where a process has frozen it, the limit that there is has to do.
  Reflect.set(Error, "stackTraceLimit", FRAMES);
  const { stack } = new Error();
  Reflect.set(Error, "stackTraceLimit", limit);
  return stack;
}
