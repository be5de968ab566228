import type { IrAdapter, OperationName } from "@passwright/core";
import { loadBinaryen } from "../binaryen.ts";
import { fingerprint } from "./fingerprint.ts";
import { readBinary, readText, validate } from "./read-module.ts";
import type { Feature } from "./read-module.ts";
import type { WasmOp } from "./wasm-module.ts";

/** Adapter for the IR of WebAssembly. Reads and writes text and `.wasm` files. */
export type WasmAdapter = IrAdapter<WasmOp> &
  Required<Pick<IrAdapter<WasmOp>, "load" | "verify" | "print" | "parse" | "fingerprint" | "clone" | "binary">>;

const OPERATIONS: readonly string[] = ["wasm.module", "wasm.func"];

/**
 * Makes an adapter that enables WebAssembly features for each module. If `features` is not set, the adapter enables the
 * common features, or all features for a module that needs more than the common features. Await `load()` before
 * parsing.
 */
export function createWasmAdapter({ features }: { readonly features?: readonly Feature[] } = {}): WasmAdapter {
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    let name = names.get(text);
    if (name === undefined) {
      const isKnown = OPERATIONS.includes(text);
      name = { text, isRegistered: isKnown, isIsolatedFromAbove: isKnown, hasInterface: () => false };
      names.set(text, name);
    }
    return name;
  };
  const moduleName = intern("wasm.module");
  const functionName = intern("wasm.func");
  return {
    name: "wasm",
    intern,
    nameOf: (op) => (op.kind === "wasm.module" ? moduleName : functionName),
    parentOf: (op) => (op.kind === "wasm.func" && op.isLive ? op.module : undefined),
    collectNested(op, out, anchors) {
      if (op.kind === "wasm.module" && anchors?.has(functionName) !== false) out.push(...op.functions);
    },
    load: loadBinaryen,
    symbolOf: (op) => (op.kind === "wasm.func" ? op.name : undefined),
    takeAttribute(op, name) {
      if (op.kind !== "wasm.module") return undefined;
      const value = op.attributes.get(name);
      op.attributes.delete(name);
      return value;
    },
    // Does not verify functions, because Binaryen validates only whole modules. The module is verified after the passes
    // on its functions.
    verify: (op, _options, report) => op.kind === "wasm.func" || validate(op, report),
    print: (op) => op.toText(),
    parse: (text, { file }) => readText(text, file, features),
    binary: {
      extension: ".wasm",
      parse: (bytes, { file }) => readBinary(bytes, file, features),
      print: (op) => (op.kind === "wasm.module" ? op : op.module).toBinary(),
    },
    fingerprint,
    clone(op) {
      if (op.kind === "wasm.module") return op.clone();
      // Copies the whole module, because functions refer to the types and functions of their module.
      return op.module.clone().function(op.name) as WasmOp;
    },
  };
}

/** WebAssembly adapter with the default features. */
export const wasm: WasmAdapter = createWasmAdapter();
