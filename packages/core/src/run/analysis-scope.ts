import type { Analysis, AnalysisContext, PreservedAnalyses } from "../analysis.ts";
import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { Hooks } from "./hooks.ts";
import type { Parents } from "./parents.ts";
import { isRefusedPromise } from "./is-promise.ts";
import { analysisThrew, circularAnalysis, notInside, promiseOfAnalysis } from "./run-errors.ts";
import type { OpPlace } from "./run-errors.ts";
import { isThrown } from "../thrown.ts";

/** Objects of a run that the analysis scopes of this run share. */
export interface AnalysisHost<Op extends object> {
  readonly parents: Parents<Op>;
  readonly hooks: Hooks<Op>;
  placeOf(op: Op): OpPlace;
}

/** Analyses that a pass preserved, with fast checks for the cases "all analyses" and "no analyses". */
export interface Preservation extends PreservedAnalyses {
  readonly none: boolean;
}

/** Type of {@link openScope}. Analyses store this function as their code. */
export type OpenScope = typeof openScope;

/** Makes the scope of an operation. */
export function openScope<Op extends object>(
  op: Op,
  host: AnalysisHost<Op>,
  parent?: AnalysisScope<Op>,
): AnalysisScope<Op> {
  return new AnalysisScope(op, parent, host);
}

interface Entry<Op extends object> {
  readonly analysis: Analysis<Op, unknown>;
  readonly value: unknown;
}

/**
 * Cached analyses of one operation. The counterpart of MLIR's `AnalysisManager`
 * (mlir/include/mlir/Pass/AnalysisManager.h). Scopes are nested like operations, and are created on demand.
 */
export class AnalysisScope<Op extends object> implements AnalysisContext<Op> {
  readonly op: Op;
  readonly parent: AnalysisScope<Op> | undefined;
  readonly #host: AnalysisHost<Op>;
  #entries: Map<string, Entry<Op>> | undefined;
  #children: Map<Op, AnalysisScope<Op>> | undefined;
  /** Names of the analyses that are being computed, outermost first. */
  #computing: string[] | undefined;

  constructor(op: Op, parent: AnalysisScope<Op> | undefined, host: AnalysisHost<Op>) {
    this.op = op;
    this.parent = parent;
    this.#host = host;
  }

  getAnalysis<A>(analysis: Analysis<Op, A>): A {
    const cached = this.#entries?.get(analysis.name);
    if (cached !== undefined) return cached.value as A;
    const { hooks } = this.#host;
    if (hooks.areInstalled) hooks.call.beforeAnalysis(analysis, this.op);
    try {
      const value = this.#compute(analysis);
      this.#entries ??= new Map();
      this.#entries.set(analysis.name, { analysis, value });
      return value;
    } finally {
      if (hooks.areInstalled) hooks.call.afterAnalysis(analysis, this.op);
    }
  }

  getCachedAnalysis<A>(analysis: Analysis<Op, A>): A | undefined {
    return this.#entries?.get(analysis.name)?.value as A | undefined;
  }

