import type { NamedAttribute } from "../attributes/attribute.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import type { TypeLookup } from "../dialects/op-structure.ts";
import { traitBit } from "../dialects/traits.ts";
import { insertOp, linkOperand, linkSuccessor } from "../store/edit.ts";
import { regionsOf } from "../store/groups.ts";
import { CUSTOM_OPERAND_FIELDS } from "./custom-operation.ts";
import type { CustomOperation } from "./custom-operation.ts";
import type { OperationParser } from "./operation-parser.ts";

/**
 * Finishes an operation after its text was parsed: infers types that the text omits, and inserts the operation into its
 * block.
 */
export function finishOperation(host: OperationParser, custom: CustomOperation): void {
  const { store } = host;
  const { op, name } = custom;
  if (name.isUniform && finishUniform(host, custom)) return;
  checkSources(host, custom);
  const inputs = resolveOperands(host, custom);
  setAttributes(host, custom);
  if (custom.regionOrder.length > 1) orderRegions(host, custom);
  if (custom.successors.length > 0) {
    const first = store.newSuccessors(op, custom.successors.length);
    custom.successors.forEach((block, i) => linkSuccessor(store, first + i, block));
  }
  if (host.reader.next() === 108) host.parseTrailingLocation(op);
  insertOp(store, op, custom.block, 0);
  const results = resultTypes(host, custom);
  store.opSignature[op] = host.context.functionTypeId(inputs, results);
  if (results.length > 0) host.createResults(op, results);
  if (custom.resultBase !== host.pending.resultTop) host.pending.nameResults(op, custom.resultBase);
  if (name.hasInherentAttributes) host.normalize(op);
}

/** Fails if a type violates its constraint and other types are inferred from this type. */
function checkSources({ context, reader }: OperationParser, custom: CustomOperation): void {
  const { inferTypes: rules, operands } = custom.name.definition!;
  if (rules === undefined) return;
  const sources = Object.values(rules);
  // The check is needed only if a function infers one type from another type (`TypesMatchWith`).
  if (!sources.some((rule) => typeof rule === "function")) return;
  for (let group = 0; group < custom.operandGroups; group++) {
    const id = custom.operandTypes[group]?.[0];
    const { name, type: constraint } = operands![group]!;
    if (id === undefined || !sources.includes(name) || constraint.accepts(context.types[id]!)) continue;
    const problem = `'${name}' must be ${constraint.description}, but got '${context.types[id]!.byteText}'`;
    reader.fail(`custom op '${custom.name.text}' ${problem}`, custom.at);
  }
}

/**
 * Finishes a typical arithmetic operation without creating arrays. In a typical arithmetic operation, each operand
 * group has one operand, there is one result, and the type in the text applies to all values. Returns false for other
 * operations.
 */
function finishUniform(host: OperationParser, custom: CustomOperation): boolean {
  const { operands, operandTop, name, op } = custom;
  const type = custom.resultTypes[0]?.[0];
  const count = custom.operandGroups;
  if (type === undefined || operandTop !== count * CUSTOM_OPERAND_FIELDS) return false;
  for (let group = 0; group < count; group++) {
    if (operands[group * CUSTOM_OPERAND_FIELDS] !== group || custom.operandTypes[group] !== undefined) return false;
  }
  const { store } = host;
  const first = store.newOperands(op, count);
  for (let i = 0, field = 0; i < count; i++, field += CUSTOM_OPERAND_FIELDS) {
    const value = host.definitions.use(operands[field + 1]!, operands[field + 2]!, type, operands[field + 3]!);
    linkOperand(store, first + i, value);
  }
  setAttributes(host, custom);
  if (host.reader.next() === 108) host.parseTrailingLocation(op);
  insertOp(store, op, custom.block, 0);
  store.opSignature[op] = name.uniformSignature(type);
  store.opFirstResult[op] = store.newValue(type, op);
  store.opResultCount[op] = 1;
  if (custom.resultBase !== host.pending.resultTop) host.pending.nameResults(op, custom.resultBase);
  if (name.hasInherentAttributes) host.normalize(op);
  return true;
}

const NONE: readonly number[] = [];

/** Creates the operands, group by group, and returns their types. */
function resolveOperands(host: OperationParser, custom: CustomOperation): readonly number[] {
  const groups = custom.name.definition!.operands;
  const count = custom.operandTop / CUSTOM_OPERAND_FIELDS;
  const isSegmented = (custom.name.traitBits & traitBit.AttrSizedOperandSegments) !== 0;
  if (groups === undefined) return NONE;
  const { store } = host;
  const first = store.newOperands(custom.op, count);
  const inputs: number[] = [];
  const sizes: number[] = [];
  for (let group = 0; group < groups.length; group++) {
    const start = inputs.length;
    const all = custom.allOperandTypes;
    const types =
      all === undefined ? typesOfGroup(host, custom, group) : all.slice(start, start + custom.countOf(group));
    let place = 0;
    for (let i = 0; i < custom.operandTop; i += CUSTOM_OPERAND_FIELDS) {
      if (custom.operands[i] !== group) continue;
      const type = types[place++];
      if (type === undefined) failCount(host, custom, group, types.length);
      const [key, number, at] = [custom.operands[i + 1]!, custom.operands[i + 2]!, custom.operands[i + 3]!];
      linkOperand(store, first + inputs.length, host.definitions.use(key, number, type, at));
      inputs.push(type);
    }
    if (place !== types.length) failCount(host, custom, group, types.length);
    sizes.push(inputs.length - start);
  }
  if (isSegmented) custom.entries.push({ name: "operandSegmentSizes", value: host.segmentSizes(sizes) });
  return inputs;
}

