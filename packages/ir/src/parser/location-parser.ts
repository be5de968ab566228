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
  return intern(reader, {
    kind: "name-location",
    name: text,
    ...(child.kind === "unknown-location" ? {} : { child }),
  });
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

/**
 * Creates a fused location. Like MLIR, removes duplicate locations. If one location is left and `metadata` is
 * absent, returns this location (`FusedLoc::get`).
 */
export function fuse(
  context: AttributeContext,
  given: readonly Attribute[],
  metadata: Attribute | undefined,
): Attribute {
  const flat: Attribute[] = [];
  for (const location of given) {
    const { data } = location;
    if (data.kind === "fused-location" && data.metadata === metadata) flat.push(...data.locations);
    else if (data.kind !== "unknown-location") flat.push(location);
  }
  const locations = [...new Set(flat)];
  if (locations.length === 0) locations.push(context.internAttribute({ kind: "unknown-location" }));
  if (metadata === undefined) {
    return locations.length === 1 ? locations[0]! : context.internAttribute({ kind: "fused-location", locations });
  }
  return context.internAttribute({ kind: "fused-location", locations, metadata });
}
