import type { OperationName as CoreOperationName } from "@passwright/core";
import type { Attribute, AttributeContext, NamedAttribute } from "../attributes/attribute.ts";
import { findEntry } from "../attributes/parts.ts";
import { compileFormat } from "../assembly/compile-format.ts";
import type { Program } from "../assembly/instruction.ts";
import { isFixed, plainOperandsOf } from "../assembly/plain-format.ts";
import { bytesOf, internalized, quoted, textOf } from "../text/bytes.ts";
import { unitAttribute } from "./attribute-constraints.ts";
import type { AttributeConstraint } from "./attribute-constraints.ts";
import type { AttributeDefinition, OpStructure } from "./op-structure.ts";
import { bitsOfTraits, traitBit } from "./traits.ts";
import type { TraitName } from "./traits.ts";

/** Two dictionaries as they were read, and as they should be; ids of attributes. */
export interface NormalizedAttributes {
  readonly from: number;
  readonly fromAttributes: number;
  readonly properties: number;
  readonly attributes: number;
}

/** Constants by the place of the properties that say them. What comes later takes the place of what was there. */
export interface KnownConstants {
  readonly properties: Int32Array;
  readonly constants: (Attribute | undefined)[];
}

/** What names, and what reads them, need of their context. */
export interface NameContext extends AttributeContext {
  /** By id; 0 is no name. */
  readonly names: readonly OperationName[];
  /** Returns the one name with this text, a byte string. */
  operationName(text: string): OperationName;
}

/** The name of an operation, interned in its context. Implements the core's `OperationName`. */
export class OperationName implements CoreOperationName {
  readonly context: NameContext;
  readonly id: number;
  readonly text: string;
  /** The part before the first dot. */
  readonly dialect: string;
  /** The part after the first dot. */
  readonly mnemonic: string;
  /** `"dialect.mnemonic"` as the generic form writes it. */
  readonly quotedBytes: Uint8Array;
  definition: OpStructure | undefined = undefined;
  traitBits = 0;
  readonly #elided = new Map<string, Attribute>();
  /** What effects.ts found out about erasing such operations; 0 if it was not asked. */
  deadness = 0;
  /** What fold/constants.ts found out about the constants that such operations make. */
  knownConstants: KnownConstants | undefined = undefined;
  /** Names of the inherent attributes with their defaults. */
  inherent: readonly { readonly name: string; readonly value: Attribute | undefined }[] = [];
  /** By name, sorted. */
  attributeDefinitions: readonly (readonly [string, AttributeDefinition])[] = [];
  hasInherentAttributes = false;
  /** Whether it suggests names for its results. */
  suggestsNames = false;
  /** Whether it verifies the symbols that it names: looked up in all operations, and definitions are objects of many shapes. */
  verifiesSymbolUses = false;
  /** Properties as they were read that are known to be good: those of the last operation that was read. */
  lastGood = 0;
  /** What the parser found out about its dictionaries: see parser/inherent-attributes.ts. */
  lastInherent: NormalizedAttributes | undefined = undefined;
  /** Function types, and dictionaries of inherent attributes, that the verifier found right. */
  readonly verifiedSignatures: Set<number> = new Set();
  readonly verifiedProperties: Set<number> = new Set();
  /** The same two together, as one number, where groups of operands are told apart by sizes. */
  readonly verifiedSegments: Set<number> = new Set();
  /** And what a dialect verifies of them. */
  readonly verifiedCombinations: Set<number> = new Set();
  #interfaces: ReadonlySet<string> = new Set();
  #program: Program | undefined = undefined;
  #terminator = 0;
  #isUniform: boolean | undefined = undefined;
  readonly #uniformSignatures: number[] = [];
  #plainOperands: number | undefined = undefined;
  #plainProperties: number | undefined = undefined;
  #hasFixedText: boolean | undefined = undefined;
  #unboundAttributes = -1;
  #onlyName = "";
  #isOnlyInherent = false;
  /** By the value's id: the id of the dictionary that it alone is in. */
  readonly #dictionaryOfOnly = new Map<number, number>();
  readonly #dictionaries = new Map<string, { readonly properties: number; readonly attributes: number }>();

  /** `byteText` as the source has it. */
  constructor(context: NameContext, id: number, byteText: string) {
    this.context = context;
    this.id = id;
    this.text = internalized(textOf(byteText));
    const dot = byteText.indexOf(".");
    this.dialect = dot < 0 ? "" : byteText.slice(0, dot);
    this.mnemonic = dot < 0 ? byteText : byteText.slice(dot + 1);
    this.quotedBytes = bytesOf(quoted(byteText));
  }

