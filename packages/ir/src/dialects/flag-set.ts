import { type DialectAttribute } from "./define-dialect.ts";

/** A set of flags, `<a, b>`, in a fixed order whatever the order of the text (`BitEnumAttr`). */
export function flagSet(options: {
  readonly cases: readonly string[];
  /** A word for all of them. */
  readonly all?: string;
  readonly separator: string;
  /** For messages. */
  readonly cppName: string;
}): DialectAttribute {
  const { cases, all, separator, cppName } = options;
  const known = ["none", ...cases, ...(all === undefined ? [] : [all])];
  return {
    respell(body) {
      const words = body.split(",").map((word) => word.trim());
      if (words.some((word) => !known.includes(word))) {
        return { problem: `expected ${cppName} to be one of: ${known.join(", ")}` };
      }
      const isSet = (flag: string): boolean => words.includes(flag) || (all !== undefined && words.includes(all));
      const set = cases.filter(isSet);
      if (set.length === 0) return { body: "none" };
      return { body: all !== undefined && set.length === cases.length ? all : set.join(separator) };
    },
  };
}
