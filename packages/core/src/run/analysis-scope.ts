import { type Analysis, type AnalysisContext, type PreservedAnalyses } from "../analysis.ts";
import { type Instrumentation } from "../instrumentation.ts";
import { type IrAdapter } from "../ir-adapter.ts";

/** What every scope of one run shares. */
export interface AnalysisHost<Op extends object> {
  readonly adapter: IrAdapter<Op>;
  readonly instrumentations: readonly Instrumentation<Op>[];
}

interface Entry<Op extends object> {
  readonly analysis: Analysis<Op, unknown>;
  readonly value: unknown;
}

/**
 * The analyses of one operation, MLIR's `AnalysisManager`. Scopes are nested as operations are. They are made when an
 * analysis is first asked for: a run that uses no analysis allocates none.
 */
export class AnalysisScope<Op extends object> implements AnalysisContext<Op> {
  readonly op: Op;
  readonly parent: AnalysisScope<Op> | undefined;
  readonly #host: AnalysisHost<Op>;
  #entries: Map<string, Entry<Op>> | undefined;
  #children: Map<Op, AnalysisScope<Op>> | undefined;

  constructor(op: Op, parent: AnalysisScope<Op> | undefined, host: AnalysisHost<Op>) {
    this.op = op;
    this.parent = parent;
    this.#host = host;
  }

  getAnalysis<A>(analysis: Analysis<Op, A>): A {
    const cached = this.#entries?.get(analysis.name);
    if (cached !== undefined) return cached.value as A;
    const { instrumentations } = this.#host;
    for (const instrumentation of instrumentations) instrumentation.beforeAnalysis?.(analysis, this.op);
    const value = analysis.compute(this.op, this);
    this.#entries ??= new Map();
    this.#entries.set(analysis.name, { analysis, value });
    for (let i = instrumentations.length - 1; i >= 0; i--) instrumentations[i]?.afterAnalysis?.(analysis, this.op);
    return value;
  }

  getCachedAnalysis<A>(analysis: Analysis<Op, A>): A | undefined {
    return this.#entries?.get(analysis.name)?.value as A | undefined;
  }

  /** The cached analysis of an operation around this one, which must be one that the run went through. */
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

  /** The scope of an operation inside this one, at any depth, made if need be together with those between. */
  nest(op: Op): AnalysisScope<Op> {
    if (op === this.op) return this;
    const parent = this.#host.adapter.parentOf(op);
    const outer = parent === undefined || parent === this.op ? this : this.nest(parent);
    outer.#children ??= new Map();
    let scope = outer.#children.get(op);
    if (scope === undefined) {
      scope = new AnalysisScope(op, outer, this.#host);
      outer.#children.set(op, scope);
    }
    return scope;
  }

  /** Like {@link nest}, but answers `undefined` rather than make a scope. */
  findNested(op: Op): AnalysisScope<Op> | undefined {
    if (op === this.op) return this;
    if (this.#children === undefined) return undefined;
    const direct = this.#children.get(op);
    if (direct !== undefined) return direct;
    const parent = this.#host.adapter.parentOf(op);
    return parent === undefined || parent === this.op ? undefined : this.findNested(parent)?.findNested(op);
  }

  /** Forgets everything about an operation inside: its pipeline ended, or the operation is gone. */
  dropNested(op: Op): void {
    this.#children?.delete(op);
  }

  /** Drops what a pass on this operation did not preserve, here and in everything nested. */
  invalidate(preserved: PreservedAnalyses): void {
    if (preserved.all) return;
    if (this.#entries !== undefined) {
      for (const [name, { analysis, value }] of this.#entries) {
        const isInvalidated =
          analysis.isInvalidated === undefined
            ? !preserved.isPreserved(analysis as Analysis<never, unknown>)
            : analysis.isInvalidated(value, preserved);
        if (isInvalidated) this.#entries.delete(name);
      }
    }
    if (this.#children !== undefined) for (const child of this.#children.values()) child.invalidate(preserved);
  }
}