  /** Called when its dialect is registered, with what follows from the parts of the definition that a name does not keep. */
  define(definition: OpStructure, interfaces: ReadonlySet<string>, verifiesSymbolUses: boolean): void {
    this.definition = definition;
    this.deadness = 0;
    this.knownConstants = undefined;
    this.#onlyName = "";
    this.#dictionaryOfOnly.clear();
    this.traitBits = bitsOfTraits(definition.traits ?? []);
    this.#interfaces = interfaces;
    this.attributeDefinitions = Object.entries(attributesOf(definition)).sort(([a], [b]) => (a < b ? -1 : 1));
    this.inherent = this.attributeDefinitions.map(([name, { default: text }]) => ({
      name,
      value: text === undefined ? undefined : this.context.parseAttribute(text),
    }));
    this.hasInherentAttributes = this.inherent.length > 0;
    this.suggestsNames = definition.resultNames !== undefined;
    this.verifiesSymbolUses = verifiesSymbolUses;
    for (const [name, { default: text, defaultWhenAbsent = text }] of this.attributeDefinitions) {
      if (defaultWhenAbsent !== undefined) this.#elided.set(name, this.context.parseAttribute(defaultWhenAbsent));
    }
  }

  /** What custom form leaves out of an inherent attribute, because its absence says the same. */
  elided(name: string): Attribute | undefined {
    return this.#elided.get(name);
  }

  get isRegistered(): boolean {
    return this.definition !== undefined;
  }

  get isIsolatedFromAbove(): boolean {
    return (this.traitBits & traitBit.IsolatedFromAbove) !== 0;
  }

