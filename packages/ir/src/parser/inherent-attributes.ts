import type { Attribute, NamedAttribute } from "../attributes/attribute.ts";
import { entriesOf, findEntry } from "../attributes/parts.ts";
import type { NormalizedAttributes, OperationName } from "../dialects/operation-name.ts";
import type { Store } from "../store/store.ts";
import type { Reader } from "./reader.ts";

/** Adds default values, and moves inherent attributes, which older MLIR syntax does not separate, to the properties. */
export function normalizeInherent(reader: Reader, store: Store, op: number): void {
  const { context } = store;
  const name = context.names[store.opName[op]!]!;
  const properties = store.opProperties[op]!;
  const attributes = store.opAttributes[op]!;
  // Fast path: usually, the attributes are the same as in the last operation with this name, or already normalized.
  let known = name.lastInherent;
  if (known === undefined || known.from !== properties || known.fromAttributes !== attributes) {
    if (isNormal(name.inherent, context.attributes[properties], context.attributes[attributes])) return;
    const misplaced = name.findUnaccepted(context.attributes[attributes]);
    if (misplaced !== undefined) reader.fail(`'${name.text}' op ${misplaced}`, store.opLocation[op]! >>> 2);
    known = normalize(name, properties, attributes);
    name.lastInherent = known;
  }
  store.opProperties[op] = known.properties;
  store.opAttributes[op] = known.attributes;
}

/** Returns whether all defaults are present, and no inherent attribute is among the discardable attributes. */
function isNormal(inherent: OperationName["inherent"], properties?: Attribute, attributes?: Attribute): boolean {
  for (const { name, value } of inherent) {
    if (value !== undefined && findEntry(properties, name) === undefined) return false;
    if (attributes !== undefined && findEntry(attributes, name) !== undefined) return false;
  }
  return entriesOf(properties).every((entry) => inherent.some(({ name }) => name === entry.name));
}

function normalize(operation: OperationName, from: number, fromAttributes: number): NormalizedAttributes {
  const { context, inherent } = operation;
  const known = new Set(inherent.map((entry) => entry.name));
  // As in MLIR, unknown properties are dropped, and properties take precedence over discardable attributes.
  const kept = entriesOf(context.attributes[from]).filter((entry) => known.has(entry.name));
  const given = new Map(kept.map((entry) => [entry.name, entry.value]));
  const discardable: NamedAttribute[] = [];
  for (const entry of entriesOf(context.attributes[fromAttributes])) {
    if (!known.has(entry.name)) discardable.push(entry);
    else if (operation.findBadSegments(entry.name, entry.value) !== undefined) continue;
    else if (!given.has(entry.name)) given.set(entry.name, entry.value);
  }
  for (const { name, value } of inherent) if (value !== undefined && !given.has(name)) given.set(name, value);
  const merged = [...given].map(([name, value]) => ({ name, value }));
  return {
    from,
    fromAttributes,
    properties: merged.length === 0 ? 0 : context.dictionary(merged).id,
    attributes: discardable.length === 0 ? 0 : context.dictionary(discardable).id,
  };
}
