import { type Diagnostic, type ParseOptions, type ParseResult } from "@passwright/core";
import { keepCause, type Session, thrownText } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Content } from "./read-input.ts";

/* What adapters are asked for around a run. They are the framework's, and may be JavaScript: what they do wrong is told as theirs. */

/** Who owns an IR, and the IR. */
export type IrOwner = Pick<Session["framework"], "ir" | "name">;

type Part = "parse" | "print" | "verify";

/** Calls a part of the adapter; `complaint` is what is wrong with the answer, if anything is. */
function ask<T>(
  { ir, name }: IrOwner,
  part: Part,
  call: () => T,
  complaint: (answer: unknown) => string | undefined,
): { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  let what: string | undefined;
  let thrown: unknown;
  try {
    const answer = call();
    what = isPromise(answer) ? "answered a promise" : complaint(answer);
    // What becomes of it is nobody's business any more, a failure included.
    if (isPromise(answer)) void answer.then(undefined, () => undefined);
    if (what === undefined) return { ok: true, answer };
  } catch (error) {
    thrown = error;
    what = `threw ${thrownText(error)}`;
  }
  const diagnostic = errors.adapterIsWrong(ir.name, name, part, what);
  return { ok: false, diagnostics: [thrown === undefined ? diagnostic : keepCause(diagnostic, thrown)] };
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as { then?: unknown } | null | undefined)?.then === "function";
}

/** An input as the adapter reads it, text or bytes. */
export function parseContent(owner: IrOwner, content: Content, options: ParseOptions): ParseResult<object> {
  const { ir } = owner;
  const asked = ask(
    owner,
    "parse",
    () => (typeof content === "string" ? ir.parse?.(content, options) : ir.binary?.parse(content, options)),
    (answer) =>
      isParseResult(answer) ? undefined : "answered neither { ok: true, op } nor { ok: false, diagnostics }",
  );
  // An adapter without `parse` was told of before.
  return asked.ok ? (asked.answer ?? { ok: false, diagnostics: [] }) : asked;
}

function isParseResult(answer: unknown): boolean {
  if (answer === undefined) return true;
  const { ok, op, diagnostics } = (answer ?? {}) as { ok?: unknown; op?: unknown; diagnostics?: unknown };
  return ok === true ? typeof op === "object" && op !== null : ok === false && Array.isArray(diagnostics);
}

/** Whether an operation and all in it are valid, or what is wrong. */
export function verifyAll(owner: IrOwner, op: object): readonly Diagnostic[] | undefined {
  const invalid: Diagnostic[] = [];
  const { ir } = owner;
  const asked = ask(
    owner,
    "verify",
    () => ir.verify === undefined || ir.verify(op, { recursive: true }, (found) => invalid.push(found)),
    (answer) => (typeof answer === "boolean" ? undefined : "answered neither true nor false"),
  );
  if (!asked.ok) return asked.diagnostics;
  if (asked.answer || invalid.length > 0) return asked.answer ? undefined : invalid;
  return [errors.adapterIsWrong(ir.name, owner.name, "verify", "returned false and reported nothing")];
}

/** An operation as the adapter writes it. */
export function printContent(
  owner: IrOwner,
  op: object,
  { isBinary = false }: { readonly isBinary?: boolean } = {},
):
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const { ir } = owner;
  const asked = ask(
    owner,
    "print",
    () => (isBinary ? ir.binary?.print(op) : ir.print?.(op, {})),
    (answer) => (typeof answer === "string" || answer instanceof Uint8Array ? undefined : "answered no text"),
  );
  return asked.ok ? { ok: true, content: asked.answer ?? "" } : asked;
}
