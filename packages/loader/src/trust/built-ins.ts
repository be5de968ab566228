const watched: readonly (readonly [name: string, object: object])[] = [
  ["Object", Object],
  ["Array", Array],
  ["JSON", JSON],
  ["Math", Math],
  ["Reflect", Reflect],
  ["Promise", Promise],
  ...[
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    BigInt,
    Symbol,
    Map,
    Set,
    WeakMap,
    Promise,
    RegExp,
    Date,
    Error,
  ].map(({ name, prototype }): readonly [string, object] => [`${name}.prototype`, prototype as object]),
];

type Descriptors = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** JavaScript's own objects as they were when this was made: to see whether somebody's code changed them for everybody. */
export class BuiltIns {
  readonly #before: readonly Descriptors[] = watched.map(([, object]) => descriptorsOf(object));

  /**
   * What was added, changed or removed since, as `Object.prototype.x was added`; it is as it was afterwards, as far as the
   * language lets it.
   */
  restore(): string[] {
    return watched.flatMap(([name, object], index) => restoreOne(name, object, this.#before[index] as Descriptors));
  }
}

function descriptorsOf(object: object): Descriptors {
  return new Map(
    Reflect.ownKeys(object).map((key): [PropertyKey, PropertyDescriptor] => [
      key,
      Reflect.getOwnPropertyDescriptor(object, key) as PropertyDescriptor,
    ]),
  );
}

function restoreOne(name: string, object: object, before: Descriptors): string[] {
  const changes: string[] = [];
  for (const key of Reflect.ownKeys(object)) {
    if (before.has(key)) continue;
    changes.push(`${name}.${String(key)} was added`);
    Reflect.deleteProperty(object, key);
  }
  for (const [key, descriptor] of before) {
    const now = Reflect.getOwnPropertyDescriptor(object, key);
    if (now !== undefined && isSame(now, descriptor)) continue;
    changes.push(`${name}.${String(key)} was ${now === undefined ? "removed" : "changed"}`);
    Reflect.defineProperty(object, key, descriptor);
  }
  return changes;
}

function isSame(left: PropertyDescriptor, right: PropertyDescriptor): boolean {
  return Object.is(left.value, right.value) && left.get === right.get && left.set === right.set;
}
