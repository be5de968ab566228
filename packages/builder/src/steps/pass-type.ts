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

/** Type of a pass that does not declare a type. Positions and rules cannot name this type. */
export const UNKNOWN_TYPES: readonly string[] = Object.freeze([PassType.Unknown]);

/** Key for passes without a type. */
export const UNKNOWN_KEY: string = PassType.Unknown.toLowerCase();

/** Returns whether positions can name a type. Positions cannot name the type of passes that do not declare a type. */
export function isSelectable(type: string): boolean {
  return type.toLowerCase() !== UNKNOWN_KEY;
}

/** Caches keys by type, because a pipeline has few types and many passes. */
const KEYS = new Map<string, readonly string[]>();

function keysOf(type: string): readonly string[] {
  return getOrMake(KEYS, type, () => {
    const parts = type.toLowerCase().split(".");
    return parts.map((_, index) => parts.slice(0, index + 1).join("."));
  });
}

/** Returns the key of a type. Types that differ only in case have the same key. */
export function typeKey(type: string): string {
  return keysOf(type).at(-1) as string;
}

/** Returns the distinct keys of a pass with these types. For `lowering.llvm`: `lowering` and `lowering.llvm`. */
export function typeKeys(types: readonly string[]): readonly string[] {
  const only = types[0];
  return types.length === 1 && only !== undefined ? keysOf(only) : [...new Set(types.flatMap(keysOf))];
}

/** Returns whether one of a pass's types is `selector` or a subtype of it. */
export function hasType(types: readonly string[], selector: string): boolean {
  const wanted = selector.toLowerCase();
  return types.some((type) => {
    const have = type.toLowerCase();
    return have === wanted || have.startsWith(`${wanted}.`);
  });
}
