import type { Attribute } from "../attributes/attribute.ts";
import { findEntry } from "../attributes/parts.ts";
import { definitionOf } from "../dialects/define-dialect.ts";
import type { Complain, OpDefinition } from "../dialects/define-dialect.ts";
import type { RegionSize, ValueDefinition } from "../dialects/op-structure.ts";
import { SEGMENT_SIZES } from "../dialects/operation-name.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { traitBit } from "../dialects/traits.ts";
import { upstream } from "../dialects/upstream.ts";
import { callDialect, wrongResult } from "../dialect-errors.ts";
import { Operation } from "../handles.ts";
import { getAttribute } from "../store/attributes.ts";
import { regionsOf } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { lookupSymbolIn, mayBeSymbolTable } from "../symbol-table.ts";
import { findWrongSuccessor } from "../interfaces/branch.ts";
import { verifyForwardedOperands } from "../interfaces/forwarded-operands.ts";
import { textOf } from "../text/bytes.ts";
import { Invalid } from "./invalid.ts";
import { findNotInferred, findWrongTypes } from "./verify-types.ts";

function invalid(op: number, name: OperationName, message: string): Invalid {
  return new Invalid(op, `'${name.text}' op ${message}`);
}

function check(op: number, name: OperationName, problem: string | undefined): void {
  if (problem !== undefined) throw invalid(op, name, problem);
}

/** Checks the counts, types, attributes and parent of a registered operation, before its contents are checked. */
export function verifyInvariants(store: Store, op: number): void {
  const name = store.nameOf(op);
  const definition: OpDefinition | undefined = name.definition;
  if (definition === undefined) return;
  const signature = store.signatureOf(op);
  // Skips types that were already verified for this name.
  const key = name.typesNeedAttributes ? store.opProperties[op]! * 0x1000000 + signature : signature;
  const isNew = !name.verifiedSignatures.has(key);
  verifyShape(store, op, name, definition, isNew);
  if (isNew) {
    check(op, name, countProblem(definition.operands, store.opOperandCount[op]!, "operand"));
    if (name.hasTrait("AttrSizedOperandSegments")) verifySizes(store, op, name, "operand", store.opOperandCount[op]!);
    if (name.hasTrait("AttrSizedResultSegments")) verifySizes(store, op, name, "result", store.opResultCount[op]!);
  }
  if (definition.parents !== undefined) verifyParent(store, op, name, definition.parents);
  verifyBlocks(store, op, name);
  verifyAttributes(store, op, name);
  if (isNew) {
    const find = (): string | undefined => findWrongTypes(store, op, name, definition);
    check(op, name, callDialect("a function in the definition", store, op, find));
  }
  if ((name.traitBits & traitBit.Symbol) !== 0) verifySymbol(store, op, name);
  const block = store.opBlock[op]!;
  if ((name.traitBits & traitBit.Terminator) !== 0 && (block <= 0 || store.blockLastOp[block] !== op))
    throw invalid(op, name, "must be the last operation in the parent block");
  if (definition.regionSizes !== undefined) verifyRegionSizes(store, op, name, definition.regionSizes);
  const isPlain = definition.isPlainlyValid?.(store, op) === true;
  if (!isPlain && definition.verifySignature !== undefined) callVerifier("verifySignature", store, op, name);
  if (definition.successorOperands !== undefined) {
    const problem = findWrongSuccessor(store, op);
    if (problem !== undefined) throw new Invalid(op, problem);
  }
  if (!isPlain && definition.verify !== undefined) callVerifier("verify", store, op, name);
  if (!isNew) return;
  if (definition.inferTypes !== undefined) {
    const find = (): string | undefined => findNotInferred(store, op, name, definition);
    check(op, name, callDialect("`inferTypes`", store, op, find));
  }
  name.verifiedSignatures.add(key);
}

function callVerifier(
  key: "verify" | "verifyRegions" | "verifySignature",
  store: Store,
  op: number,
  name: OperationName,
): void {
  const definition: OpDefinition | undefined = name.definition;
  if (definition?.[key] === undefined) return;
  callChecked(key, store, op, () => definition[key]?.(Operation.of(store, op), complainAbout(op, name)));
}

