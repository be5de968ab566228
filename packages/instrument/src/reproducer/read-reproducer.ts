import { locate, mergePipeline } from "@passwright/core";
import type { Diagnostic, OpPassManager, PrintOptions } from "@passwright/core";
import { badReproducer } from "../errors.ts";
import { parentsFrom, printOperation } from "../printing/print-op.ts";
import type { PrintingAdapter } from "../printing/print-op.ts";
import { textOfPipeline } from "./pipeline-text.ts";
import { unquote } from "./quoted-string.ts";
import { renderReproducer } from "./reproducer-text.ts";
import type { Reproducer } from "./reproducer-text.ts";

/** Result of {@link readReproducer}. */
export type ReproducerResult =
  | {
      readonly ok: true;
      /** Fields of the reproducer in the text. Empty if the text does not contain a reproducer. */
      readonly reproducer: Partial<Reproducer>;
      readonly isReproducer: boolean;
      /** Text without the reproducer. The text keeps all other resources. */
      readonly ir: string;
    }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Range of an entry in the text, from its name to its closing brace. */
interface Entry {
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** Skips spaces and comments, then matches a word, a string, or any other single character. */
const TOKEN = /(?:\s|\/\/[^\n]*)*(?:(?<string>"(?:[^"\\]|\\.)*")|(?<word>[\w.$-]+)|(?<sign>[^\s]))/y;

interface Token {
  readonly kind: "string" | "word" | "sign";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function tokenAt(text: string, offset: number): Token | undefined {
  TOKEN.lastIndex = offset;
  const groups = TOKEN.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const end = TOKEN.lastIndex;
  const [kind, found] = (["string", "word", "sign"] as const)
    .map((one) => [one, groups[one]] as const)
    .find(([, value]) => value !== undefined) as [Token["kind"], string];
  return { kind, text: found, start: end - found.length, end };
}

/**
 * Returns the first entry `name: { … }` between `offset` and the end of the braces around `offset`. Does not search
 * nested braces.
 */
function findEntry(text: string, name: string, offset: number): Entry | undefined {
  let depth = 0;
  for (let token = tokenAt(text, offset); token !== undefined; token = tokenAt(text, token.end)) {
    if (token.text === "{" && token.kind === "sign") depth++;
    else if (token.text === "}" && token.kind === "sign" && --depth < 0) return undefined;
    else if (depth === 0 && token.kind === "word" && token.text === name) {
      const colon = tokenAt(text, token.end);
      const brace = colon?.text === ":" ? tokenAt(text, colon.end) : undefined;
      if (brace?.text !== "{") continue;
      const end = closingBrace(text, brace.end);
      return end === undefined ? undefined : { start: token.start, body: brace.end, end };
    }
  }
  return undefined;
}

function closingBrace(text: string, offset: number): number | undefined {
  let depth = 1;
  for (let token = tokenAt(text, offset); token !== undefined; token = tokenAt(text, token.end)) {
    if (token.kind !== "sign") continue;
    if (token.text === "{") depth++;
    if (token.text === "}" && --depth === 0) return token.end;
  }
  return undefined;
}

type Fields = { -readonly [K in keyof Reproducer]?: Reproducer[K] };

/** Parses `key: value` pairs up to the closing brace of the entry. Returns the first problem, with its position. */
function readFields(text: string, { body, end }: Entry, fields: Fields): { message: string; at: number } | undefined {
  let token = tokenAt(text, body);
  while (token !== undefined && token.end < end) {
    const key = token.text;
    const value = tokenAt(text, tokenAt(text, token.end)?.end ?? end);
    if (value === undefined) return undefined;
    if (key === "pipeline") {
      if (value.kind !== "string") return { message: `expected string value for key '${key}'`, at: value.start };
      fields.pipeline = unquote(value.text);
    } else if (key === "disable_threading" || key === "verify_each") {
      if (value.text !== "true" && value.text !== "false") {
        return { message: `expected 'true' or 'false' value for key '${key}'`, at: value.start };
      }
      fields[key === "verify_each" ? "verifyEach" : "disableThreading"] = value.text === "true";
    } else return { message: `unknown 'mlir_reproducer' resource key '${key}'`, at: token.start };
    const next = tokenAt(text, value.end);
    token = next?.text === "," ? tokenAt(text, next.end) : undefined;
  }
  return undefined;
}

/** Removes an entry, and the comma before or after the entry. */
function without(text: string, { start, end }: Entry): string {
  const before = text.slice(0, start).replace(/\s*$/, "");
  const after = text.slice(end);
  if (/^\s*,/.test(after)) return text.slice(0, start) + after.replace(/^\s*,\s*/, "");
  return before.replace(/,((?:\s|\/\/[^\n]*)*)$/, "$1") + after;
}

/**
 * Reads a reproducer and removes it from the text, like `--run-reproducer` (mlir/lib/Pass/PassManager.cpp,
 * `PassReproducerOptions`). A text without a reproducer is returned unchanged.
 */
export function readReproducer(text: string, file: string): ReproducerResult {
  const none: ReproducerResult = { ok: true, reproducer: {}, isReproducer: false, ir: text };
  const section = text.lastIndexOf("{-#");
  const external = section < 0 ? undefined : findEntry(text, "external_resources", section + 3);
  const entry = external === undefined ? undefined : findEntry(text, "mlir_reproducer", external.body);
  if (external === undefined || entry === undefined) return none;
  const reproducer: Fields = {};
  const problem = readFields(text, entry, reproducer);
  if (problem !== undefined) {
    return { ok: false, diagnostic: badReproducer(problem.message, locate(file, text, problem.at)) };
  }
  let ir = without(text, entry);
  const emptied = findEntry(ir, "external_resources", section + 3);
  if (emptied !== undefined && /^\s*}$/.test(ir.slice(emptied.body, emptied.end))) ir = without(ir, emptied);
  ir = ir.replace(/\s*\{-#\s*#-\}\s*$/, "\n");
  return { ok: true, reproducer, isReproducer: true, ir };
}

/** Formats a reproducer for a pipeline that did not fail, like `--mlir-generate-reproducer`. */
export function generateReproducer<Op extends object>(
  adapter: PrintingAdapter<Op>,
  manager: OpPassManager<Op>,
  op: Op,
  options: { readonly disableThreading?: boolean; readonly verifyEach?: boolean; readonly print?: PrintOptions } = {},
): string {
  const { disableThreading = false, verifyEach = false, print = {} } = options;
  // Like MLIR, merges neighboring managers before formatting.
  const pipeline = textOfPipeline(mergePipeline(manager, adapter));
  return renderReproducer(printOperation(adapter, parentsFrom(adapter), op, print), {
    pipeline,
    disableThreading,
    verifyEach,
  });
}
