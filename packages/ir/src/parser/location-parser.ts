import type { Attribute, AttributeContext, LocationData } from "../attributes/attribute.ts";
import { isLocation } from "../attributes/parts.ts";
import { parseAttribute } from "./attribute-parser.ts";
import type { Reader } from "./reader.ts";

/** Parses the rest of `'loc' '(' location ')'` after `loc`, as an attribute value. */
export function parseLocationAttribute(reader: Reader, where = "inline location"): Attribute {
  reader.expect("(", `expected '(' in ${where}`);
  const location = parseLocation(reader);
  reader.expect(")", `expected ')' in ${where}`);
  return location;
}

function intern(reader: Reader, data: LocationData): Attribute {
  return reader.context.internAttribute(data);
}

/** Parses `location ::= alias | 'unknown' | file | name | callsite | fused`. */
function parseLocation(reader: Reader): Attribute {
  const c = reader.next();
  if (c === 35) return parseLocationAlias(reader);
  if (c === 34) return parseFileOrName(reader);
  const at = reader.at;
  switch (reader.word()) {
    case "unknown":
      return intern(reader, { kind: "unknown-location" });
    case "callsite":
      return reader.nested(parseCallSite);
    case "fused":
      return reader.nested(parseFused);
    default:
      reader.at = at;
      return reader.failExpected("expected location instance");
  }
}

function parseLocationAlias(reader: Reader): Attribute {
  const attribute = parseAttribute(reader);
  if (!isLocation(attribute.data)) {
    reader.next();
    reader.fail(`expected location attribute, but got${attribute.byteText}`);
  }
  return attribute;
}

function integer(reader: Reader, message: string): number {
  const text = reader.integerText();
  if (text === "" || Number(text) >= 2 ** 32) {
    reader.at -= text.length;
    reader.failExpected(message);
  }
  return Number(text);
}

/** Parses `string (':' line ':' column ('to' line? ':' column)?)?` or `string ('(' location ')')?`. */
function parseFileOrName(reader: Reader): Attribute {
  const text = reader.string("expected string");
  if (reader.take(":")) {
    // As in MLIR, an empty file name is printed as `-`.
    const file = text === "" ? "-" : text;
    const line = integer(reader, "expected integer line number in FileLineColRange");
    if (!reader.take(":")) return intern(reader, { kind: "file-location", file, line, column: 0 });
    const column = integer(reader, "expected integer column number in FileLineColRange");
    if (!reader.takeWord("to")) return intern(reader, { kind: "file-location", file, line, column });
    const c = reader.next();
    const hasEndLine = c >= 48 && c <= 57;
    const endLine = hasEndLine ? integer(reader, "expected integer line number in FileLineColRange") : line;
    reader.expect(":", "expected either integer or `:` post `to` in FileLineColRange");
    const endColumn = integer(reader, "expected integer column number in FileLineColRange");
    const range = endLine !== line ? { endLine, endColumn } : endColumn !== column ? { endColumn } : {};
    return intern(reader, { kind: "file-location", file, line, column, ...range });
  }
  if (!reader.take("(")) return intern(reader, { kind: "name-location", name: text });
  const child = reader.nested(parseLocation);
  reader.expect(")", "expected ')' after child location of NameLoc");
  if (child.kind === "unknown-location") return intern(reader, { kind: "name-location", name: text });
  return intern(reader, { kind: "name-location", name: text, child });
}

function parseCallSite(reader: Reader): Attribute {
  reader.expect("(", "expected '(' in callsite location");
  const callee = parseLocation(reader);
  if (!reader.takeWord("at")) reader.failExpected("expected 'at' in callsite location");
  const caller = parseLocation(reader);
  reader.expect(")", "expected ')' in callsite location");
  return intern(reader, { kind: "call-site-location", callee, caller });
}

function parseFused(reader: Reader): Attribute {
  let metadata: Attribute | undefined;
  if (reader.take("<")) {
    metadata = parseAttribute(reader);
    reader.expect(">", "expected '>' after fused location metadata");
  }
  reader.expect("[", "expected '[' in fused location");
  return fuse(reader.context, reader.list("]", "expected ']' in fused location", parseLocation), metadata);
}

/** Creates a fused location without duplicates, or returns a single location without metadata (`FusedLoc::get`). */
export function fuse(context: AttributeContext, given: readonly Attribute[], metadata?: Attribute): Attribute {
  const flat: Attribute[] = [];
  for (const location of given) {
    const { data } = location;
    if (data.kind === "fused-location" && data.metadata === metadata) flat.push(...data.locations);
    else if (data.kind !== "unknown-location") flat.push(location);
  }
  const locations = [...new Set(flat)];
  if (locations.length === 0) locations.push(context.internAttribute({ kind: "unknown-location" }));
  if (metadata === undefined && locations.length === 1) return locations[0]!;
  return context.internAttribute({ kind: "fused-location", locations, ...(metadata && { metadata }) });
}

/** Skips `( … )` and returns its position. Parses only uncommon forms now, so that their errors are reported. */
export function skipLocation(reader: Reader): number {
  if (reader.next() !== 40) reader.failExpected("expected '(' in location");
  const start = reader.at;
  const end = endOfPlain(reader.bytes, start + 1);
  if (end >= 0) reader.at = end;
  else if (!skipName(reader)) {
    reader.at = start;
    parseLocationAttribute(reader, "location");
  }
  return start;
}

/** Skips `( #name )`, whose alias can be defined later. A name with a point belongs to a dialect and is not skipped. */
function skipName(reader: Reader): boolean {
  reader.at++;
  if (reader.next() !== 35) return false;
  const at = reader.at++;
  const name = reader.suffix();
  if (name === "" || name.includes(".") || reader.bytes[reader.at] === 60) return false;
  reader.expect(")", "expected ')' in location");
  if (!reader.aliasedLocations.has(name)) reader.aliasedLocations.set(name, at);
  return true;
}

/** Checks at the end of a text that skipped aliases are defined and are locations. */
export function requireAliases(reader: Reader): void {
  for (const [name, at] of reader.aliasedLocations) {
    const attribute = reader.attributeAliases.get(name);
    if (attribute === undefined) return reader.fail("operation location alias was never defined", at);
    if (!isLocation(attribute.data)) reader.fail(`expected location, but found '${attribute.byteText}'`, at);
  }
}

/** Returns the end of the common form `"file":1:2)`, or -1 for other forms. */
function endOfPlain(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] !== 34) return -1;
  for (at++; bytes[at] !== 34; at++) if (bytes[at] === 92 || bytes[at]! < 32) return -1;
  for (let part = 0; part < 2; part++) {
    if (bytes[++at] !== 58) return -1;
    const before = at;
    while (bytes[at + 1]! >= 48 && bytes[at + 1]! <= 57) at++;
    if (at === before || at - before > SMALL) return -1;
  }
  return bytes[at + 1] === 41 ? at + 2 : -1;
}

/** Maximum number of digits. Numbers with this many digits fit into 32 bits. */
const SMALL = 9;
