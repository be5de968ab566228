import type { PrintFlags } from "@passwright/ir";
import { isOn, valueOf } from "./parse-flags.ts";
import type { FlagUse } from "./parse-flags.ts";

/** What the flags say of how IR is printed, wherever it is. */
export function printFlagsOf(uses: readonly FlagUse[]): PrintFlags {
  const elements = numberOf(uses, "mlir-elide-elementsattrs-if-larger");
  const hex = numberOf(uses, "mlir-print-elementsattrs-with-hex-if-larger");
  const resources = numberOf(uses, "mlir-elide-resource-strings-if-larger");
  return {
    generic: isOn(uses, "mlir-print-op-generic"),
    debugInfo: isOn(uses, "mlir-print-debuginfo"),
    prettyDebugInfo: isOn(uses, "mlir-pretty-debuginfo"),
    localScope: isOn(uses, "mlir-print-local-scope"),
    assumeVerified: isOn(uses, "mlir-print-assume-verified"),
    skipRegions: isOn(uses, "mlir-print-skip-regions"),
    uniqueSsaIds: isOn(uses, "mlir-print-unique-ssa-ids"),
    nameLocAsPrefix: isOn(uses, "mlir-use-nameloc-as-prefix"),
    ...(elements === undefined ? {} : { elideElementsAttrsIfLarger: elements }),
    ...(hex === undefined ? {} : { elementsAttrsWithHexIfLarger: hex }),
    ...(resources === undefined ? {} : { elideResourceStringsIfLarger: resources }),
  };
}

function numberOf(uses: readonly FlagUse[], name: string): number | undefined {
  const value = valueOf(uses, name);
  return value === undefined ? undefined : Number(value);
}
