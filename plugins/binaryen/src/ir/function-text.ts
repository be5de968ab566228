/** A string or a comment of the text format, or a parenthesis: all that there is to skip over and to count. */
const TOKEN = /"(?:[^"\\]|\\.)*"|;;[^\n]*|\(;|[()]/gs;

/** A function that has its import inside, as the text format allows; its name may be any string. */
const IMPORTED = /^\(func(?: \$(?:"(?:[^"\\]|\\.)*"|[^\s()"]+))? \(import /;

/** Returns the text of the function at `at`, cut out of the text of its module: Binaryen writes either modules or bodies. */
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

/** Where the fields of the module, one level down, start and end. */
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
