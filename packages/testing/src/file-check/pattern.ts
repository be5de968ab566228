import type { Directive } from "./directive.ts";
import { BadRegex, escapeRegex, translateRegex } from "./extended-regex.ts";

/** Offset and length of a match. */
export interface Match {
  readonly start: number;
  readonly length: number;
}

/** Values of variables. */
export type Variables = Map<string, string>;

/** Error for the use of a variable that does not have a value. */
export class UndefinedVariable extends Error {
  readonly variable: string;
  constructor(variable: string) {
    super(variable);
    this.variable = variable;
  }
}

type Part = { readonly kind: "regex"; readonly source: string } | { readonly kind: "use"; readonly variable: string };

const NAME = /^\$?[A-Za-z_]\w*$/;

/** Compiled text of a check: literal text, `{{regex}}`, `[[VAR:regex]]` and `[[VAR]]`. */
export class Pattern {
  readonly #parts: Part[] = [];
  /** Maps the variables that the pattern defines to the numbers of their groups. */
  readonly #definitions = new Map<string, number>();
  /**
   * Whether the pattern has alternatives. POSIX requires the longest match, but JavaScript returns the match of the
   * first alternative.
   */
  readonly #needsLongest: boolean;
  #groups = 0;

  /**
   * Compiles a pattern.
   *
   * @throws {@link BadRegex} if the text is invalid.
   */
  constructor(directive: Pick<Directive, "kind" | "text" | "isLiteral">) {
    if (directive.kind === "empty") this.#add("\\n$");
    else if (directive.isLiteral) this.#add(escapeRegex(directive.text));
    else this.#parse(directive.text);
    const source = this.#parts.map((part) => (part.kind === "regex" ? part.source : "")).join("");
    this.#needsLongest = /(?<!\\)\||(?<!\\)\)[*+?{]/.test(source);
    // Compiles the pattern now, because matching can end before this check and would then not report its errors.
    this.#compile(new Map(this.#parts.map((part) => [part.kind === "use" ? part.variable : "", ""])), "");
  }

  /**
   * Returns the first match in `text` at or after `from`. Returns the longest of several matches at the same offset.
   * Sets the variables that the match defines.
   */
  match(text: string, from: number, to: number, variables: Variables): Match | undefined {
    const within = text.slice(from, to);
    const first = this.#compile(variables, "").exec(within);
    if (first === null) return undefined;
    const best = this.#needsLongest ? this.#longest(within, first, variables) : first;
    for (const [name, group] of this.#definitions) variables.set(name, best[group] ?? "");
    return { start: from + best.index, length: best[0].length };
  }

  /** Returns the variables that the pattern uses, with their values, for messages. */
  usedIn(variables: Variables): [string, string | undefined][] {
    const names = this.#parts.flatMap((part) => (part.kind === "use" ? [part.variable] : []));
    return [...new Set(names)].map((name) => [name, variables.get(name)]);
  }

  #longest(text: string, first: RegExpExecArray, variables: Variables): RegExpExecArray {
    const newline = text.indexOf("\n", first.index + first[0].length);
    const last = newline < 0 ? text.length : newline;
    for (let end = last; end > first.index + first[0].length; end--) {
      const regex = this.#compile(variables, `(?=[^]{${text.length - end}}(?![^]))`, "my");
      regex.lastIndex = first.index;
      const longer = regex.exec(text);
      if (longer !== null) return longer;
    }
    return first;
  }

  #compile(variables: Variables, ending: string, flags = "m"): RegExp {
    const sources = this.#parts.map((part) => {
      if (part.kind === "regex") return part.source;
      const value = variables.get(part.variable);
      if (value === undefined) throw new UndefinedVariable(part.variable);
      return escapeRegex(value);
    });
    try {
      return new RegExp(sources.join("") + ending, flags);
    } catch (thrown) {
      throw new BadRegex((thrown as Error).message, { cause: thrown });
    }
  }

  #add(source: string): void {
    this.#parts.push({ kind: "regex", source });
  }

  #addRegex(text: string): void {
    const source = translateRegex(text);
    this.#add(source);
    this.#groups += (text.replace(/\\.|\[\^?\]?[^\]]*\]/g, "").match(/\(/g) ?? []).length;
  }

  /** Parses the text of a check, with the syntax text ::= (`{{` regex `}}` | `[[` name (`:` regex)? `]]` | other)*. */
  #parse(text: string): void {
    let rest = text;
    while (rest !== "") {
      if (rest.startsWith("{{")) {
        const end = rest.indexOf("}}", 2);
        if (end < 0) throw new BadRegex("found start of regex string with no end '}}'");
        const regex = rest.slice(2, end);
        const isGrouped = regex.includes("|");
        if (isGrouped) this.#groups++;
        this.#add(isGrouped ? "(" : "");
        this.#addRegex(regex);
        this.#add(isGrouped ? ")" : "");
        rest = rest.slice(end + 2);
      } else if (rest.startsWith("[[") && !rest.startsWith("[[[")) {
        const end = findBlockEnd(rest);
        this.#addBlock(rest.slice(2, end));
        rest = rest.slice(end + 2);
      } else {
        // In `[[[`, the first bracket is an ordinary character.
        const next = /.(?=\{\{|\[\[)/.exec(rest);
        const end = next === null ? rest.length : next.index + 1;
        this.#add(escapeRegex(rest.slice(0, end)));
        rest = rest.slice(end);
      }
    }
  }

  #addBlock(block: string): void {
    if (/^[#@]/.test(block)) throw new BadRegex(`numeric blocks are not supported: [[${block}]]`);
    const colon = block.indexOf(":");
    const name = colon < 0 ? block : block.slice(0, colon);
    if (!NAME.test(name)) throw new BadRegex(`invalid variable name: ${name}`);
    if (colon < 0) {
      const group = this.#definitions.get(name);
      if (group === undefined) this.#parts.push({ kind: "use", variable: name });
      else this.#add(`\\${group}(?:)`);
      return;
    }
    this.#definitions.set(name, ++this.#groups);
    this.#add("(");
    this.#addRegex(block.slice(colon + 1));
    this.#add(")");
  }
}

/**
 * Returns the offset of the `]]` that ends a block. Brackets in the block must be balanced. A backslash escapes the
 * next character.
 */
function findBlockEnd(text: string): number {
  let depth = 0;
  for (let at = 2; at < text.length; at++) {
    if (depth === 0 && text.startsWith("]]", at)) return at;
    if (text[at] === "\\") at++;
    else if (text[at] === "[") depth++;
    else if (text[at] === "]" && depth-- === 0) throw new BadRegex("missing closing ']' for regex variable");
  }
  throw new BadRegex("invalid substitution block, no ]] found");
}
