import { bool, definePass, int, list, oneOf, PassRegistry, string } from "@passwright/core";
import type { Item } from "./toy-ir.ts";

const nothing = (_op: Item): undefined => undefined;
const label = string("", "");

/** Makes a registry of passes that do nothing, with the names, anchors and options of four passes of mlir-opt. */
export function makeMlirRegistry(): PassRegistry<Item> {
  const owner = { name: "mlir" };
  return new PassRegistry<Item>()
    .registerPass(definePass({ name: "cse", displayName: "CSE", runOnOperation: nothing }), owner)
    .registerPass(definePass({ name: "symbol-dce", displayName: "SymbolDCE", runOnOperation: nothing }), owner)
    .registerPass(
      definePass({
        name: "canonicalize",
        displayName: "Canonicalizer",
        options: {
          "disable-patterns": list(label, ""),
          "enable-patterns": list(label, ""),
          "max-iterations": int(10, "", { type: "long" }),
          "max-num-rewrites": int(-1, "", { type: "long" }),
          "region-simplify": oneOf(["disabled", "normal", "aggressive"], "normal", ""),
          "test-convergence": bool(false, ""),
          "top-down": bool(true, ""),
        },
        runOnOperation: nothing,
      }),
      owner,
    )
    .registerPass(
      definePass({
        name: "test-options-pass",
        displayName: "(anonymous namespace)::TestOptionsPass",
        anchor: "func.func",
        options: {
          enum: oneOf(["zero", "one", "two"], "zero", ""),
          list: list(int(0, ""), ""),
          string: string("", ""),
          "string-list": list(label, ""),
        },
        runOnOperation: nothing,
      }),
      owner,
    );
}
