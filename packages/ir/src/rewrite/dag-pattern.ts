import type { Attribute } from "../attributes/attribute.ts";
import { unboundName, wrongCondition } from "../errors.ts";
import { entityText } from "../entity-text.ts";
import { Operation, Value } from "../handles.ts";
import { traitBit } from "../dialects/traits.ts";
import { constantOfValue } from "../fold/constants.ts";
import type { Store } from "../store/store.ts";
import { checkDagPattern } from "./check-pattern.ts";
import type { DagNode, OperandPattern } from "./dag-tree.ts";
import type { RewritePattern } from "./pattern.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/* Trees of operations, as in TableGen (`mlir/docs/DeclarativeRewrites.md`). Matches ids, because most attempts fail. */

/** The operations and values that a tree matched. */
export class DagMatch {
  /** Store of the matched operations. */
  readonly store: Store;
  readonly #names: readonly string[];
  readonly #found: Int32Array;

  constructor(store: Store, names: readonly string[], found: Int32Array) {
    this.store = store;
    this.#names = names;
    this.#found = found;
  }

  #id(name: string): number {
    const place = this.#names.indexOf(name);
    if (place < 0) throw unboundName(name, this.#names);
    return this.#found[place]!;
  }

  /** Returns the value that the pattern bound to a name. */
  value(name: string): Value {
    return Value.of(this.store, this.#id(`value \`${name}\``));
  }

  /** Returns the constant that the pattern bound to a name. */
  constant(name: string): Attribute {
    const found = constantOfValue(this.store, this.#id(`value \`${name}\``));
    if (found === undefined) throw unboundName(`constant \`${name}\``, this.#names);
    return found;
  }

  /** Returns the operation that the pattern bound to a name. */
  op(name: string): Operation {
    return Operation.of(this.store, this.#id(`operation \`${name}\``));
  }
}

/** A rewrite as data: a tree of operations to match, and a replacement for its root. */
export interface DagPattern {
  /** Name of the pattern, for debug output. */
  readonly name: string;
  /** Pattern of the operation that is rewritten. */
  readonly match: DagNode;
  /** Returns whether further conditions hold. The function must not change the program. */
  readonly when?: (match: DagMatch) => boolean;
  /** Replaces the root. New operations get the locations of the matched operations. */
  rewrite(match: DagMatch, rewriter: PatternRewriter, root: Operation): void;
}

/** Compiles a rewrite into a pattern that matches by ids, without handles. `root` is the operation of the tree's root. */
export function dagPattern(
  pattern: DagPattern,
): RewritePattern & Pick<DagPattern, "match"> & { readonly root: string } {
  checkDagPattern(pattern);
  return compileDagPattern(pattern);
}

/** Like {@link dagPattern}, but does not check the pattern. For this package, so that the program starts faster. */
export function compileDagPattern(pattern: DagPattern): ReturnType<typeof dagPattern> {
  const { match, name, when } = pattern;
  // Compiled at the first use, because a program has few of the operations for which patterns exist.
  let compiled: DagMatcher | undefined;
  const matcherOf = (): DagMatcher => (compiled ??= new DagMatcher({ ...match, as: match.as ?? "root" }));
  return {
    name,
    root: match.op,
    match,
    couldMatch: (store, op) => matcherOf().find(store, op),
    couldMatchOperands: (store, op) => matcherOf().mayMatch(store, op),
    matchAndRewrite(op, rewriter) {
      const matcher = matcherOf();
      if (!matcher.find(op.store, op.id)) return false;
      const result = new DagMatch(op.store, matcher.names, matcher.found.slice());
      const holds: unknown = when === undefined || when(result);
      if (holds === false) return false;
      if (holds !== true) throw wrongCondition(entityText(holds));
      // As in MLIR, fuses at most as many locations as the pattern has operations that are not constants.
      rewriter.locateAt(...matcher.matched.slice(0, Math.min(matcher.size, matcher.count)));
      pattern.rewrite(result, rewriter, op);
      return true;
    },
  };
}

function countOperations({ kind, operands }: CompiledNode): number {
  return operands.reduce((sum, operand) => sum + countOperations(operand), kind === "operation" ? 1 : 0);
}

/** A compiled node. All kinds of nodes have the same fields, so that JavaScript engines access the fields fast. */
interface CompiledNode {
  readonly kind: "value" | "constant" | "operation";
  /** Slot for the matched value or operation, or -1 if the node has no slot. */
  readonly place: number;
  /** Name of the operation, or "" if the node is not an operation. */
  readonly op: string;
  readonly operands: readonly CompiledNode[];
}

/** Compiles a pattern. The slot of a name is its index in `names`. Names start with their kinds: `` value `x` ``. */
function compile(pattern: OperandPattern, names: string[]): CompiledNode {
  const placeOf = (text: string, kind = "value"): number => {
    const name = `${kind} \`${text}\``;
    return names.includes(name) ? names.indexOf(name) : names.push(name) - 1;
  };
  if (typeof pattern === "string") return { kind: "value", place: placeOf(pattern), op: "", operands: [] };
  if ("constant" in pattern) return { kind: "constant", place: placeOf(pattern.constant), op: "", operands: [] };
  const place = pattern.as === undefined ? -1 : placeOf(pattern.as, "operation");
  const operands = pattern.operands.map((operand) => compile(operand, names));
  return { kind: "operation", place, op: pattern.op, operands };
}

class DagMatcher {
  readonly #root: CompiledNode;
  /** Names of the slots. */
  readonly names: string[] = [];
  /** Number of operations in the pattern that are not constants. */
  readonly size: number;
  /** Maps slots to the matched value or operation. */
  readonly found: Int32Array;
  /** Matched operations: first the root, then definitions before users. Only the first `count` elements are valid. */
  readonly matched: number[] = [];
  count = 0;

  constructor(match: DagNode) {
    this.#root = compile(match, this.names);
    this.size = countOperations(this.#root);
    this.found = new Int32Array(this.names.length);
  }

  find(store: Store, op: number): boolean {
    // This check rejects most operations early.
    if (!this.mayMatch(store, op)) return false;
    for (let i = 0; i < this.found.length; i++) this.found[i] = 0;
    this.matched[0] = op;
    this.count = 1;
    return this.#matchNode(store, op, this.#root);
  }

  /** Returns whether the number of operands matches, and the names of the operations that define the operands. */
  mayMatch(store: Store, op: number): boolean {
    const { operands } = this.#root;
    if (store.opOperandCount[op] !== operands.length) return false;
    const first = store.opFirstOperand[op]!;
    for (let i = 0; i < operands.length; i++) {
      const pattern = operands[i]!;
      if (pattern.kind !== "value" && ownerLike(store, store.operandValue[first + i]!, pattern) === 0) return false;
    }
    return true;
  }

  #matchNode(store: Store, op: number, { place, operands }: CompiledNode): boolean {
    if (store.opOperandCount[op] !== operands.length) return false;
    if (place >= 0) this.found[place] = op;
    const first = store.opFirstOperand[op]!;
    for (let i = 0; i < operands.length; i++) {
      if (!this.#matchOperand(store, store.operandValue[first + i]!, operands[i]!)) return false;
    }
    return true;
  }

  #matchOperand(store: Store, value: number, pattern: CompiledNode): boolean {
    const { kind, place } = pattern;
    if (kind === "value") return this.#bind(place, value);
    const owner = ownerLike(store, value, pattern);
    if (owner === 0) return false;
    if (!(kind === "constant" ? this.#bind(place, value) : this.#matchNode(store, owner, pattern))) return false;
    this.matched[this.count++] = owner;
    return true;
  }

  #bind(place: number, value: number): boolean {
    if (this.found[place] === 0) this.found[place] = value;
    return this.found[place] === value;
  }
}

/** Returns the operation that defines a value if the name of the operation matches the pattern, or 0 otherwise. */
function ownerLike(store: Store, value: number, { kind, op }: CompiledNode): number {
  const owner = store.valueOwner[value]!;
  if (owner <= 0) return 0;
  const name = store.nameOf(owner);
  const isLike = kind === "constant" ? (name.traitBits & traitBit.ConstantLike) !== 0 : name.text === op;
  return isLike ? owner : 0;
}
