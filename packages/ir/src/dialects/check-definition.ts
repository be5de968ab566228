import {
  each,
  isTable,
  keyPath,
  mustBe,
  mustBeFlag,
  mustBeListOf,
  mustBeOneOf,
  mustBeString,
  mustBeSynchronous,
  mustBeTable,
  mustBeTableOf,
  mustBeText,
  mustHave,
  mustHaveOnly,
  suggest,
} from "@passwright/core";
import type { Requirement } from "@passwright/core";
import { FormatCompiler } from "../assembly/compile-format.ts";
import { badDialect } from "../errors.ts";
import { mustBePattern } from "../rewrite/check-pattern.ts";
import { operationsInTrees, problemsOfPatterns } from "./check-patterns.ts";
import { isPlain, problemsOfReferences, problemsOfSuccessors } from "./check-references.ts";
import { completeOps, withDefaults } from "./define-dialect.ts";
import type { DialectDefinition, OpDefinition } from "./define-dialect.ts";
import { guardedInliner, guardedInterfaces } from "./guard-interfaces.ts";
import type { AttributeDefinition } from "./op-structure.ts";
import { bitsOfTraits, traitBit } from "./traits.ts";

/* Checks of definitions that TypeScript cannot make, because dialects can be written in JavaScript. */

const names = mustBeListOf(mustBeText);
const functions = (keys: string, ...required: readonly string[]): Requirement =>
  mustHaveOnly(each(keys, mustBeSynchronous), ...required);
const either = (what: string, ...all: readonly Requirement[]): Requirement =>
  mustBe(what, (value) => all.some((one) => one(value, "").length === 0));
const count = mustBe("a whole number of at least 0", (value) => Number.isSafeInteger(value) && (value as number) >= 0);

const typeConstraint = mustHave(
  { description: mustBeText, accepts: mustBeSynchronous, build: mustBeSynchronous, kinds: names },
  "description",
  "accepts",
);
const constraint = mustHave(
  { description: mustBeText, ...each("accepts stores", mustBeSynchronous) },
  "description",
  "accepts",
);
const values = mustBeListOf(
  mustHaveOnly({ name: mustBeText, type: typeConstraint, many: mustBeOneOf("optional", "variadic") }, "name", "type"),
);
const attribute = mustHaveOnly({
  constraint,
  ...each("optional unit", mustBeFlag),
  ...each("default defaultWhenAbsent", mustBeText),
  format: mustHave({ ...each("parse print starts", mustBeSynchronous), constraint }, "parse", "print"),
});
const trait: Requirement = (value, path) => {
  if (typeof value !== "string") return mustBeString(value, path);
  if (Object.hasOwn(traitBit, value)) return [];
  const similar = suggest(value, Object.keys(traitBit));
  return [`\`${path}\`: unknown trait \`${value}\`${similar === undefined ? "" : `; did you mean \`${similar}\`?`}`];
};
const directive = mustHaveOnly(
  {
    ...each("parse print isPresent starts", mustBeSynchronous),
    binds: names,
    isFixed: mustBeOneOf(true),
    spaceBefore: mustBeOneOf(false),
  },
  "parse",
  "print",
);

/** A requirement for each key of a definition. */
const OPERATION: { readonly [Key in keyof Required<OpDefinition>]: Requirement } = {
  summary: mustBeString,
  description: mustBeString,
  traits: mustBeListOf(trait),
  interfaces: names,
  attributes: mustBeTableOf(attribute),
  operands: values,
  results: values,
  relations: mustBeListOf(mustHave({ description: mustBeText, holds: mustBeSynchronous }, "description", "holds")),
  inferResultTypes: mustBeSynchronous,
  areCastCompatible: mustBeSynchronous,
  regions: count,
  successors: either('a whole number of at least 0, or "at least one"', count, mustBeOneOf("at least one")),
  effects: mustBeListOf(mustBeOneOf("read", "write", "allocate", "free")),
  successorOperands: mustBeListOf(mustHaveOnly({ name: mustBeText, segments: mustBeText }, "name")),
  parents: names,
  implicitTerminator: mustBeText,
  regionNames: names,
  regionSizes: mustBeListOf(mustBeOneOf("one", "at most one")),
  successorNames: names,
  assemblyFormat: mustBeString,
  directives: mustBeTableOf(directive),
  inferTypes: mustBeTableOf(either("a name or a function", mustBeText, mustBeSynchronous)),
  resultNames: either("a list of non-empty names, or a function", names, mustBeSynchronous),
  defaultDialect: mustBeText,
  fold: mustBeSynchronous,
  canonicalizationPatterns: mustBeListOf(mustBePattern),
  verify: mustBeSynchronous,
  isPlainlyValid: mustBeSynchronous,
  verifySignature: mustBeSynchronous,
  verifyRegions: mustBeSynchronous,
  verifySymbolUses: mustBeSynchronous,
  speculatability: mustBeSynchronous,
  loopLike: mustHaveOnly({ regions: mustBeListOf(count) }),
  call: functions("callee argumentsOf", "callee", "argumentsOf"),
  callable: functions("region", "region"),
  successorFor: mustBeSynchronous,
  regionBranch: mustHave(each("successors entryOperands mayForward", mustBeSynchronous), "successors"),
  regionBranchTerminator: functions("successorOperands successors", "successorOperands"),
  destructurableAllocation: functions("slots destructure complete", "slots", "destructure"),
  destructurableAccessor: functions("canRewire rewire", "canRewire", "rewire"),
  safeSlotAccess: functions("ensureOnlySafeAccesses", "ensureOnlySafeAccesses"),
  promotableAllocation: functions("slots defaultValue handleBlockArgument complete", "slots", "defaultValue"),
  promotableMemory: functions("loadsFrom storesTo stored canRemoveUses removeUses", "loadsFrom", "storesTo"),
  promotable: functions("canRemoveUses removeUses", "canRemoveUses", "removeUses"),
};

const syntax: Requirement = (value, path) => [
  ...mustBeTableOf(mustHaveOnly({ parse: mustBeSynchronous }))(value, path),
  ...(isTable(value) ? Object.keys(value) : [])
    .filter((name) => !/^[A-Za-z_][\w$.]*$/.test(name))
    .map((name) => `\`${path}\`: ${JSON.stringify(name)} must consist of letters, digits, \`_\`, \`$\` and \`.\``),
];

