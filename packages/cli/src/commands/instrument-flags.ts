import { resolve } from "node:path";
import type { InstrumentData, PrintIrData } from "@passwright/loader";
import type { Arguments } from "./flags.ts";

export function instrumentOf(args: Arguments, cwd: string): InstrumentData {
  const isOn = (name: string): boolean => args.flags.has(`mlir-${name}`);
  const value = (name: string): string | undefined => args.value(`mlir-${name}`);
  const [timing, format, statistics] = [
    value("timing-display"),
    value("output-format"),
    value("pass-statistics-display"),
  ];
  const printing = printIrOf({
    isOn: (name) => args.flags.has(name),
    value: (name) => args.value(name),
    list: (name) => (args.values.get(name) ?? []).flatMap((one) => one.split(",")),
  });
  const printIr = printing && { ...printing, ...(printing.tree && { tree: resolve(cwd, printing.tree) }) };
  return {
    ...(printIr && { printIr }),
    ...(isOn("timing") && {
      timing: { ...(timing && { display: timing as "tree" }), ...(format && { format: format as "text" }) },
    }),
    ...(isOn("pass-statistics") && { statistics: { ...(statistics && { display: statistics as "list" }) } }),
  };
}

interface FlagReader {
  isOn(name: string): boolean;
  value(name: string): string | undefined;
  /** Returns the values from all uses of a flag. One use can contain several values, separated by commas. */
  list(name: string): readonly string[];
}

/** Reads the flags that request dumps of the IR. Returns `undefined` if no flag requests a dump. */
export function printIrOf({ isOn, value, list }: FlagReader): PrintIrData | undefined {
  const filter = (name: string, isAll: boolean): "all" | readonly string[] | undefined => {
    const passes = list(name);
    return isAll ? "all" : passes.length === 0 ? undefined : passes;
  };
  const afterFailure = isOn("mlir-print-ir-after-failure");
  const before = filter("mlir-print-ir-before", isOn("mlir-print-ir-before-all"));
  const after = filter("mlir-print-ir-after", isOn("mlir-print-ir-after-all") || afterFailure);
  const tree = value("mlir-print-ir-tree-dir");
  if (before === undefined && after === undefined) return undefined;
  return {
    ...(before && { before }),
    ...(after && { after }),
    afterFailure,
    onlyWhenChanged: isOn("mlir-print-ir-after-change"),
    moduleScope: isOn("mlir-print-ir-module-scope"),
    ...(tree && { tree }),
  };
}
