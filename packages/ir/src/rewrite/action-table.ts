import { settled } from "../dialect-errors.ts";
import { traitBit } from "../dialects/traits.ts";
import type { FoldDefinition } from "../fold/fold-adaptor.ts";
import { FOLDABLE } from "../fold/fold-operation.ts";
import { Shapes } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";
import type { OpRewritePattern } from "./pattern.ts";
import type { FrozenPatternSet } from "./pattern-set.ts";

export interface Actions {
  readonly isConstant: boolean;
  /** Whether the folder can return a result. Set to false by {@link ActionTable.foldsInVain}. */
  folds: boolean;
  /** The patterns that could match, in order of application. */
  readonly patterns: readonly OpRewritePattern[];
  /** Whether the key of the entry includes the names of the operations that define the operands. */
  readonly isOfShape: boolean;
}

/** Placeholder for the name of a defining operation if the operand is a block argument. */
const ARGUMENT = 0;
const MISSING = -1;

/** Caches actions by the name of an operation and, for up to two different operands, of their defining operations. */
export class ActionTable {
  readonly #store: Store;
  readonly #patterns: FrozenPatternSet;
  readonly #folds: boolean;
  readonly #ofName: (Actions | undefined)[] = [];
  readonly #shapes: Shapes;
  readonly #ofShape: (Actions | undefined)[] = [];

  constructor(store: Store, patterns: FrozenPatternSet, folds: boolean) {
    this.#store = store;
    this.#patterns = patterns;
    this.#folds = folds;
    this.#shapes = new Shapes(store);
  }

  /** Returns all actions for operations with this name, regardless of the operations that define the operands. */
  ofName(op: number): Actions {
    const name = this.#store.opName[op]!;
    return (this.#ofName[name] ??= this.#find(name));
  }

  of(op: number): Actions {
    const all = this.ofName(op);
    if (!all.folds && all.patterns.length === 0) return all;
    const { opFirstOperand, opName, opOperandCount, operandValue, valueOwner } = this.#store;
    const count = opOperandCount[op]!;
    if (count > 2) return all;
    let left = MISSING;
    let right = MISSING;
    if (count > 0) {
      const first = opFirstOperand[op]!;
      const value = operandValue[first]!;
      const owner = valueOwner[value]!;
      left = owner > 0 ? opName[owner]! : ARGUMENT;
      if (count > 1) {
        const other = operandValue[first + 1]!;
        if (other === value) return all;
        const otherOwner = valueOwner[other]!;
        right = otherOwner > 0 ? opName[otherOwner]! : ARGUMENT;
      }
    }
    const shape = this.#shapes.numberOf(opName[op]!, left, right, 0);
    return (this.#ofShape[shape] ??= this.#ofOperands(op, all));
  }

  /** Disables the folder of an entry, after it read only the names in the key and did not fold an operation. */
  foldsInVain(actions: Actions): void {
    if (actions.isOfShape) actions.folds = false;
  }

  #find(id: number): Actions {
    const name = this.#store.context.names[id]!;
    const definition: FoldDefinition | undefined = name.definition;
    const { traitBits } = name;
    const isConstant = (traitBits & traitBit.ConstantLike) !== 0;
    return {
      isConstant,
      folds: this.#folds && !isConstant && (definition?.fold !== undefined || (traitBits & FOLDABLE) !== 0),
      patterns: this.#patterns.of(id),
      isOfShape: false,
    };
  }

  #ofOperands(op: number, all: Actions): Actions {
    const store = this.#store;
    const patterns = all.patterns.filter(
      (pattern) => settled(pattern, store, op, pattern.couldMatchOperands?.(store, op)) !== false,
    );
    return { ...all, patterns, isOfShape: true };
  }
}
