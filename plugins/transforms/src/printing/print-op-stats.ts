import { bool, definePass, PassType } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";
import { walkIds } from "@passwright/ir/store";

type Count = readonly [name: string, count: number];

/**
 * Counts the operation and its nested operations by name, and prints the counts to the output of the pass manager
 * (`mlir/lib/Transforms/OpStats.cpp`). Precondition: any IR. Does not change the IR.
 */
export const printOpStats = definePass({
  name: "print-op-stats",
  ir: "mlir",
  displayName: "PrintOpStats",
  summary: "Print statistics of operations",
  types: [PassType.Unknown],
  options: { json: bool(false, "print the stats as JSON") },
  runOnOperation(op: Operation, pass) {
    const counts = countOperations(op);
    const json = `{\n${counts.map(([name, count]) => `  "${name}" : ${count}`).join(",\n")}\n}\n`;
    pass.print(pass.options.json ? json : renderTable(counts));
    pass.markAllAnalysesPreserved();
  },
});

function countOperations(op: Operation): readonly Count[] {
  const { names } = op.context;
  const byName = new Uint32Array(names.length);
  const { opName } = op.store;
  walkIds(op.store, op.id, (at) => byName[opName[at]!]!++);
  return Array.from(byName, (count, id): Count => [names[id]!.text, count])
    .filter(([, count]) => count > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Formats the counts as a table in which the dots of the names are aligned. */
function renderTable(counts: readonly Count[]): string {
  const rows = counts.map(([name, count]) => ({ ...splitName(name), count }));
  const dialectWidth = Math.max(...rows.map(({ dialect }) => dialect.length));
  const nameWidth = Math.max(...rows.map(({ mnemonic }) => mnemonic.length));
  const lines = rows.map(({ dialect, mnemonic, count }) => {
    const left = dialect === "" ? " ".repeat(dialectWidth + 3) : `${dialect.padStart(dialectWidth + 2)}.`;
    return `${left}${mnemonic.padEnd(nameWidth)} , ${count}\n`;
  });
  return `Operations encountered:\n-----------------------\n${lines.join("")}`;
}

/** Splits a name into dialect and mnemonic. The dialect is empty if no text follows a dot. */
function splitName(name: string): { readonly dialect: string; readonly mnemonic: string } {
  const dot = name.indexOf(".");
  if (dot < 0) return { dialect: "", mnemonic: name };
  const mnemonic = name.slice(dot + 1);
  return mnemonic === "" ? { dialect: "", mnemonic: name.slice(0, dot) } : { dialect: name.slice(0, dot), mnemonic };
}
