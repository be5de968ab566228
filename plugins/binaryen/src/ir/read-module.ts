import type binaryen from "binaryen";
import type { Diagnostic, ParseResult } from "@passwright/core";
import { callBinaryen } from "../binaryen.ts";
import { badBinary, badText, invalidModule } from "../errors.ts";
import { WasmModule } from "./wasm-module.ts";
import type { WasmOp } from "./wasm-module.ts";

/**
 * Default features of a module: features that AssemblyScript uses and that all engines have supported for years. The
 * list does not contain newer features, because passes can use any enabled feature in a module.
 */
const USUAL = ["MutableGlobals", "SignExt", "NontrappingFPToInt", "BulkMemory", "BulkMemoryOpt"] as const;

/** Binaryen's name of a WebAssembly feature, such as `GC` or `SIMD128`. */
export type Feature = Exclude<keyof typeof binaryen.Features, "MVP">;

/** Parses a module in text format. */
export function readText(text: string, file: string, features: readonly Feature[] | undefined): ParseResult<WasmOp> {
  // Escapes characters outside of ASCII first, because Binaryen truncates each character to one byte.
  const parsed = callBinaryen(({ parseText }) => parseText(text.replaceAll(NOT_ASCII, escape)));
  if (!parsed.ok) return { ok: false, diagnostics: [textProblem(parsed.reason, text, file)] };
  return { ok: true, op: withFeatures(parsed.value, features) };
}

/** Parses a module in binary format. */
export function readBinary(
  bytes: Uint8Array,
  file: string,
  features: readonly Feature[] | undefined,
): ParseResult<WasmOp> {
  const read = callBinaryen((library) => library.readBinary(bytes));
  if (!read.ok) return { ok: false, diagnostics: [badBinary(file, read.reason)] };
  return { ok: true, op: withFeatures(read.value, features) };
}

/**
 * Enables the given features of a module. If `features` is undefined, enables the common features. If the module is
 * invalid with the common features, enables all features.
 */
function withFeatures(module: binaryen.Module, features: readonly Feature[] | undefined): WasmModule {
  callBinaryen((library) => {
    const sum = (names: readonly Feature[]): number => names.reduce((all, name) => all | library.Features[name], 0);
    module.setFeatures(sum(features ?? USUAL));
    if (features !== undefined || module.validate() === 1) return;
    module.setFeatures(library.Features.All);
    // If the module is invalid even with all features, enables the common features again, so that the validator reports
    // errors for the common features.
    if (module.validate() !== 1) module.setFeatures(sum(USUAL));
  });
  return new WasmModule(module);
}

function textProblem(reason: string, text: string, file: string): Diagnostic {
  const [, line, column, message] = /^(\d+):(\d+): error: (.*)$/s.exec(reason) ?? [];
  if (line === undefined || message === undefined) return badText(reason, undefined);
  const lineText = text.split("\n")[Number(line) - 1] ?? "";
  // Binaryen's columns start at 0, and columns of diagnostics start at 1.
  return badText(message, { file, line: Number(line), column: originalColumn(lineText, Number(column)), lineText });
}

/** Matches characters outside of ASCII, which the text format allows only in strings and comments, also as escapes. */
const NOT_ASCII = /[^\0-\x7f]/gu;

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Converts a column in the escaped line, counted from 0, to a column in the original line, counted from 1. */
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

/** Runs Binaryen's validator on a module, and passes the validator's messages to `report`. */
export function validate(module: WasmModule, report: (diagnostic: Diagnostic) => void): boolean {
  const answer = callBinaryen(() => module.binaryen.validate());
  if (answer.ok && answer.value === 1) return true;
  const text = answer.printed.join("\n");
  if (text === "") {
    // If other code loaded Binaryen first, Binaryen printed the message to the console instead.
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
