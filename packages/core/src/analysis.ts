import { refuseControlCharacters } from "./refuse-control-characters.ts";

/** Analyses that a pass preserved. Passed to {@link AnalysisDefinition.isInvalidated}. */
export interface PreservedAnalyses {
  /**
   * Returns whether an analysis is still valid. False for one that depends on an analysis already dropped after the
   * same pass.
   */
  isPreserved(analysis: { readonly name: string }): boolean;
  /** Whether the pass preserved all analyses. */
  readonly all: boolean;
}

/** Analyses that an analysis may use while it is computed. */
export interface AnalysisContext<Op extends object> {
  /** Returns an analysis of the same operation: cached if possible, else computed now. */
  getAnalysis<A>(analysis: Analysis<Op, A>): A;
  /** Returns the cached analysis of an operation around this one, or `undefined`. Never computes it. */
  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined;
  /** Returns an analysis of an operation inside this one: cached if possible, else computed now. */
  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A;
}

/** Argument of {@link defineAnalysis}. */
export interface AnalysisDefinition<Op extends object, A> {
  /**
   * Unique name, `package/name`. Analyses with the same name are the same analysis, also across two copies of a
   * package.
   */
  readonly name: string;
  /** Name in timing reports. Default: the part of `name` after the slash. */
  readonly displayName?: string;
  /** One line for lists and help. */
  readonly summary?: string;
  /** Computes the analysis of one operation. Must not change the IR. */
  compute(op: Op, analyses: AnalysisContext<Op>): A;
  /**
   * Returns whether a pass that preserved only `preserved` made `value` wrong. Query `preserved` for the analyses
   * that this one depends on. Default: invalidated unless the analysis itself is preserved.
   */
  isInvalidated?(value: A, preserved: PreservedAnalyses): boolean;
}

/** Value computed from an operation and cached until a pass does not preserve it. Made by {@link defineAnalysis}. */
export interface Analysis<Op extends object, A> extends AnalysisDefinition<Op, A> {
  /** Name in timing reports. */
  readonly displayName: string;
}

/**
 * Defines an analysis: as in MLIR, a pure function of one operation and its contents.
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
