import { isRefusedPromise, isTable } from "@passwright/core";
import { callDialect, wrongResult } from "../dialect-errors.ts";
import { kindOf } from "../entity-kind.ts";
import type { EntityKind } from "../entity-kind.ts";
import { entityText } from "../entity-text.ts";
import type { Operation, Region, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { definitionOf } from "./define-dialect.ts";
import type { DialectInliner, OpDefinition } from "./define-dialect.ts";
import type { MemorySlot } from "./memory-slot-interfaces.ts";
import type { OperandRange, RegionSuccessor } from "./op-interfaces.ts";

/* Passes call the functions of interfaces. Errors in these functions name the dialect instead of the pass. */

type Accepts = (result: unknown, op: Operation, slot: MemorySlot) => boolean;
type Result = readonly [accepts: Accepts, expected: string];

const isA =
  (kind: EntityKind) =>
  (result: unknown): boolean =>
    kindOf(result) === kind;
const optional =
  (accepts: (result: unknown, op: Operation) => boolean): Accepts =>
  (result, op) =>
    result === undefined || accepts(result, op);
const oneOf =
  (...words: readonly unknown[]) =>
  (result: unknown): boolean =>
    words.includes(result);
const list =
  (accepts: (one: never, op: Operation) => boolean = () => true) =>
  (result: unknown, op: Operation): boolean =>
    Array.isArray(result) && result.every((one) => accepts(one as never, op));
const indexBelow = (index: unknown, count: number): boolean =>
  Number.isSafeInteger(index) && (index as number) >= 0 && (index as number) < count;

const range: Accepts = (result, op) => {
  if (!isTable(result)) return false;
  const { start, count } = result as unknown as OperandRange;
  return indexBelow(start, op.numOperands + 1) && indexBelow(count, op.numOperands + 1 - start);
};
const successors = list((one: RegionSuccessor, op) => {
  if (!isTable(one) || !list(isA("value"))(one.inputs, op)) return false;
  return one.to === "parent" || indexBelow(one.to, op.regions.length);
});
const slots = list((one: { readonly [key: string]: unknown }) => {
  return isTable(one) && isA("value")(one["pointer"]) && isA("type")(one["elementType"]);
});

const OPERANDS = [range, "existing operands, for example `{ start: 0, count: op.numOperands }`"] as const;
const SUCCESSORS = 'a list of existing successors, for example `[{ to: "parent", inputs: op.results }]`';
const SLOTS = [slots, "a list of slots, for example `[{ pointer: op.getResult(0), elementType: type }]`"] as const;
const USES = [optional(list()), "a list of uses, or `undefined` if the uses cannot be removed"] as const;
const SLOT_USER = [oneOf("erase", "keep"), '`"erase"` or `"keep"`'] as const;
const VALUE: Result = [
  (result, _op, { elementType }) => isA("value")(result) && (result as Value).type === elementType,
  "a value with the type of the slot",
];
/** An operation that stores to a slot must have the function `stored`. */
const STORES: Result = [
  (result, op) => result !== true || definitionOf(op.store, op.id)!.promotableMemory!.stored !== undefined,
  "`false`, or define `promotableMemory.stored`",
];

const ANY: Result = [(result) => !isRefusedPromise(result), ""];

const INTERFACES = {
  call: {
    callee: [
      optional((result) => ["attribute", "value"].includes(kindOf(result) ?? "")),
      "a symbol reference, a value, or `undefined` if the callee is unknown",
    ],
    argumentsOf: OPERANDS,
  },
  callable: {
    region: [
      optional((result, op) => isA("region")(result) && (result as Region).parentOp === op),
      "a region of the operation, or `undefined` for a declaration",
    ],
  },
  regionBranch: { successors: [successors, SUCCESSORS], entryOperands: OPERANDS, mayForward: ANY },
  regionBranchTerminator: { successorOperands: OPERANDS, successors: [optional(successors), SUCCESSORS] },
  promotableAllocation: { slots: SLOTS, defaultValue: VALUE, handleBlockArgument: ANY, complete: ANY },
  promotableMemory: { loadsFrom: ANY, storesTo: STORES, stored: VALUE, canRemoveUses: USES, removeUses: SLOT_USER },
  promotable: { canRemoveUses: USES, removeUses: SLOT_USER },
  destructurableAllocation: {
    slots: SLOTS,
    destructure: [(result) => result instanceof Map, "a `Map` from the indices to the slots of the parts"],
    complete: ANY,
  },
  destructurableAccessor: {
    canRewire: [
      optional((result, op) => isTable(result) && list()((result as { readonly indices?: unknown }).indices, op)),
      "`{ indices: [index] }`, or `undefined` if the operation cannot access the parts",
    ],
    rewire: SLOT_USER,
  },
  safeSlotAccess: {
    ensureOnlySafeAccesses: [optional(slots), "a list of slots, or `undefined` if the access is not safe"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Result>>>>;

const FUNCTIONS = {
  speculatability: [
    optional(oneOf("speculatable", "recursively-speculatable", "not-speculatable")),
    '`"speculatable"`, `"recursively-speculatable"` or `"not-speculatable"`',
  ],
  successorFor: [
    optional((result, op) => indexBelow(result, op.successors.length)),
    "the index of a successor, or `undefined` if the successor is unknown",
  ],
} as const satisfies Readonly<Record<string, Result>>;

const INLINER = { isLegalToInlineCall: ANY, isLegalToInlineRegion: ANY, isLegalToInline: ANY, handleTerminator: ANY };

type Call = (this: unknown, ...args: unknown[]) => unknown;

/** Returns the operation for which a function is called: an operation, its region, or its store and id. */
function subjectOf([first, second]: readonly unknown[]): readonly [store: Store, op: number] {
  if (kindOf(first) === undefined) return [first as Store, second as number];
  const op = kindOf(first) === "region" ? (first as Region).parentOp : (first as Operation);
  return [op.store, op.liveId];
}

function guarded(call: Call, owner: unknown, code: string, [accepts, expected]: Result): Call {
  return (...args) => {
    const [store, op] = subjectOf(args);
    const result = callDialect(code, store, op, () => call.apply(owner, args));
    if (accepts(result, args[0] as Operation, args[1] as MemorySlot)) return result;
    throw wrongResult(code, store, op, entityText(result), `return ${expected}`);
  };
}

/** Returns a table that inherits from `table`, and in which the given functions are guarded. */
function guard<T extends object>(
  table: T,
  results: Readonly<Record<string, Result>>,
  codeOf: (key: string) => string,
): T {
  const guards = Object.entries(results).flatMap(([key, result]) => {
    const call: unknown = table[key as never];
    return typeof call === "function" ? [[key, guarded(call as Call, table, codeOf(key), result)]] : [];
  });
  const own = Object.getOwnPropertyDescriptors({ ...table, ...Object.fromEntries(guards) });
  return Object.create(table, own) as T;
}

/** Returns a definition in which errors in the functions of the interfaces name the function and the operation. */
export function guardedInterfaces(definition: OpDefinition): OpDefinition {
  const tables = Object.entries(INTERFACES).flatMap(([path, results]) => {
    const table = definition[path as keyof typeof INTERFACES];
    return table === undefined ? [] : [[path, guard(table, results, (key) => `\`${path}.${key}\``)]];
  });
  return { ...guard(definition, FUNCTIONS, (key) => `\`${key}\``), ...Object.fromEntries(tables) };
}

/** Returns rules for inlining in which errors name the function and the operation. */
export function guardedInliner(inliner: DialectInliner): DialectInliner {
  return guard(inliner, INLINER, (key) => `\`inliner.${key}\` of the dialect`);
}