const dialect = mustHaveOnly(
  {
    name: mustBe(
      "a name of letters, digits and `_`",
      (name) => typeof name === "string" && /^[A-Za-z_][\w$]*$/.test(name),
    ),
    ops: mustBeTableOf(mustHaveOnly(OPERATION)),
    attributes: syntax,
    types: syntax,
    ...each("isClosed allowUnknownOps", mustBeFlag),
    materializeConstant: mustBeSynchronous,
    inliner: mustHaveOnly({
      ...each("isLegalToInlineCall isLegalToInlineRegion handleTerminator", mustBeSynchronous),
      isLegalToInline: either("`true` or a function", mustBeOneOf(true), mustBeSynchronous),
    }),
  },
  "name",
  "ops",
);

/**
 * Returns a dialect, frozen so that contexts can share it. Operations with an assembly format have the defaults of ODS:
 * no operands, results, regions or successors.
 *
 * @throws UsageError PWI0017 if a definition is invalid, PWI0012 if an assembly format is invalid.
 */
export function defineDialect(dialect: DialectDefinition): DialectDefinition {
  const problems = problemsOfDialect(dialect);
  if (problems.length > 0) throw badDialect((dialect as Partial<DialectDefinition> | undefined)?.name, problems);
  const { inliner } = dialect;
  const guarded = inliner === undefined ? dialect : { ...dialect, inliner: guardedInliner(inliner) };
  const ops = completeOps(dialect.ops, (name, definition) => {
    if (definition.assemblyFormat === undefined) return guardedInterfaces(definition);
    const complete = withDefaults(definition);
    new FormatCompiler(`${dialect.name}.${name}`, complete).check();
    return guardedInterfaces(complete);
  });
  return Object.freeze({ ...guarded, ops });
}

/** Returns the problems with a dialect, each with the key path of the wrong part. */
function problemsOfDialect(definition: DialectDefinition): readonly string[] {
  const found = isTable(definition) ? dialect(definition, "") : mustBeTable(definition, "dialect");
  if (found.length > 0) return found;
  if (!isPlain(definition)) return ["`dialect` must be a plain object, because methods of classes are not used"];
  return Object.entries(definition.ops).flatMap(([name, op]) =>
    problemsOfOperation(`${definition.name}.${name}`, op, definition).map(
      (problem) => `\`${keyPath("ops", name)}\`: ${problem}`,
    ),
  );
}

function problemsOfAttribute(attribute: AttributeDefinition, dialect: DialectDefinition): readonly string[] {
  const [of, name = ""] = attribute.format?.body ?? [];
  if (of === dialect.name && dialect.attributes?.[name]?.parse === undefined)
    return [`needs \`parse\` for the attribute \`${name}\` of the dialect`];
  const [only] = (["unit", "defaultWhenAbsent"] as const).filter(
    (key) => attribute[key] !== undefined && attribute[key] !== false,
  );
  if (only === undefined) return [];
  if (attribute.optional !== true) return [`needs \`optional: true\` because of \`${only}\``];
  const others =
    only === "unit" ? (["defaultWhenAbsent", "default", "format", "constraint"] as const) : (["default"] as const);
  return others
    .filter((key) => attribute[key] !== undefined)
    .map((key) => `cannot have both \`${only}\` and \`${key}\``);
}