  /** Returns the cached analysis of a surrounding operation, or `undefined` if no analysis is cached. */
  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined {
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
      if (scope.op === parent) return scope.getCachedAnalysis(analysis);
    }
    return undefined;
  }

  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A {
    return this.nest(child).getAnalysis(analysis);
  }

  getCachedChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A | undefined {
    return this.findNested(child)?.getCachedAnalysis(analysis);
  }

  /** Returns the scope of an operation inside this operation, or makes it. Throws PWC0415 for other operations. */
  nest(op: Op): AnalysisScope<Op> {
    if (op === this.op) return this;
    const path = this.#host.parents.pathTo(op, this.op);
    if (path === undefined) throw new UsageError(notInside(this.#host.placeOf(op), this.#host.placeOf(this.op)));
    return path.slice(0, -1).reduceRight<AnalysisScope<Op>>((scope, at) => scope.#child(at), this);
  }

  /** Returns the scope of an operation inside this operation, or `undefined` if the scope does not exist. */
  findNested(op: Op): AnalysisScope<Op> | undefined {
    if (op === this.op) return this;
    if (this.#children === undefined) return undefined;
    const direct = this.#children.get(op);
    if (direct !== undefined) return direct;
    // Fast path: most operations are direct children without a scope.
    if (this.#host.parents.isIn(op, this.op)) return undefined;
    const path = this.#host.parents.pathTo(op, this.op)?.slice(0, -1);
    return path?.reduceRight<AnalysisScope<Op> | undefined>((scope, at) => scope && scope.#children?.get(at), this);
  }

  #child(op: Op): AnalysisScope<Op> {
    this.#children ??= new Map();
    let scope = this.#children.get(op);
    if (scope === undefined) {
      scope = openScope(op, this.#host, this);
      this.#children.set(op, scope);
    }
    return scope;
  }

  /** Whether neither this scope nor a nested scope contains a cached analysis. */
  get isEmpty(): boolean {
    if (this.#entries !== undefined && this.#entries.size > 0) return false;
    for (const child of this.#children?.values() ?? []) if (!child.isEmpty) return false;
    return true;
  }

  /** Drops all cached analyses when the pipeline on the operation of this scope ends. */
  clear(): void {
    this.#entries = undefined;
    this.#children = undefined;
  }

  /** Drops all cached analyses, and removes this scope from its parent. */
  drop(): void {
    this.clear();
    const { parent } = this;
    if (parent !== undefined) parent.#children?.delete(this.op);
  }

  /** Drops all analyses that a pass on this operation did not preserve, in this scope and in nested scopes. */
  invalidate(preserved: Preservation): void {
    if (preserved.all) return;
    if (this.#entries !== undefined) this.#invalidateOwn(this.#entries, preserved);
    if (preserved.none) this.#children = undefined;
    if (this.#children !== undefined) for (const child of this.#children.values()) child.invalidate(preserved);
  }

  /** Drops analyses that are not preserved, and later entries that depend on them. */
  #invalidateOwn(entries: Map<string, Entry<Op>>, preserved: PreservedAnalyses): void {
    const remaining: PreservedAnalyses = {
      all: false,
      isPreserved: (analysis) => preserved.isPreserved(analysis) && !dropped.has(analysis.name),
    };
    const dropped = new Set<string>();
    for (const [name, { analysis, value }] of entries) {
      if (!this.#isInvalidated(analysis, value, remaining)) continue;
      entries.delete(name);
      dropped.add(name);
    }
  }

  #isInvalidated(analysis: Analysis<Op, unknown>, value: unknown, preserved: PreservedAnalyses): boolean {
    if (analysis.isInvalidated === undefined) return !preserved.isPreserved(analysis);
    try {
      const isInvalidated: unknown = analysis.isInvalidated(value, preserved);
      if (!isRefusedPromise(isInvalidated)) return isInvalidated as boolean;
      throw new UsageError(promiseOfAnalysis(analysis.name, this.#host.placeOf(this.op), "isInvalidated"));
    } catch (thrown) {
      throw this.#toUsageError(analysis, thrown);
    }
  }

  #compute<A>(analysis: Analysis<Op, A>): A {
    this.#computing ??= [];
    const { name } = analysis;
    if (this.#computing.includes(name))
      throw new UsageError(circularAnalysis([...this.#computing, name], this.#host.placeOf(this.op)));
    this.#computing.push(name);
    try {
      const value: unknown = analysis.compute(this.op, this);
      if (!isRefusedPromise(value)) return value as A;
      throw new UsageError(promiseOfAnalysis(name, this.#host.placeOf(this.op)));
    } catch (thrown) {
      throw this.#toUsageError(analysis, thrown);
    } finally {
      this.#computing.pop();
    }
  }

  /** Makes an error that names the analysis, unless the value contains a diagnostic or is a bug in Passwright. */
  #toUsageError(analysis: Analysis<Op, unknown>, thrown: unknown): unknown {
    if (isThrown(thrown, BugError) || diagnosticOf(thrown) !== undefined) return thrown;
    const diagnostic = analysisThrew(analysis.name, this.#host.placeOf(this.op), thrown);
    return new UsageError(diagnostic, { cause: thrown });
  }
}
