import { fstatSync, statSync, writeSync } from "node:fs";

export type Stream = "stdout" | "stderr";

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const satisfies { [S in Stream]: number };

/** As the whole program sees it. */
export function hasColor(stream: Stream): boolean {
  if (!isTerminal(stream) && process.env["FORCE_COLOR"] === undefined) return false;
  return process.getBuiltinModule("node:tty").WriteStream.prototype.hasColors(process.env);
}

/** Node's terminals are loaded for those who could be one. */
export function isTerminal(stream: Stream): boolean {
  const descriptor = DESCRIPTORS[stream];
  return couldBeTerminal(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

function couldBeTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev;
  } catch {
    return true;
  }
}

/** Standard output and standard error without the streams of Node, which take a while to make; they take over where a pipe is full. */
export class Output {
  /** Those that Node's stream has taken over. */
  readonly #taken = new Set<Stream>();

  /** Whether all of it is where it belongs, and nothing is left to be done. */
  get isWritten(): boolean {
    return this.#taken.size === 0;
  }

  write(stream: Stream, content: string | Uint8Array): void {
    let rest: Uint8Array = typeof content === "string" ? Buffer.from(content) : content;
    try {
      while (rest.length > 0 && !this.#taken.has(stream)) rest = rest.subarray(writeSync(DESCRIPTORS[stream], rest));
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code !== "EAGAIN") leave(code);
      this.#taken.add(stream);
      process[stream].on("error", (error: NodeJS.ErrnoException) => leave(error.code));
    }
    if (rest.length > 0) process[stream].write(rest);
  }
}

/** Whoever reads our output may stop reading: `passwright plan | head`. */
function leave(code: string | undefined): never {
  process.exit(code === "EPIPE" ? 0 : 1);
}
