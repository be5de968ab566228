import { isLocation } from "../attributes/parts.ts";
import { byteString } from "../text/bytes.ts";
import { parseLocationAttribute } from "./location-parser.ts";
import type { Reader } from "./reader.ts";

/**
 * Goes over `( … )` behind `loc` and answers where it began. What is usual is read when somebody asks for the location;
 * anything else at once, for its errors.
 */
export function skipLocation(reader: Reader): number {
  if (reader.next() !== 40) reader.failExpected("expected '(' in location");
  const start = reader.at;
  const end = endOfPlain(reader.bytes, start + 1);
  if (end >= 0) {
    if (reader.bytes[start + 1] === 35) reader.aliasedLocations.push(start + 1);
    reader.at = end;
  } else if (!skipName(reader)) {
    reader.at = start;
    parseLocationAttribute(reader, "location");
  }
  return start;
}

/** `( #name )`, which may be defined further down; no point: that is a dialect's, and is read at once. */
function skipName(reader: Reader): boolean {
  reader.at++;
  if (reader.next() !== 35) return false;
  const at = reader.at++;
  const name = reader.symbolName();
  if (name === "" || name.includes(".") || reader.bytes[reader.at] === 60) return false;
  reader.expect(")", "expected ')' in location");
  reader.aliasedLocations.push(at);
  return true;
}

/** At the end of a text: the aliases that were gone over are defined by now, and are locations. */
export function requireAliases(reader: Reader): void {
  for (const at of reader.aliasedLocations) {
    let end = at + 1;
    while (isNameByte(reader.bytes[end]!)) end++;
    const attribute = reader.attributeAliases.get(byteString(reader.bytes, at + 1, end));
    if (attribute === undefined) return reader.fail("operation location alias was never defined", at);
    if (!isLocation(attribute.data)) reader.fail(`expected location, but found '${attribute.byteText}'`, at);
  }
}

/** Behind `#name)` or `"file":1:2)`: what nearly all are; -1 for what is written otherwise. */
function endOfPlain(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] === 35) {
    // It may be defined further down.
    do at++;
    while (isNameByte(bytes[at]!));
    return at > start + 1 && bytes[at] === 41 ? at + 1 : -1;
  }
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

/** So many digits fit into 32 bits. */
const SMALL = 9;

/** No point: that is a dialect's, and is read at once. */
function isNameByte(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36;
}
