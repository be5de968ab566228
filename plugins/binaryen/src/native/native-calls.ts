import { UsageError } from "@passwright/core";
import type { OpPassManager, Pass, PassBatch, PassContext } from "@passwright/core";
import { callBinaryen } from "../binaryen.ts";
import { nativeFailure } from "../errors.ts";
import type { WasmOp } from "../ir/wasm-module.ts";
import { withSettings } from "./apply-settings.ts";
import { INLINERS } from "./native-options.ts";
import type { NativeOptions } from "./native-options.ts";

/** Passes that go to Binaryen in one call. */
interface NativeCall {
  readonly passes: string[];
  /** Of one of the passes; of one that inlines, if there is one. */
  options: NativeOptions;
  readonly common: string;
  inlining: string | undefined;
}

/** What two passes must agree on to be run in one call. */
function commonKey({ optimize, shrink, settings, argument, arguments: more }: NativeOptions): string {
  return JSON.stringify([optimize, shrink, [...settings].sort(), argument, more]);
}

/** What two passes that inline must agree on besides; nobody else looks at it. */
function inliningKey(pass: string, options: NativeOptions): string | undefined {
  return INLINERS.has(pass) ? JSON.stringify(options) : undefined;
}

/** The passes of a manager and of those in it, as few calls as their options allow. */
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
  // Some passes are there to print. Where one failed, this says why, if anything does.
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
 * Runs neighbours in one call. Managers on functions go along: over a module, Binaryen takes each function through all the passes on
 * functions that stand together, which is what a manager on functions does.
 */
export const nativeBatch: PassBatch<WasmOp> = {
  takesNested: true,
  run(op, group, { pass }) {
    for (const call of callsOf(group)) runCall(op, call, pass);
  },
};
