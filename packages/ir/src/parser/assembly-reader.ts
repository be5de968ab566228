import type { AssemblyParser, RegionArgument } from "../assembly/directive.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { entriesOf, findEntry } from "../attributes/parts.ts";
import type { IrContext } from "../store/store.ts";
import { parseAffineMap } from "./affine-parser.ts";
import { parseAttribute, parseDictionaryEntries, parseElementsOfType, parseSymbolName } from "./attribute-parser.ts";
import { BodyParser } from "./dialect-attribute-parser.ts";
import type { CustomOperation } from "./custom-operation.ts";
import type { OperationParser } from "./operation-parser.ts";
import { parseFunctionType, parseType, parseTypeListInParentheses } from "./type-parser.ts";

/** Parser for the directives and instructions of an assembly format (`CustomOpAsmParser` in `Parser.cpp`). */
export class AssemblyReader extends BodyParser implements AssemblyParser {
  readonly context: IrContext;
  protected readonly host: OperationParser;
  custom!: CustomOperation;
  attributeName = "";

  constructor(host: OperationParser) {
    super(host.reader);
    this.host = host;
    this.context = host.context;
  }

  get nameLocation(): number {
    return this.custom.at;
  }

  override fail(message: string, at?: number): never {
    return super.fail(`custom op '${this.custom.name.text}' ${message}`, at);
  }

  override alsoFailing<T>(parse: () => T, message: string, at?: number): T {
    return super.alsoFailing(parse, `custom op '${this.custom.name.text}' ${message}`, at);
  }

  failExpected(message: string): never {
    return this.reader.failExpected(message);
  }

  isKeywordNext(keywords: readonly string[]): boolean {
    return keywords.includes(this.reader.peekWord());
  }

  peek(): number {
    return this.reader.next();
  }

  literal(text: string, isWord: boolean): void {
    if (!isWord) this.parsePunctuation(text);
    else if (!this.parseOptionalKeyword(text)) this.fail(`expected '${text}'`);
  }

  parseKeyword(keyword: string): void {
    this.literal(keyword, true);
  }

  parseOptionalWord(): string {
    return this.reader.word();
  }

  parseString(): Attribute {
    const value = this.reader.string("expected string");
    return this.context.internAttribute({ kind: "string", value });
  }

  parseSymbolName(): Attribute {
    return this.parseOptionalSymbolName() ?? this.fail("expected valid '@'-identifier for symbol name");
  }

  parseOptionalSymbolName(): Attribute | undefined {
    if (this.peek() !== 64) return undefined;
    return this.context.internAttribute({ kind: "string", value: parseSymbolName(this.reader) });
  }

  override parseType(): Type {
    return this.context.types[this.host.spellings.type()]!;
  }

  typeIdList(): number[] {
    const { spellings, reader } = this.host;
    const types = [spellings.type()];
    while (reader.take(",")) types.push(spellings.type());
    return types;
  }

  parseTypeList(): readonly Type[] {
    return this.typeIdList().map((id) => this.context.types[id]!);
  }

  parseParenthesizedTypes(): readonly Type[] {
    return parseTypeListInParentheses(this.reader);
  }

  parseOptionalArrowTypes(): readonly Type[] {
    if (!this.parseOptionalPunctuation("->")) return [];
    return this.peek() === 40 ? this.parseParenthesizedTypes() : [parseType(this.reader)];
  }

  parseFunctionType(): Type & { readonly data: { readonly kind: "function" } } {
    return parseFunctionType(this.reader) as never;
  }

  override parseAttribute(type?: Type): Attribute {
    return type === undefined ? this.host.spellings.attribute() : super.parseAttribute(type);
  }

  parseAffineMap(): Attribute {
    return this.context.internAttribute({ kind: "affine-map", map: parseAffineMap(this.reader) });
  }

  parseElements(type: Type): Attribute {
    return parseElementsOfType(this.reader, type);
  }

  setAttribute(name: string, value: Attribute): void {
    this.custom.entries.push({ name, value });
  }

  replaceAttribute(name: string, value: Attribute): void {
    this.custom.entries = this.custom.entries.filter((entry) => entry.name !== name);
    this.setAttribute(name, value);
  }

  getAttribute(name: string): Attribute | undefined {
    return this.custom.findAttribute(name);
  }

