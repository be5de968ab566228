import { createHash } from "node:crypto";

/**
 * Fact that results depend on: its name, which is the same on every machine, and its value or a hash of its content.
 */
export type Fact = readonly [name: string, value: string];

/** Everything that the results of a run depend on, except the inputs. */
export interface RunFacts {
  /** Facts, sorted by name. */
  readonly facts: readonly Fact[];
  /** Hash of all facts. */
  readonly hash: string;
  /** Reasons why results cannot be reused. */
  readonly refusals: readonly string[];
}

/** Returns the SHA-256 hash of `content` in hexadecimal digits. */
export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Sorts facts and computes their hash. */
export function collectFacts(facts: readonly Fact[], refusals: readonly string[]): RunFacts {
  const sorted = [...new Map(facts.map((fact) => [JSON.stringify(fact), fact]))]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, fact]) => fact);
  return { facts: sorted, hash: hashOf(JSON.stringify(sorted)), refusals: [...new Set(refusals)].sort() };
}

/** Describes how the facts of two machines, or of two runs, differ. Returns one line for each name. */
export function describeFactDifference(here: readonly Fact[], there: readonly Fact[]): readonly string[] {
  const [own, other] = [here, there].map((facts) => new Map(facts)) as [Map<string, string>, Map<string, string>];
  return [...new Set([...own.keys(), ...other.keys()])].sort().flatMap((name) => {
    const [one, two] = [own.get(name), other.get(name)];
    if (one === two) return [];
    if (one === undefined) return [`${name} is missing here`];
    if (two === undefined) return [`${name} exists only here`];
    return [isHash(one) && isHash(two) ? `${name} differs` : `${name} is ${one} here, ${two} there`];
  });
}

function isHash(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value);
}
