import type { DataNode } from "@passwright/sdk/loading";

/** Expression in the source of a config: an object or list literal, or any other expression. */
interface Expression {
  readonly offset: number;
  /** Properties of an object literal, except properties before a spread, which can override them. */
  readonly properties?: ReadonlyMap<string, Property>;
  /** Whether an object literal contains a spread, or a property whose name is not known. */
  readonly isOpen?: boolean;
  /** Elements of a list literal without a spread. */
  readonly elements?: readonly Expression[];
}

interface Property {
  readonly keyOffset: number;
  readonly value: Expression;
}

interface Token {
  readonly text: string;
  readonly offset: number;
}

/**
 * Returns the nodes of a config in code with their offsets in the source. A node that comes from a literal has the
 * offset of the literal. Any other node has the offset of the nearest enclosing literal, or of the default export.
 */
export function withLiteralOffsets(root: DataNode, source: string): DataNode {
  const tokens = tokensOf(source);
  const keys = root.kind === "map" ? root.entries.map(({ key }) => key) : [];
  const candidates = tokens.flatMap(({ text }, index) => {
    const found = text === "{" ? new Literals(tokens, index).object() : undefined;
    return found !== undefined && isLiteralOf(found, keys) ? [found] : [];
  });
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return aligned(root, only);
  const isExport = (at: number, first: string, second: string): boolean =>
    tokens[at]?.text === first && tokens[at + 1]?.text === second;
  const found = tokens.find((_, at) => isExport(at, "export", "default") || isExport(at, "module", "."));
  return aligned(root, { offset: found?.offset ?? 0 });
}

function isLiteralOf({ properties = new Map(), isOpen }: Expression, keys: readonly string[]): boolean {
  if (isOpen !== true) return keys.length > 0 && keys.every((key) => properties.has(key));
  return properties.size > 0 && [...properties.keys()].every((key) => keys.includes(key));
}

/** Adds offsets to a node. Parts of the node that are not literals get the offset of the expression. */
function aligned(node: DataNode, { offset, properties, elements }: Expression): DataNode {
  const unknown: Expression = { offset };
  if (node.kind === "scalar") return { ...node, offset };
  if (node.kind === "list") {
    const known = elements?.length === node.items.length ? elements : [];
    return { ...node, offset, items: node.items.map((item, index) => aligned(item, known[index] ?? unknown)) };
  }
  const entries = node.entries.map(({ key, value }) => {
    const { keyOffset, value: expression } = properties?.get(key) ?? { keyOffset: offset, value: unknown };
    return { key, keyOffset, value: aligned(value, expression) };
  });
  return { ...node, offset, entries };
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const TOKEN = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|[\w$]+|\.\.\.|=>|[^]/y;
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;

/** Splits source text into strings, words and single characters, without comments. */
function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  const next = (pattern: RegExp, at: number): string => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? "";
  };
  for (let at = next(SPACE, 0).length; at < source.length; at += next(SPACE, at).length) {
    const isOperand = /[\w$"'`)\]}]$/.test(tokens.at(-1)?.text ?? "");
    const text = (!isOperand && source[at] === "/" && next(REGEXP, at)) || next(TOKEN, at);
    tokens.push({ text, offset: at });
    at += text.length;
  }
  return tokens;
}

const CLOSING: { readonly [opening: string]: string } = { "{": "}", "[": "]", "(": ")" };

/** Reads literals from tokens. Returns `undefined` for a block of code, which also begins with a brace. */
class Literals {
  readonly #tokens: readonly Token[];
  #at: number;

  constructor(tokens: readonly Token[], at: number) {
    this.#tokens = tokens;
    this.#at = at;
  }

  get #text(): string | undefined {
    return this.#tokens[this.#at]?.text;
  }

  object(): Expression | undefined {
    const { offset } = this.#tokens[this.#at] as Token;
    const properties = new Map<string, Property>();
    let isOpen = false;
    this.#at++;
    while (this.#text !== "}") {
      const key = this.#tokens[this.#at];
      if (key === undefined) return undefined;
      this.#at++;
      if (key.text === "..." || key.text === "[") {
        if (key.text === "[" && !this.#skipTo("]")) return undefined;
        properties.clear();
        isOpen = true;
        if (!this.#expression()) return undefined;
      } else {
        const name = /^["'].*["']$/s.test(key.text) ? key.text.slice(1, -1) : key.text;
        const isNamed = /^["'\w$]/.test(key.text);
        if (isNamed && this.#text === ":") {
          this.#at++;
          const value = this.#expression();
          if (value === undefined) return undefined;
          properties.set(name, { keyOffset: key.offset, value });
        } else if (isNamed && (this.#text === "," || this.#text === "}")) {
          properties.set(name, { keyOffset: key.offset, value: { offset: key.offset } });
        } else return undefined;
      }
      if (this.#text === ",") this.#at++;
      else if (this.#text !== "}") return undefined;
    }
    this.#at++;
    return { offset, properties, isOpen };
  }

  #list(): Expression | undefined {
    const { offset } = this.#tokens[this.#at] as Token;
    const elements: Expression[] = [];
    let isOpen = false;
    this.#at++;
    while (this.#text !== "]") {
      isOpen ||= this.#text === "...";
      const element = this.#expression();
      if (element === undefined) return undefined;
      elements.push(element);
      if (this.#text === ",") this.#at++;
      else if (this.#text !== "]") return undefined;
    }
    this.#at++;
    return isOpen ? { offset } : { offset, elements };
  }

  /** Reads an expression up to the next comma or closing bracket. */
  #expression(): Expression | undefined {
    const first = this.#tokens[this.#at];
    if (first === undefined) return undefined;
    const start = this.#at;
    let literal: Expression | undefined;
    if (first.text === "{") literal = this.object();
    else if (first.text === "[") literal = this.#list();
    if (literal === undefined) this.#at = start;
    // The literal is the whole expression only if `as`, `satisfies`, a comma or a closing bracket follows.
    else if (!/^(?:[,}\])]|as|satisfies)$/.test(this.#text ?? "")) literal = undefined;
    while (this.#text !== undefined && !/^[,}\])]$/.test(this.#text)) {
      const closing = CLOSING[this.#text];
      this.#at++;
      if (this.#text === ";" || (closing !== undefined && !this.#skipTo(closing))) return undefined;
    }
    return literal ?? { offset: first.offset };
  }

  /** Moves to the position after the closing bracket. Returns false if this bracket is missing. */
  #skipTo(closing: string): boolean {
    while (this.#text !== undefined) {
      const { text } = this.#tokens[this.#at++] as Token;
      if (text === closing) return true;
      const inner = CLOSING[text];
      if (inner !== undefined && !this.#skipTo(inner)) return false;
    }
    return false;
  }
}
