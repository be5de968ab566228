import { isTable, mustBeFlag, mustBeList, mustHaveOnly } from "@passwright/core";
import { Attribute, Type } from "./attributes/attribute.ts";
import type { AttributeData, TypeData } from "./attributes/attribute.ts";
import { isIntegerWidth, wrappedInteger } from "./attributes/integer.ts";
import { aliasNameOf, isLocation, partsOf, sortedByName } from "./attributes/parts.ts";
import { canonical, renderAttribute, renderType } from "./attributes/render.ts";
import { InternedByParts } from "./attributes/interned-by-parts.ts";
import type { FunctionKey } from "./attributes/interned-by-parts.ts";
import type { DialectDefinition, OpDefinition } from "./dialects/define-dialect.ts";
import { interfacesOf } from "./dialects/op-interfaces.ts";
import { OperationName } from "./dialects/operation-name.ts";
import {
  badText,
  badWidth,
  dialectTwice,
  doesNotFit,
  emptyName,
  notOfType,
  undefinedDialect,
  wrongArgument,
} from "./errors.ts";
import { FoldAdaptor } from "./fold/fold-adaptor.ts";
import { foldAt, foldResults, isAttribute } from "./fold/fold-operation.ts";
import { parseAttribute } from "./parser/attribute-parser.ts";
import { ParseFailure, Reader } from "./parser/reader.ts";
import { parseType } from "./parser/type-parser.ts";
import type { PrintFlags } from "./printer/print-flags.ts";
import { printOperation } from "./printer/print-operation.ts";
import type { IrContext } from "./store/store.ts";
import { byteStringOf } from "./text/bytes.ts";
import { Source } from "./text/source.ts";

/** Options of a new {@link Context}. */
export interface ContextOptions {
  /** Whether operations of unknown dialects are accepted. Default: `false`. */
  readonly allowUnregistered?: boolean;
  /** Dialects to register. Default: none. */
  readonly dialects?: readonly DialectDefinition[];
}

const contextOptions = mustHaveOnly({ allowUnregistered: mustBeFlag, dialects: mustBeList });

class InterningContext implements IrContext {
  allowUnregistered: boolean;
  printOpOnDiagnostic = true;
  printFlags: PrintFlags = {};
  readonly names: OperationName[];
  readonly types: Type[] = [undefined as never];
  /** Whether an attribute or type refers to a resource, or can have an alias even without debug information. */
  #hasNamed = false;
  readonly attributes: Attribute[] = [undefined as never];
  readonly #nameByText = new Map<string, OperationName>();
  readonly #typeByText = new Map<string, Type>();
  readonly #attributeByText = new Map<string, Attribute>();
  #nextDistinct = 0;
  readonly #byParts = new InternedByParts();
  readonly #dialects = new Map<string, DialectDefinition>();
  readonly opaqueAliases: Map<Attribute | Type, string> = new Map();
  readonly print: IrContext["print"] = printOperation;
  readonly fold: IrContext["fold"] = (store, op, constants) => {
    const results = foldResults(foldAt(new FoldAdaptor(store).at(op, constants)));
    return results?.map((result) => (isAttribute(result) ? result : result.liveId));
  };

