import type { AttributeParser, DialectAttribute } from "./dialect-syntax.ts";

/** Returns the syntax of a set of flags, such as `<a, b>`. The flags are printed in a fixed order (`BitEnumAttr`). */
export function flagSet(options: {
  readonly cases: readonly string[];
  /** Keyword that means all flags. */
  readonly all?: string;
  readonly separator: string;
  /** C++ names of the attribute and of its value, for error messages. */
  readonly attributeName: string;
  readonly cppName: string;
}): DialectAttribute {
  const { cases, all, separator, attributeName, cppName } = options;
  const known = ["none", ...cases, ...(all === undefined ? [] : [all])];
  const parseWords = (parser: AttributeParser): readonly string[] => {
    const at = parser.getLocation();
    const words: string[] = [];
    do {
      const word = parser.parseOptionalKeywordOrString();
      if (word === "") parser.fail("expected valid keyword or string");
      if (!known.includes(word)) parser.fail(`expected ${cppName} to be one of: ${known.join(", ")}`, at);
      words.push(word);
    } while (parser.parseOptionalPunctuation(","));
    return words;
  };
  return {
    parse(parser) {
      parser.parsePunctuation("<");
      const failure = `failed to parse ${attributeName} parameter 'value' which is to be a \`${cppName}\``;
      const words = parser.alsoFailing(() => parseWords(parser), failure);
      parser.parsePunctuation(">");
      const isSet = (flag: string): boolean => words.includes(flag) || (all !== undefined && words.includes(all));
      const set = cases.filter(isSet);
      if (set.length === 0) return "<none>";
      return all !== undefined && set.length === cases.length ? `<${all}>` : `<${set.join(separator)}>`;
    },
  };
}
