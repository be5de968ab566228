import type { DialectDefinition } from "../dialects/define-dialect.ts";
import { wrongArgument } from "../errors.ts";
import { getOrMake } from "../maps.ts";
import type { IrContext } from "../store/store.ts";
import { byteStringOf } from "../text/bytes.ts";
import { checkPatterns } from "./check-pattern.ts";
import type { OpRewritePattern, RewritePattern } from "./pattern.ts";

const NONE: readonly OpRewritePattern[] = [];

/** Selects patterns by name or label. */
export interface PatternFilter {
  /** Patterns to exclude. */
  readonly disabled?: readonly string[];
  /** Patterns to use. If empty, all patterns are used. */
  readonly enabled?: readonly string[];
}

/** Patterns, sorted in the order in which drivers try them (`FrozenRewritePatternSet`). */
export class FrozenPatternSet {
  /** Context of the patterns. */
  readonly context: IrContext;
  readonly #ofName = new Map<number, OpRewritePattern[]>();
  readonly #ofAny: RewritePattern[];
  /** Sorted patterns by the id of an operation name. Each entry includes the patterns that match any operation. */
  readonly #sorted: (readonly OpRewritePattern[] | undefined)[] = [];

  constructor(context: IrContext, patterns: readonly RewritePattern[], filter: PatternFilter = {}) {
    checkPatterns(patterns);
    this.context = context;
    const { disabled = [], enabled = [] } = filter;
    const used = patterns.filter(({ name, labels = [], benefit }) => {
      const isOneOf = (names: readonly string[]): boolean =>
        names.some((text) => text === name || labels.includes(text));
      return benefit !== 0 && !isOneOf(disabled) && (enabled.length === 0 || isOneOf(enabled));
    });
    this.#ofAny = used.filter(({ root }) => root === undefined);
    for (const pattern of used) {
      if (pattern.root === undefined) continue;
      const { id, dialect, isRegistered } = context.operationName(byteStringOf(pattern.root));
      const known = context.findDialect(dialect);
      if (dialect === "" || (!isRegistered && known !== undefined && known.allowUnknownOps !== true)) {
        const problem = `the root of pattern \`${pattern.name}\` is \`${pattern.root}\`, which is not an operation`;
        throw wrongArgument("`FrozenPatternSet`", problem, "patterns for operations of the dialects in the context");
      }
      getOrMake(this.#ofName, id, () => []).push(pattern);
    }
  }

  /** Returns the patterns of an operation name, in order of application. */
  of(name: number): readonly OpRewritePattern[] {
    const known = this.#sorted[name];
    if (known !== undefined) return known;
    const all = [...(this.#ofName.get(name) ?? []), ...this.#ofAny];
    all.sort((a, b) => (b.benefit ?? 1) - (a.benefit ?? 1));
    return (this.#sorted[name] = all.length === 0 ? NONE : all);
  }
}

/** Returns the canonicalization patterns of all registered dialects, in MLIR's order: by operation name. */
export function getCanonicalizationPatterns(context: IrContext): readonly RewritePattern[] {
  const patterns: RewritePattern[] = [];
  const registered: readonly DialectDefinition[] = context.dialects;
  for (const dialect of registered) {
    for (const [mnemonic, { canonicalizationPatterns }] of Object.entries(dialect.ops)) {
      const root = `${dialect.name}.${mnemonic}`;
      for (const pattern of canonicalizationPatterns ?? []) patterns.push({ ...pattern, root, dialect: dialect.name });
    }
  }
  return patterns.sort((a, b) => (a.root! < b.root! ? -1 : a.root! > b.root! ? 1 : 0));
}