  /** Creates a function type. Created only once, because lookups of function types are frequent. */
  readonly #makeFunction = ({ inputs, results }: FunctionKey): Type => {
    const typesOf = (ids: readonly number[]): Type[] => ids.map((id) => this.types[id]!);
    return this.internType({ kind: "function", inputs: typesOf(inputs), results: typesOf(results) });
  };

  constructor(options: ContextOptions = {}) {
    const [problem] = contextOptions(options, "options");
    if (problem !== undefined) throw wrongArgument("`new Context`", problem, "`{ dialects, allowUnregistered }`");
    this.allowUnregistered = options.allowUnregistered ?? false;
    this.names = [new OperationName(this, 0, "")];
    for (const dialect of options.dialects ?? []) this.registerDialect(dialect);
  }

  get mayHaveAliases(): boolean {
    return this.#hasNamed || this.opaqueAliases.size > 0;
  }

  registerDialect(dialect: DialectDefinition): void {
    // `defineDialect` checks and completes a definition, and freezes it.
    if (!isTable(dialect) || !Object.isFrozen(dialect)) throw undefinedDialect(dialect);
    const known = this.#dialects.get(dialect.name);
    if (known === dialect) return;
    if (known !== undefined) throw dialectTwice(dialect.name);
    this.#dialects.set(dialect.name, dialect);
    for (const name of this.names) if (name.dialect === dialect.name) define(name, dialect.ops[name.mnemonic]);
  }

  findDialect(name: string): DialectDefinition | undefined {
    return this.#dialects.get(name);
  }

  get dialects(): readonly DialectDefinition[] {
    return [...this.#dialects.values()];
  }

  operationName(text: string): OperationName {
    const known = this.#nameByText.get(text);
    if (known !== undefined) return known;
    const name = new OperationName(this, this.names.length, text);
    define(name, this.#dialects.get(name.dialect)?.ops[name.mnemonic]);
    this.names.push(name);
    this.#nameByText.set(text, name);
    return name;
  }

  internType(data: TypeData): Type {
    const text = renderType(data, canonical);
    const known = this.#typeByText.get(text);
    if (known !== undefined) return known;
    if (data.kind === "integer" && !isIntegerWidth(data.width)) throw badWidth(data.width);
    const type = new Type(this, this.types.length, data, text, this.#findAliases(data));
    this.types.push(type);
    this.#typeByText.set(text, type);
    return type;
  }

  internAttribute(data: AttributeData): Attribute {
    const found = this.#byParts.find(data, () => this.#newAttribute(data, undefined));
    if (found !== undefined) return found;
    const text = this.canonicalText(data);
    const known = this.#attributeByText.get(text);
    if (known !== undefined) return known;
    const attribute = this.#newAttribute(data, text);
    this.#attributeByText.set(text, attribute);
    return attribute;
  }

  canonicalText(data: AttributeData): string {
    return renderAttribute(data, canonical);
  }

  #newAttribute(data: AttributeData, text: string | undefined): Attribute {
    checkContents(data);
    const attribute = new Attribute(this, this.attributes.length, data, text, this.#findAliases(data));
    this.attributes.push(attribute);
    return attribute;
  }

  /** Returns whether a new attribute or type can contain aliases, and updates `#hasNamed`. */
  #findAliases(data: AttributeData | TypeData): boolean {
    const parts = partsOf(data);
    const isNamed = aliasNameOf(data) !== undefined || data.kind === "distinct" || data.kind === "dense-resource";
    // Without debug information, the locations of operations are not printed. A location inside a type or another
    // attribute is always printed.
    this.#hasNamed ||= !isLocation(data) && (isNamed || parts.some((part) => isLocation(part.data)));
    return isNamed || data.kind === "opaque" || parts.some((part) => part.hasAliases);
  }

  functionType(inputs: readonly Type[], results: readonly Type[]): Type {
    const idOf = (type: Type): number => type.id;
    return this.types[this.functionTypeId(inputs.map(idOf), results.map(idOf))]!;
  }

  functionTypeId(inputs: readonly number[], results: readonly number[]): number {
    return this.#byParts.findFunction({ inputs, results }, this.#makeFunction).id;
  }

  dictionary(entries: readonly { readonly name: string; readonly value: Attribute }[]): Attribute {
    return this.internAttribute({ kind: "dictionary", entries: sortedByName(entries) });
  }

  parseAttribute(text: string): Attribute {
    return readAll(this, text, "attribute", parseAttribute);
  }

  parseType(text: string): Type {
    return readAll(this, text, "type", parseType);
  }

  distinctAttribute(value: Attribute): Attribute {
    return this.internAttribute({ kind: "distinct", index: this.#nextDistinct++, value });
  }

  stringAttribute(text: string): Attribute {
    return this.internAttribute({ kind: "string", value: byteStringOf(text) });
  }
}

/** Owns the registered dialects and all interned names, types and attributes, which are never released. */
export type Context = IrContext;
/** Class that creates contexts. Most files use only the interface `IrContext`, to avoid importing this class. */
export const Context: new (options?: ContextOptions) => Context = InterningContext;

function define(name: OperationName, definition: OpDefinition | undefined): void {
  if (definition !== undefined)
    name.define(definition, interfacesOf(definition), definition.verifySymbolUses !== undefined);
}

/** Refuses contents that a text cannot contain, such as numbers that do not fit their type (`IntegerAttr::verify`). */
function checkContents(data: AttributeData): void {
  if (data.kind === "integer") {
    const { kind } = data.type;
    if (kind !== "integer" && kind !== "index") throw notOfType("integer", data.type);
    checkFits(data.type, data.value);
  } else if (data.kind === "dense-array") {
    // Numbers are texts if they come from the parser, which checks them.
    for (const value of data.values) if (typeof value === "bigint") checkFits(data.elementType, value);
  } else if (data.kind === "float" && data.type.kind !== "float") throw notOfType("float", data.type);
  else if (data.kind === "dictionary" && data.entries[0]?.name === "") throw emptyName();
}

function checkFits(type: Type, value: bigint): void {
  if (wrappedInteger(type, value) !== value) throw doesNotFit(value, type);
}

function readAll<T>(context: Context, text: string, what: string, parse: (reader: Reader) => T): T {
  const reader = new Reader(context, Source.fromText(text, "-"));
  try {
    const result = parse(reader);
    reader.next();
    if (reader.at < reader.end) throw badText(what, text, "unexpected text at the end");
    return result;
  } catch (thrown) {
    if (thrown instanceof ParseFailure) throw badText(what, text, thrown.message);
    throw thrown;
  }
}
