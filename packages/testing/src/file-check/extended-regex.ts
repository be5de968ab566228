/** Error for an invalid regular expression. */
export class BadRegex extends Error {}

const CLASSES: { readonly [name: string]: string } = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "!-\\/:-@\\[-`{-~",
  space: " \\t\\n\\v\\f\\r",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
};

/** Returns a JavaScript regular expression that matches only `text`. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * Translates POSIX extended regular expressions, as LLVM implements them, to JavaScript. In brackets, a backslash is an
 * ordinary character and classes are written `[:alpha:]`. Outside of brackets, `\d` means `d`. Throws {@link BadRegex}
 * for an invalid expression. Keeps all groups, so that back references keep their numbers.
 */
export function translateRegex(text: string): string {
  let result = "";
  let depth = 0;
  let canRepeat = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === "[") {
      const bracket = translateBracket(text, at);
      result += bracket.text;
      at = bracket.end;
      canRepeat = true;
      continue;
    }
    at++;
    const bounds = char === "{" ? /^\d+(?:,\d*)?\}/.exec(text.slice(at))?.[0] : undefined;
    if (char === "*" || char === "+" || char === "?" || bounds !== undefined) {
      if (!canRepeat) throw new BadRegex("repetition-operator operand invalid");
      result += bounds === undefined ? char : `{${bounds}`;
      at += bounds?.length ?? 0;
      canRepeat = false;
    } else if (char === "\\") {
      const next = text[at++];
      if (next === undefined) throw new BadRegex("trailing backslash (\\)");
      result += /[1-9]/.test(next) ? `\\${next}(?:)` : escapeRegex(next);
      canRepeat = true;
    } else if (char === "(" || char === "|") {
      if (char === "(") depth++;
      else if (at === 1 || at === text.length || /[|(]/.test(text[at - 2] ?? "") || /[|)]/.test(text[at] ?? ""))
        throw new BadRegex("empty (sub)expression");
      result += char;
      canRepeat = false;
    } else if (char === ")") {
      if (--depth < 0) throw new BadRegex("parentheses not balanced");
      result += char;
      canRepeat = true;
    } else if (char === "^" || char === "$" || char === ".") {
      result += char;
      canRepeat = char === ".";
    } else {
      if (char === "{" && /\d/.test(text[at] ?? "")) throw new BadRegex("invalid repetition count(s)");
      result += escapeRegex(char);
      canRepeat = true;
    }
  }
  if (depth > 0) throw new BadRegex("parentheses not balanced");
  return result;
}

/** Translates a bracket expression, with the syntax bracket ::= `[` `^`? `]`? (class | char | char `-` char)* `]`. */
function translateBracket(text: string, start: number): { readonly text: string; readonly end: number } {
  let at = start + 1;
  const isNegated = text[at] === "^";
  if (isNegated) at++;
  let inside = "";
  for (let isFirst = true; text[at] !== "]" || isFirst; isFirst = false) {
    const char = text[at++];
    if (char === undefined) throw new BadRegex("brackets ([ ]) not balanced");
    if (char === "[" && text[at] === ":") {
      const end = text.indexOf(":]", at);
      const name = text.slice(at + 1, Math.max(end, at));
      if (end < 0 || CLASSES[name] === undefined) throw new BadRegex("invalid character class");
      inside += CLASSES[name];
      at = end + 2;
    } else if (char === "-" && !isFirst && text[at] !== "]") {
      inside += "-";
    } else {
      inside += /[\\\]^[-]/.test(char) ? `\\${char}` : char;
    }
  }
  // As in LLVM, a negated bracket does not match a newline.
  return { text: isNegated ? `[^${inside}\\n]` : `[${inside}]`, end: at + 1 };
}
