import { diagnosticOf } from "@passwright/core";
import type { OperationName as CoreOperationName } from "@passwright/core";
import type { Attribute, AttributeContext, NamedAttribute } from "../attributes/attribute.ts";
import { findEntry } from "../attributes/parts.ts";
import { FormatCompiler } from "../assembly/compile-format.ts";
import type { Program } from "../assembly/instruction.ts";
import { badDialect } from "../errors.ts";
import { bytesOf, internalized, quoted, textOf } from "../text/bytes.ts";
import { unitAttribute } from "./attribute-constraints.ts";
import type { AttributeConstraint } from "./attribute-constraints.ts";
import type { DialectSyntax } from "./dialect-syntax.ts";
import type { AttributeDefinition, OpStructure } from "./op-structure.ts";
import { bitsOfTraits, traitBit } from "./traits.ts";
import type { TraitName } from "./traits.ts";

/** Ids of the attribute dictionaries of an operation, before normalization (`from`, `fromAttributes`) and after it. */
export interface NormalizedAttributes {
  readonly from: number;
  readonly fromAttributes: number;
  readonly properties: number;
  readonly attributes: number;
}

/** Cache of constants by properties, with a limited number of entries. A new entry can overwrite an older entry. */
export interface KnownConstants {
  readonly properties: Int32Array;
  readonly constants: (Attribute | undefined)[];
}

/** Members of a context that are used by operation names or by code that handles operation names. */
export interface NameContext extends AttributeContext {
  /** Names by id. Ids of names start at 1. */
  readonly names: readonly OperationName[];
  /** Returns the interned name with this text. The text is a byte string. */
  operationName(text: string): OperationName;
  /** Returns the syntax of a registered dialect, or `undefined` for an unknown name. */
  findDialect(name: string): DialectSyntax | undefined;
}

/** The name of an operation, interned in its context. Implements the core's `OperationName`. */
export class OperationName implements CoreOperationName {
  /** Context that owns the name. Names of one context are compared by identity. */
  readonly context: NameContext;
  /** Index of the name in its context. */
  readonly id: number;
  /** Name with its dialect, such as `arith.addi`. */
  readonly text: string;
  /** Name of the dialect: the part of the name before the first dot. */
  readonly dialect: string;
  /** Name without the dialect: the part of the name after the first dot. */
  readonly mnemonic: string;
  /** Name in quotes, as the generic form writes it: `"dialect.mnemonic"`. */
  readonly quotedBytes: Uint8Array;
  /** Definition of the operation. `undefined` for unregistered operations. */
  definition: OpStructure | undefined = undefined;
  /** Traits of the operation as bits. */
  traitBits = 0;
  readonly #elided = new Map<string, Attribute>();
  /** Whether operations with this name can be erased, cached by effects.ts. 0 if not computed yet. */
  deadness = 0;
  /** Cached constants of the results of constant-like operations with this name. */
  knownConstants: KnownConstants | undefined = undefined;
  /** Names of the inherent attributes with their defaults. */
  inherent: readonly { readonly name: string; readonly value: Attribute | undefined }[] = [];
  /** Attribute names with their definitions, sorted by name. */
  attributeDefinitions: readonly (readonly [string, AttributeDefinition])[] = [];
  /** Whether the definition declares attributes. */
  hasInherentAttributes = false;
  /** Whether the operation suggests names for its results. */
  suggestsNames = false;
  /** Whether the operation verifies symbol uses. A copy, because reading definitions of different shapes is slow. */
  verifiesSymbolUses = false;
  /** Id of the last dictionary of inherent attributes that the parser accepted. */
  lastGood = 0;
  /** Result of the parser's last normalization, cached by parser/inherent-attributes.ts. */
  lastInherent: NormalizedAttributes | undefined = undefined;
  /** Whether the types of operands and results can depend on attributes. */
  typesNeedAttributes = false;
  /** Ids of function types that the verifier accepted. If types need attributes, pairs of ids as one number. */
  readonly verifiedSignatures: Set<number> = new Set();
  /** Ids of the dictionaries of inherent attributes that the verifier accepted. */
  readonly verifiedProperties: Set<number> = new Set();
  #interfaces: ReadonlySet<string> = new Set();
  #program: Program | undefined = undefined;
  #terminator = 0;
  #isUniform: boolean | undefined = undefined;
  readonly #uniformSignatures: number[] = [];
  #hasFixedText: boolean | undefined = undefined;
  #unboundAttributes = -1;
  #onlyName = "";
  /** Dictionaries by their entries. The key of a single entry with the name `#onlyName` is the id of its value. */
  readonly #dictionaries = new Map<number | string, { readonly properties: number; readonly attributes: number }>();

