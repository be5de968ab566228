import type { OpaquePart, Type } from "../attributes/attribute.ts";
import { upstream } from "../dialects/upstream.ts";
import { HELP_ON_UNREGISTERED } from "../errors.ts";
import { byteString } from "../text/bytes.ts";
import type { Reader } from "./reader.ts";

/** Symbol after `#` or `!`: an alias, or a dialect attribute or type whose body is kept as text. */
export type OpaqueSymbol = { readonly kind: "alias"; readonly name: string } | DialectSymbol;

interface DialectSymbol {
  readonly kind: "dialect";
  readonly dialect: string;
  readonly parts: readonly OpaquePart[];
  /** Position for errors. */
  readonly at: number;
}

/** Parses `(dialect '.' word | dialect | alias) ('<' body '>')?`, after the sigil at `start`. */
export function parseOpaqueSymbol(reader: Reader, what: "attribute" | "type", start: number): OpaqueSymbol {
  const name = reader.suffix();
  if (name === "") reader.failToken(what === "type" ? "invalid type identifier" : "invalid attribute name", start);
  const dot = name.indexOf(".");
  const hasBody = reader.bytes[reader.at] === 60;
  if (dot < 0 && !hasBody) return { kind: "alias", name };
  const dialect = dot < 0 ? name : name.slice(0, dot);
  const textAt = dot < 0 ? reader.at : start + 1 + dot;
  const parts = hasBody ? parseBody(reader, textAt, upstream.has(dialect)) : [name.slice(dot)];
  return { kind: "dialect", dialect, parts: prettyParts(parts), at: dot < 0 ? start : start + dot + 2 };
}

/** Reports a dialect that is not registered. */
export function requireDialect(
  reader: Reader,
  { dialect, parts, at }: DialectSymbol,
  what: "attribute" | "type",
  type?: Type,
): void {
  const known = reader.context.findDialect(dialect);
  if (!/^[A-Za-z_][\w$]*$/.test(dialect)) reader.fail(`invalid dialect namespace '"${dialect}"'`, at);
  if (reader.context.allowUnregistered || known !== undefined) return;
  const body = parts.join("").replace(/^\.|^<(.*)>$/s, "$1");
  const symbol = `"${dialect}"<"${body}">`;
  reader.fail(
    `${what === "type" ? `\`!${symbol}\`` : `#${symbol} : '${type?.byteText ?? "none"}'`} ${what} created with ` +
      "unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use " +
      "-allow-unregistered-dialect with the MLIR opt tool used",
    at,
    [],
    [HELP_ON_UNREGISTERED],
  );
}

/** Selects the form that MLIR prints: `dialect.body` for a name with optional brackets, otherwise `dialect<body>`. */
function prettyParts(parts: readonly OpaquePart[]): readonly OpaquePart[] {
  const [text] = parts;
  if (parts.length > 1 || typeof text !== "string") return parts;
  const body = text.startsWith(".") ? text.slice(1) : text.slice(1, -1);
  return [/^[A-Za-z][A-Za-z0-9_.]*(<.*>)?$/s.test(body) ? `.${body}` : `<${body}>`];
}

const CLOSING: Readonly<Record<number, number>> = { 40: 41, 91: 93, 123: 125, 60: 62 };

/** Parses a bracketed body. The first part starts at `copied`. As in MLIR, only MLIR's dialects have aliases. */
function parseBody(reader: Reader, copied: number, knowsAliases: boolean): readonly OpaquePart[] {
  const { bytes } = reader;
  const parts: OpaquePart[] = [];
  const stack: number[] = [];
  let { at } = reader;
  // Position for errors, as in MLIR's lexer: the opening bracket of the body, or the last string.
  let anchor = at;
  for (;;) {
    const c = bytes[at]!;
    if (c === 0) failUnbalanced(reader, stack, anchor);
    if (c === 34) {
      reader.at = anchor = at;
      reader.string("expected string");
      at = reader.at;
    } else if (c === 40 || c === 91 || c === 123 || c === 60) {
      stack.push(c);
      at++;
    } else if (c === 45 && bytes[at + 1] === 62) at += 2;
    else if (c === 41 || c === 93 || c === 125 || c === 62) {
      if (CLOSING[stack.at(-1)!] !== c) failUnbalanced(reader, stack, anchor);
      stack.pop();
      at++;
      if (stack.length === 0) break;
    } else if (c === 35 || c === 33) {
      reader.at = at + 1;
      const name = reader.suffix();
      const target = c === 35 ? reader.attributeAliases.get(name) : reader.typeAliases.get(name);
      if (knowsAliases && target !== undefined && bytes[reader.at] !== 60) {
        parts.push(byteString(bytes, copied, at), target);
        at = copied = reader.at;
      } else at++;
    } else at++;
  }
  parts.push(byteString(bytes, copied, at));
  reader.at = at;
  return parts;
}

/** Reports that the innermost bracket is not closed, or has a closing bracket of another kind. */
function failUnbalanced(reader: Reader, stack: readonly number[], at: number): never {
  return reader.failToken(`unbalanced '${String.fromCharCode(stack.at(-1)!)}' character in pretty dialect name`, at);
}
