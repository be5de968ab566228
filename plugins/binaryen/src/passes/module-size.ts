import { defineAnalysis } from "@passwright/sdk";
import type { WasmModule, WasmOp } from "../ir/wasm-module.ts";

/** Size of a module in binary format. */
export interface ModuleSize {
  /** Size of the module, in bytes. */
  readonly bytes: number;
  /** Size of each function's body in bytes, in the order of the module. */
  readonly functions: readonly { readonly name: string; readonly bytes: number }[];
}

const HEADER = 8;
const CODE_SECTION = 10;

/** Reads an unsigned LEB128 number of up to 32 bits. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value: value >>> 0, end: at + 1 };
  }
}

/** Returns the sizes of the bodies in the code section, in order. */
function bodySizes(bytes: Uint8Array): readonly number[] {
  for (let at = HEADER; at < bytes.length;) {
    const section = readNumber(bytes, at + 1);
    if (bytes[at] === CODE_SECTION) {
      const count = readNumber(bytes, section.end);
      const sizes: number[] = [];
      for (let body = count.end; sizes.length < count.value;) {
        const { value, end } = readNumber(bytes, body);
        sizes.push(value + (end - body));
        body = end + value;
      }
      return sizes;
    }
    at = section.end + section.value;
  }
  return [];
}

/** Analysis that computes the size of a module, and of its functions, in binary format. */
export const moduleSize = defineAnalysis<WasmOp, ModuleSize>({
  name: "@passwright/plugin-binaryen/module-size",
  summary: "size in bytes in binary format, of the module and of each function",
  compute(op) {
    const module = op as WasmModule;
    const bytes = module.toBinary();
    const sizes = bodySizes(bytes);
    const functions = module.functions.map(({ name }, index) => ({ name, bytes: sizes[index] ?? 0 }));
    return { bytes: bytes.length, functions };
  },
});