  /** Creates a name. `byteText` is the name as a byte string. */
  constructor(context: NameContext, id: number, byteText: string) {
    this.context = context;
    this.id = id;
    this.text = internalized(textOf(byteText));
    const dot = byteText.indexOf(".");
    this.dialect = dot < 0 ? "" : byteText.slice(0, dot);
    this.mnemonic = dot < 0 ? byteText : byteText.slice(dot + 1);
    this.quotedBytes = bytesOf(quoted(byteText));
  }

  /** Sets the definition, and data that is derived from it. Called when the dialect of the operation is registered. */
  define(definition: OpStructure, interfaces: ReadonlySet<string>, verifiesSymbolUses: boolean): void {
    this.definition = definition;
    this.deadness = 0;
    this.knownConstants = undefined;
    this.#dictionaries.clear();
    this.traitBits = bitsOfTraits(definition.traits ?? []);
    this.#interfaces = interfaces;
    this.attributeDefinitions = Object.entries(attributesOf(definition)).sort(([a], [b]) => (a < b ? -1 : 1));
    this.inherent = this.attributeDefinitions.map(([name, attribute]) => ({
      name,
      value: attribute.default === undefined ? undefined : this.#parseDefault("default", name, attribute),
    }));
    this.hasInherentAttributes = this.inherent.length > 0;
    this.typesNeedAttributes =
      SEGMENTS.some(({ trait }) => this.hasTrait(trait)) ||
      Object.values(definition.inferTypes ?? {}).some(
        (source) => typeof source === "function" || Object.hasOwn(definition.attributes ?? {}, source),
      );
    this.suggestsNames = definition.resultNames !== undefined;
    this.verifiesSymbolUses = verifiesSymbolUses;
    for (const [name, attribute] of this.attributeDefinitions) {
      const key = attribute.defaultWhenAbsent === undefined ? "default" : "defaultWhenAbsent";
      if (attribute[key] !== undefined) this.#elided.set(name, this.#parseDefault(key, name, attribute));
    }
  }

