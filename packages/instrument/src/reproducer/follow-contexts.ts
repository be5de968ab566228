import { mergePipeline } from "@passwright/core";
import type { Instrumentation, Pass, PrintOptions } from "@passwright/core";
import { parentsFrom, printOperation, topOf } from "../printing/print-op.ts";
import type { Parents, PrintingAdapter } from "../printing/print-op.ts";
import { textOfElements, textOfPass } from "./pipeline-text.ts";
import type { Reproducer } from "./reproducer-text.ts";

/** Options of {@link followContexts}. */
export interface FollowOptions {
  /** Called with the current IR and the pipeline that is about to run on it. */
  readonly onContext: (ir: string, reproducer: Reproducer) => void;
  /**
   * Whether to call `onContext` before every pass, for that pass only, instead of once per run. Prints the whole IR
   * each time.
   */
  readonly local?: boolean;
  /** Value of `disable_threading` in reproducers. Default: true. */
  readonly disableThreading?: boolean;
  /** Options for printing operations. */
  readonly print?: PrintOptions;
}

/** Returns the pipeline that runs one pass on one operation, without the topmost operation. */
export function localElements<Op extends object>(
  adapter: PrintingAdapter<Op>,
  parents: Parents<Op>,
  op: Op,
  pass: Pass<never>,
): string {
  const scopes: string[] = [];
  const top = topOf(parents, op);
  for (let at: Op | undefined = op; at !== undefined && at !== top; at = parents.parentOf(at)) {
    scopes.unshift(adapter.nameOf(at).text);
  }
  return scopes.map((scope) => `${scope}(`).join("") + textOfPass(pass) + ")".repeat(scopes.length);
}

/**
 * Makes an instrumentation that prepares reproducers in advance, for runs that another process may kill. Has no pass
 * hooks unless `local`, so passes may run in threads.
 */
export function followContexts<Op extends object>(
  adapter: PrintingAdapter<Op>,
  { onContext, local = false, disableThreading = true, print = {} }: FollowOptions,
): Instrumentation<Op> {
  let verifyEach = true;
  let parents = parentsFrom(adapter);
  const report = (top: Op, elements: string): void => {
    const pipeline = `${adapter.nameOf(top).text}(${elements})`;
    onContext(printOperation(adapter, parents, top, print), { pipeline, disableThreading, verifyEach });
  };
  return {
    name: "reproducers ahead",
    allowsThreads: !local,
    beforeRun(op, run) {
      const { manager } = run;
      ({ verifyEach } = manager);
      parents = run;
      // MLIR joins topmost elements with a space, and nested ones without.
      if (!local) report(op, textOfElements(mergePipeline(manager, adapter)).join(", "));
    },
    ...(local
      ? {
          beforePass({ pass }, op) {
            if (pass !== undefined) report(topOf(parents, op), localElements(adapter, parents, op, pass));
          },
        }
      : {}),
  };
}
