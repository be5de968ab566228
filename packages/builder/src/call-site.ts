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

/** The file of this package's builder, which is not the caller that anybody looks for. */
const here: readonly string[] = (new Error().stack ?? "").split("\n").flatMap((line) => {
  const site = parseFrame(line);
  return site === undefined ? [] : [site.file.slice(0, site.file.lastIndexOf("/") + 1)];
});

/**
 * Who called into the builder: the first frame of the stack outside of it. `undefined` where the engine has no stack that
 * can be read.
 */
export function callSite(): CallSite | undefined {
  const [own] = here;
  for (const line of (new Error().stack ?? "").split("\n")) {
    const site = parseFrame(line);
    if (site !== undefined && (own === undefined || !site.file.startsWith(own))) return site;
  }
  return undefined;
}
