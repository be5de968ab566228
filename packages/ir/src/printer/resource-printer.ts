import type { PrintFlags } from "./print-flags.ts";
import type { ResourceEntry, Store } from "../store/store.ts";
import { keywordOrString } from "../text/bytes.ts";

const SECTIONS = ["dialect_resources", "external_resources"] as const;

/**
 * Formats the section `{-# … #-}` after a module. The section contains the dialect resources that attributes use, and
 * all resources that do not belong to a dialect. Flags can omit resources.
 */
export function renderResources(
  store: Store,
  used: ReadonlySet<string>,
  { elideResourceStringsIfLarger: longest = Infinity, skipExternalResources = false }: PrintFlags,
): string {
  const sections: string[] = [];
  let hasAny = false;
  for (const section of SECTIONS.slice(0, skipExternalResources ? 1 : 2)) {
    const groups: string[] = [];
    for (const { group, entries, section: in_ } of store.resources) {
      if (in_ !== section) continue;
      const shown = section === "external_resources" ? entries : usedEntries(entries, used);
      hasAny ||= shown.length > 0;
      const kept = shown.filter(({ value }) => value.length <= longest);
      if (kept.length === 0) continue;
      const lines = kept.map(({ key, value }) => `      ${keywordOrString(key)}: ${value}`);
      groups.push(`    ${keywordOrString(group)}: {\n${lines.join(",\n")}\n    }`);
    }
    if (groups.length > 0) sections.push(`  ${section}: {\n${groups.join(",\n")}\n  }`);
  }
  // If all entries are omitted because of their length, the brackets `{-#` and `#-}` are still printed.
  return !hasAny ? "" : `\n{-#\n${sections.join(",\n")}\n#-}\n`;
}

/** Returns the entries that attributes use, in the order in which the attributes first use them. */
function usedEntries(entries: readonly ResourceEntry[], used: ReadonlySet<string>): readonly ResourceEntry[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return [...used].map((key) => byKey.get(key)).filter((entry) => entry !== undefined);
}
