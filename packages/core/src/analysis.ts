import type { Defined } from "./code.ts";

/** Set of analyses that a pass preserved. Argument of {@link AnalysisDefinition.isInvalidated}. */
export interface PreservedAnalyses {
  /** Returns whether the pass preserved an analysis. False if it depends on an analysis that is invalid. */
  isPreserved(analysis: { readonly name: string }): boolean;
  /** Whether the pass preserved all analyses. */
  readonly all: boolean;
}

/** Access to other analyses while an analysis is computed. */
export interface AnalysisContext<Op extends object> {
  /** Returns another analysis of the current operation. Computes the analysis if it is not cached. */
  getAnalysis<A>(analysis: Analysis<Op, A>): A;
  /** Returns the cached analysis of a surrounding operation, or `undefined`. Does not compute the analysis. */
  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined;
  /** Returns an analysis of an operation inside the current operation. Computes the analysis if it is not cached. */
  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A;
}

/** Argument of {@link defineAnalysis}. */
export interface AnalysisDefinition<Op extends object, A> {
  /** Unique name in the form `package/name`. Identifies the analysis, even in two copies of a package. */
  readonly name: string;
  /** Name in timing reports. Default: the part of `name` after the slash. */
  readonly displayName?: string;
  /** One-line description for lists and help. */
  readonly summary?: string;
  /** Computes the analysis of one operation. Must not change the IR. */
  compute(op: Op, analyses: AnalysisContext<Op>): A;
  /**
   * Returns whether `value` is invalid after a pass. `preserved` contains the analyses that the pass preserved. Call
   * `preserved.isPreserved` for the analyses on which this analysis depends. Default: the value is invalid unless the
   * pass preserved this analysis.
   */
  isInvalidated?(value: A, preserved: PreservedAnalyses): boolean;
}

/** Analysis that {@link defineAnalysis} made. A run caches its values until a pass invalidates them. */
export interface Analysis<Op extends object, A> extends AnalysisDefinition<Op, A>, Defined {
  /** Name in timing reports. */
  readonly displayName: string;
}

/** Result of a function that must be synchronous: any value except a promise. */
export type NoPromise =
  void | undefined | null | string | number | bigint | boolean | symbol | (object & { readonly then?: never });
