import { type Attribute } from "../attributes/attribute.ts";
import { parseLocationAttribute } from "../parser/location-parser.ts";
import { ParseFailure } from "../parser/reader.ts";
import { byteStringOf } from "../text/bytes.ts";
import { LOCATION_ATTRIBUTE, LOCATION_POSITION, LOCATION_TEXT, type Store } from "./store.ts";

/** Turns what a store keeps of a location into the attribute. Nothing of it is read before somebody asks. */
export function resolveLocation(store: Store, encoded: number): Attribute {
  const { context, source } = store;
  const kind = encoded & 3;
  const payload = encoded >>> 2;
  if (kind === LOCATION_ATTRIBUTE) return context.attributes[payload]!;
  if (kind === LOCATION_POSITION && source !== undefined) {
    const { line, column } = source.lineAndColumn(payload);
    return context.internAttribute({ kind: "file-location", file: byteStringOf(source.file), line, column });
  }
  if (kind === LOCATION_TEXT && source !== undefined) return readLocation(store, payload);
  return context.internAttribute({ kind: "unknown-location" });
}

/** The text was only skipped when it was parsed, so it may turn out to be nothing. */
function readLocation(store: Store, at: number): Attribute {
  const reader = store.reader!;
  reader.at = at;
  try {
    return parseLocationAttribute(reader);
  } catch (thrown) {
    if (thrown instanceof ParseFailure) return store.context.internAttribute({ kind: "unknown-location" });
    throw thrown;
  }
}

export function encodeLocation(attribute: Attribute): number {
  return (attribute.id << 2) | LOCATION_ATTRIBUTE;
}
