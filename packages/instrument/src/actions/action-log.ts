import type { InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter } from "@passwright/core";
import { currentIr } from "../current-ir.ts";

/** MLIR's name for the adaptor that runs nested pipelines. */
const ADAPTOR = "mlir::detail::OpToOpPassAdaptor";

/** Returns the name of a pass in logs of actions. */
export function nameOfAction({ isAdaptor, displayName }: InstrumentedPass): string {
  return isAdaptor ? ADAPTOR : displayName;
}

/** Options of {@link logActions}. */
export interface ActionLogOptions<Op extends object> {
  /** Called with complete lines. */
  readonly write: (text: string) => void;
  /** Name of the thread. Default: `main`. MLIR uses the name of the program. */
  readonly thread?: string;
  /**
   * Describes an operation in one line, without its contents: `func.func @foo() {...}`. Default: the name and symbol of
   * the operation.
   */
  readonly describeOp?: (op: Op) => string;
  /** Returns whether passes on this operation are logged. Default: true. */
  readonly isWanted?: (op: Op) => boolean;
}

/**
 * Makes an instrumentation that writes a line at the start and end of each pass, in the format of `--log-actions-to`
 * (mlir/lib/Debug/Observers/ActionLogging.cpp, `ActionLogger`). This format contains an unbalanced backquote.
 */
export function logActions<Op extends object>(
  adapter: IrAdapter<Op>,
  { write, thread = "main", describeOp, isWanted }: ActionLogOptions<Op>,
): Instrumentation<Op> {
  let run: InstrumentedRun<Op> | undefined;
  const current = (): IrAdapter<Op> => currentIr(adapter, run, "the action log");
  const describe = (op: Op): string => {
    if (describeOp !== undefined) return describeOp(op);
    const ir = current();
    const symbol = ir.symbolOf?.(op);
    return `${ir.nameOf(op).text}${symbol === undefined ? "" : ` @${symbol}`}`;
  };
  /**
   * Whether the start of each running pass was logged. The end of a pass is logged only if its start was logged.
   * Recorded, because `isWanted` can return a different result if the pass replaced the operation.
   */
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
    beforeRun: (_op, started) => void (run = started),
    beforePass(pass, op) {
      const name = (): string => current().nameOf(op).text;
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