  /** Its assembly format, compiled. */
  get program(): Program | undefined {
    const { definition } = this;
    if (definition?.assemblyFormat === undefined) return undefined;
    return (this.#program ??= compileFormat(this.text, definition));
  }

  /** Whether what custom form writes follows from attributes, types and the names of operands alone. */
  get hasFixedText(): boolean {
    return (this.#hasFixedText ??= this.program === undefined || isFixed(this.program));
  }

  /** How many inherent attributes `attr-dict` of the format may have to write. */
  get unboundAttributes(): number {
    if (this.#unboundAttributes < 0) {
      const bound = this.program?.bound;
      this.#unboundAttributes = this.inherent.filter(({ name }) => bound?.has(name) !== true).length;
    }
    return this.#unboundAttributes;
  }

  /** The id of the name of the terminator that is implied; 0 for none. */
  get terminator(): number {
    const text = this.definition?.implicitTerminator;
    if (text === undefined) return 0;
    return (this.#terminator ||= this.context.operationName(text).id);
  }

  /** One type for single operands and a single result. */
  get isUniform(): boolean {
    return (this.#isUniform ??= isUniform(this));
  }

  /** The number of operands of a uniform operation whose format is no more than that (see plain-format.ts); -1 for another. */
  get plainOperands(): number {
    return (this.#plainOperands ??=
      this.isUniform &&
      this.program !== undefined &&
      plainOperandsOf(this.program) === this.definition!.operands!.length
        ? this.definition!.operands!.length
        : -1);
  }

  /** The inherent attributes of which custom form writes nothing: all have their default. -1 if a default is written. */
  get plainProperties(): number {
    return (this.#plainProperties ??= this.#findPlainProperties());
  }

  #findPlainProperties(): number {
    const entries: NamedAttribute[] = [];
    for (const { name, value } of this.inherent) {
      if (value === undefined) continue;
      if (this.elided(name) !== value) return -1;
      entries.push({ name, value });
    }
    return entries.length === 0 ? 0 : this.context.dictionary(entries).id;
  }

  uniformSignature(type: number): number {
    let signature = this.#uniformSignatures[type];
    if (signature === undefined) {
      const inputs = (this.definition!.operands ?? []).map(() => type);
      this.#uniformSignatures[type] = signature = this.context.functionTypeId(inputs, [type]);
    }
    return signature;
  }

  /** The place of an operand group among the definitions. */
  operandGroup(name: string): number {
    return placeOf(this.definition?.operands, name);
  }

  resultGroup(name: string): number {
    return placeOf(this.definition?.results, name);
  }

  /** The ids of the two dictionaries that hold attributes: the inherent ones, and the rest. */
  dictionariesOf(entries: readonly NamedAttribute[]): { readonly properties: number; readonly attributes: number } {
    // Most operations have one attribute that their text says, and always the same one.
    const [only] = entries;
    if (entries.length !== 1 || (this.#onlyName !== "" && only!.name !== this.#onlyName))
      return this.#findDictionaries(entries);
    if (this.#onlyName === "") {
      this.#onlyName = only!.name;
      this.#isOnlyInherent = this.inherent.some((entry) => entry.name === only!.name);
    }
    let id = this.#dictionaryOfOnly.get(only!.value.id);
    if (id === undefined) {
      id = this.context.dictionary(entries).id;
      if ((this.traitBits & traitBit.Symbol) === 0) this.#dictionaryOfOnly.set(only!.value.id, id);
    }
    return this.#isOnlyInherent ? { properties: id, attributes: 0 } : { properties: 0, attributes: id };
  }

  #findDictionaries(entries: readonly NamedAttribute[]): { readonly properties: number; readonly attributes: number } {
    // Every symbol has a name of its own: nothing to remember.
    if ((this.traitBits & traitBit.Symbol) !== 0) return this.#makeDictionaries(entries);
    let key = "";
    for (const { name, value } of entries) key += `${name}=${value.id},`;
    const known = this.#dictionaries.get(key);
    if (known !== undefined) return known;
    const ids = this.#makeDictionaries(entries);
    this.#dictionaries.set(key, ids);
    return ids;
  }

  #makeDictionaries(entries: readonly NamedAttribute[]): { readonly properties: number; readonly attributes: number } {
    const inherent: NamedAttribute[] = [];
    const discardable: NamedAttribute[] = [];
    for (const entry of entries) (this.#isInherent(entry.name) ? inherent : discardable).push(entry);
    const idOf = (some: readonly NamedAttribute[]): number =>
      some.length === 0 ? 0 : this.context.dictionary(some).id;
    return { properties: idOf(inherent), attributes: idOf(discardable) };
  }

  #isInherent(name: string): boolean {
    for (const entry of this.inherent) if (entry.name === name) return true;
    return false;
  }

  /** Returns why a dictionary of properties cannot be stored, in MLIR's words; undefined if it can. */
  findBadProperty(properties: Attribute): string | undefined {
    for (const [name, definition] of this.attributeDefinitions) {
      const value = findEntry(properties, name);
      if (value === undefined) continue;
      if (name === SEGMENT_SIZES) {
        const problem = this.findBadSegments(value);
        if (problem !== undefined) return problem;
      } else if (!isStorable(definition, value)) {
        return `Invalid attribute \`${name}\` in property conversion: ${value.toString()}`;
      }
    }
    return undefined;
  }

  /** Whether a property can hold an attribute. */
  canStore(name: string, value: Attribute): boolean {
    const definition = this.definition?.attributes?.[name];
    return definition === undefined || isStorable(definition, value);
  }

  /** The same of the sizes of operand groups. */
  findBadSegments({ data }: Attribute): string | undefined {
    if (data.kind !== "dense-array" || data.elementType.byteText !== "i32") {
      return "expected DenseI32ArrayAttr for key `value`";
    }
    const groups = this.definition?.operands?.length ?? data.values.length;
    if (data.values.length === groups) return undefined;
    return `size mismatch in attribute conversion: ${data.values.length} vs ${groups}`;
  }

  /**
   * Returns the first inherent attribute in a dictionary that its definition does not allow, in MLIR's words: the parser
   * looks at them by name, the verifier in the order of their definitions.
   */
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

  hasTrait(trait: TraitName): boolean {
    return (this.traitBits & traitBit[trait]) !== 0;
  }

  hasInterface(name: string): boolean {
    return this.#interfaces.has(name);
  }

  toString(): string {
    return this.text;
  }
}

/** Numbers of operands by group, of operations with several groups of any size. */
export const SEGMENT_SIZES = "operandSegmentSizes";

/** The inherent attributes that an operation is defined with, and those that follow from its traits. */
function attributesOf({
  attributes = {},
  traits = [],
  operands = [],
}: OpStructure): OpStructure["attributes"] & object {
  if (!traits.includes("AttrSizedOperandSegments")) return attributes;
  return { [SEGMENT_SIZES]: { default: `array<i32: ${operands.map(() => 0).join(", ")}>` }, ...attributes };
}

function constraintOf({ constraint, format, unit }: AttributeDefinition): AttributeConstraint | undefined {
  return constraint ?? format?.constraint ?? (unit === true ? unitAttribute : undefined);
}

function isStorable(definition: AttributeDefinition, value: Attribute): boolean {
  const constraint = constraintOf(definition);
  if (constraint?.stores !== undefined) return constraint.stores(value);
  return constraint?.accepts(value) !== false;
}

function isUniform(name: OperationName): boolean {
  const { operands, results, inferTypes } = name.definition ?? {};
  const isSingle = (group: { readonly many?: string }): boolean => group.many === undefined;
  return (
    name.hasTrait("SameOperandsAndResultType") &&
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
