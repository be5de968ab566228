import { mergePipeline } from "@passwright/core";
import type { Instrumentation, Pass, PrintOptions } from "@passwright/core";
import { knownBy, printOperation, topOf } from "../printing/print-op.ts";
import type { Parents, PrintingAdapter } from "../printing/print-op.ts";
import { textOfElements, textOfPass } from "./pipeline-text.ts";
import type { Reproducer } from "./reproducer-text.ts";

/** What {@link followContexts} needs. */
export interface FollowOptions {
  /** Gets the IR as it is now, and how to run again what runs on it now. */
  readonly tell: (ir: string, reproducer: Reproducer) => void;
  /** At every pass rather than once per run, for that pass alone: it prints all of the IR each time. */
  readonly local?: boolean;
  /** What reproducers say of threads; true if not given. */
  readonly disableThreading?: boolean;
  readonly print?: PrintOptions;
}

/** The elements of the pipeline that runs one pass on one operation, from the top, without the operation at the top. */
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
 * Makes an instrumentation that tells what a reproducer would hold before it is needed: for runs that somebody else may end,
 * who cannot ask any more then. It does not look at what passes do, so they may run in threads.
 */
export function followContexts<Op extends object>(
  adapter: PrintingAdapter<Op>,
  { tell, local = false, disableThreading = true, print = {} }: FollowOptions,
): Instrumentation<Op> {
  let verifyEach = true;
  let parents = knownBy(adapter);
  const tellOf = (top: Op, elements: string): void => {
    const pipeline = `${adapter.nameOf(top).text}(${elements})`;
    tell(printOperation(adapter, parents, top, print), { pipeline, disableThreading, verifyEach });
  };
  return {
    name: "reproducers ahead",
    allowsThreads: !local,
    beforeRun(op, run) {
      const { manager } = run;
      ({ verifyEach } = manager);
      parents = run;
      // MLIR joins the elements at the top with a space, and those further inside without.
      if (!local) tellOf(op, textOfElements(mergePipeline(manager, adapter)).join(", "));
    },
    ...(local
      ? {
          beforePass({ pass }, op) {
            if (pass !== undefined) tellOf(topOf(parents, op), localElements(adapter, parents, op, pass));
          },
        }
      : {}),
  };
}
