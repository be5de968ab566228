/** Position of a call in a code file, parsed from a stack trace. */
export interface CallSite {
  /** Path or URL of the file that contains the call. */
  readonly file: string;
  /** Line of the call, from 1. */
  readonly line: number;
  /** Column of the call, from 1. */
  readonly column: number;
}

const FRAME = /^\s*at .*?\(?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/;

/** Returns the folder of the first file that a stack trace names. The folder ends with a path separator. */
export function folderOf(stack: string | undefined): string | undefined {
  return firstOutside([], stack)?.file.replace(/[^\\/]*$/, "");
}

/** Folder of the builder's code, whose stack frames are skipped. */
const here: string | undefined = folderOf(new Error().stack);

/** Number of stack frames to record. The caller of the builder is not always among the first ten frames. */
const FRAMES = 50;

/**
 * Returns the position of the first stack frame whose file is neither in the builder's folder nor in the folder
 * `within`. The folder `within` contains a package that wraps the builder. Returns `undefined` if no frame can be
 * parsed.
 */
export function callSite(within?: string): CallSite | undefined {
  const own = [here, within].filter((folder) => folder !== undefined);
  return firstOutside(own, new Error().stack) ?? firstOutside(own, deepStack());
}

function firstOutside(own: readonly string[], stack: string | undefined): CallSite | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file !== undefined && !own.some((folder) => file.startsWith(folder)))
      return { file, line: Number(row), column: Number(column) };
  }
  return undefined;
}

/** Returns a stack trace with more frames than the process usually records. */
function deepStack(): string | undefined {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  // If the property is frozen, `Reflect.set` does not throw, and the stack trace has the usual number of frames.
  Reflect.set(Error, "stackTraceLimit", FRAMES);
  const { stack } = new Error();
  Reflect.set(Error, "stackTraceLimit", limit);
  return stack;
}
