import { typesOfAttribute } from "../attributes/parts.ts";
import { SEGMENT_SIZES } from "../dialects/operation-name.ts";
import type { TypeLookup } from "../dialects/op-structure.ts";
import { wrongResult } from "../dialect-errors.ts";
import { traitBit } from "../dialects/traits.ts";
import { kindOf } from "../entity-kind.ts";
import { addResults, addSuccessors, insertOp, linkOperand } from "../store/edit.ts";
import { entityText } from "../entity-text.ts";
import { rangeOf, regionsOf } from "../store/groups.ts";
import type { Range } from "../store/groups.ts";
import type { CustomOperation } from "./custom-operation.ts";
import type { OperationParser } from "./operation-parser.ts";
import { PENDING_FIELDS } from "./pending-names.ts";

/** Infers the types that the text of an operation omits, and inserts the operation into its block. */
export function finishOperation(host: OperationParser, custom: CustomOperation): void {
  const { pending, store } = host;
  const { op, name } = custom;
  const type = name.isUniform ? uniformType(host, custom) : undefined;
  let inputs = NONE;
  if (type === undefined) {
    checkSources(host, custom);
    inputs = resolveOperands(host, custom);
  } else {
    const first = store.newOperands(op, custom.operandGroups);
    for (let i = 0, field = custom.operandBase; i < custom.operandGroups; i++, field += PENDING_FIELDS)
      linkOperand(store, first + i, pending.use(field, type));
  }
  const results = type === undefined ? resultTypes(host, custom, inputs) : NONE;
  setAttributes(host, custom);
  if (custom.regionOrder.length > 1) orderRegions(host, custom);
  addSuccessors(store, op, custom.successors);
  host.parseTrailingLocation(op);
  insertOp(store, op, custom.block, 0);
  if (type === undefined) {
    store.opSignature[op] = host.context.functionTypeId(inputs, results);
    addResults(store, op, results);
  } else {
    store.opSignature[op] = name.uniformSignature(type);
    store.opFirstResult[op] = store.newValue(type, op);
    store.opResultCount[op] = 1;
  }
  pending.top = custom.operandBase;
  if (custom.resultBase !== pending.top) pending.nameResults(op, custom.resultBase);
  if (name.hasInherentAttributes) host.normalize(op);
}

/** Fails if a type violates its constraint and other types are inferred from this type. */
function checkSources(host: OperationParser, custom: CustomOperation): void {
  const { types } = host.context;
  const { inferTypes: rules, operands } = custom.name.definition!;
  if (rules === undefined) return;
  const sources = Object.values(rules);
  // The check is needed only if a function infers one type from another type (`TypesMatchWith`).
  if (!sources.some((rule) => typeof rule === "function")) return;
  for (let group = 0; group < custom.operandGroups; group++) {
    const id = custom.operandTypes[group]?.[0];
    const { name, type: constraint } = operands![group]!;
    if (id === undefined || !sources.includes(name) || constraint.accepts(types[id]!)) continue;
    fail(host, custom, `'${name}' must be ${constraint.description}, but got '${types[id]!.byteText}'`);
  }
}

/**
 * Returns the type of all values, if each operand group has one operand and the text contains only the type of the
 * result. Such operations are finished without arrays.
 */
function uniformType({ pending }: OperationParser, custom: CustomOperation): number | undefined {
  const { operandBase, operandGroups } = custom;
  if (pending.top - operandBase !== operandGroups * PENDING_FIELDS) return undefined;
  for (let group = 0; group < operandGroups; group++) {
    const isOfGroup = pending.fields[operandBase + group * PENDING_FIELDS] === group;
    if (!isOfGroup || custom.operandTypes[group] !== undefined) return undefined;
  }
  return custom.resultTypes[0]?.[0];
}

const NONE: readonly number[] = [];

function resolveOperands(host: OperationParser, custom: CustomOperation): readonly number[] {
  const groups = custom.name.definition!.operands;
  const { pending } = host;
  const count = (pending.top - custom.operandBase) / PENDING_FIELDS;
  if (groups === undefined) return NONE;
  const { store } = host;
  const first = store.newOperands(custom.op, count);
  const inputs: number[] = [];
  const sizes: number[] = [];
  for (let group = 0; group < groups.length; group++) {
    const start = inputs.length;
    const all = custom.allOperandTypes;
    const types =
      all === undefined
        ? typesOfGroup(host, custom, "operand", group)
        : all.slice(start, start + pending.countOf(group, custom.operandBase));
    if (pending.countOf(group, custom.operandBase) !== types.length) failCount(host, custom, group, types.length);
    let place = 0;
    for (let i = custom.operandBase; i < pending.top; i += PENDING_FIELDS) {
      if (pending.fields[i] !== group) continue;
      const type = types[place++]!;
      linkOperand(store, first + inputs.length, pending.use(i, type));
      inputs.push(type);
    }
    sizes.push(inputs.length - start);
  }
  if ((custom.name.traitBits & traitBit.AttrSizedOperandSegments) !== 0) {
    custom.entries.push({ name: SEGMENT_SIZES.operand, value: host.segmentSizes(sizes) });
  }
  return inputs;
}

