import type { Attribute } from "../attributes/attribute.ts";
import { isLocationAttribute } from "../attributes/parts.ts";
import { wrongArgument } from "../errors.ts";
import { fuse, parseLocationAttribute } from "../parser/location-parser.ts";
import { ifParsed } from "../parser/reader.ts";
import { byteStringOf } from "../text/bytes.ts";
import { LOCATION_ATTRIBUTE, LOCATION_FUSED, LOCATION_POSITION, LOCATION_TEXT } from "./store.ts";
import type { Store } from "./store.ts";

/** Converts a location number to an attribute. Locations are parsed on demand. */
export function resolveLocation(store: Store, encoded: number): Attribute {
  const { context, source } = store;
  const kind = encoded & 3;
  const payload = encoded >>> 2;
  if (kind === LOCATION_ATTRIBUTE) return context.attributes[payload]!;
  if (kind === LOCATION_POSITION && source !== undefined) {
    const { line, column } = source.lineAndColumn(payload);
    return context.internAttribute({ kind: "file-location", file: byteStringOf(source.file), line, column });
  }
  if (kind === LOCATION_FUSED && payload !== 0) return fused(store, encoded);
  if (kind === LOCATION_TEXT && source !== undefined) return readLocation(store, payload);
  return context.internAttribute({ kind: "unknown-location" });
}

/** Parses a location. The text can be invalid, because the parser skipped it without a check. */
function readLocation(store: Store, at: number): Attribute {
  const reader = store.reader!;
  reader.at = at;
  const location = ifParsed(() => parseLocationAttribute(reader));
  return location ?? store.context.internAttribute({ kind: "unknown-location" });
}

/** Converts a location attribute to a number, for `Store.opLocation`. */
export function encodeLocation(attribute: Attribute): number {
  if (!isLocationAttribute(attribute))
    throw wrongArgument("`location`", "the value is not a location", "a location, for example `op.location`");
  return (attribute.id << 2) | LOCATION_ATTRIBUTE;
}

/** Returns the number of a fused location that joins the locations of operations (`FusedLoc::get`). */
export function fuseLocations(store: Store, ops: readonly number[]): number {
  if (ops.length === 1) return store.opLocation[ops[0]!]!;
  const encoded = ops.map((op) => store.opLocation[op]!);
  const known = encoded.filter((location, i) => location !== 0 && encoded.indexOf(location) === i);
  if (known.length < 2) return known[0] ?? 0;
  store.fusedLocations.push(known);
  return ((store.fusedLocations.length - 1) << 2) | LOCATION_FUSED;
}

/** Returns a fused location that contains each location once, in order. Fused locations are replaced by their parts. */
function fused(store: Store, encoded: number): Attribute {
  const found: Attribute[] = [];
  const seen = new Set<number>();
  const work = [encoded];
  while (work.length > 0) {
    const next = work.pop()!;
    if (seen.has(next)) continue;
    seen.add(next);
    if (next !== 0 && (next & 3) === LOCATION_FUSED) {
      const parts = store.fusedLocations[next >>> 2]!;
      for (let i = parts.length - 1; i >= 0; i--) work.push(parts[i]!);
      continue;
    }
    found.push(resolveLocation(store, next));
  }
  return fuse(store.context, found);
}