/** Calls a verifier, and refuses a message as its result, because errors are reported with `complain`. */
function callChecked(key: string, store: Store, op: number, verify: () => unknown): void {
  const result = callDialect(`\`${key}\``, store, op, verify);
  if (typeof result !== "string" || result === "") return;
  const help = "call `complain` with the message of the error instead of returning it";
  throw wrongResult(`\`${key}\``, store, op, JSON.stringify(result), help);
}

function verifyShape(store: Store, op: number, name: OperationName, definition: OpDefinition, isNew: boolean): void {
  const { regions, successors } = definition;
  if (regions !== undefined) {
    if (regionsOf(store, op).length !== regions) throw invalid(op, name, countMessage(regions, "region"));
  } else {
    const least = (definition.regionNames?.length ?? 1) - 1;
    if (least > 0 && regionsOf(store, op).length < least) throw invalid(op, name, `expected ${least} or more regions`);
  }
  if (isNew) check(op, name, countProblem(definition.results, store.opResultCount[op]!, "result"));
  if (successors === "at least one" && store.opSuccessorCount[op] === 0) {
    throw invalid(op, name, "requires at least 1 successors but found 0");
  }
  if (typeof successors === "number" && store.opSuccessorCount[op] !== successors) {
    const noun = successors === 1 ? "successor" : "successors";
    throw invalid(op, name, `requires ${successors} ${noun} but found ${store.opSuccessorCount[op]!}`);
  }
}

function countMessage(count: number, what: "region" | "result"): string {
  if (count === 0) return `requires zero ${what}s`;
  return count === 1 ? `requires one ${what}` : `expected ${count} ${what}s`;
}

function countProblem(
  groups: readonly ValueDefinition[] | undefined,
  found: number,
  what: "operand" | "result",
): string | undefined {
  if (groups === undefined) return undefined;
  const least = groups.filter((group) => group.many === undefined).length;
  const isOpen = groups.some((group) => group.many !== undefined);
  if (isOpen ? found >= least : found === least) return undefined;
  if (isOpen) return `expected ${least} or more ${what}s, but found ${found}`;
  if (what === "result") return countMessage(least, what);
  if (least === 0) return "requires zero operands";
  return least === 1 ? "requires a single operand" : `expected ${least} operands, but found ${found}`;
}

function verifyAttributes(store: Store, op: number, name: OperationName): void {
  if (!name.hasInherentAttributes || name.verifiedProperties.has(store.opProperties[op]!)) return;
  const properties = store.context.attributes[store.opProperties[op]!];
  for (const [key, attribute] of name.attributeDefinitions) {
    if (attribute.optional === true || attribute.default !== undefined) continue;
    if (findEntry(properties, key) === undefined) throw invalid(op, name, `requires attribute '${key}'`);
  }
  check(op, name, name.findUnaccepted(properties, Object.entries(name.definition?.attributes ?? {})));
  // Does not cache attributes of symbols, because each symbol has a different name.
  if ((name.traitBits & traitBit.Symbol) === 0) name.verifiedProperties.add(store.opProperties[op]!);
}

/** Checks that the sizes add up to the number of operands or results (`verifyValueSizeAttr` of MLIR). */
function verifySizes(store: Store, op: number, name: OperationName, of: "operand" | "result", count: number): void {
  const key = SEGMENT_SIZES[of];
  const sizes = findEntry(store.context.attributes[store.opProperties[op]!], key);
  if (sizes?.data.kind !== "dense-array") throw invalid(op, name, `requires dense i32 array attribute '${key}'`);
  if (sizes.data.values.some((size) => BigInt(size) < 0n)) {
    throw invalid(op, name, `'${key}' attribute cannot have negative elements`);
  }
  let total = 0;
  for (const size of sizes.data.values) total += Number(size);
  if (total === count) return;
  const message = `${of} count (${count}) does not match with the total size (${total}) specified in attribute '${key}'`;
  throw invalid(op, name, message);
}

