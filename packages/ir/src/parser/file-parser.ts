import type { Attribute, Type } from "../attributes/attribute.ts";
import { upstream } from "../dialects/upstream.ts";
import type { ResourceEntry, Store } from "../store/store.ts";
import { quoted } from "../text/bytes.ts";
import { parseAttribute } from "./attribute-parser.ts";
import type { Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/** Parses `('#' | '!') name '=' (attribute | type)`, between top-level operations. */
export function parseAliasDefinition(reader: Reader): void {
  const start = reader.at;
  const isType = reader.bytes[start] === 33;
  const what = isType ? "type" : "attribute";
  reader.at++;
  const name = reader.suffix();
  if (name === "") reader.failToken(isType ? "invalid type identifier" : "invalid attribute name", start);
  const aliases: Map<string, Attribute | Type> = isType ? reader.typeAliases : reader.attributeAliases;
  if (aliases.has(name)) reader.fail(`redefinition of ${what} alias id '${name}'`, start);
  if (name.includes(".")) {
    reader.fail(`${what} names with a '.' are reserved for dialect-defined names`, start);
  }
  reader.expect("=", `expected '=' in ${what} alias definition`);
  const symbol = isType ? parseType(reader) : parseAttribute(reader);
  aliases.set(name, symbol);
  keepAlias(reader, symbol, name);
}

/** Keeps an alias of a dialect that this package does not contain, because MLIR's dialects select their aliases. */
function keepAlias({ context }: Reader, symbol: Attribute | Type, name: string): void {
  const { data } = symbol;
  if (data.kind !== "opaque" || !upstream.has(data.dialect) || context.findDialect(data.dialect) !== undefined) return;
  // Stores the base of a numbered alias: `map3` is the fourth alias with base `map`.
  context.opaqueAliases.set(symbol, name.replace(/\d+$/, ""));
}

/** Parses file metadata: `'{-#' (section ':' '{' (group ':' '{' (key ':' value)* '}')* '}')* '#-}'`, with commas. */
export function parseResources(reader: Reader, store: Store): void {
  if (!reader.takeText("{-#")) reader.failExpected("expected operation name in quotes");
  if (reader.takeText("#-}")) return;
  do {
    const at = reader.position();
    const section = reader.word();
    if (section === "") reader.fail("expected identifier key in file metadata dictionary");
    reader.expect(":", "expected ':'");
    if (section !== "dialect_resources" && section !== "external_resources") {
      reader.fail(`unknown key '${section}' in file metadata dictionary`, at);
    }
    reader.expect("{", "expected '{'");
    parseGroups(reader, (group, groupAt) => {
      const isOfDialect = section === "dialect_resources";
      if (isOfDialect && !upstream.has(group) && reader.context.findDialect(group) === undefined) {
        reader.fail(`dialect '${group}' is unknown`, groupAt);
      }
      const entries = parseGroup(reader, isOfDialect, group);
      const known = store.resources.find((other) => other.section === section && other.group === group);
      if (known === undefined) store.resources.push({ section, group, entries });
      else known.entries.push(...entries);
    });
  } while (reader.take(","));
  if (!reader.takeText("#-}")) reader.failExpected("expected ',' or '#-}'");
}

/** Parses named groups after a `{`. `of` is their kind, for messages. Without `of`, names must not be quoted. */
function parseGroups(reader: Reader, parse: (group: string, at: number) => void, of?: string): void {
  if (reader.take("}")) return;
  do {
    const message = `expected identifier key for '${of ?? "resource"}' entry`;
    const at = reader.position();
    const isQuoted = of !== undefined && reader.next() === 34;
    const group = isQuoted ? reader.string(message) : reader.word() || reader.fail(message);
    reader.expect(":", "expected ':'");
    parse(group, at);
  } while (reader.take(","));
  reader.expect("}", "expected ',' or '}'");
}

/** Parses the entries of a group: booleans, strings, and blobs as strings. Entries of a dialect must be blobs. */
function parseGroup(reader: Reader, isOfDialect: boolean, group: string): ResourceEntry[] {
  const entries: ResourceEntry[] = [];
  const parseEntry = (key: string): void => {
    const c = reader.next();
    const { at } = reader;
    const word = c === 34 ? "" : reader.word();
    if (isOfDialect && c !== 34) reader.fail(`expected hex string blob for key '${key}'`, at);
    if (c !== 34 && word !== "true" && word !== "false") reader.fail(`expected string value for key '${key}'`, at);
    const text = word === "" ? reader.string("expected resource value") : "";
    if (word === "" && (isOfDialect || text.startsWith("0x"))) requireBlob(reader, key, text, at);
    entries.push({ key, value: word === "" ? quoted(text) : word });
  };
  reader.expect("{", "expected '{'");
  if (isOfDialect && group !== "builtin" && upstream.has(group)) {
    reader.next();
    reader.fail(`unexpected 'resource' section for dialect '${group}'`);
  }
  parseGroups(reader, parseEntry, isOfDialect ? "resource" : "external_resources");
  return entries;
}

/** Checks that a text is `0x` with hexadecimal bytes. The first four are the alignment, a power of two or zero. */
function requireBlob(reader: Reader, key: string, text: string, at: number): void {
  const isHex = text.startsWith("0x") && text.length % 2 === 0 && !/[^0-9a-fA-F]/.test(text.slice(2));
  if (!isHex) reader.fail(`expected hex string blob for key '${key}'`, at);
  const message = `expected hex string blob for key '${key}' to encode alignment in first 4 bytes`;
  if (text.length < 10) reader.fail(message, at);
  const bytes = [8, 6, 4, 2].map((place) => text.slice(place, place + 2)).join("");
  const alignment = Number.parseInt(bytes, 16);
  if (alignment !== 0 && !Number.isInteger(Math.log2(alignment))) {
    reader.fail(`${message}, but got non-power-of-2 value: ${alignment}`, at);
  }
}
