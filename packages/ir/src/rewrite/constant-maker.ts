import type { Attribute } from "../attributes/attribute.ts";
import type { DialectDefinition } from "../dialects/define-dialect.ts";
import type { Store } from "../store/store.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/** Number of cached constants. Must be a power of two. */
const KNOWN = 256;

/** Dialect and type of a constant, and the ids of the value and of the parts of the operation. */
interface KnownConstant {
  readonly dialect: DialectDefinition;
  readonly value: number;
  readonly type: number;
  readonly name: number;
  readonly properties: number;
  readonly attributes: number;
}

/** Creates constants at the insertion point of a rewriter. Caches their parts, to create equal ones from ids. */
export class ConstantMaker {
  readonly #rewriter: PatternRewriter;
  readonly #store: Store;
  readonly #known = Array.from({ length: KNOWN }, (): KnownConstant | undefined => undefined);

  constructor(rewriter: PatternRewriter) {
    this.#rewriter = rewriter;
    this.#store = rewriter.store;
  }

  /** Creates a constant at the location of `of`. Returns its id, or 0 if the dialect cannot create it. Takes ids. */
  make(dialect: DialectDefinition, value: Attribute, type: number, of: number): number {
    this.#rewriter.locateAt(of);
    const place = (value.id ^ Math.imul(type, 31)) & (KNOWN - 1);
    const known = this.#known[place];
    if (known?.value === value.id && known.type === type && known.dialect === dialect) {
      return this.#rewriter.createById(known.name, known.properties, known.attributes, type);
    }
    const store = this.#store;
    const next = store.opCount;
    const made = dialect.materializeConstant?.(this.#rewriter, value, store.context.types[type]!);
    if (made === undefined) return 0;
    if (store.opCount === next + 1 && made.id === next && this.#isPlain(next, type, of)) {
      this.#known[place] = {
        dialect,
        value: value.id,
        type,
        name: store.opName[next]!,
        properties: store.opProperties[next]!,
        attributes: store.opAttributes[next]!,
      };
    }
    return made.liveId;
  }

  #isPlain(op: number, type: number, of: number): boolean {
    const { opFirstRegion, opFirstResult, opLocation, opOperandCount, opResultCount, opSuccessorCount, valueType } =
      this.#store;
    return (
      opOperandCount[op] === 0 &&
      opSuccessorCount[op] === 0 &&
      opFirstRegion[op] === 0 &&
      opResultCount[op] === 1 &&
      valueType[opFirstResult[op]!] === type &&
      opLocation[op] === opLocation[of]
    );
  }
}
