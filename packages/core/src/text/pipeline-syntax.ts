import { errorDiagnostic } from "../diagnostic.ts";
import type { Diagnostic, Result, SourceLocation } from "../diagnostic.ts";
import { trim, trimStart } from "../options/option-text.ts";
import { locate } from "../source.ts";

/** File name of textual pipelines in MLIR's diagnostics. */
const PIPELINE_TEXT = "MLIR Textual PassPipeline Parser";

/** Maximum depth of nested managers. Deeper pipelines could overflow the stack. */
export const DEEPEST_NESTING = 1000;

/** Parsed element: a pass or named pipeline, with the text of its options, or a nested pipeline, with `inner`. */
export interface PipelineSyntax {
  /** Name of the pass or named pipeline, or anchor of the nested pipeline. */
  readonly name: string;
  /** UTF-16 offset of the name in the text between the outermost parentheses. */
  readonly offset: number;
  /** Text between the braces. Empty without braces. */
  readonly options: string;
  /** Elements of a nested pipeline. */
  readonly inner: readonly PipelineSyntax[];
}

/** Parsed pipeline: `anchor ( elements )`. */
export interface PipelineText {
  /** Text before the outermost parenthesis. */
  readonly anchor: string;
  /** Elements between the outermost parentheses. */
  readonly elements: readonly PipelineSyntax[];
  /** Text between the outermost parentheses. As in MLIR, positions in diagnostics count from the start of this text. */
  readonly body: string;
}

/** Parsed pipeline, or the syntax error. */
export type PipelineParseResult = Result<{ readonly pipeline: PipelineText }, { readonly diagnostic: Diagnostic }>;

/** Returns the source position of an element. */
export function locateElement(pipeline: PipelineText, element: PipelineSyntax): SourceLocation {
  return locate(PIPELINE_TEXT, pipeline.body, element.offset);
}

interface Open extends PipelineSyntax {
  readonly inner: Open[];
}

/**
 * Reads the elements of a pipeline. The grammar includes input that MLIR's parser accepts but its documentation omits:
 *
 * ```
 * pipeline ::= anchor `(` elements? `)`
 * elements ::= element (`,` element)*
 * element  ::= name (`{` options `}`)? | anchor `(` elements `)`
 * ```
 */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Open[] | { readonly offset: number; readonly message: string } {
    const top: Open[] = [];
    const stack: Open[][] = [top];
    const text = this.#text;
    if (text === "") return top;
    let unread = text.length;
    for (;;) {
      const inner = stack.at(-1) as Open[];
      const start = this.#at;
      const { name, offset } = this.#name();
      if (this.#at >= text.length) {
        inner.push({ name, offset, options: "", inner: [] });
        unread = start;
        break;
      }
      let options: string | undefined;
      if (text[this.#at] === "{") {
        const close = this.#closingBrace();
        if (close < 0) return { offset: this.#at, message: "missing closing '}' while processing pass options" };
        options = text.slice(this.#at + 1, close);
        this.#at = close + 1;
        this.#skipSpace();
      }
      const element: Open = { name, offset, options: options ?? "", inner: [] };
      inner.push(element);
      if (options === undefined && text[this.#at] === "(") {
        if (stack.length > DEEPEST_NESTING)
          return { offset, message: `pass managers are nested more than ${DEEPEST_NESTING} levels deep` };
        this.#at++;
        stack.push(element.inner);
        continue;
      }
      while (text[this.#at] === ")") {
        if (stack.length === 1) {
          const message = "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
          return { offset: this.#at, message };
        }
        stack.pop();
        this.#at++;
        this.#skipSpace();
      }
      if (this.#at >= text.length) break;
      if (text[this.#at] !== ",") return { offset: this.#at, message: "expected ',' after parsing pipeline" };
      this.#at++;
    }
    if (stack.length === 1) return top;
    const message = "encountered unbalanced parentheses while parsing pipeline";
    return { offset: unread, message };
  }

  #skipSpace(): void {
    this.#at = this.#text.length - trimStart(this.#text.slice(this.#at)).length;
  }

  #name(): { name: string; offset: number } {
    const start = this.#at;
    while (this.#at < this.#text.length && !",(){".includes(this.#text[this.#at] ?? "")) this.#at++;
    const raw = this.#text.slice(start, this.#at);
    return { name: trim(raw), offset: start + (raw.length - trimStart(raw).length) };
  }

  /** Returns the index of the matching closing brace, or -1. Also counts braces in quotes. */
  #closingBrace(): number {
    let depth = 0;
    for (let index = this.#at; index < this.#text.length; index++) {
      const char = this.#text[index];
      if (char === "{") depth++;
      else if (char === "}" && --depth === 0) return index;
    }
    return -1;
  }
}

function notWrapped(): Diagnostic {
  const message = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
  const help = "wrap the pipeline in the operation that it runs on: `builtin.module(cse)`";
  return errorDiagnostic("PWC0201", message, help);
}

/**
 * Parses a textual pipeline such as `builtin.module(cse,func.func(canonicalize{top-down=false}))` without looking up
 * names. Errors have the wording and positions of MLIR (mlir/lib/Pass/PassRegistry.cpp) and the code PWC0201 or
 * PWC0202.
 */
export function parsePipelineText(source: string): PipelineParseResult {
  const text = trim(source);
  const open = text.indexOf("(");
  if (open <= 0 || !text.endsWith(")")) return { ok: false, diagnostic: notWrapped() };
  const body = text.slice(open + 1, -1);
  const read = new Reader(body).read();
  if (Array.isArray(read)) return { ok: true, pipeline: { anchor: trim(text.slice(0, open)), elements: read, body } };
  const diagnostic: Diagnostic = errorDiagnostic("PWC0202", read.message, "correct the pipeline at this position", {
    at: locate(PIPELINE_TEXT, body, read.offset),
  });
  return { ok: false, diagnostic };
}
