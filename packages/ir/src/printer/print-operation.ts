import { Operation } from "../handles.ts";
import type { Store, ResourceEntry } from "../store/store.ts";
import { verifyOperation } from "../verify/verify.ts";
import { Aliases } from "./aliases.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { Sink } from "./byte-writer.ts";
import { nameValues } from "./custom-numbering.ts";
import { clearNumbering } from "./numbering.ts";
import { OperationPrinter } from "./operation-printer.ts";
import type { PrintFlags } from "./print-flags.ts";
import { keywordOrString } from "../text/bytes.ts";

/** Returns the operation in which names are unique: the outermost or, if `isLocal` is set, the closest isolated one. */
export function scopeOf(store: Store, op: number, isLocal: boolean): number {
  let top = op;
  for (let parent = store.parentOp(top); parent !== 0; parent = store.parentOp(top)) {
    if (isLocal && store.nameOf(top).isIsolatedFromAbove) break;
    top = parent;
  }
  return top;
}

/**
 * Prints an operation as MLIR does. A nested operation is printed without alias definitions and line end, and its values
 * have the same names as in the text of the top-level operation.
 */
export function printOperation(store: Store, op: number, requested: PrintFlags, sink: Sink): void {
  const flags = { ...store.context.printFlags, ...requested };
  const isLocal = flags.localScope ?? false;
  const top = scopeOf(store, op, isLocal);
  const debugInfo = flags.debugInfo ?? false;
  // An invalid operation might not have all parts that its format prints.
  const isValid = (): boolean => verifyOperation(Operation.of(store, top), { recursive: true }, () => {});
  const generic = flags.generic === true || (flags.assumeVerified !== true && !isValid());
  const aliases = new Aliases(store.context, flags);
  const style = { ...flags, generic };
  const numbering = nameValues(store, top, {
    unique: generic || flags.uniqueSsaIds === true,
    asksOperations: !generic,
    asksLocations: flags.nameLocAsPrefix === true,
    numbersOperations: flags.valueUsers === true,
  });
  if (!isLocal && (debugInfo || store.context.mayHaveAliases)) {
    // Prints the operation once and discards the output, because only printed attributes and types get aliases.
    const nowhere = new ByteWriter(() => {});
    new OperationPrinter(store, nowhere, numbering, aliases, style, true).print(top);
    nowhere.end();
    aliases.assign();
  }
  const out = new ByteWriter(sink);
  const isWhole = !isLocal && top === op && store.parentOp(op) === 0;
  if (isWhole) for (const line of aliases.definitions(false)) out.text(line);
  new OperationPrinter(store, out, numbering, aliases, style, false).print(op);
  if (isWhole) {
    out.byte(10);
    for (const line of aliases.definitions(true)) out.text(line);
    if (store.resources.length > 0) out.text(renderResources(store, aliases.resources, flags));
  }
  out.end();
  if (isLocal) clearNumbering(store, top, numbering);
}

const SECTIONS = ["dialect_resources", "external_resources"] as const;

/** Formats the section `{-# … #-}`, with the dialect resources that attributes use and all external resources. */
function renderResources(
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
