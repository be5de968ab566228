import { type Attribute } from "../attributes/attribute.ts";
import { type Type } from "../attributes/type.ts";
import { type OpBuilder } from "../builder.ts";
import { type OperationName } from "../dialects/operation-name.ts";
import { traitBit } from "../dialects/traits.ts";
import { type Operation } from "../operation.ts";
import { type Store } from "../store/store.ts";
import { type Value } from "../value.ts";
import { FoldAdaptor, LOOKED_AT_ATTRIBUTES } from "./fold-adaptor.ts";

/** Whether an operation makes a constant and does nothing else (`mlir/include/mlir/IR/Matchers.h`, `m_Constant`). */
export function isConstantLike(op: Operation): boolean {
  return op.hasTrait("ConstantLike");
}

/** By ids: what the constant that an operation makes is; undefined if it makes none. */
export function constantOfOperation(store: Store, op: number): Attribute | undefined {
  const name = store.context.names[store.opName[op]!]!;
  if ((name.traitBits & traitBit.ConstantLike) === 0) return undefined;
  // Nearly always an attribute among the properties, which many operations have in common.
  const properties = store.opProperties[op]!;
  const isPlain = properties !== 0 && store.opAttributes[op] === 0;
  const place = properties & (KNOWN_CONSTANTS - 1);
  const known = name.knownConstants;
  if (isPlain && known !== undefined && known.properties[place] === properties) return known.constants[place];
  // Such an operation has no operands and one result: its folder says which constant it is.
  const adaptor = store.constantAdaptor ?? new FoldAdaptor(store);
  // A folder that asks for other constants gets another one.
  store.constantAdaptor = undefined;
  const folded = name.definition?.fold?.(adaptor.at(op));
  store.constantAdaptor = adaptor;
  const constant = folded !== undefined && typeof folded === "object" && "data" in folded ? folded : undefined;
  if (isPlain && adaptor.looked === LOOKED_AT_ATTRIBUTES) remember(name, place, properties, constant);
  return constant;
}

/** Constants by the place of the properties that say them. What comes later takes the place of what was there. */
export interface KnownConstants {
  readonly properties: Int32Array;
  readonly constants: (Attribute | undefined)[];
}

/** How many are remembered of each name; a power of two. */
const KNOWN_CONSTANTS = 256;

function remember(name: OperationName, place: number, properties: number, constant: Attribute | undefined): void {
  const known = (name.knownConstants ??= {
    properties: new Int32Array(KNOWN_CONSTANTS),
    constants: Array.from({ length: KNOWN_CONSTANTS }, () => undefined),
  });
  known.properties[place] = properties;
  known.constants[place] = constant;
}

/** The same for the operation that makes a value. */
export function constantOfValue(store: Store, value: number): Attribute | undefined {
  const owner = store.valueOwner[value]!;
  return owner > 0 ? constantOfOperation(store, owner) : undefined;
}

/** The constant that a value is, or that an operation makes; undefined if it is none (`matchPattern(…, m_Constant(…))`). */
export function matchConstant(of: Value | Operation): Attribute | undefined {
  return "operands" in of ? constantOfOperation(of.store, of.liveId) : constantOfValue(of.store, of.liveId);
}

/**
 * Makes the operation whose result is a constant, at the insertion point, as the dialect of `of` does it
 * (`Dialect::materializeConstant`); undefined if the dialect has no operation for that attribute and type.
 */
export function materializeConstant(
  builder: OpBuilder,
  of: Operation,
  value: Attribute,
  type: Type,
  location: Attribute = of.location,
): Operation | undefined {
  const dialect = of.context.findDialect(of.operationName.dialect);
  const before = builder.location;
  builder.location = location;
  const made = dialect?.materializeConstant?.(builder, value, type);
  builder.location = before;
  return made;
}