function failCount(host: OperationParser, custom: CustomOperation, group: number, types: number): never {
  const operands = custom.countOf(group);
  let at = custom.emptyGroups[group] ?? custom.at;
  for (let i = 0; i < custom.operandTop; i += CUSTOM_OPERAND_FIELDS) {
    if (custom.operands[i] !== group) continue;
    at = custom.operands[i + 3]!;
    break;
  }
  return host.reader.fail(
    `custom op '${custom.name.text}' number of operands and types do not match: got ${operands} operands and ${types} types`,
    at,
  );
}

/** Returns the types of an operand group. Takes the types from the text, or infers them if the text omits them. */
function typesOfGroup(host: OperationParser, custom: CustomOperation, group: number): readonly number[] {
  const known = custom.operandTypes[group];
  if (known !== undefined) return known;
  const { name } = custom;
  const definition = name.definition!.operands![group]!;
  const inferred = inferTypes(host, custom, definition.name);
  if (inferred !== undefined) return inferred;
  const count = definition.many === undefined ? 1 : custom.countOf(group);
  if (count === 0) return NONE;
  const built = definition.type.build?.(host.context);
  const type = built?.id ?? anyKnownType(custom);
  if (type === undefined)
    host.reader.fail(`custom op '${name.text}' type of operand '${definition.name}' is not known`, custom.at);
  return count === 1 ? [type] : Array.from({ length: count }, () => type);
}

function resultTypes(host: OperationParser, custom: CustomOperation): readonly number[] {
  if (custom.allResultTypes !== undefined) return custom.allResultTypes;
  const groups = custom.name.definition!.results;
  if (groups === undefined || groups.length === 0) return NONE;
  if (groups.length === 1) return typesOfResult(host, custom, 0);
  return groups.flatMap((_, group) => typesOfResult(host, custom, group));
}

function typesOfResult(host: OperationParser, custom: CustomOperation, group: number): readonly number[] {
  const known = custom.resultTypes[group];
  if (known !== undefined) return known;
  const definition = custom.name.definition!.results![group]!;
  const inferred = inferTypes(host, custom, definition.name);
  if (inferred !== undefined) return inferred;
  const built = definition.type.build?.(host.context);
  if (built !== undefined && definition.many === undefined) return [built.id];
  if (definition.many !== undefined) return NONE;
  const type = anyKnownType(custom);
  return type === undefined ? NONE : [type];
}

/**
 * Returns the type in the text that applies to all operands and results because of `SameOperandsAndResultType` or a
 * similar trait.
 */
function anyKnownType(custom: CustomOperation): number | undefined {
  const { operandGroups, operandTypes, resultGroups, resultTypes } = custom;
  const known = [...resultTypes.slice(0, resultGroups), ...operandTypes.slice(0, operandGroups)];
  return known.find((types) => types?.[0] !== undefined)?.[0];
}

function inferTypes(host: OperationParser, custom: CustomOperation, value: string): readonly number[] | undefined {
  const rule = custom.name.definition!.inferTypes?.[value];
  if (rule === undefined) return undefined;
  if (typeof rule === "string" && custom.name.definition!.attributes?.[rule] !== undefined) {
    return typesOfAttribute(custom.findAttribute(rule)).map((type) => type.id);
  }
  const lookup = lookupIn(host, custom);
  const types = typeof rule === "string" ? lookup.types(rule) : rule(lookup);
  return types.map((type) => type.id);
}

function lookupIn(host: OperationParser, custom: CustomOperation): TypeLookup {
  const { types } = host.context;
  return {
    context: host.context,
    types(value) {
      const { definition } = custom.name;
      const result = definition!.results?.findIndex((group) => group.name === value) ?? -1;
      const ids = result >= 0 ? typesOfResult(host, custom, result) : operandTypes(host, custom, value);
      return ids.map((id) => types[id]!);
    },
    attribute: (name) => custom.findAttribute(name),
  };
}

function operandTypes(host: OperationParser, custom: CustomOperation, value: string): readonly number[] {
  return typesOfGroup(host, custom, custom.name.operandGroup(value));
}

/** Stores inherent attributes as properties, and other attributes in the dictionary of discardable attributes. */
function setAttributes(host: OperationParser, custom: CustomOperation): void {
  const { entries, name, op } = custom;
  if (entries.length === 0) return;
  requireOnce(host, custom, entries);
  const { store } = host;
  const ids = name.dictionariesOf(entries);
  store.opProperties[op] = ids.properties;
  store.opAttributes[op] = ids.attributes;
}

/** Sorts regions into the order of the definition, if the order in the text differs. */
function orderRegions(host: OperationParser, { op, regionOrder }: CustomOperation): void {
  if (regionOrder.every((place, i) => i === 0 || regionOrder[i - 1]! <= place)) return;
  const { store } = host;
  const regions = regionsOf(store, op);
  const sorted = regions.map((_, i) => i).sort((a, b) => regionOrder[a]! - regionOrder[b]! || a - b);
  store.opFirstRegion[op] = regions[sorted[0]!]!;
  sorted.forEach((from, i) => {
    const next = sorted[i + 1];
    store.regionNext[regions[from]!] = next === undefined ? 0 : regions[next]!;
  });
}

function requireOnce(host: OperationParser, custom: CustomOperation, entries: readonly NamedAttribute[]): void {
  for (let i = 1; i < entries.length; i++) {
    for (let j = 0; j < i; j++) {
      if (entries[i]!.name !== entries[j]!.name) continue;
      host.reader.fail(
        `custom op '${custom.name.text}' attribute '${entries[i]!.name}' occurs more than once in the attribute list`,
        custom.at,
      );
    }
  }
}
