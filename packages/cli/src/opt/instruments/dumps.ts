import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Instrumentation, PrintOptions } from "@passwright/core";
import { printIr } from "@passwright/instrument";
import type { PassFilter } from "@passwright/instrument";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { systemErrorText } from "@passwright/loader";
import type { Terminal } from "../../terminal/terminal.ts";
import { isOn, valueOf, listOf } from "../parse-flags.ts";
import type { FlagUse } from "../parse-flags.ts";

/** The instrumentation for `--mlir-print-ir-…`, if any of these flags asks for a dump. */
export function dumpsFor(
  adapter: MlirAdapter,
  uses: readonly FlagUse[],
  print: PrintOptions,
  terminal: Terminal,
): Instrumentation<Operation> | undefined {
  const before = filterOf(uses, "mlir-print-ir-before", isOn(uses, "mlir-print-ir-before-all"));
  const afterFailure = isOn(uses, "mlir-print-ir-after-failure");
  const after = filterOf(uses, "mlir-print-ir-after", isOn(uses, "mlir-print-ir-after-all") || afterFailure);
  if (before === undefined && after === undefined) return undefined;
  const tree = valueOf(uses, "mlir-print-ir-tree-dir");
  return printIr(adapter, {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    afterFailure,
    onlyWhenChanged: isOn(uses, "mlir-print-ir-after-change"),
    moduleScope: isModuleScope(uses),
    print,
    ...(tree === undefined || tree === ""
      ? { write: terminal.err }
      : { writeFile: (path: string, text: string) => writeInTree(tree, path, text, terminal) }),
  });
}

export function isModuleScope(uses: readonly FlagUse[]): boolean {
  return isOn(uses, "mlir-print-ir-module-scope");
}

function filterOf(uses: readonly FlagUse[], name: string, isAll: boolean): PassFilter | undefined {
  if (isAll) return "all";
  const passes = listOf(uses, name);
  return passes.length === 0 ? undefined : passes;
}

/** Makes the folders one by one: what is around the tree has to be there, as mlir-opt wants it. */
function writeInTree(tree: string, path: string, text: string, terminal: Terminal): void {
  const folders = dirname(path).split("/");
  for (let depth = 0; depth <= folders.length; depth++) {
    const folder = [tree, ...folders.slice(0, depth)].join("/");
    try {
      mkdirSync(resolve(terminal.cwd, folder));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "EEXIST") continue;
      terminal.err(`Error while creating directory ${folder}: ${systemErrorText(thrown)}\n`);
      return;
    }
  }
  const file = join(tree, path);
  try {
    writeFileSync(resolve(terminal.cwd, file), text);
  } catch (thrown) {
    terminal.err(`Error while opening file ${file}: ${systemErrorText(thrown)}\n`);
  }
}