  parseOptionalAttributes(options?: { readonly withKeyword?: boolean; readonly inferred?: readonly string[] }): void {
    const { reader, spellings } = this.host;
    const start = this.getLocation();
    if (options?.withKeyword === true && !this.parseOptionalKeyword("attributes")) return;
    if (reader.next() !== 123) {
      if (options?.withKeyword === true) parseDictionaryEntries(reader);
      return;
    }
    const { at } = reader;
    const { name } = this.custom;
    const id = spellings.dictionary(name.id);
    if (id === 0) return;
    const dictionary = this.context.attributes[id]!;
    const inferred = options?.inferred?.find((given) => findEntry(dictionary, given) !== undefined);
    if (inferred !== undefined) {
      const why = "is an inferred attribute and should not be specified in the explicit attribute dictionary";
      this.fail(`'${inferred}' ${why}`, start);
    }
    const unaccepted = name.findUnaccepted(dictionary);
    if (unaccepted !== undefined) this.fail(`'${name.text}' op ${unaccepted}`, at);
    for (const entry of entriesOf(dictionary)) this.custom.entries.push(entry);
  }

  parseOptionalDictionary(): Attribute | undefined {
    return this.peek() === 123 ? parseAttribute(this.reader) : undefined;
  }

  #group(name: string): number {
    return this.custom.name.operandGroup(name);
  }

  operand(group: number): void {
    const { reader, definitions } = this.host;
    const key = definitions.names.readWithSign();
    const at = definitions.names.start;
    const number = reader.bytes[reader.at] === 35 ? this.host.pending.parseResultNumber() : 0;
    this.host.pending.push(group, key, number, at);
  }

  optionalOperand(group: number): boolean {
    if (this.peek() !== 37) {
      this.custom.emptyGroups[group] = this.reader.at;
      return false;
    }
    this.operand(group);
    return true;
  }

  operandList(group: number): number {
    if (!this.optionalOperand(group)) return 0;
    let count = 1;
    for (; this.reader.take(","); count++) this.operand(group);
    return count;
  }

  parseOperand(group: string): void {
    this.operand(this.#group(group));
  }

  parseOptionalOperand(group: string): boolean {
    return this.optionalOperand(this.#group(group));
  }

  parseOperandList(group: string): number {
    return this.operandList(this.#group(group));
  }

  operandCount(group: string): number {
    return this.host.pending.countOf(this.#group(group), this.custom.operandBase);
  }

  operandTypes(group: string): readonly Type[] {
    return (this.custom.operandTypes[this.#group(group)] ?? []).map((id) => this.context.types[id]!);
  }

  setOperandTypes(group: string, types: readonly Type[]): void {
    this.custom.operandTypes[this.#group(group)] = types.map((type) => type.id);
  }

  setResultTypes(group: string, types: readonly Type[]): void {
    this.custom.resultTypes[this.custom.name.resultGroup(group)] = types.map((type) => type.id);
  }

  /** Parses a successor, and inserts it before the last `later` successors. */
  parseSuccessor(later = 0): void {
    const label = this.host.regions.parseLabel();
    this.custom.successors.splice(this.custom.successors.length - later, 0, label);
  }

  parseArgument(): RegionArgument {
    const { reader, definitions } = this.host;
    const key = definitions.names.readWithSign();
    const at = definitions.names.start;
    if (reader.bytes[reader.at] === 35) reader.fail("result number not allowed in argument list", reader.at);
    return { at, key, type: undefined, location: 0 };
  }

  parseTypedArgument(options?: {
    readonly withAttributes?: (attributes: Attribute | undefined) => void;
  }): RegionArgument {
    const argument = this.parseArgument();
    this.parsePunctuation(":");
    argument.type = this.parseType();
    options?.withAttributes?.(this.parseOptionalDictionary());
    argument.location = this.host.parseOptionalLocation();
    return argument;
  }

  setRegionArguments(argumentsOfEntry: readonly RegionArgument[]): void {
    this.custom.entryArguments = argumentsOfEntry;
  }

  lastRegionIsEmpty(): boolean {
    const region = this.host.open.at(-1)?.region ?? 0;
    return this.host.store.regionFirstBlock[region] === 0;
  }

  lastRegionLocation(): number {
    return this.custom.regionAt;
  }

  addEmptyRegion(): void {
    this.host.regions.addEmptyRegion(this.custom);
  }
}
