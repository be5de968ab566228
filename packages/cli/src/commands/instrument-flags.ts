import { resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import type { InstrumentData } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Arguments } from "./flags.ts";

type PrintIr = NonNullable<InstrumentData["printIr"]>;

/** Reads what flags ask to be shown of a run. A display without what it displays is a usage error. */
export function instrumentOf(
  args: Arguments,
  cwd: string,
): { readonly data: InstrumentData; readonly problem?: Diagnostic } {
  const isOn = (name: string): boolean => args.flags.has(`mlir-${name}`);
  const value = (name: string): string | undefined => args.value(`mlir-${name}`);
  const [timing, format, statistics] = [
    value("timing-display"),
    value("output-format"),
    value("pass-statistics-display"),
  ];
  const printIr = printIrOf(args, cwd);
  const data: InstrumentData = {
    ...(printIr && { printIr }),
    ...(isOn("timing") && {
      timing: { ...(timing && { display: timing as "tree" }), ...(format && { format: format as "text" }) },
    }),
    ...(isOn("pass-statistics") && { statistics: { ...(statistics && { display: statistics as "list" }) } }),
  };
  const needs = [
    [timing !== undefined, "mlir-timing-display", "timing", data.timing],
    [format !== undefined, "mlir-output-format", "timing", data.timing],
    [statistics !== undefined, "mlir-pass-statistics-display", "pass-statistics", data.statistics],
    [isOn("print-ir-after-change"), "mlir-print-ir-after-change", "print-ir-after-all", printIr?.after],
    [isOn("print-ir-module-scope"), "mlir-print-ir-module-scope", "print-ir-after-all", printIr],
    [value("print-ir-tree-dir") !== undefined, "mlir-print-ir-tree-dir", "print-ir-after-all", printIr],
  ] as const;
  const idle = needs.find(([isGiven, , , wanted]) => isGiven && wanted === undefined);
  return idle === undefined ? { data } : { data, problem: errors.flagNeedsOther(idle[1], `mlir-${idle[2]}`) };
}

/** Reads which prints of the IR flags ask for; `undefined` if they ask for none. */
function printIrOf(args: Arguments, cwd: string): PrintIr | undefined {
  const isOn = (name: string): boolean => args.flags.has(`mlir-print-ir-${name}`);
  const filter = (name: string, isAll: boolean): "all" | readonly string[] | undefined => {
    const passes = (args.values.get(`mlir-print-ir-${name}`) ?? []).flatMap((one) => one.split(","));
    return isAll ? "all" : passes.length === 0 ? undefined : passes;
  };
  const before = filter("before", isOn("before-all"));
  const after = filter("after", isOn("after-all") || isOn("after-failure"));
  const tree = args.value("mlir-print-ir-tree-dir");
  if (before === undefined && after === undefined) return undefined;
  return {
    ...(before && { before }),
    ...(after && { after }),
    afterFailure: isOn("after-failure"),
    onlyWhenChanged: isOn("after-change"),
    moduleScope: isOn("module-scope"),
    ...(tree !== undefined && { tree: resolve(cwd, tree) }),
  };
}
