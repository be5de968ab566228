import { defineBatch, UsageError } from "@passwright/core";
import type { BatchDefinition, OpPassManager, Pass, PassBatch, PassContext } from "@passwright/core";
import { callBinaryen } from "../binaryen.ts";
import { nativeFailure } from "../errors.ts";
import type { WasmOp } from "../ir/wasm-module.ts";
import { withSettings } from "./apply-settings.ts";
import { INLINERS } from "./native-options.ts";
import type { NativeOptions } from "./native-options.ts";

/** Passes that run in one call to Binaryen. */
interface NativeCall {
  readonly passes: string[];
  /**
   * Options of the call: the options of the first inlining pass or, if the call does not contain an inlining pass, the
   * options of the first pass.
   */
  options: NativeOptions;
  readonly common: string;
  inlining: string | undefined;
}

/**
 * Returns a key for the options of a pass, without the options of inlining. Passes can run in one call only if their
 * keys are equal.
 */
function commonKey({ optimize, shrink, settings, argument, arguments: more }: NativeOptions): string {
  return JSON.stringify([optimize, shrink, [...settings].sort(), argument, more]);
}

/**
 * Returns a key for the options of an inlining pass. Inlining passes can run in one call only if their keys are equal.
 * Returns `undefined` for other passes.
 */
function inliningKey(pass: string, options: NativeOptions): string | undefined {
  return INLINERS.has(pass) ? JSON.stringify(options) : undefined;
}

/** Groups the passes of a manager and its nested managers into as few calls as their options allow. */
function callsOf(group: OpPassManager<WasmOp>): NativeCall[] {
  const calls: NativeCall[] = [];
  group.forEachPass(({ declaration: { name }, options: { values } }: Pass<WasmOp>) => {
    const options = values as NativeOptions;
    const common = commonKey(options);
    const inlining = inliningKey(name, options);
    const last = calls.at(-1);
    const isAlike =
      last?.common === common && (inlining === undefined || last.inlining === undefined || last.inlining === inlining);
    if (last === undefined || !isAlike) return void calls.push({ passes: [name], options, common, inlining });
    last.passes.push(name);
    if (last.inlining !== undefined || inlining === undefined) return;
    last.inlining = inlining;
    last.options = options;
  });
  return calls;
}

function runCall(op: WasmOp, { passes, options }: NativeCall, pass: PassContext<WasmOp>): boolean {
  const answer = callBinaryen((binaryen) =>
    withSettings(binaryen, passes[0] as string, options, () => {
      if (op.kind === "wasm.module") op.binaryen.runPasses(passes);
      else op.module.binaryen.runPassesOnFunction(op.ref, passes);
    }),
  );
  // Forwards the output, because some passes print their result, and a failed pass can print the reason for the
  // failure.
  if (answer.printed.length > 0) pass.print(`${answer.printed.join("\n")}\n`);
  if (!answer.ok) throw new UsageError(nativeFailure(passes, answer.reason));
  return answer.ok;
}

/** Runs one pass of Binaryen. */
export function runNativePass(name: string, op: WasmOp, pass: PassContext<WasmOp>): void {
  const options = pass.options as NativeOptions;
  runCall(op, { passes: [name], options, common: "", inlining: undefined }, pass);
}

/**
 * Runs neighboring passes in one call to Binaryen. The call includes nested managers on functions: if a call on a
 * module contains consecutive function passes, Binaryen runs all these passes on one function before it continues with
 * the next function, as a manager on functions does.
 */
export const nativeBatch: PassBatch<WasmOp> = defineBatch<BatchDefinition<WasmOp>>({
  takesNested: true,
  run(op, group, { pass }) {
    for (const call of callsOf(group)) runCall(op, call, pass);
  },
});
