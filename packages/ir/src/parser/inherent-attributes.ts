import { type Attribute, type NamedAttribute } from "../attributes/attribute.ts";
import { type Store } from "../store/store.ts";
import { type Reader } from "./reader.ts";

/**
 * Brings the attributes of a registered operation into their order: inherent ones that stand among the discardable ones
 * (the form before properties) move over, and those that were left out get their default.
 *
 * The answer depends on the name and the two dictionaries only, so it is worked out once for each combination.
 */
export function normalizeInherent(reader: Reader, store: Store, op: number): void {
  const { context } = store;
  const name = context.names[store.opName[op]!]!;
  const properties = store.opProperties[op]!;
  const attributes = store.opAttributes[op]!;
  // Mostly the same as last time; else a table for what has only one of the two, which is nearly everything.
  let known = name.lastInherent;
  if (known === undefined || known.from !== properties || known.fromAttributes !== attributes) {
    const memo = attributes === 0 ? name.inherentMemo : undefined;
    known = memo?.get(properties);
    if (known === undefined) {
      const now = normalize(reader, name.inherent, context.attributes[properties], context.attributes[attributes]);
      known = { from: properties, fromAttributes: attributes, ...now };
      memo?.set(properties, known);
    }
    name.lastInherent = known;
  }
  store.opProperties[op] = known.properties;
  store.opAttributes[op] = known.attributes;
}

function entriesOf(dictionary: Attribute | undefined): readonly NamedAttribute[] {
  return dictionary?.data.kind === "dictionary" ? dictionary.data.entries : [];
}

function normalize(
  reader: Reader,
  inherent: readonly { readonly name: string; readonly value: Attribute | undefined }[],
  properties: Attribute | undefined,
  attributes: Attribute | undefined,
): { readonly properties: number; readonly attributes: number } {
  const { context } = reader;
  const given = new Map(entriesOf(properties).map((entry) => [entry.name, entry.value]));
  const discardable: NamedAttribute[] = [];
  const known = new Set(inherent.map((entry) => entry.name));
  for (const entry of entriesOf(attributes)) {
    if (known.has(entry.name) && !given.has(entry.name)) given.set(entry.name, entry.value);
    else discardable.push(entry);
  }
  for (const { name, value } of inherent) if (value !== undefined && !given.has(name)) given.set(name, value);
  const merged = [...given].map(([name, value]) => ({ name, value }));
  return {
    properties: merged.length === 0 ? 0 : context.dictionary(merged).id,
    attributes: discardable.length === 0 ? 0 : context.dictionary(discardable).id,
  };
}