/** Checks a symbol (`detail::verifySymbol` in `mlir/lib/IR/SymbolTable.cpp`). A symbol without a name is not checked. */
function verifySymbol(store: Store, op: number, name: OperationName): void {
  const symbol = findEntry(store.context.attributes[store.opProperties[op]!], "sym_name");
  if (symbol === undefined) return;
  if (symbol.data.kind !== "string") throw invalid(op, name, "requires string attribute 'sym_name'");
  const visibility = getAttribute(store, op, "sym_visibility");
  const { data } = visibility ?? {};
  if (data !== undefined && data.kind !== "string") {
    const found = `to be a string attribute, but got ${visibility!.toString()}`;
    throw invalid(op, name, `requires visibility attribute 'sym_visibility' ${found}`);
  }
  if (data !== undefined && !["public", "private", "nested"].includes(data.value)) {
    const expected = '["public", "private", "nested"]';
    throw invalid(op, name, `visibility expected to be one of ${expected}, but got "${textOf(data.value)}"`);
  }
  const parent = store.parentOp(op);
  const around = parent === 0 ? undefined : store.nameOf(parent);
  if (around?.isRegistered === true && (around.traitBits & traitBit.SymbolTable) === 0)
    throw invalid(op, name, "symbol's parent must have the SymbolTable trait");
}

function verifyParent(store: Store, op: number, name: OperationName, parents: readonly string[]): void {
  const parent = store.parentOp(op);
  const found = parent === 0 ? undefined : store.nameOf(parent);
  if (found !== undefined && parents.includes(found.text)) return;
  const expected = parents.length === 1 ? `'${parents[0]!}'` : `to be one of '${parents.join(", ")}'`;
  throw invalid(op, name, `expects parent op ${expected}`);
}

/** Checks a registered operation after its regions were verified. */
export function verifyRegionInvariants(store: Store, op: number): void {
  const name = store.nameOf(op);
  const has = (bit: number): boolean => (name.traitBits & bit) !== 0;
  const regions = regionsOf(store, op);
  for (const region of regions) {
    const block = store.regionFirstBlock[region]!;
    if (block !== 0 && has(traitBit.SingleBlock)) verifyImplicitTerminator(store, op, name, block);
  }
  if (has(traitBit.SymbolTable)) verifySymbolTable(store, op, name, regions.length);
  callVerifier("verifyRegions", store, op, name);
  const branch = definitionOf(store, op)?.regionBranch;
  if (branch !== undefined) {
    const verify = (): void => verifyForwardedOperands(Operation.of(store, op), branch, complainAbout(op, name));
    callDialect("`regionBranch`", store, op, verify);
  }
}

function complainAbout(op: number, name: OperationName): Complain {
  return (message, { bare = false, at, notes = [] } = {}) => {
    throw new Invalid(
      at?.liveId ?? op,
      bare ? message : `'${name.text}' op ${message}`,
      notes.map((note) => ({ message: note.message, op: note.op.liveId })),
    );
  };
}

function verifyRegionSizes(store: Store, op: number, name: OperationName, sizes: readonly RegionSize[]): void {
  const names = name.definition?.regionNames ?? [];
  for (const [number, region] of regionsOf(store, op).entries()) {
    const size = sizes[Math.min(number, sizes.length - 1)]!;
    const first = store.regionFirstBlock[region]!;
    const isGood = first === 0 ? size === "at most one" : store.blockNext[first] === 0;
    if (isGood) continue;
    const called = names.length === 0 ? "" : ` ('${names[Math.min(number, names.length - 1)]}')`;
    const wanted = size === "one" ? "region with 1 blocks" : "region with at most 1 blocks";
    throw invalid(op, name, `region #${number}${called} failed to verify constraint: ${wanted}`);
  }
}

/** Checks the traits `NoRegionArguments` and `SingleBlock`, before the regions are verified. */
function verifyBlocks(store: Store, op: number, name: OperationName): void {
  const has = (bit: number): boolean => (name.traitBits & bit) !== 0;
  if (!has(traitBit.NoRegionArguments) && !has(traitBit.SingleBlock)) return;
  const regions = regionsOf(store, op);
  for (const [number, region] of regions.entries()) {
    const block = store.regionFirstBlock[region]!;
    if (block === 0) continue;
    if (has(traitBit.NoRegionArguments) && store.blockArgumentCount[block] !== 0) {
      const which = regions.length === 1 ? "region" : `region #${number}`;
      throw invalid(op, name, `${which} should have no arguments`);
    }
    if (!has(traitBit.SingleBlock)) continue;
    if (store.blockNext[block] !== 0) throw invalid(op, name, `expects region #${number} to have 0 or 1 blocks`);
    if (store.blockLastOp[block] === 0 && !name.hasTrait("NoTerminator")) {
      throw invalid(op, name, "expects a non-empty block");
    }
  }
}

