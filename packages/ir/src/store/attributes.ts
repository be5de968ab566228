import type { Attribute } from "../attributes/attribute.ts";
import type { NamedAttribute } from "../attributes/attribute.ts";
import { entriesOf, findEntry } from "../attributes/parts.ts";
import { kindOf } from "../entity-kind.ts";
import { notAnAttribute } from "../errors.ts";
import type { IrContext, Store } from "./store.ts";

/** Returns the attribute `name` of an operation. `name` is a byte string. Inherent attributes take precedence. */
export function getAttribute(store: Store, op: number, name: string): Attribute | undefined {
  const { attributes } = store.context;
  return findEntry(attributes[store.opProperties[op]!], name) ?? findEntry(attributes[store.opAttributes[op]!], name);
}

function isInherent(store: Store, op: number, name: string): boolean {
  const { attributes, names } = store.context;
  if (findEntry(attributes[store.opProperties[op]!], name) !== undefined) return true;
  return names[store.opName[op]!]!.inherent.some((entry) => entry.name === name);
}

function without(dictionary: Attribute | undefined, name: string): readonly NamedAttribute[] {
  return entriesOf(dictionary).filter((entry) => entry.name !== name);
}

/** Returns an attribute. Throws if the value is not an attribute of the context. */
export function requireAttribute(context: IrContext, name: string, value: Attribute): Attribute {
  if (kindOf(value) !== "attribute" || value.context !== context) throw notAnAttribute(name);
  return value;
}

/** Sets an attribute of an operation. The operation's definition determines whether the attribute is inherent. */
export function setAttribute(store: Store, op: number, name: string, value: Attribute): void {
  requireAttribute(store.context, name, value);
  const column = isInherent(store, op, name) ? store.opProperties : store.opAttributes;
  const { context } = store;
  const rest = without(context.attributes[column[op]!], name);
  column[op] = context.dictionary([...rest, { name, value }]).id;
}

/** Removes an attribute of an operation and returns it, or returns `undefined` if it does not exist. */
export function removeAttribute(store: Store, op: number, name: string): Attribute | undefined {
  const { context } = store;
  for (const column of [store.opProperties, store.opAttributes]) {
    const dictionary = context.attributes[column[op]!];
    const found = findEntry(dictionary, name);
    if (found === undefined) continue;
    const rest = without(dictionary, name);
    column[op] = rest.length === 0 ? 0 : context.dictionary(rest).id;
    return found;
  }
  return undefined;
}
