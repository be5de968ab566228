/** Result of a command-line program that ran inside this process. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Terminal that stores the output. All programs of this repository accept this terminal. */
interface KeptTerminal {
  readonly cwd: string;
  readonly outHasColor: boolean;
  readonly errHasColor: boolean;
  out(content: string | Uint8Array): void;
  err(text: string): void;
  readInput(): Promise<Uint8Array>;
}

/** Runs a command-line program inside this process. `more` contains further members of the program's terminal. */
export async function runProgram(
  program: (argv: readonly string[], terminal: KeptTerminal) => Promise<number>,
  argv: readonly string[],
  options: { readonly cwd: string; readonly input?: string | Uint8Array; readonly more?: object },
): Promise<Outcome> {
  const { cwd, input = "", more = {} } = options;
  const decoder = new TextDecoder();
  let out = "";
  let err = "";
  const terminal: KeptTerminal = {
    cwd,
    outHasColor: false,
    errHasColor: false,
    ...more,
    out: (content) => void (out += typeof content === "string" ? content : decoder.decode(content, { stream: true })),
    err: (text) => void (err += text),
    readInput: () => Promise.resolve(typeof input === "string" ? new TextEncoder().encode(input) : input),
  };
  const code = await program(argv, terminal);
  return { code, out, err };
}
