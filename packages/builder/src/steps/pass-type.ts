import { getOrMake } from "../maps.ts";

/**
 * Built-in pass types. A type describes an interval of the pipeline and not a stage: "before type T" is before the
 * first pass of that type, and "after type T" is after the last pass of that type. Intervals can overlap. Frameworks
 * and plugins can add types. Dots form subtypes: `lowering.llvm` is a subtype of `lowering`. Comparisons of types
 * ignore case.
 */
export const PassType = {
  Ingress: "Ingress",
  Normalization: "Normalization",
  EarlyOptimization: "EarlyOptimization",
  Bufferization: "Bufferization",
  LateOptimization: "LateOptimization",
  HardwareOptimization: "HardwareOptimization",
  Lowering: "Lowering",
  Cleanup: "Cleanup",
  Unknown: "Unknown",
} as const;

/** Pass type: a built-in type of {@link PassType}, or a type that a framework or plugin adds. */
export type PassTypeName = (typeof PassType)[keyof typeof PassType] | (string & {});

/** Types of a pass that does not declare a type. Positions, rules and bundles cannot name this type. */
export const UNKNOWN_TYPES: readonly string[] = Object.freeze([PassType.Unknown]);

/** Caches keys by type, because a pipeline has few types and many passes. */
const KEYS = new Map<string, readonly string[]>();

function keysOf(type: string): readonly string[] {
  return getOrMake(KEYS, type, () => {
    const parts = typeKey(type).split(".");
    const keys = parts.map((_, index) => parts.slice(0, index + 1).join("."));
    return keys.filter((key) => key !== "unknown");
  });
}

/** Returns the key of a type. Types that differ only in case have the same key. */
export const typeKey = (type: string): string => type.toLowerCase();

/**
 * Returns the distinct keys with which positions, rules and bundles can name a pass with these types. For
 * `lowering.llvm`: `lowering` and `lowering.llvm`. For `Unknown`: none.
 */
export function typeKeys(types: readonly string[]): readonly string[] {
  const only = types[0];
  return types.length === 1 && only !== undefined ? keysOf(only) : [...new Set(types.flatMap(keysOf))];
}

/** Returns whether one of a pass's types is `selector` or a subtype of it. */
export function hasType(types: readonly string[], selector: string): boolean {
  const wanted = typeKey(selector);
  return types.some((type) => {
    const have = typeKey(type);
    return have === wanted || have.startsWith(`${wanted}.`);
  });
}
