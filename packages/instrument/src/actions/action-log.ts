import type { InstrumentedPass, Instrumentation, IrAdapter } from "@passwright/core";

/** What MLIR calls the adaptor that runs nested pipelines. */
const ADAPTOR = "mlir::detail::OpToOpPassAdaptor";

export function nameOfAction({ isAdaptor, displayName }: InstrumentedPass): string {
  return isAdaptor ? ADAPTOR : displayName;
}

/** What {@link logActions} needs. */
export interface ActionLogOptions<Op extends object> {
  /** Gets whole lines. */
  readonly write: (text: string) => void;
  /** What to call the thread: the name of the program in MLIR. `main` if not given. */
  readonly thread?: string;
  /** An operation in one line, contents left out: `func.func @foo() {...}`. Its name and symbol if not given. */
  readonly describeOp?: (op: Op) => string;
  /** Only passes on operations for which it answers true are written of. */
  readonly isWanted?: (op: Op) => boolean;
}

/**
 * Makes an instrumentation that writes a line when a pass starts and when it is done, as `--log-actions-to` does
 * (mlir/lib/Debug/Observers/ActionLogging.cpp, `ActionLogger`), the unbalanced backquote included.
 */
export function logActions<Op extends object>(
  adapter: IrAdapter<Op>,
  { write, thread = "main", describeOp, isWanted }: ActionLogOptions<Op>,
): Instrumentation<Op> {
  const describe = (op: Op): string => {
    if (describeOp !== undefined) return describeOp(op);
    const symbol = adapter.symbolOf?.(op);
    return `${adapter.nameOf(op).text}${symbol === undefined ? "" : ` @${symbol}`}`;
  };
  /** Of the passes at work, which were written of: an operation may be another one afterwards. */
  const begun: boolean[] = [];
  const begin = (op: Op, what: () => string): void => {
    begun.push(isWanted?.(op) ?? true);
    if (begun.at(-1) === true) write(`[thread ${thread}] begins (no breakpoint) Action ${what()}\`\n`);
  };
  const complete = (tag: string): void => {
    if (begun.pop() === true) write(`[thread ${thread}] completed \`${tag}\`\n`);
  };
  return {
    name: "action log",
    beforePass(pass, op) {
      const name = (): string => adapter.nameOf(op).text;
      begin(
        op,
        () => `\`pass-execution\` running \`${nameOfAction(pass)}\` on Operation \`${name()}\` (${describe(op)})`,
      );
    },
    afterPass: () => complete("pass-execution"),
    afterPassFailed: () => complete("pass-execution"),
    beforeAction({ text, region }, op) {
      begin(op, () => `${text} (${region === undefined ? "" : `Region #${region} for op `}${describe(op)})`);
    },
    afterAction: ({ tag }) => complete(tag),
  };
}
