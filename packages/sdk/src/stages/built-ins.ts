import type { NamedObject } from "./object-snapshot.ts";

/** Objects of the language that the code of a plugin or framework must leave as they are. */
export const BUILT_INS: readonly NamedObject[] = [
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
  ].map(({ name, prototype }): NamedObject => [`${name}.prototype`, prototype as object]),
];
