import type { DialectSyntax } from "../dialects/dialect-syntax.ts";
import { mustBe, mustBeListOf, mustBeText } from "@passwright/core";
import type { Attribute } from "../attributes/attribute.ts";
import { isIntegerWidth, MAX_INTEGER_WIDTH } from "../attributes/integer.ts";
import {
  denseArrayAttribute,
  dialectAttribute,
  enumAttribute,
  flatSymbolAttribute,
  integerAttribute,
  stringAttribute,
} from "../dialects/attribute-constraints.ts";
import { byteStringOf, keywordOrString } from "../text/bytes.ts";
import { denseArray, parseList } from "../dialects/index-list.ts";
import { badAttributeFormat } from "../errors.ts";
import type { AttributeFormat } from "./directive.ts";

const mustBeWidth = mustBe(`a whole number from 0 to ${MAX_INTEGER_WIDTH}`, isIntegerWidth);
const LARGEST_ELEMENT = MAX_INTEGER_WIDTH - (MAX_INTEGER_WIDTH % 8);
const mustBeBytes = mustBe(
  `a multiple of 8 from 8 to ${LARGEST_ELEMENT}`,
  (width) => isIntegerWidth(width) && width > 0 && width % 8 === 0,
);

/** Throws PWI0017 if there is a problem with the arguments of a function that returns a format. */
function check(call: string, ...problems: readonly string[]): void {
  if (problems.length > 0) throw badAttributeFormat(call, problems[0]!);
}

/**
 * Returns the form of an integer that is written as the word with this index in a list (`I64EnumAttr`).
 *
 * @throws UsageError PWI0017 if a word occurs twice, or if the type `iN` does not have a value for each word.
 */
export function integerEnum(cases: readonly string[], width: number): AttributeFormat {
  check("integerEnum", ...mustBeWidth(width, "width"), ...mustBeListOf(mustBeText)(cases, "cases"));
  const { length } = cases;
  if (length === 0) check("integerEnum", "`cases` must not be empty");
  // In contrast to wider types, `i1` is unsigned.
  const largest = width === 1 ? 1 : Math.max(0, 2 ** (width - 1) - 1);
  if (length - 1 > largest)
    check("integerEnum", `the largest value of \`i${width}\` is ${largest}, but there are ${length} cases`);
  const words = cases.map(byteStringOf);
  const hasQuoted = words.some((word) => keywordOrString(word) !== word);
  const repeated = cases.find((word, index) => cases.indexOf(word) < index);
  if (repeated !== undefined) check("integerEnum", `case \`${repeated}\` occurs twice`);
  return {
    parse(parser) {
      const at = parser.getLocation();
      const isString = parser.peek() === 34;
      const word = parser.parseOptionalKeywordOrString();
      const value = words.indexOf(word);
      if (value < 0) {
        if (isString) parser.fail(`invalid ${parser.attributeName} attribute specification: "${word}"`, at);
        parser.fail(
          `expected string or keyword containing one of the following enum values for attribute '${parser.attributeName}' [${cases.join(", ")}]`,
          at,
        );
      }
      const type = parser.context.internType({ kind: "integer", width, signedness: "signless" });
      return parser.context.internAttribute({ kind: "integer", type, value: BigInt(value) });
    },
    print(printer, { data }) {
      printer.write(data.kind === "integer" ? keywordOrString(words[Number(data.value)] ?? "") : "");
    },
    constraint: enumAttribute(cases.length, width),
    isWord: true,
    starts: (parser) => parser.isKeywordNext(cases) || (hasQuoted && parser.peek() === 34),
  };
}

/** Returns the form of an attribute that is written as its body in `<…>`. `description` is MLIR's name for it. */
export function flags(dialect: string, name: string, description = `#${dialect}.${name}`): AttributeFormat {
  check("flags", ...mustBeText(dialect, "dialect"), ...mustBeText(name, "name"));
  return {
    parse(parser) {
      const syntax = parser.context.findDialect(dialect) as DialectSyntax | undefined;
      const body = syntax?.attributes?.[name]?.parse?.(parser);
      if (body === undefined) return parser.fail(`#${dialect}.${name} is no attribute of a registered dialect`);
      return parser.context.internAttribute({ kind: "opaque", dialect, parts: [`.${name}${body}`] });
    },
    print(printer, { byteText }) {
      printer.write(byteText.slice(dialect.length + name.length + 2));
    },
    constraint: dialectAttribute(description, dialect, name),
    body: [dialect, name],
    starts: (parser) => parser.peek() === 60,
  };
}

/** Form of a string attribute that is written as `@name` (`SymbolNameAttr`). */
export const symbolName: AttributeFormat = {
  parse: (parser) => parser.parseSymbolName(),
  print: (printer, attribute) => printer.symbolName(attribute),
  constraint: stringAttribute,
  starts: (parser) => parser.peek() === 64,
};

/** Form of attributes whose text does not end with a type. */
export const withoutType: AttributeFormat = {
  // Passes the type `none`, which numbers cannot have, so that the parser refuses numbers.
  parse: (parser) =>
    parser.peek() === 34 ? parser.parseString() : parser.parseAttribute(parser.context.internType({ kind: "none" })),
  print: (printer, attribute) => printer.attribute(attribute),
};

/** Form of a symbol reference without nested parts, which is written as `@name` (`FlatSymbolRefAttr`). */
export const flatSymbol: AttributeFormat = {
  ...withoutType,
  constraint: flatSymbolAttribute,
  starts: (parser) => parser.peek() === 64,
};

/** Returns the form of an integer that is written without its type, because the type is always the same. */
export function integerOf(width: number): AttributeFormat {
  check("integerOf", ...mustBeWidth(width, "width"));
  return {
    parse: (parser) =>
      parser.parseAttribute(parser.context.internType({ kind: "integer", width, signedness: "signless" })),
    print: (printer, attribute) => printer.attributeWithoutType(attribute),
    constraint: integerAttribute(width),
    isWord: true,
  };
}

/** Returns the form `[1, 2]` of an `array<iN: 1, 2>`. */
export function integerArray(width: number): AttributeFormat {
  check("integerArray", ...mustBeBytes(width, "width"));
  return {
    parse(parser) {
      const values = parseList(parser, "[", "", () => String(parser.parseInteger(width)));
      return denseArray(parser, values, width);
    },
    print(printer, { data }: Attribute) {
      printer.write(data.kind === "dense-array" ? `[${data.values.join(", ")}]` : "[]");
    },
    constraint: denseArrayAttribute(width),
    starts: (parser) => parser.peek() === 91,
  };
}
