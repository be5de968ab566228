import { type Attribute } from "../attributes/attribute.ts";
import { internalized } from "../text/bytes.ts";
import { traitBit } from "../dialects/traits.ts";
import { constantOfValue } from "../fold/constants.ts";
import { Operation } from "../operation.ts";
import { type Store } from "../store/store.ts";
import { Value } from "../value.ts";
import { type OpRewritePattern } from "./pattern.ts";
import { type PatternRewriter } from "./pattern-rewriter.ts";

/*
 * Patterns that are trees of operations, as MLIR writes them in TableGen (`mlir/docs/DeclarativeRewrites.md`). They are
 * matched by ids, so that nothing is made for the many operations that they are tried on in vain.
 */

/** What an operand must be: any value under a name (the same value where the name comes again), a constant, an operation. */
export type OperandPattern = string | ConstantPattern | DagNode;

export interface ConstantPattern {
  readonly constant: string;
}

/** An operation that a pattern matches, with patterns for its operands. */
export interface DagNode {
  /** The operation's name. */
  readonly op: string;
  readonly operands: readonly OperandPattern[];
  /** What the operation is called in the rewrite; the root is `root`. */
  readonly as: string | undefined;
}

/** The result of an operation of that name with these operands. */
export function node(op: string, operands: readonly OperandPattern[], as?: string): DagNode {
  return { op: internalized(op), operands, as };
}

/** The result of any constant operation. */
export function constant(name: string): ConstantPattern {
  return { constant: name };
}

/** What a tree matched. */
export class DagMatch {
  readonly store: Store;
  readonly #names: readonly string[];
  readonly #found: Int32Array;

  constructor(store: Store, names: readonly string[], found: Int32Array) {
    this.store = store;
    this.#names = names;
    this.#found = found;
  }

  #id(name: string): number {
    return this.#found[this.#names.indexOf(name)]!;
  }

  value(name: string): Value {
    return Value.of(this.store, this.#id(name));
  }

  constant(name: string): Attribute {
    return constantOfValue(this.store, this.#id(name))!;
  }

  op(name: string): Operation {
    return Operation.of(this.store, this.#id(name));
  }
}

/** A rewrite as data: a tree of operations to match, and what replaces its root. */
export interface DagPattern {
  readonly name: string;
  readonly match: DagNode;
  /** What else must hold; must not change anything. */
  readonly when?: (match: DagMatch) => boolean;
  /** Replaces the root. New operations get the locations of what was matched. */
  rewrite(match: DagMatch, rewriter: PatternRewriter, root: Operation): void;
}

/** Compiles a rewrite that is data into a pattern. What it matches is found by ids, without handles. */
export function dagPattern(pattern: DagPattern): OpRewritePattern {
  const { match, name, when } = pattern;
  const names = [...new Set(namesIn(match))];
  const found = new Int32Array(names.length);
  const matched: number[] = [];
  const size = countNodes(match);
  const find = (store: Store, op: number): boolean => {
    // Nearly every operation that it is tried on fails here, before anything is written down.
    if (!mayMatch(store, op, match.operands)) return false;
    found.fill(0);
    matched.length = 0;
    matched.push(op);
    return matchNode(store, op, match, names, found, matched);
  };
  return {
    name,
    couldMatch: find,
    couldMatchOperands: (store, op) => mayMatch(store, op, match.operands),
    matchAndRewrite(op, rewriter) {
      if (!find(op.store, op.id)) return false;
      const result = new DagMatch(op.store, names, found.slice());
      if (when?.(result) === false) return false;
      // Constants are among what was matched, but not counted: MLIR takes so many as there are operations in the pattern.
      rewriter.locateAt(...matched.slice(0, size));
      pattern.rewrite(result, rewriter, op);
      return true;
    },
  };
}

function namesIn(pattern: OperandPattern): readonly string[] {
  if (typeof pattern === "string") return [pattern];
  if ("constant" in pattern) return [pattern.constant];
  return [...(pattern.as === undefined ? [] : [pattern.as]), ...pattern.operands.flatMap(namesIn)];
}

function countNodes(pattern: OperandPattern): number {
  if (typeof pattern === "string" || "constant" in pattern) return 0;
  return pattern.operands.reduce((sum, operand) => sum + countNodes(operand), 1);
}

/** Whether the operands of an operation are made by operations of the right names. */
function mayMatch(store: Store, op: number, operands: readonly OperandPattern[]): boolean {
  const first = store.opFirstOperand[op]!;
  const { names } = store.context;
  for (let i = 0; i < operands.length; i++) {
    const pattern = operands[i]!;
    if (typeof pattern === "string") continue;
    const owner = store.valueOwner[store.operandValue[first + i]!]!;
    if (owner <= 0) return false;
    const name = names[store.opName[owner]!]!;
    if ("constant" in pattern ? (name.traitBits & traitBit.ConstantLike) === 0 : name.text !== pattern.op) return false;
  }
  return true;
}

/** Whether the operands of an operation are as the node says. Operations are noted behind what they use. */
function matchNode(
  store: Store,
  op: number,
  { as, operands }: DagNode,
  names: readonly string[],
  found: Int32Array,
  matched: number[],
): boolean {
  if (as !== undefined) found[names.indexOf(as)] = op;
  const first = store.opFirstOperand[op]!;
  for (let i = 0; i < operands.length; i++) {
    if (!matchOperand(store, store.operandValue[first + i]!, operands[i]!, names, found, matched)) return false;
  }
  return true;
}

function matchOperand(
  store: Store,
  value: number,
  pattern: OperandPattern,
  names: readonly string[],
  found: Int32Array,
  matched: number[],
): boolean {
  if (typeof pattern === "string") return bind(found, names.indexOf(pattern), value);
  const owner = store.valueOwner[value]!;
  if (owner <= 0) return false;
  const name = store.context.names[store.opName[owner]!]!;
  if ("constant" in pattern) {
    if ((name.traitBits & traitBit.ConstantLike) === 0) return false;
    found[names.indexOf(pattern.constant)] = value;
  } else if (name.text !== pattern.op || !matchNode(store, owner, pattern, names, found, matched)) {
    return false;
  }
  matched.push(owner);
  return true;
}

function bind(found: Int32Array, place: number, value: number): boolean {
  if (found[place] !== 0) return found[place] === value;
  found[place] = value;
  return true;
}