function failCount(host: OperationParser, custom: CustomOperation, group: number, types: number): never {
  const { fields } = host.pending;
  let first = custom.operandBase;
  const operands = host.pending.countOf(group, first);
  if (operands > 0) while (fields[first] !== group) first += PENDING_FIELDS;
  const at = operands > 0 ? fields[first + 3]! : (custom.emptyGroups[group] ?? custom.at);
  const problem = `got ${operands} operands and ${types} types`;
  return fail(host, custom, `number of operands and types do not match: ${problem}`, at);
}

function fail(host: OperationParser, custom: CustomOperation, message: string, at = custom.at): never {
  return host.reader.fail(`custom op '${custom.name.text}' ${message}`, at);
}

function resultTypes(host: OperationParser, custom: CustomOperation, inputs: readonly number[]): readonly number[] {
  if (custom.allResultTypes !== undefined) return custom.allResultTypes;
  const groups = custom.name.definition!.results;
  if (groups === undefined || groups.length === 0) return NONE;
  const { inferResultTypes: infer } = custom.name.definition!;
  if (infer !== undefined && groups.every((_, group) => custom.resultTypes[group] === undefined)) {
    const { types } = host.context;
    return infer(inputs.map((id) => types[id]!)).map((type) => type.id);
  }
  const isSegmented = (custom.name.traitBits & traitBit.AttrSizedResultSegments) !== 0;
  if (groups.length === 1 && !isSegmented) return typesOfGroup(host, custom, "result", 0);
  const types = groups.map((_, group) => typesOfGroup(host, custom, "result", group));
  if (isSegmented) {
    const sizes = host.segmentSizes(types.map(({ length }) => length));
    custom.entries.push({ name: SEGMENT_SIZES.result, value: sizes });
  }
  return types.flat();
}

/** Returns the types of a group. Takes the types from the text, or infers them if the text omits them. */
function typesOfGroup(
  host: OperationParser,
  custom: CustomOperation,
  kind: "operand" | "result",
  group: number,
): readonly number[] {
  const isOperand = kind === "operand";
  const known = (isOperand ? custom.operandTypes : custom.resultTypes)[group];
  if (known !== undefined) return known;
  const { operands, results } = custom.name.definition!;
  const all = isOperand ? custom.allOperandTypes : custom.allResultTypes;
  if (all !== undefined) {
    const range =
      isOperand && !custom.listsOperands
        ? namedGroup(host, custom, group)
        : rangeOf((isOperand ? operands : results)!, group, 0, all.length);
    return all.slice(range.first, range.first + range.count);
  }
  const { name, many, type: constraint } = (isOperand ? operands : results)![group]!;
  const inferred = inferTypes(host, custom, name);
  if (inferred !== undefined) return inferred;
  const counted = isOperand ? host.pending.countOf(group, custom.operandBase) : 0;
  const count = many === undefined ? 1 : counted;
  if (count === 0) return NONE;
  const type = constraint.build?.(host.context)?.id ?? anyKnownType(custom, isOperand);
  if (type !== undefined) return count === 1 ? [type] : Array.from({ length: count }, () => type);
  if (!isOperand) return NONE;
  return fail(host, custom, `type of operand '${name}' is not known`);
}

/** Returns the range of a group whose operands the format names: `$x`. */
function namedGroup({ pending }: OperationParser, { operandBase }: CustomOperation, group: number): Range {
  let first = 0;
  for (let i = 0; i < group; i++) first += pending.countOf(i, operandBase);
  return { first, count: pending.countOf(group, operandBase) };
}

/** Returns the type that all operands and results have because of `SameOperandsAndResultType` or a similar trait. */
function anyKnownType(custom: CustomOperation, isOperand: boolean): number | undefined {
  const { name, operandGroups, operandTypes, resultGroups, resultTypes } = custom;
  const isOnlyOperands =
    isOperand &&
    (name.traitBits & (traitBit.SameTypeOperands | traitBit.SameOperandsAndResultType)) === traitBit.SameTypeOperands;
  const known = [
    ...(isOnlyOperands ? [] : resultTypes.slice(0, resultGroups)),
    ...operandTypes.slice(0, operandGroups),
  ];
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
  if (Array.isArray(types) && types.every((type) => kindOf(type) === "type")) return types.map((type) => type.id);
  const problem = `${entityText(types)} for \`${value}\``;
  throw wrongResult("`inferTypes`", host.store, custom.op, problem, "return a list with one type for each value");
}

function lookupIn(host: OperationParser, custom: CustomOperation): TypeLookup {
  const { types } = host.context;
  return {
    context: host.context,
    types(value) {
      const { definition } = custom.name;
      const result = definition!.results?.findIndex((group) => group.name === value) ?? -1;
      const ids =
        result >= 0
          ? typesOfGroup(host, custom, "result", result)
          : typesOfGroup(host, custom, "operand", custom.name.operandGroup(value));
      return ids.map((id) => types[id]!);
    },
    attribute: (name) => custom.findAttribute(name),
  };
}

function setAttributes(host: OperationParser, custom: CustomOperation): void {
  const { entries, name, op } = custom;
  if (entries.length === 0) return;
  for (let i = 1; i < entries.length; i++) {
    const { name: key } = entries[i]!;
    for (let j = 0; j < i; j++) {
      if (entries[j]!.name !== key) continue;
      fail(host, custom, `attribute '${key}' occurs more than once in the attribute list`);
    }
  }
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
