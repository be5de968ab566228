import { definePass, int, PassType } from "@passwright/sdk";
import type { WasmModule } from "../ir/wasm-module.ts";
import { moduleSize } from "./module-size.ts";

/** Prints the size of the module and of its largest functions. Does not change the module. */
export const sizeReport = definePass({
  name: "size-report",
  summary: "prints the size of the module and of its largest functions",
  anchor: "wasm.module",
  types: [PassType.Unknown],
  options: { top: int(5, "number of functions to list", { min: 0 }) },
  statistics: {
    bytes: "bytes of the module in binary form",
    code: "bytes of its functions",
    functions: "functions that it defines",
  },
  runOnOperation(_module: WasmModule, pass) {
    const { bytes, functions } = pass.getAnalysis(moduleSize);
    pass.markAllAnalysesPreserved();
    const code = functions.reduce((sum, one) => sum + one.bytes, 0);
    pass.statistics.bytes.add(bytes);
    pass.statistics.code.add(code);
    pass.statistics.functions.add(functions.length);
    const largest = [...functions]
      .sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
      .slice(0, pass.options.top);
    const width = String(bytes).length;
    const line = (size: number, what: string): string => `${String(size).padStart(width)}  ${what}\n`;
    pass.print(
      line(bytes, "bytes in all") +
        line(code, `in ${functions.length} function${functions.length === 1 ? "" : "s"}`) +
        largest.map((one) => line(one.bytes, onOneLine(one.name))).join(""),
    );
  },
});

/** Returns a name with control characters escaped as in the text format. A name can be any string. */
function onOneLine(name: string): string {
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
  return name.replaceAll(/[\0-\x1f\x7f]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
