import type binaryen from "binaryen";
import type { Diagnostic, ParseResult } from "@passwright/core";
import { callBinaryen } from "../binaryen.ts";
import { badBinary, badText, invalidModule } from "../errors.ts";
import { WasmModule } from "./wasm-module.ts";
import type { WasmOp } from "./wasm-module.ts";

/**
 * The features that a module may use if nobody says more: what every engine has had for years, and what AssemblyScript
 * compiles to. Passes make use of what is allowed, so these are not all there are.
 */
const USUAL = ["MutableGlobals", "SignExt", "NontrappingFPToInt", "BulkMemory", "BulkMemoryOpt"] as const;

/** A feature of WebAssembly, by Binaryen's name: `GC`, `SIMD128`. */
export type Feature = Exclude<keyof typeof binaryen.Features, "MVP">;

/** Reads a module from WebAssembly text. */
export function readText(text: string, file: string, features: readonly Feature[] | undefined): ParseResult<WasmOp> {
  // The library hands texts over byte by byte, cut to ASCII.
  const parsed = callBinaryen(({ parseText }) => parseText(text.replaceAll(NOT_ASCII, escape)));
  if (!parsed.ok) return { ok: false, diagnostics: [textProblem(parsed.reason, text, file)] };
  return { ok: true, op: withFeatures(parsed.value, features) };
}

/** Reads a module in binary form. */
export function readBinary(
  bytes: Uint8Array,
  file: string,
  features: readonly Feature[] | undefined,
): ParseResult<WasmOp> {
  const read = callBinaryen((library) => library.readBinary(bytes));
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
  // Its columns count from 0.
  return badText(message, { file, line: Number(line), column: originalColumn(lineText, Number(column)), lineText });
}

/** Characters that may stand in strings and comments only, where escapes may stand too. */
const NOT_ASCII = /[^\0-\x7f]/gu;

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** The column, from 1, in the line as it is, of one in the line as it was handed over. */
function originalColumn(line: string, escaped: number): number {
  let column = 1;
  let left = escaped;
  for (const character of line) {
    if (left <= 0) break;
    left -= character.replace(NOT_ASCII, escape).length;
    column += character.length;
  }
  return column;
}

/** Runs Binaryen's validator; what it says goes to `report`. */
export function validate(module: WasmModule, report: (diagnostic: Diagnostic) => void): boolean {
  const answer = callBinaryen(() => module.binaryen.validate());
  if (answer.ok && answer.value === 1) return true;
  const text = answer.printed.join("\n");
  if (text === "") {
    // It was started by somebody else, and what it says went to the console.
    report(invalidModule(answer.ok ? "the module is not valid" : answer.reason, ""));
    return false;
  }
  for (const part of text.split(/^\[wasm-validator error in (?=function |module)/m)) {
    if (part.trim() === "") continue;
    const [head = "", ...expression] = part.trim().split("\n");
    report(invalidModule(`in ${head.replace("] ", ": ").replace(/, on ?$/, "")}`, expression.join("\n")));
  }
  return false;
}
