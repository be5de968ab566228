/** Matches strings, comments and parentheses of the text format. */
const TOKEN = /"(?:[^"\\]|\\.)*"|;;[^\n]*|\(;|[()]/gs;

/** Matches a function with an inline import. The name of the function can be any string. */
const IMPORTED = /^\(func(?: \$(?:"(?:[^"\\]|\\.)*"|[^\s()"]+))? \(import /;

/**
 * Returns the text of the function with the index `at`. Cuts this text out of the module's text, because Binaryen can
 * print only whole modules and function bodies.
 */
export function functionText(text: string, at: number): string {
  let index = -1;
  for (const [start, end] of fieldsOf(text)) {
    const field = text.slice(start, text.indexOf("\n", start));
    if (/^\(func\b/.test(field) && !IMPORTED.test(field) && ++index === at) {
      return `${text.slice(start, end).replaceAll(/^ /gm, "")}\n`;
    }
  }
  return "";
}

/** Yields the offsets of the start and end of each field of the module, such as a type or a function. */
function* fieldsOf(text: string): Generator<readonly [start: number, end: number]> {
  let depth = 0;
  let start = 0;
  TOKEN.lastIndex = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "(") {
      if (++depth === 2) start = index;
    } else if (token === ")") {
      if (--depth === 1) yield [start, index + 1];
    }
  }
}
