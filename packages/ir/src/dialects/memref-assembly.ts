import type { AssemblyDirective, AssemblyParser, AssemblyPrinter, AttributeFormat } from "../assembly/directive.ts";
import { renderAffineMap } from "../attributes/affine.ts";
import { DYNAMIC } from "../attributes/attribute.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { stringAttribute } from "./attribute-constraints.ts";
import { parseBracketedOperands, parseColonType, printAll, typesOf } from "./index-list.ts";

/** Kinds of atomic read-modify-write operations, by number (`AtomicRMWKindAttr`). */
export const ATOMIC_KINDS: readonly string[] =
  "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori".split(" ");

export const quotedString: AttributeFormat = {
  parse: (parser) => parser.parseString(),
  print: (printer, attribute) => printer.attribute(attribute),
  constraint: stringAttribute,
  starts: (parser) => parser.peek() === 34,
};

/** Directive for the type and value of a global: `type ('=' ('uninitialized' | value))?`. */
export const globalType: AssemblyDirective = {
  binds: ["type", "initial_value"],
  parse(parser) {
    const type = parser.parseType();
    const { context } = parser;
    const { data } = type;
    if (data.kind !== "memref" || data.shape.includes(DYNAMIC))
      return parser.fail(`type should be static shaped memref, but got '${type.toString()}'`, parser.nameLocation);
    parser.setAttribute("type", context.internAttribute({ kind: "type", type }));
    if (!parser.parseOptionalPunctuation("=")) return;
    if (parser.parseOptionalKeyword("uninitialized")) {
      parser.setAttribute("initial_value", context.internAttribute({ kind: "unit" }));
      return;
    }
    const tensor = context.internType({ kind: "tensor", shape: data.shape, elementType: data.elementType });
    const value = parser.parseElements(tensor);
    if (!isElements(value)) parser.fail("initial value should be a unit or elements attribute", parser.nameLocation);
    parser.setAttribute("initial_value", value);
  },
  print(printer) {
    const type = printer.getAttr("type");
    if (type !== undefined) printer.attribute(type);
    const value = printer.getAttr("initial_value");
    if (value === undefined) return;
    printer.write(" = ");
    if (value.kind === "unit") printer.write("uninitialized");
    else printer.attributeWithoutType(value);
  },
};

/** Directive for `memref.dma_start`: `%source[…], %target[…], %count, %tag[…] (, %stride, %per)? : types`. */
export const dmaTransfer: AssemblyDirective = {
  parse(parser) {
    const parseIndexed = (): number => {
      parser.parseOperand("operands");
      return parseBracketedOperands(parser, "operands", "[");
    };
    const sourceIndices = parseIndexed();
    parser.parsePunctuation(",");
    const targetIndices = parseIndexed();
    parser.parsePunctuation(",");
    parser.parseOperand("operands");
    parser.parsePunctuation(",");
    const tagIndices = parseIndexed();
    const strides = parser.parseOptionalPunctuation(",") ? parser.parseOperandList("operands") : 0;
    if (strides !== 0 && strides !== 2) parser.fail("expected two stride related operands", parser.nameLocation);
    parser.parseOptionalAttributes();
    parser.parsePunctuation(":");
    const types = parser.parseTypeList();
    if (types.length !== 3) parser.fail("fewer/more types expected", parser.nameLocation);
    const index = parser.context.internType({ kind: "index" });
    const indices = (count: number): readonly Type[] => Array.from({ length: count }, () => index);
    const [source, target, tag] = types as [Type, Type, Type];
    parser.setOperandTypes("operands", [
      source,
      ...indices(sourceIndices),
      target,
      ...indices(targetIndices + 1),
      tag,
      ...indices(tagIndices + strides),
    ]);
  },
  print(printer) {
    const operands = printer.operands("operands");
    const types: Type[] = [];
    let next = 0;
    const writeIndexed = (end: string): void => {
      const { data } = (types[types.length] = printer.typeOf(operands[next]!));
      const first = ++next;
      next += data.kind === "memref" ? data.shape.length : 0;
      printAll(printer, [operands[first - 1]!], "[", operands.slice(first, next), end);
    };
    writeIndexed("], ");
    writeIndexed("], ");
    printAll(printer, [operands[next++]!], ", ");
    writeIndexed("]");
    for (const stride of operands.slice(next)) printAll(printer, ", ", [stride]);
    printer.attributes();
    printAll(printer, " : ", types);
  },
};

/** Directive for `memref.prefetch` after its first operand: `[%i], read, locality<3>, data : type`. */
export const prefetchHints: AssemblyDirective = {
  spaceBefore: false,
  binds: ["isWrite", "localityHint", "isDataCache"],
  parse(parser) {
    const bool = (value: boolean): Attribute => parser.context.parseAttribute(String(value));
    parseBracketedOperands(parser, "indices", "[");
    parser.parsePunctuation(",");
    const word = (): string => parser.parseOptionalWord() || parser.fail("expected valid keyword");
    const access = word();
    parser.parsePunctuation(",");
    parser.parseKeyword("locality");
    parser.parsePunctuation("<");
    const i32 = parser.context.internType({ kind: "integer", width: 32, signedness: "signless" });
    const at = parser.getLocation();
    const locality = parser.parseAttribute(i32);
    if (locality.kind !== "integer") parser.fail("invalid kind of attribute specified", at);
    parser.setAttribute("localityHint", locality);
    parser.parsePunctuation(">");
    parser.parsePunctuation(",");
    const cache = word();
    parseAttributesAndType(parser, "memref");
    if (access !== "read" && access !== "write") {
      parser.fail("rw specifier has to be 'read' or 'write'", parser.nameLocation);
    }
    if (cache !== "data" && cache !== "instr") {
      parser.fail("cache type has to be 'data' or 'instr'", parser.nameLocation);
    }
    parser.setAttribute("isWrite", bool(access === "write"));
    parser.setAttribute("isDataCache", bool(cache === "data"));
  },
  print(printer) {
    const isSet = (name: string): boolean => {
      const data = printer.getAttr(name)?.data;
      return data?.kind === "integer" && data.value !== 0n;
    };
    const access = isSet("isWrite") ? "write" : "read";
    printAll(printer, "[", printer.operands("indices"), `], ${access}, locality<`);
    const locality = printer.getAttr("localityHint");
    if (locality !== undefined) printer.attributeWithoutType(locality);
    printer.write(isSet("isDataCache") ? ">, data" : ">, instr");
    printAttributesAndType(printer, "memref");
  },
};

function parseAttributesAndType(parser: AssemblyParser, group: string): void {
  parser.parseOptionalAttributes();
  parser.setOperandTypes(group, [parseColonType(parser, "memref")]);
}

function printAttributesAndType(printer: AssemblyPrinter, group: string): void {
  printer.attributes();
  printAll(printer, " : ", typesOf(printer, printer.operands(group)));
}

/** Directive for the permutation and type of `memref.transpose`: `(d0, d1) -> (d1, d0) : type`. */
export const permutation: AssemblyDirective = {
  binds: ["permutation"],
  parse(parser) {
    parser.setAttribute("permutation", parser.parseAffineMap());
    parseAttributesAndType(parser, "in");
  },
  print(printer) {
    const data = printer.getAttr("permutation")?.data;
    if (data?.kind === "affine-map") printer.write(renderAffineMap(data.map));
    printAttributesAndType(printer, "in");
  },
};

export function isElements({ kind }: Attribute): boolean {
  return kind === "dense" || kind === "dense-strings" || kind === "dense-resource" || kind === "sparse";
}
