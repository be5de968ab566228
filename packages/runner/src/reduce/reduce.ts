import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { Assembly } from "@passwright/sdk/loading";
import type { FaultTest } from "../fault/faults.ts";
import { isCompleted, Limits } from "../fault/limits.ts";
import { runTrial } from "../fault/trial.ts";
import type { TrialInput } from "../fault/trial.ts";
import { candidatesOf } from "../fault/variants.ts";
import { reduceRoot } from "./reduce-root.ts";
import { shrinkPipeline } from "./shrink-pipeline.ts";
import type { SmallerPipeline } from "./shrink-pipeline.ts";

/** Smaller input and pipeline that might still show the fault. */
export interface ReduceCandidate extends SmallerPipeline {
  /** Text of the candidate. */
  readonly text: string;
}

/** Settings of {@link reduce}. */
export interface ReduceOptions {
  /** Whether to also reduce the pipeline. */
  readonly hasPipeline?: boolean;
  /** Maximum number of candidates to try. Default: no limit. */
  readonly budget?: number;
  /** Signal that ends the reduction. The result is then the smallest candidate that was found so far. */
  readonly signal?: AbortSignal;
  /**
   * Number of candidates to try at the same time, for asynchronous tests. The result does not depend on this number.
   */
  readonly jobs?: number;
  /** Called for each smaller candidate that shows the fault, with this candidate and the number of tries so far. */
  readonly onSmaller?: (candidate: ReduceCandidate, tries: number) => void;
}

/** Result of {@link reduce}. */
export interface ReduceReport extends ReduceCandidate {
  /** Whether the input shows the fault. If false, nothing was reduced. */
  readonly isFaulty: boolean;
  /** Errors if the input could not be parsed. Such an input cannot be reduced. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of candidates that were tested. */
  readonly tries: number;
  /** Length of the original text. */
  readonly sizeBefore: number;
}

/**
 * Finds a smaller input for which `stillFails` holds. If `hasPipeline` is set, also reduces the pipeline, and repeats
 * both reductions until the pipeline does not become smaller. The reduced input is the text that the IR prints.
 */
export async function reduce(
  assembly: Assembly,
  input: TrialInput,
  stillFails: (candidate: ReduceCandidate) => boolean | Promise<boolean>,
  options: ReduceOptions = {},
): Promise<ReduceReport> {
  await assembly.ready();
  const { ir } = assembly.input.framework.framework;
  const { hasPipeline = false, jobs = 1, onSmaller } = options;
  const { content } = input;
  const first = typeof content === "string" ? content : new TextDecoder().decode(content);
  let best: ReduceCandidate = { assembly, kept: candidatesOf(assembly.input), banned: [], text: first };
  const limits = new Limits(options);
  const test = (candidate: ReduceCandidate): Promise<boolean> => limits.test(() => stillFails(candidate));
  const accept = (candidate: ReduceCandidate): void => {
    best = candidate;
    onSmaller?.(candidate, limits.tests);
  };
  const report = (isFaulty: boolean, diagnostics: readonly Diagnostic[] = []): ReduceReport => ({
    ...best,
    isFaulty,
    diagnostics,
    tries: limits.tests,
    sizeBefore: first.length,
  });
  const parsed = assembly.parse(content, input);
  if (!parsed.ok) return report(false, parsed.diagnostics);
  limits.tests++;
  if (!(await stillFails(best))) return report(false);
  let root = parsed.root as object;
  const textOf = (op: object): string =>
    (ir as IrAdapter<object> & { print(op: object, flags: object): string }).print(op, {});
  await isCompleted(async () => {
    for (let isSmaller = true; isSmaller;) {
      const { assembly: before } = best;
      const result = await reduceRoot(ir, root, (candidate) => test({ ...best, text: textOf(candidate) }), {
        jobs,
        onSmaller: (smaller) => accept({ ...best, text: textOf(smaller) }),
      });
      root = result.root;
      if (!hasPipeline) break;
      const { text } = best;
      await shrinkPipeline(
        best,
        assembly.input,
        (one) => test({ ...one, text }),
        jobs,
        (one) => accept({ ...one, text }),
      );
      isSmaller = best.assembly !== before;
    }
  });
  return report(true);
}

/** Returns a test that runs the pipeline of a candidate, for {@link reduce}. */
export function showsFault(fault: FaultTest, from: TrialInput): (candidate: ReduceCandidate) => Promise<boolean> {
  return async ({ assembly, text }) => {
    const input = { ...from, content: text };
    return fault(await runTrial(assembly, input), input);
  };
}