function verifyImplicitTerminator(store: Store, op: number, name: OperationName, block: number): void {
  const last = store.blockLastOp[block]!;
  if (last === 0) return;
  const wanted = name.definition?.implicitTerminator;
  const found = store.nameOf(last);
  if (wanted === undefined || found.text === wanted) return;
  throw new Invalid(op, `'${name.text}' op expects regions to end with '${wanted}', found '${found.text}'`, [
    { message: `in custom textual format, the absence of terminator implies '${wanted}'`, op },
  ]);
}

/** Checks the symbols of a symbol table (`detail::verifySymbolTable` in `mlir/lib/IR/SymbolTable.cpp`). */
function verifySymbolTable(store: Store, op: number, name: OperationName, regions: number): void {
  if (regions !== 1) throw invalid(op, name, "Operations with a 'SymbolTable' must have exactly one region");
  const block = store.regionFirstBlock[store.opFirstRegion[op]!]!;
  if (block === 0 || store.blockNext[block] !== 0) {
    throw invalid(op, name, "Operations with a 'SymbolTable' must have exactly one block");
  }
  // Uses the ids of name attributes as keys, because comparing numbers is cheaper than comparing names.
  const seen = new Map<number, number>();
  for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) {
    const symbol = getAttribute(store, inner, "sym_name");
    if (symbol?.data.kind !== "string") continue;
    const { value, type } = symbol.data;
    const id = type === undefined ? symbol.id : store.context.internAttribute({ kind: "string", value }).id;
    const known = seen.get(id);
    if (known !== undefined) {
      throw new Invalid(inner, `redefinition of symbol named '${textOf(value)}'`, [
        { message: "see existing symbol definition here", op: known },
      ]);
    }
    seen.set(id, inner);
  }
  if (store.context.names.some((known) => known.verifiesSymbolUses))
    verifySymbolUsers(store, op, block, byName(store, seen));
}

function byName(store: Store, symbols: ReadonlyMap<number, number>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [id, op] of symbols) {
    const { data } = store.context.attributes[id]!;
    if (data.kind === "string") found.set(data.value, op);
  }
  return found;
}

/**
 * Checks symbol uses in a table. Unregistered operations can be symbol tables, so no symbols are visible in them. Uses in
 * unregistered operations of MLIR's dialects are not checked, because their symbol table is unknown.
 */
function verifySymbolUsers(store: Store, owner: number, table: number, symbols: ReadonlyMap<string, number>): void {
  const { names } = store.context;
  const find = (symbol: Attribute): Operation | undefined => {
    if (symbol.data.kind !== "symbol") return undefined;
    let found = symbols.get(symbol.data.root) ?? (store.findElsewhere?.(owner, symbol.data.root) || undefined);
    for (const nested of symbol.data.nested) {
      if (found === undefined) return undefined;
      found = lookupSymbolIn(Operation.of(store, found), textOf(nested))?.id;
    }
    return found === undefined ? undefined : Operation.of(store, found);
  };
  const work: { readonly block: number; readonly isHidden: boolean }[] = [{ block: table, isHidden: false }];
  while (work.length > 0) {
    const { block, isHidden } = work.pop()!;
    for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) {
      const name = names[store.opName[op]!]!;
      if (name.verifiesSymbolUses) {
        const seen = isHidden ? (): undefined => undefined : find;
        const definition = definitionOf(store, op)!;
        callChecked("verifySymbolUses", store, op, () =>
          definition.verifySymbolUses!(Operation.of(store, op), seen, complainAbout(op, name)),
        );
      }
      const region = store.opFirstRegion[op]!;
      if (region === 0 || (name.traitBits & traitBit.SymbolTable) !== 0) continue;
      const hides = isHidden || mayBeSymbolTable(store, op);
      if (hides && !isHidden && upstream.has(name.dialect)) continue;
      for (let r = region; r !== 0; r = store.regionNext[r]!) {
        for (let b = store.regionFirstBlock[r]!; b !== 0; b = store.blockNext[b]!)
          work.push({ block: b, isHidden: hides });
      }
    }
  }
}
