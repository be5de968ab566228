import { refuseControlCharacters } from "./refuse-control-characters.ts";

/** Which analyses survived a pass. Passed to {@link AnalysisDefinition.isInvalidated}. */
export interface PreservedAnalyses {
  /** An analysis that was dropped already, in this round, counts as not preserved. */
  isPreserved(analysis: { readonly name: string }): boolean;
  readonly all: boolean;
}

/** What an analysis may ask while it is computed: the analyses that it depends on. */
export interface AnalysisContext<Op extends object> {
  getAnalysis<A>(analysis: Analysis<Op, A>): A;
  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined;
  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A;
}

/** What {@link defineAnalysis} takes. */
export interface AnalysisDefinition<Op extends object, A> {
  /** `package/name`. Analyses are the same when their names are: two copies of a package in one process agree. */
  readonly name: string;
  /** The name that timing shows; the part after the slash if there is none. */
  readonly displayName?: string;
  readonly summary?: string;
  /** Computes it for one operation. It must not change the IR. */
  compute(op: Op, analyses: AnalysisContext<Op>): A;
  /**
   * Whether a pass that preserved only `preserved` made `value` wrong. Without this function: it did, unless the analysis
   * itself was preserved. Ask here for the analyses that this one depends on.
   */
  isInvalidated?(value: A, preserved: PreservedAnalyses): boolean;
}

/** An analysis: something computed from an operation, cached until a pass does not preserve it. */
export interface Analysis<Op extends object, A> extends AnalysisDefinition<Op, A> {
  readonly displayName: string;
}

/**
 * Defines an analysis. Like MLIR's analyses it is a pure function of one operation and its contents.
 *
 * @throws {@link UsageError} PWC0106 for a name with a control character.
 */
export function defineAnalysis<Op extends object, A>(definition: AnalysisDefinition<Op, A>): Analysis<Op, A> {
  const displayName = definition.displayName ?? definition.name.slice(definition.name.indexOf("/") + 1);
  refuseControlCharacters("analysis", [
    ["name", definition.name],
    ["display name", displayName],
  ]);
  return Object.freeze({ ...definition, displayName });
}
