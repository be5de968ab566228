import { isLocation } from "../attributes/parts.ts";
import { parseLocationAttribute } from "./location-parser.ts";
import type { Reader } from "./reader.ts";

/**
 * Skips `( … )` after `loc` and returns the position of the location. Common forms are parsed only on demand. Other
 * forms are parsed immediately, so that errors are reported.
 */
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

/**
 * Skips `( #name )`, whose alias can be defined later. Returns false for a name with a point, which belongs to a
 * dialect and is parsed immediately.
 */
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