/** Returns the parts of a definition that contradict each other. */
function problemsOfOperation(name: string, op: OpDefinition, dialect: DialectDefinition): readonly string[] {
  const { name: dialectName, ops, allowUnknownOps = false } = dialect;
  const { attributes = {}, operands = [], results = [], regionNames = [], successorNames = [], traits = [] } = op;
  const bits = bitsOfTraits(traits);
  const has = (trait: keyof typeof traitBit): boolean => (bits & traitBit[trait]) !== 0;
  const groups = [...operands, ...results].map((group) => group.name);
  const named = [...groups, ...Object.keys(attributes), ...regionNames, ...successorNames];
  const isGroup = (group: string): boolean => groups.includes(group);
  const open = (list: typeof operands): number => list.filter(({ many }) => many !== undefined).length;
  const takes = (count: number): boolean => operands.length === count && open(operands) === 0;
  const hasOneResult = results.length === 1 && open(results) === 0;
  const mnemonic = name.slice(dialectName.length + 1);
  const isOwn = (other: string): boolean => other.startsWith(`${dialectName}.`);
  const find = (other: string): OpDefinition | undefined => {
    const key = other.slice(dialectName.length + 1);
    return isOwn(other) && Object.hasOwn(ops, key) ? ops[key] : undefined;
  };
  const isUnknown = (other: string): boolean => isOwn(other) && !allowUnknownOps && find(other) === undefined;
  const checks: readonly (readonly [wrong: boolean, problem: string])[] = [
    [!/^[A-Za-z_][\w$.]*$/.test(mnemonic), "the name must consist of letters, digits, `_`, `$` and `.`"],
    [mnemonic.startsWith(`${dialectName}.`), `write the name without \`${dialectName}.\``],
    [
      open(operands) > 1 && !has("AttrSizedOperandSegments"),
      "several optional or variadic operands need the trait `AttrSizedOperandSegments`",
    ],
    [
      open(results) > 1 && !has("AttrSizedResultSegments"),
      "several optional or variadic results need the trait `AttrSizedResultSegments`",
    ],
    [has("Symbol") && attributes["sym_name"] === undefined, "the trait `Symbol` needs the attribute `sym_name`"],
    [
      traits.includes("Involution") && !(takes(1) && hasOneResult),
      "the trait `Involution` needs one operand and one result",
    ],
    [
      traits.includes("Idempotent") && !((takes(1) || takes(2)) && hasOneResult),
      "the trait `Idempotent` needs one or two operands and one result",
    ],
    [
      traits.includes("SameOperandsAndResultType") && (op.operands?.length === 0 || op.results?.length === 0),
      "the trait `SameOperandsAndResultType` needs operands and results",
    ],
    [has("SymbolTable") && op.regions !== undefined && op.regions !== 1, "the trait `SymbolTable` needs one region"],
    [has("HasParent") && op.parents === undefined, "the trait `HasParent` needs `parents`"],
    [
      has("SingleBlockImplicitTerminator") && op.implicitTerminator === undefined,
      "the trait `SingleBlockImplicitTerminator` needs `implicitTerminator`",
    ],
    [
      has("NoMemoryEffect") && (op.effects ?? []).length > 0,
      `\`effects\` contradict the trait \`${has("Pure") ? "Pure" : "NoMemoryEffect"}\``,
    ],
    [has("ConstantLike") && op.fold === undefined, "the trait `ConstantLike` needs `fold`, which returns the constant"],
    [
      has("ConstantLike") && (operands.length > 0 || (op.results !== undefined && results.length !== 1)),
      "an operation with the trait `ConstantLike` has one result and no operands",
    ],
    [
      op.regions !== undefined && regionNames.length > op.regions,
      `\`regionNames\` has more names than the operation has regions`,
    ],
    [
      typeof op.successors === "number" && successorNames.length > op.successors,
      `\`successorNames\` has more names than the operation has successors`,
    ],
  ];
  return [
    ...checks.flatMap(([wrong, problem]) => (wrong ? problem : [])),
    ...new Set(named.filter((name, i) => named.indexOf(name) < i).map((name) => `two parts are named \`${name}\``)),
    ...Object.entries(attributes).flatMap(([key, attribute]) =>
      problemsOfAttribute(attribute, dialect).map((problem) => `\`attributes.${key}\` ${problem}`),
    ),
    ...[op.implicitTerminator ?? [], op.parents ?? [], operationsInTrees(op)]
      .flat()
      .filter(isUnknown)
      .map((other) => `the dialect does not define \`${other}\``),
    ...problemsOfSuccessors(op).map((problem) => `\`successorOperands\`${problem}`),
    ...Object.entries(op.inferTypes ?? {}).flatMap(([value, source]) => [
      ...(isGroup(value) ? [] : [`\`inferTypes\`: no operand or result is named \`${value}\``]),
      ...(typeof source !== "string" || named.includes(source)
        ? []
        : [`\`inferTypes.${value}\`: no operand, result or attribute is named \`${source}\``]),
    ]),
    ...problemsOfReferences(op, find),
    ...problemsOfPatterns(name, op, find),
  ];
}
