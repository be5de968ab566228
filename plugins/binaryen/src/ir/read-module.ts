import type binaryen from "binaryen";
import { type Diagnostic, type ParseResult } from "@passwright/core";
import { callBinaryen } from "../binaryen.ts";
import { badBinary, badText, invalidModule } from "../errors.ts";
import { WasmModule, type WasmOp } from "./wasm-module.ts";

/**
 * The features that a module may use if nobody says more: what every engine has had for years, and what AssemblyScript
 * compiles to. Passes make use of what is allowed, so these are not all there are.
 */
const USUAL = ["MutableGlobals", "SignExt", "NontrappingFPToInt", "BulkMemory", "BulkMemoryOpt"] as const;

/** A feature of WebAssembly, by Binaryen's name: `GC`, `SIMD128`. */
export type Feature = Exclude<keyof typeof binaryen.Features, "MVP">;

/** Reads a module from WebAssembly text. */
export function readText(text: string, file: string, features: readonly Feature[] | undefined): ParseResult<WasmOp> {
  const parsed = callBinaryen(({ parseText }) => parseText(text));
  if (!parsed.ok) return { ok: false, diagnostics: [textProblem(parsed.reason, text, file)] };
  return { ok: true, op: withFeatures(parsed.value, features) };
}

/** Reads a module in binary form. */
export function readBinary(
  bytes: Uint8Array,
  file: string,
  features: readonly Feature[] | undefined,
): ParseResult<WasmOp> {
  // Read with all of them, since a feature that the binary does not name may be used all the same.
  const read = callBinaryen((library) => library.readBinaryWithFeatures(bytes, library.Features.All));
  if (!read.ok) return { ok: false, diagnostics: [badBinary(file, read.reason)] };
  return { ok: true, op: withFeatures(read.value, features) };
}

/** Allows the features that are asked for; else the usual ones, or all if the module is not valid with these. */
function withFeatures(module: binaryen.Module, features: readonly Feature[] | undefined): WasmModule {
  callBinaryen((library) => {
    const sum = (names: readonly Feature[]): number => names.reduce((all, name) => all | library.Features[name], 0);
    module.setFeatures(sum(features ?? USUAL));
    if (features !== undefined || module.validate() === 1) return;
    module.setFeatures(library.Features.All);
    // What is invalid anyway is told in terms of what is usual.
    if (module.validate() !== 1) module.setFeatures(sum(USUAL));
  });
  return new WasmModule(module);
}

function textProblem(reason: string, text: string, file: string): Diagnostic {
  const [, line, column, message] = /^(\d+):(\d+): error: (.*)$/s.exec(reason) ?? [];
  if (line === undefined || message === undefined) return badText(reason, undefined);
  const lineText = text.split("\n")[Number(line) - 1] ?? "";
  // Its columns count from 0, in bytes of UTF-8.
  return badText(message, { file, line: Number(line), column: utf16Column(lineText, Number(column)), lineText });
}

function utf16Column(line: string, bytes: number): number {
  let column = 0;
  for (let left = bytes; left > 0 && column < line.length;) {
    const code = line.codePointAt(column) as number;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    column += code < 0x10000 ? 1 : 2;
  }
  return column + 1;
}

/** Runs Binaryen's validator; what it says goes to `report`. */
export function validate(module: WasmModule, report: (diagnostic: Diagnostic) => void): boolean {
  const answer = callBinaryen(() => module.binaryen.validate());
  if (answer.ok && answer.value === 1) return true;
  const text = answer.printed.join("\n") || (answer.ok ? "the module is not valid" : answer.reason);
  for (const part of text.split(/^\[wasm-validator error in (?=function |module)/m)) {
    if (part.trim() === "") continue;
    const [head = "", ...expression] = part.trim().split("\n");
    report(invalidModule(`in ${head.replace("] ", ": ").replace(/, on ?$/, "")}`, expression.join("\n")));
  }
  return false;
}
