/* What all plugins of a process share: a plugin that changes it changes others. */

type Snapshot = ReadonlyMap<string, ReadonlyMap<PropertyKey, unknown>>;

const PROTOTYPES: { readonly [name: string]: object } = {
  globalThis,
  ...Object.fromEntries(
    [
      Object,
      Array,
      Function,
      String,
      Number,
      Boolean,
      Symbol,
      BigInt,
      Date,
      RegExp,
      Error,
      Promise,
      Map,
      Set,
      WeakMap,
    ].flatMap((one): [string, object][] => [
      [`${one.name}.prototype`, one.prototype as object],
      [one.name, one],
    ]),
  ),
  Math,
  JSON,
  Reflect,
};

function entriesOf(object: object): ReadonlyMap<PropertyKey, unknown> {
  return new Map(
    Reflect.ownKeys(object).map((key) => {
      const descriptor = Object.getOwnPropertyDescriptor(object, key);
      // Node makes some globals when they are first looked at: that they are there is enough.
      if (object === globalThis) return [key, key];
      return [key, descriptor?.get ?? descriptor?.value];
    }),
  );
}

/** What is there now. `more` are prototypes beyond the language's own. */
export function snapshotShared(more: { readonly [name: string]: object } = {}): Snapshot {
  return new Map(Object.entries({ ...PROTOTYPES, ...more }).map(([name, object]) => [name, entriesOf(object)]));
}

/** What came, went or was changed since, in words. */
export function compareShared(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name) ?? new Map<PropertyKey, unknown>();
    const came = [...now.keys()].filter((key) => !old.has(key)).map((key) => `\`${String(key)}\` was added to ${name}`);
    const changed = [...old]
      .filter(([key, value]) => !now.has(key) || !Object.is(now.get(key), value))
      .map(([key]) => `\`${String(key)}\` of ${name} was changed`);
    return [...came, ...changed];
  });
}
