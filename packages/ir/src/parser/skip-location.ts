import { parseLocationAttribute } from "./location-parser.ts";
import { type Reader } from "./reader.ts";

/**
 * Goes over `( … )` behind `loc` and answers where it began. What is usual is read when somebody asks for the location;
 * anything else at once, for its errors.
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

/** `( #name )`, which may be defined further down; no point: that is a dialect's, and is read at once. */
function skipName(reader: Reader): boolean {
  reader.at++;
  if (reader.next() !== 35) return false;
  reader.at++;
  const name = reader.symbolName();
  if (name === "" || name.includes(".") || reader.bytes[reader.at] === 60) return false;
  reader.expect(")", "expected ')' in location");
  return true;
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
    if (at === before) return -1;
  }
  return bytes[at + 1] === 41 ? at + 2 : -1;
}

/** No point: that is a dialect's, and is read at once. */
function isNameByte(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36;
}
