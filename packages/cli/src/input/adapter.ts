import { diagnosticOf, isRefusedPromise } from "@passwright/core";
import type { ByteForm, Diagnostic, ParseOptions, ParseResult, Result } from "@passwright/core";
import { decodeUtf8 } from "@passwright/loader";
import { during, keepCause, thrownText } from "@passwright/sdk/loading";
import type { Session } from "@passwright/loader";
import type { DescribeActivity } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import { isBinaryFile, withoutMark } from "./inputs.ts";
import type { Content, Input } from "./inputs.ts";
import { SourceLines } from "./source-lines.ts";

/* Calls to the adapter, which can be written in JavaScript. Exceptions are reported as errors of the framework. */

export type IrOwner = Pick<Session["framework"], "ir" | "name">;

export function adapterAtWork(
  { name }: IrOwner,
  doing: "parsing" | "verifying" | "printing" | "counting the operations of",
  file: string,
): DescribeActivity {
  return () => ({ what: `${doing} \`${file}\``, input: file, plugin: name, pluginKind: "framework" });
}

function callAdapter<T>(
  { ir, name }: IrOwner,
  part: "parse" | "print" | "verify" | "dependenciesOf",
  call: () => T,
  complaint: (result: unknown) => string | undefined,
): Result<{ readonly result: T }> {
  const wrong = (what: string, hasThrown = false): Diagnostic =>
    errors.adapterIsWrong(ir.name, name, part, what, hasThrown);
  try {
    const result = call();
    const what = isRefusedPromise(result) ? "returned a promise" : complaint(result);
    return what === undefined ? { ok: true, result } : { ok: false, diagnostics: [wrong(what)] };
  } catch (error) {
    const diagnostic = diagnosticOf(error) ?? wrong(`threw ${thrownText(error)}`, error !== undefined);
    return { ok: false, diagnostics: [keepCause(diagnostic, error)] };
  }
}

/** Returns the functions that parse or print a file as bytes, or `undefined` if the adapter uses strings. */
function formOf(
  ir: IrOwner["ir"],
  file: string,
  part: "parse" | "print",
): (Pick<ByteForm<object>, "print"> & Partial<ByteForm<object>>) | undefined {
  if (isBinaryFile(file, ir)) return ir.binary;
  const { bytes } = ir;
  const replaced = bytes?.replaces?.[part];
  return bytes?.[part] !== undefined && (replaced === undefined || replaced === ir[part]) ? bytes : undefined;
}

/** Parses an input as text or, depending on the extension and the adapter, as bytes. */
function parseContent(owner: IrOwner, bytes: Uint8Array, options: ParseOptions): ParseResult<object> {
  const { ir } = owner;
  const { file } = options;
  const form = formOf(ir, file, "parse");
  const decoded = form === undefined ? decodeUtf8(bytes) : undefined;
  if (decoded?.ok === false)
    return { ok: false, diagnostics: [errors.notUtf8(ir.name, file, decoded.text, decoded.end)] };
  const called = callAdapter(
    owner,
    "parse",
    () => (decoded === undefined ? form?.parse?.(bytes, options) : ir.parse?.(decoded.text, options)),
    (result) =>
      isParseResult(result) ? undefined : "returned neither { ok: true, op } nor { ok: false, diagnostics }",
  );
  // Does not report an adapter without `parse`, because loading has already reported it.
  return called.ok ? (called.result ?? { ok: false, diagnostics: [] }) : called;
}

function isParseResult(result: unknown): boolean {
  if (result === undefined) return true;
  const { ok, op, diagnostics } = (result ?? {}) as { ok?: unknown; op?: unknown; diagnostics?: unknown };
  return ok === true ? typeof op === "object" && op !== null : ok === false && Array.isArray(diagnostics);
}

export function verifyAll(owner: IrOwner, op: object): readonly Diagnostic[] | undefined {
  const invalid: Diagnostic[] = [];
  const { ir } = owner;
  const called = callAdapter(
    owner,
    "verify",
    () => ir.verify === undefined || ir.verify(op, { recursive: true }, (found) => invalid.push(found)),
    (result) => (typeof result === "boolean" ? undefined : "returned neither true nor false"),
  );
  if (!called.ok) return called.diagnostics;
  if (called.result || invalid.length > 0) return called.result ? undefined : invalid;
  return [errors.adapterIsWrong(ir.name, owner.name, "verify", "returned false and reported nothing")];
}

/** Matches an unpaired surrogate. With the `u` flag, a surrogate in the pattern does not match a part of a pair. */
const UNPAIRED = /[\ud800-\udfff]/u;

/** Prints text or, depending on the extension of the file, the binary form. Also returns a separate source map. */
export function printContent(
  owner: IrOwner,
  op: object,
  file = "",
): Result<{ readonly content: Content; readonly map?: string }> {
  const { ir } = owner;
  const form = formOf(ir, file, "print");
  let map: string | undefined;
  const printText = (): string | undefined => {
    if (ir.printWithMap === undefined) return ir.print?.(op, {});
    const mapped = ir.printWithMap(op, { file });
    if (mapped.map !== undefined) map = JSON.stringify(mapped.map);
    return mapped.text;
  };
  const called = callAdapter(
    owner,
    "print",
    () => (form === undefined ? printText() : form.print(op, {})),
    (result) => {
      if (typeof result !== "string") return result instanceof Uint8Array ? undefined : "did not return text";
      return UNPAIRED.test(result)
        ? "returned text with half of a surrogate pair, which UTF-8 cannot represent"
        : undefined;
    },
  );
  return called.ok ? { ok: true, content: called.result ?? "", ...(map !== undefined && { map }) } : called;
}

/** Returns the files that passes read while they ran on a root, according to the IR. */
export function dependenciesOf(owner: IrOwner, root: object): Result<{ readonly result: readonly string[] }> {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return callAdapter(
    owner,
    "dependenciesOf",
    () => owner.ir.dependenciesOf?.(root) ?? [],
    (result) => (isList(result) ? undefined : "did not return a list of strings"),
  );
}

export type Parsed = Result<{ readonly op: object; readonly lines: SourceLines }>;

/** Reports a first IR that cannot parse text or bytes, and a last IR that cannot print text or bytes. */
export function lacksOfAdapter({ ir, name }: IrOwner, last: IrOwner["ir"]): readonly Diagnostic[] {
  return [
    ...(ir.parse === undefined && ir.bytes?.parse === undefined ? [errors.adapterLacks("parse", ir.name, name)] : []),
    ...(last.print === undefined && last.bytes === undefined ? [errors.adapterLacks("print", last.name, name)] : []),
  ];
}

export function parseInput(
  owner: IrOwner,
  { file }: Input,
  bytes: Uint8Array,
  options: { readonly allowUnregistered: boolean },
): Parsed {
  const parsed = during(adapterAtWork(owner, "parsing", file), () => parseContent(owner, bytes, { file, ...options }));
  if (!parsed.ok) return parsed;
  const lines = new SourceLines(file, () => (isBinaryFile(file, owner.ir) ? new Uint8Array() : withoutMark(bytes)));
  const invalid = during(adapterAtWork(owner, "verifying", file), () => verifyAll(owner, parsed.op));
  if (invalid !== undefined) return { ok: false, diagnostics: lines.addTo(invalid) };
  return { ok: true, op: parsed.op, lines };
}
