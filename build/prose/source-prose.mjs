// A textlint plugin for the prose of TypeScript and JavaScript: comments, and strings of three words or more. In tests,
// the plugin reads only comments and titles, because other strings in tests are data.
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/y;
const REGEX = /\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const BEFORE_REGEX = /[=(,:[!&|?{};]/;
const TITLE = /\b(?:describe|it)\w*(?:\.\w+)?\(\s*$/;
const QUOTED_CODE = /\$\{[^}]*\}|\\?`[^`\n]+`|\{@link[^}]*\}/g;

/**
 * Yields comments and strings. Recognizes comments, strings and regular expressions by their first characters, which is
 * sufficient to separate prose from code.
 */
function* proseOf(text, isTest) {
  let previous = ";";
  for (let index = 0; index < text.length;) {
    const match = (pattern) => {
      pattern.lastIndex = index;
      return pattern.exec(text)?.[0];
    };
    const comment = match(COMMENT);
    const string = comment ? undefined : match(STRING);
    const regex = comment || string || !BEFORE_REGEX.test(previous) ? undefined : match(REGEX);
    const found = comment ?? string ?? regex ?? text[index];
    const isTitle = string && TITLE.test(text.slice(Math.max(0, index - 40), index));
    if (comment || (isTest ? isTitle : string && /\w \S+ \w/.test(string))) yield [index, found];
    if (!comment && found.trim()) previous = found.at(-1);
    index += found.length;
  }
}

/** Makes a text node from each line of prose. Replaces code in the line with blanks, so that positions stay correct. */
function parse(text, isTest) {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const placeOf = (offset) => {
    let line = lineStarts.length;
    while (lineStarts[line - 1] > offset) line--;
    return { line, column: offset - lineStarts[line - 1] };
  };
  const node = (type, from, raw, more) => {
    const to = from + raw.length;
    return { type, raw, range: [from, to], loc: { start: placeOf(from), end: placeOf(to) }, ...more };
  };
  const children = [];
  for (const [from, raw] of proseOf(text, isTest)) {
    const prose = raw
      .slice(1)
      .replace(/`$/, " ")
      .replace(QUOTED_CODE, (code) => code.replace(/[^\n]/g, " "));
    let start = from;
    const rawLines = raw.split("\n");
    const lines = ` ${prose}`.split("\n").map((value, index) => {
      const line = rawLines[index];
      start += line.length + 1;
      return node("Str", start - line.length - 1, line, { value });
    });
    children.push(node("Paragraph", from, raw, { children: lines }));
  }
  return node("Document", 0, text, { children });
}

export const Processor = class {
  availableExtensions() {
    return [".ts", ".mjs"];
  }
  processor() {
    return {
      preProcess: (text, path) => parse(text, /\/test\//.test(path)),
      postProcess: (messages, filePath) => ({ messages, filePath }),
    };
  }
};