  /** Parses a default value. Throws PWI0017 if it is not an attribute, or violates the constraint of the attribute. */
  #parseDefault(key: "default" | "defaultWhenAbsent", name: string, attribute: AttributeDefinition): Attribute {
    const refuse = (why: string): never => {
      throw badDialect(this.dialect, [`\`ops.${this.mnemonic}\`: \`attributes.${name}.${key}\`: ${why}`]);
    };
    let value: Attribute;
    try {
      value = this.context.parseAttribute(attribute[key]!);
    } catch (thrown) {
      return refuse(diagnosticOf(thrown)?.message ?? String(thrown));
    }
    const constraint = constraintOf(attribute);
    return constraint?.accepts(value) === false ? refuse(`the value is not: ${constraint.description}`) : value;
  }

  /** Returns the default value of an inherent attribute. The custom form omits attributes with this value. */
  elided(name: string): Attribute | undefined {
    return this.#elided.get(name);
  }

  /** Whether a registered dialect defines the operation. */
  get isRegistered(): boolean {
    return this.definition !== undefined;
  }

  /** Whether the regions of the operation must not use values from outside of the operation. */
  get isIsolatedFromAbove(): boolean {
    return (this.traitBits & traitBit.IsolatedFromAbove) !== 0;
  }

  /** The compiled assembly format. */
  get program(): Program | undefined {
    const { definition } = this;
    if (definition?.assemblyFormat === undefined) return undefined;
    return (this.#program ??= new FormatCompiler(this.text, definition).compile());
  }

  /** Whether the custom form depends only on attributes, types and operand names. */
  get hasFixedText(): boolean {
    return (this.#hasFixedText ??= this.program === undefined || isFixed(this.program));
  }

  /** Maximum number of inherent attributes that `attr-dict` writes. */
  get unboundAttributes(): number {
    if (this.#unboundAttributes < 0) {
      const bound = this.program?.bound;
      this.#unboundAttributes = this.inherent.filter(({ name }) => bound?.has(name) !== true).length;
    }
    return this.#unboundAttributes;
  }

  /** Id of the name of the implied terminator, or 0 if none exists. */
  get terminator(): number {
    const text = this.definition?.implicitTerminator;
    if (text === undefined) return 0;
    return (this.#terminator ||= this.context.operationName(text).id);
  }

  /** Whether the operation has a single result, and all its operands have the type of the result. */
  get isUniform(): boolean {
    return (this.#isUniform ??= isUniform(this));
  }

  /** Returns the id of the function type in which all operands and the result have the type with this id. */
  uniformSignature(type: number): number {
    let signature = this.#uniformSignatures[type];
    if (signature === undefined) {
      const inputs = (this.definition!.operands ?? []).map(() => type);
      this.#uniformSignatures[type] = signature = this.context.functionTypeId(inputs, [type]);
    }
    return signature;
  }

  /** Returns the index of an operand group by its name. */
  operandGroup(name: string): number {
    return placeOf(this.definition?.operands, name);
  }

  /** Returns the index of a result group by its name. */
  resultGroup(name: string): number {
    return placeOf(this.definition?.results, name);
  }

  /** Returns the ids of the two attribute dictionaries: inherent and discardable. */
  dictionariesOf(entries: readonly NamedAttribute[]): { readonly properties: number; readonly attributes: number } {
    // Does not cache dictionaries with a symbol name, because each symbol has a different name.
    if ((this.traitBits & traitBit.Symbol) !== 0) return this.#makeDictionaries(entries);
    const key = this.#keyOf(entries);
    let ids = this.#dictionaries.get(key);
    if (ids === undefined) this.#dictionaries.set(key, (ids = this.#makeDictionaries(entries)));
    return ids;
  }

  #keyOf(entries: readonly NamedAttribute[]): number | string {
    // Fast path: most operations have exactly one attribute, usually with the same name.
    const [only] = entries;
    if (entries.length === 1 && (this.#onlyName ||= only!.name) === only!.name) return only!.value.id;
    let key = "";
    for (const { name, value } of entries) key += `${name}=${value.id},`;
    return key;
  }

  #makeDictionaries(entries: readonly NamedAttribute[]): { readonly properties: number; readonly attributes: number } {
    const inherent: NamedAttribute[] = [];
    const discardable: NamedAttribute[] = [];
    for (const entry of entries)
      (this.inherent.some(({ name }) => name === entry.name) ? inherent : discardable).push(entry);
    const idOf = (some: readonly NamedAttribute[]): number =>
      some.length === 0 ? 0 : this.context.dictionary(some).id;
    return { properties: idOf(inherent), attributes: idOf(discardable) };
  }

  /** Returns MLIR's message, and help, for a dictionary of properties that cannot be stored. */
  findBadProperty(properties: Attribute): readonly [why: string, help?: readonly string[]] | undefined {
    for (const [name, definition] of this.attributeDefinitions) {
      const value = findEntry(properties, name);
      if (value === undefined) continue;
      const problem = this.findBadSegments(name, value);
      if (problem !== undefined) return [problem];
      if (!isStorable(definition, value))
        return [`Invalid attribute \`${name}\` in property conversion: ${value.toString()}`, this.helpFor(name)];
    }
    return undefined;
  }

  /** Returns whether a property can store an attribute. */
  canStore(name: string, value: Attribute): boolean {
    const definition = this.definition?.attributes?.[name];
    return definition === undefined || isStorable(definition, value);
  }

  /** Returns help for a value of an attribute that a property cannot store. */
  helpFor(name: string): readonly string[] {
    const constraint = constraintOf(this.definition?.attributes?.[name] ?? {});
    return constraint === undefined ? [] : [`write a value of \`${name}\` that satisfies: ${constraint.description}`];
  }

  /** Returns MLIR's message for segment sizes that cannot be stored, or undefined if they can be stored. */
  findBadSegments(name: string, { data }: Attribute): string | undefined {
    const sized = SEGMENTS.find(({ key, trait }) => name === key && this.hasTrait(trait));
    if (sized === undefined) return undefined;
    if (data.kind !== "dense-array" || data.elementType.byteText !== "i32") {
      return "expected DenseI32ArrayAttr for key `value`";
    }
    const groups = this.definition?.[sized.of]?.length ?? data.values.length;
    if (data.values.length === groups) return undefined;
    return `size mismatch in attribute conversion: ${data.values.length} vs ${groups}`;
  }

  /** Returns MLIR's message for the first invalid attribute. The parser checks in the order of the names. */
  findUnaccepted(
    dictionary: Attribute | undefined,
    definitions: OperationName["attributeDefinitions"] = this.attributeDefinitions,
  ): string | undefined {
    for (const [name, definition] of definitions) {
      const value = findEntry(dictionary, name);
      const constraint = constraintOf(definition);
      if (value === undefined || constraint === undefined || constraint.accepts(value)) continue;
      return `attribute '${name}' failed to satisfy constraint: ${constraint.description}`;
    }
    return undefined;
  }

  /** Returns whether the operation has a trait. */
  hasTrait(trait: TraitName): boolean {
    return (this.traitBits & traitBit[trait]) !== 0;
  }

  /** Returns whether the operation implements an interface, such as `LoopLikeOpInterface`. */
  hasInterface(name: string): boolean {
    return this.#interfaces.has(name);
  }

  /** Returns the name with its dialect, such as `arith.addi`. */
  toString(): string {
    return this.text;
  }
}

/** Names of the attributes with the sizes of the groups. Required if several groups have variable sizes. */
export const SEGMENT_SIZES = { operand: "operandSegmentSizes", result: "resultSegmentSizes" } as const;

const SEGMENTS = [
  { trait: "AttrSizedOperandSegments", key: SEGMENT_SIZES.operand, of: "operands" },
  { trait: "AttrSizedResultSegments", key: SEGMENT_SIZES.result, of: "results" },
] as const;

/** Returns the inherent attributes of a definition, including those that follow from its traits. */
function attributesOf(definition: OpStructure): OpStructure["attributes"] & object {
  const { attributes = {}, traits = [] } = definition;
  const sizes = SEGMENTS.filter(({ trait }) => traits.includes(trait)).map(({ key, of }) => {
    const zeros = (definition[of] ?? []).map((_, group) => (group === 0 ? ": 0" : ", 0"));
    return [key, { default: `array<i32${zeros.join("")}>` }];
  });
  return { ...Object.fromEntries(sizes), ...attributes };
}

function constraintOf({ constraint, format, unit }: AttributeDefinition): AttributeConstraint | undefined {
  return constraint ?? format?.constraint ?? (unit === true ? unitAttribute : undefined);
}

function isStorable(definition: AttributeDefinition, value: Attribute): boolean {
  const constraint = constraintOf(definition);
  if (constraint?.stores !== undefined) return constraint.stores(value);
  return constraint?.accepts(value) !== false;
}

function isFixed({ instructions }: Program): boolean {
  return instructions.every((instruction) => {
    if (instruction.kind === "directive") return instruction.directive.isFixed === true;
    return instruction.kind !== "region" && instruction.kind !== "repeat" && instruction.kind !== "newline";
  });
}

function isUniform(name: OperationName): boolean {
  const { operands, results, inferTypes } = name.definition ?? {};
  const isSingle = (group: { readonly many?: string }): boolean => group.many === undefined;
  return (
    name.hasTrait("SameOperandsAndResultType") &&
    SEGMENTS.every(({ trait }) => !name.hasTrait(trait)) &&
    inferTypes === undefined &&
    results?.length === 1 &&
    isSingle(results[0]!) &&
    operands?.every(isSingle) === true
  );
}

function placeOf(groups: OpStructure["operands"], name: string): number {
  const place = (groups ?? []).findIndex((group) => group.name === name);
  if (place < 0) throw new RangeError(`no operand or result is called ${name}`);
  return place;
}
